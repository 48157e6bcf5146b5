/** The size of a line whose words have several. */
import { expect, test } from '@jest/globals';
import { makeLine } from '../../../../engine/text/line.js';
import { emptyPage, runs } from '../../../support/engine-inputs.js';
import { MONO } from '../../../support/pages.js';

const sizeOf = (...texts: Parameters<typeof runs>[]): number =>
  makeLine(
    emptyPage(),
    texts.flatMap((text) => runs(...text)).map((run, id) => ({ ...run, id })),
  ).size;
const at = (x: number, size: number, font = 0): { x: number; y: number; size: number; font: number } => ({
  x,
  y: 100,
  size,
  font,
});

test('is that of the text where typewriter type in it is smaller', () =>
  expect(sizeOf(['See', at(60, 10)], ['lighthouse.config.json', at(90, 9, MONO)])).toBe(10));

test('is that of an address in typewriter type behind the mark of a note', () =>
  expect(sizeOf(['1', at(60, 6)], ['https://port.example/lamp', at(70, 9, MONO)])).toBe(9));
