/** What is the name of the division whose label stands above it. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { DIVISION_NAME, joinLabels } from '../../../../engine/text-blocks/labels.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { line, noVocabulary, style, textBlock } from '../../../support/engine-inputs.js';

const large = (text: string, over: Partial<TextBlock> = {}): TextBlock =>
  textBlock([line(text, { size: 16 })], { marker: null, ...over });
const label = large('Chapter 3');
const judged = (name: TextBlock, above = label): string => {
  const { verdict, rule } = decideWithRule(DIVISION_NAME, { name, label: above, style: style() });
  return `${verdict}: ${rule}`;
};

describe('below the label of a division', () => {
  test('large type is its name', () => expect(judged(large('The Tower'))).toBe('name: type-of-a-heading'));
  test('text of another page is not', () =>
    expect(judged(large('The Tower', { page: 2 }))).toBe('refused: on-another-page'));
  test('a paragraph is not', () => expect(judged(large('the tower '.repeat(20)))).toBe('refused: too-long'));
  test('a title with a number of its own is not that of another number', () => {
    expect(judged(large('1 The Tower'), large('12'))).toBe('refused: number-of-its-own');
    expect(judged(large('7 Habits of the Keeper'), large('3'))).toBe('name: type-of-a-heading');
    expect(judged(large('1984 in the Tower'), large('12'))).toBe('name: type-of-a-heading');
    expect(judged(large('1 The Tower'))).toBe('name: type-of-a-heading');
  });
  test('a sentence or an item is not', () => {
    expect(judged(large('It stands here.'))).toBe('refused: sentence-or-item');
    expect(judged(textBlock([line('(a) one', { size: 16 })]))).toBe('refused: sentence-or-item');
  });
  test('smaller type is not', () =>
    expect(judged(textBlock([line('The Tower', { size: 11 })]))).toBe('refused: smaller-than-label'));
  test('text of the body size is not, below a label of that size', () => {
    const { verdict, rule } = decideWithRule(DIVISION_NAME, {
      name: textBlock('The Tower'),
      label: textBlock('CHAPTER 3'),
      style: style(),
    });
    expect(`${verdict}: ${rule}`).toBe('refused: otherwise');
  });
  test('text in the middle is its name in a statute, right below a label in the middle', () => {
    const centred = (text: string, over: Partial<TextBlock> = {}): TextBlock =>
      textBlock(text, { centred: true, marker: null, space: 1, ...over });
    const decided = (name: TextBlock, above = centred('Part 1')): string => {
      const { verdict, rule } = decideWithRule(DIVISION_NAME, { name, label: above, style: style() });
      return `${verdict}: ${rule}`;
    };
    expect(decided(centred('Harbours'))).toBe('name: centred-below-its-label');
    expect(decided(textBlock('Harbours'))).toBe('refused: otherwise');
    expect(decided(centred('Harbours', { space: 2 }))).toBe('refused: otherwise');
    expect(decided(centred('of harbours'))).toBe('refused: otherwise');
    expect(decided(centred('Anna Berg'), centred('Volume 2'))).toBe('refused: otherwise');
    const verse = textBlock([line('It was the best'), line('of times')], { centred: true, marker: null, space: 1 });
    expect(decided(verse)).toBe('refused: otherwise');
    expect(decided(centred('Harbours'), textBlock('PART 1'))).toBe('refused: otherwise');
    expect(decided(centred('Harbours'), centred('1'))).toBe('refused: otherwise');
  });
  test('the name of a division and its large number become one label', () => {
    const number = textBlock([line('5', { size: 60 })]);
    const joined = joinLabels([large('CHAPTER'), number, large('The Tower'), textBlock('It.')], style(), noVocabulary);
    expect(joined.map(({ text }) => text)).toEqual(['CHAPTER 5 The Tower', 'It.']);
    const sum = joinLabels([large('CHAPTER'), textBlock('The Tower')], style(), noVocabulary);
    expect(sum).toHaveLength(2);
  });
  test('both become one text block', () => {
    const joined = joinLabels([label, large('The Tower'), textBlock('It has stood here.')], style(), noVocabulary);
    expect(joined.map(({ text }) => text)).toEqual(['Chapter 3 The Tower', 'It has stood here.']);
  });
});
