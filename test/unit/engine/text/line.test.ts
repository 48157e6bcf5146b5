/** The size of a line whose words have several. */
import { expect, test } from '@jest/globals';
import { makeLine } from '../../../../engine/text/line.js';
import { emptyPage, runs, type LineOptions } from '../../../support/engine-inputs.js';
import { MONO, PLAIN } from '../../../support/pages.js';

const at = (x: number, size: number, font: LineOptions['font'] = PLAIN): LineOptions => ({ x, y: 100, size, font });
const sizeOf = (...texts: [string, LineOptions][]): number =>
  makeLine(
    emptyPage(),
    texts.flatMap(([text, options]) => runs(text, options)),
  ).size;

test('is that of the text where monospaced type in it is smaller', () => {
  expect(sizeOf(['See', at(60, 10)], ['lighthouse.config.json', at(90, 9, MONO)])).toBe(10);
  expect(sizeOf(['lighthouse.config.json', at(60, 9, MONO)], ['.)', at(200, 10)])).toBe(10);
});

test('is that of an address in monospaced type behind the mark of a note', () =>
  expect(sizeOf(['1', at(60, 6)], ['https://port.example/lamp', at(70, 9, MONO)])).toBe(9));
