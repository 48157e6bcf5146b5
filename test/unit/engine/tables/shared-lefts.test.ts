/** Columns that begin right behind the longest text of the column before. */
import { describe, expect, test } from '@jest/globals';
import { cutAtSharedLefts } from '../../../../engine/tables/shared-lefts.js';
import { isUpright, segmentText, textRows } from '../../../../engine/tables/segments.js';
import type { TextRun } from '../../../../engine/model.js';
import { page, type TextAt } from '../../../support/pages.js';

const MEANINGS = 154;
/** Of these the second reaches up to the column of meanings: it ends at 150. */
const TERMS = ['open', 'open and set', 'close'];

/** Narrow letters, which typewriter type has not. */
const withNarrow = (run: TextRun): TextRun =>
  /t$/u.test(run.text) ? { ...run, box: { ...run.box, x1: run.box.x1 - 1 } } : run;

/** The texts of rows of terms and meanings. */
function texts(
  terms: readonly string[],
  { x = MEANINGS, pitch = 12, typewriter = false }: { x?: number; pitch?: number; typewriter?: boolean } = {},
): string[][] {
  const all = terms.flatMap((text, i): TextAt[] => [
    ...(text === '' ? [] : [{ text, x: 94, y: 100 + pitch * i }]),
    { text: 'what it does', x, y: 100 + pitch * i },
  ]);
  return cutAtSharedLefts(
    textRows(
      page(all)
        .runs.map(typewriter ? (run) => run : withNarrow)
        .filter(isUpright),
    ),
  ).map(({ segments }) => segments.map(segmentText));
}

const CUT = TERMS.map((term) => [term, 'what it does']);

describe('words that begin at one place in three lines after gaps that differ', () => {
  test('begin a column', () => {
    expect(texts(TERMS)).toEqual(CUT);
    expect(texts([TERMS[0]!, '', ...TERMS.slice(1)])).toEqual([CUT[0], ['what it does'], ...CUT.slice(1)]);
  });

  test('begin none in two lines, in lines far from each other, and after equal gaps', () => {
    expect(texts(TERMS.slice(0, 2))[1]).toEqual(['open and set what it does']);
    expect(texts(TERMS, { pitch: 45 })[1]).toEqual(['open and set what it does']);
    expect(texts(['shut and set', 'open and set', 'move and set'])[1]).toEqual(['open and set what it does']);
  });

  test('begin none after the wide spaces of justified text', () =>
    expect(texts(['open and so', 'open and set', 'open and let'])[1]).toEqual(['open and set what it does']));

  test('begin none within numbers in groups of digits', () => {
    const all = ['12 003', '467', '15 421'].flatMap((number, i): TextAt[] => [
      { text: 'Port', x: 94, y: 100 + 12 * i },
      { text: number, x: number.length > 3 ? 140 : 153, y: 100 + 12 * i },
    ]);
    const rows = textRows(page(all).runs.map(withNarrow).filter(isUpright));
    expect(cutAtSharedLefts(rows)).toEqual(rows);
  });

  test('begin none in typewriter type, whose characters stand above each other', () =>
    expect(texts(TERMS, { typewriter: true })[1]).toEqual(['open and set what it does']));

  test('begin none behind the marks of a list', () =>
    expect(texts(['1.', '10.', '11.'], { x: 109.5 })).toEqual(
      ['1.', '10.', '11.'].map((mark) => [`${mark} what it does`]),
    ));
});
