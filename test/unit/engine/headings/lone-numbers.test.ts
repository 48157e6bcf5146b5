/** Numbers alone in the middle of the column. */
import { expect, test } from '@jest/globals';
import { LONE_NUMBER_HEADING, loneNumbers } from '../../../../engine/headings/lone-numbers.js';
import { decideWithRule } from '../../../../engine/rules.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { LEFT, line, RIGHT, textBlock } from '../../../support/engine-inputs.js';

const MIDDLE = (LEFT + RIGHT) / 2;
const number = (text: string, x = MIDDLE - 3): TextBlock => textBlock([line(text, { x })]);
const text = textBlock('Running text of more than sixty letters, so that it reads as a paragraph.');
const find = (...blocks: readonly TextBlock[]): string[] => [...loneNumbers(blocks)].map((block) => block.text);

test('head the parts of an opinion, roman numerals and letters', () =>
  expect(find(number('I'), number('A'), text, number('B'), text, number('II'), text)).toEqual(['I', 'A', 'B', 'II']));

test('begin again: letters in each part, roman numerals in a dissent', () =>
  expect(find(...['I.', 'A.', 'B.', 'II.', 'A.', 'I.', 'II.'].flatMap((one) => [number(one), text]))).toHaveLength(7));

test('may stand above a single sentence', () =>
  expect(find(number('I'), text, number('II'), textBlock('We affirm the judgment.'))).toEqual(['I', 'II']));

test('are none that do not count, stand at the left or above no text', () => {
  expect(find(number('I'), text)).toEqual([]);
  expect(find(number('II'), text, number('IV'), text)).toEqual([]);
  expect(find(number('I', LEFT), text, number('II', LEFT), text)).toEqual([]);
  expect(find(number('A'), number('B'), number('C'), number('D'))).toEqual([]);
});

test('are decided by how far they count', () => {
  const decided = (furthest: number): string => {
    const { verdict, rule } = decideWithRule(LONE_NUMBER_HEADING, {
      textBlock: text,
      kind: 'roman',
      value: 1,
      furthest,
    });
    return `${verdict}: ${rule}`;
  };
  expect(decided(3)).toBe('heading: counts-from-one');
  expect(decided(1)).toBe('refused: otherwise');
});
