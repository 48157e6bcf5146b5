/** What text blocks look like in numbers, and what score the learned trees give such looks. */
import { describe, expect, test } from '@jest/globals';
import { lookReasons, lookScore } from '../../../../engine/headings/look-score.js';
import { looksOf } from '../../../../engine/headings/looks.js';
import type { Look } from '../../../../engine/learned-score.js';
import { NAMES } from '../../../../engine/headings/look-weights.js';
import type { TextBlock } from '../../../../engine/text-blocks/text-blocks.js';
import { emptyPage, LEFT, line, linesBelow, style, textBlock } from '../../../support/engine-inputs.js';
import { BOLD } from '../../../support/pages.js';

const text = (y = 120): TextBlock =>
  textBlock(
    linesBelow(
      Array.from({ length: 4 }, () => 'The lamp of the tower burned all through the night, and'),
      { y },
    ),
    { space: 1.5 },
  );
const title = (words: string, over: Partial<TextBlock> = {}): TextBlock =>
  textBlock([line(words, { font: BOLD, size: 14 })], { space: 2, ...over });

const lookOf = (textBlocks: readonly TextBlock[], at: number): Look =>
  looksOf(textBlocks, { style: style(), info: { pageCount: 3 }, pageOf: () => emptyPage() })(textBlocks[at]!);

describe('the look of a text block', () => {
  const look = lookOf([text(), title('2.1 Oil and Wicks'), text()], 1);

  test('has a number for each name that the trees ask for, and no other', () =>
    expect(Object.keys(look)).toEqual(NAMES));

  test('tells its type and its words', () =>
    expect(look).toMatchObject({
      sizeInBodySizes: 1.4,
      bold: 1,
      capitals: 0,
      words: 4,
      digitShare: 2 / 17,
      numberDepth: 2,
      end: -1,
    }));

  test('tells its place and its neighbours', () =>
    expect(look).toMatchObject({
      spaceInLeadings: 2,
      spaceBelowInLeadings: 1.5,
      linesBelow: 4,
      sizeInThatBelow: 1.4,
      fromLeftInPages: LEFT / 595,
      besideIt: 0,
    }));

  test('tells how often such type stands above running text', () => {
    const some = [title('Oil'), text(), title('Wicks'), text(), title('Glass'), title('Whales')];
    expect(lookOf(some, 0)).toMatchObject({ blocksOfItsAppearance: Math.log1p(4), shareAboveText: 0.5, shareLong: 0 });
  });

  test('counts what stands beside it, and knows what is repeated', () => {
    const names = ['Oil', 'Wicks', 'Oil'].map((words, i) =>
      textBlock([line(words, { x: 72 + 100 * i, font: BOLD, size: 14 })]),
    );
    expect(lookOf(names, 0)).toMatchObject({ besideIt: 2, repeated: 1 });
    expect(lookOf(names, 1)).toMatchObject({ besideIt: 2, repeated: 0 });
  });

  test('ends where its column does', () =>
    expect(lookOf([title('Oil'), { ...text(), page: 2 }], 0)).toMatchObject({
      linesBelow: -1,
      spaceBelowInLeadings: 3,
    }));
});

describe('the learned score', () => {
  test('is high for large bold lines that stand above text again and again', () => {
    const some = ['Oil', 'Wicks', 'Glass'].flatMap((words) => [title(words), text()]);
    expect(lookScore(lookOf(some, 2))).toBeGreaterThan(0.9);
  });

  test('is low for a paragraph, and for large words beside each other', () => {
    expect(lookScore(lookOf([title('Oil'), text(), text()], 1))).toBeLessThan(0.05);
    const words = ['Ada Moran,', 'Ira Solheim,', 'Ole Vik'].map((name, i) =>
      textBlock([line(name, { x: 72 + 120 * i, size: 12 })]),
    );
    expect(lookScore(lookOf([...words, text()], 1))).toBeLessThan(0.1);
  });

  test('is told with the numbers that say most, for the decision log', () => {
    const look = lookOf([text(), title('Oil and Wicks'), text()], 1);
    const reasons = lookReasons(look);
    expect(reasons['lookScore']).toBe(lookScore(look));
    expect(Object.keys(reasons)).toHaveLength(5);
    expect(reasons['lookBy_bold']).toBeGreaterThan(0.5);
  });
});
