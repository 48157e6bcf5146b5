/** Which parts hold the chapters behind them, though printed contents do not say so, on headings written by hand. */
import { describe, expect, test } from '@jest/globals';
import { divisionNumber } from '../../../../engine/headings/numbers.js';
import type { HeadingCandidate } from '../../../../engine/headings/candidate.js';
import { CONTENTS_PARTS, withDepthsInParts } from '../../../../engine/levels/parts-of-contents.js';
import { numberLevels } from '../../../../engine/levels/number-levels.js';
import { decided } from '../../../support/decisions.js';
import { candidateOf, line, textBlock } from '../../../support/engine-inputs.js';

const heading = (text: string, contents: number | null = null): HeadingCandidate =>
  candidateOf(textBlock([line(text)]), { contents });

const depths = (headings: readonly HeadingCandidate[]): (number | null)[] =>
  withDepthsInParts(headings).map(({ contents }) => contents);

describe('parts', () => {
  const book = (part: number | null): HeadingCandidate[] => [
    heading('Preface', 1),
    heading('1 Before', 1),
    heading('Part I Lamps', part),
    heading('2 Oil', 1),
    heading('2.1 Whale', 2),
    heading('Part II Towers', part),
    heading('3 Stone', 1),
    heading('3.1 Granite', 2),
    heading('Index', 1),
  ];

  test('hold the chapters that the contents list beside them, or without them', () => {
    expect(depths(book(1))).toEqual([1, 1, 1, 2, 3, 1, 2, 3, 1]);
    expect(depths(book(null))).toEqual([1, 1, null, 2, 3, null, 2, 3, 1]);
  });

  test('keep the depths that the contents give', () => {
    const listed = [heading('Part I', 1), heading('1 Oil', 2), heading('Part II', 1), heading('2 Stone', 2)];
    expect(depths(listed)).toEqual([1, 2, 1, 2]);
  });

  test('raise nothing above the edge of the contents that leave them out', () => {
    const deep = [
      heading('Part I Lamps'),
      heading('1 Oil', 3),
      heading('Tables', 1),
      heading('Part II Towers'),
      heading('2 Stone', 3),
      heading('2.1 Granite', 4),
    ];
    expect(depths(deep)).toEqual([null, 2, 1, null, 2, 3]);
  });

  test('hold no chapters where there is one, or where they divide annexes', () => {
    const evidence = { first: heading('Part I'), parts: 2, inAnnex: false, depth: 1, chapters: 1, listed: true };
    expect(decided(CONTENTS_PARTS, evidence)).toBe('hold-chapters: chapters-at-the-edge-of-parts');
    expect(decided(CONTENTS_PARTS, { ...evidence, parts: 1 })).toBe('as-listed: one-part');
    expect(decided(CONTENTS_PARTS, { ...evidence, inAnnex: true })).toBe('as-listed: within-an-annex');
    expect(decided(CONTENTS_PARTS, { ...evidence, chapters: 2 })).toBe('as-listed: otherwise');
  });
});

describe('numbers of items', () => {
  test('are closed by the next section: "4.1" is in no item "4" of an earlier one', () => {
    const levels = numberLevels();
    for (const [text, level] of [
      ['2.1 Guidelines', 3],
      ['4. Integrity', 4],
    ] as const)
      levels.add(divisionNumber(text), level);
    expect(levels.levelOf(divisionNumber('4.1 Oil'))).toBe(5);
    levels.add(divisionNumber('2.2 Archive'), 3);
    expect(levels.levelOf(divisionNumber('4.1 Oil'))).toBeNull();
  });

  test('stay open where they have come to stand no lower than the section', () => {
    const levels = numberLevels();
    for (const [text, level] of [
      ['4. Integrity', 4],
      ['4. Integrity', 2],
      ['2.2 Archive', 3],
    ] as const)
      levels.add(divisionNumber(text), level);
    expect(levels.levelOf(divisionNumber('4.1 Oil'))).toBe(3);
  });

  test('begin again with their division, and with no other', () => {
    const levels = numberLevels();
    for (const [text, level] of [
      ['1 Oil', 1],
      ['1.1.1 Whale', 3],
      ['11.1 Wicks', 2],
      ['1 Stone', 1],
    ] as const)
      levels.add(divisionNumber(text), level);
    expect(levels.levelOf(divisionNumber('1.1.2 Seal'))).toBeNull();
    expect(levels.levelOf(divisionNumber('1.1 Granite'))).toBe(2);
    expect(levels.levelOf(divisionNumber('11.2 Glass'))).toBe(2);
  });
});
