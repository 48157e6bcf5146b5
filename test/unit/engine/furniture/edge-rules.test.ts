/** Each rule of what is printed at a page's edge for the page's sake, on evidence and lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import {
  FURNITURE,
  FURNITURE_ROW,
  NO_EVIDENCE,
  type EdgeEvidence,
  type FurnitureRow,
} from '../../../../engine/furniture/edge-rules.js';
import { findFurniture } from '../../../../engine/furniture/furniture.js';
import type { LinedPage } from '../../../../engine/furniture/lined-page.js';
import type { Line } from '../../../../engine/text/line.js';
import { decided } from '../../../support/decisions.js';
import { LEADING, line, linesBelow, type LineOptions } from '../../../support/engine-inputs.js';

const marked = (text: string, options?: LineOptions): Line => {
  const plain = line(text, options);
  return { ...plain, runs: plain.runs.map((run) => ({ ...run, artifact: true })) };
};

describe('a line at the edge of a page', () => {
  const edge = (over: Partial<EdgeEvidence>): string =>
    decided(FURNITURE, {
      line: line('The Keeping of Lighthouses'),
      ...NO_EVIDENCE,
      ...over,
    });

  test('is furniture where the tags call it an artifact', () =>
    expect(edge({ isArtifact: true })).toBe('furniture: artifact'));

  test('is text where it is the title, also where the tags call it an artifact', () =>
    expect(edge({ isArtifact: true, isTitle: true })).toBe('text: title-that-repeats'));

  test('is furniture where it is the number of its page, in large type too', () =>
    expect(edge({ isPageOfPages: true, isTitle: true })).toBe('furniture: own-page-of-pages'));

  test('is furniture where it is a number that grows with the pages', () =>
    expect(edge({ isPageNumber: true })).toBe('furniture: page-number-in-step'));

  test('is furniture where it is the number of its page in words', () =>
    expect(edge({ isPageOfPages: true })).toBe('furniture: own-page-of-pages'));

  test('is furniture where it is the number of all pages', () =>
    expect(edge({ isPageCount: true })).toBe('furniture: count-of-pages'));

  test('is furniture where the pages repeat at its height, and not where they only have text there', () => {
    expect(edge({ pagesAtHeight: 4, pagesRepeating: 2 })).toBe('furniture: repeats-at-this-height');
    expect(edge({ pagesAtHeight: 4 })).toBe('text: otherwise');
  });

  test('is text where it ends a sentence of the text and repeats on two pages, furniture on more and as an artifact', () => {
    expect(edge({ goesOn: true, pagesAtHeight: 2, pagesRepeating: 2 })).toBe('text: ends-a-sentence-of-the-text');
    expect(edge({ goesOn: true, pagesAtHeight: 3, pagesRepeating: 3 })).toBe('furniture: repeats-at-this-height');
    expect(edge({ goesOn: true, isArtifact: true })).toBe('furniture: artifact');
  });

  test('is furniture where it is the outermost row of most pages, but for the title', () => {
    expect(edge({ repeatsOutermost: true })).toBe('furniture: outermost-row-of-most-pages');
    expect(edge({ repeatsOutermost: true, isTitle: true })).toBe('text: title-that-repeats');
  });

  test('is furniture where it has the words of the heads', () =>
    expect(edge({ hasWordsOfHeads: true })).toBe('furniture: words-of-the-heads'));

  test('is furniture where it repeats in the margin', () =>
    expect(edge({ repeatsInMargin: true })).toBe('furniture: repeats-in-the-margin'));

  test('is furniture at the very edge of the sheet', () =>
    expect(edge({ isAtSheetEdge: true })).toBe('furniture: edge-of-the-sheet'));

  test('is furniture where it stands below the foot', () =>
    expect(edge({ isBeyondFoot: true })).toBe('furniture: beyond-the-foot'));

  test('is furniture in a foot of many rows that other pages have, too', () =>
    expect(edge({ isOfDeepFoot: true })).toBe('furniture: foot-of-many-rows'));

  test('is furniture where its words are those of a stamp', () =>
    expect(edge({ isStamp: true })).toBe('furniture: stamp'));

  test('is furniture in a row of two ends on the only page', () =>
    expect(edge({ foot: 'two-ended' })).toBe('furniture: two-ended-row-of-only-page'));

  test("is furniture in a last row with the page's number", () =>
    expect(edge({ foot: 'numbered-row' })).toBe('furniture: row-with-page-number'));

  test('is furniture in a first row with a number at its outer end', () =>
    expect(edge({ foot: 'numbered-head' })).toBe('furniture: head-with-outer-number'));

  test('is furniture in a first row that is set like the numbered foot', () =>
    expect(edge({ foot: 'like-numbered-row' })).toBe('furniture: head-like-numbered-foot'));

  test('is furniture where it is a number alone at the foot', () =>
    expect(edge({ foot: 'number-alone' })).toBe('furniture: number-alone-at-foot'));

  test('is furniture where it is a number beyond the text', () =>
    expect(edge({ foot: 'number-beyond-text' })).toBe('furniture: number-beyond-the-text'));

  test('is furniture in a row that names the issue', () =>
    expect(edge({ foot: 'row-of-issue' })).toBe('furniture: row-of-issue'));

  test('is furniture in small type at the foot of the only page', () =>
    expect(edge({ foot: 'small-foot' })).toBe('furniture: small-foot-of-only-page'));

  test('is text where nothing speaks for furniture', () => expect(edge({})).toBe('text: otherwise'));
});

describe('a row that seems to be furniture', () => {
  const row = (over: Partial<FurnitureRow>): string =>
    decided(FURNITURE_ROW, {
      line: line('Chapter 2', { y: 60 }),
      side: 'head',
      pageHeight: 842,
      depth: 1,
      textDepth: 0,
      inMargin: false,
      isPageNumber: false,
      isPageOfPages: false,
      inStep: false,
      ...over,
    });

  test('stays furniture below text where it is an artifact', () =>
    expect(row({ line: marked('Chapter 2') })).toBe('furniture: artifact-within'));

  test('stays furniture beside the text in the margin', () =>
    expect(row({ inMargin: true })).toBe('furniture: beside-the-text'));

  test('stays furniture with the number of the page, whatever is stamped outside of it', () =>
    expect(row({ inStep: true })).toBe('furniture: words-with-page-number'));

  test('stays furniture where it is the number of the page in words', () =>
    expect(row({ isPageOfPages: true })).toBe('furniture: page-of-pages-within'));

  test('is text where it stands in the other half of the page', () => {
    expect(row({ line: line('Chapter 2', { y: 600 }), textDepth: 2 })).toBe('text: in-the-other-half');
    expect(row({ side: 'foot', textDepth: 2 })).toBe('text: in-the-other-half');
    expect(row({ line: line('Chapter 2', { y: 600 }), side: 'foot', textDepth: 2 })).toBe(
      'furniture: outside-of-the-text',
    );
    expect(row({ line: line('12', { y: 600 }), textDepth: 2, isPageNumber: true })).toBe(
      'furniture: outside-of-the-text',
    );
  });

  test('is text where text stands between it and the edge', () => expect(row({})).toBe('text: text-outside'));

  test('stays furniture where the text is further in', () => {
    expect(row({ textDepth: 2 })).toBe('furniture: outside-of-the-text');
    expect(row({ textDepth: Infinity })).toBe('furniture: outside-of-the-text');
  });
});

describe('the furniture of pages', () => {
  const WORDS = ['alpha', 'bravo', 'charlie', 'delta', 'echo'];
  /** Nine lines of running text, on each page in other words. */
  const body = (number: number): Line[] =>
    linesBelow(
      ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map(
        (row) => `${WORDS[number - 1]} ${row} of the words that make up the running text`,
      ),
      { y: 120 },
    );
  const sheet = (number: number, edges: readonly Line[], text = body(number)): LinedPage => ({
    number,
    width: 595,
    height: 842,
    lines: [...edges, ...text].map((each) => ({ ...each, page: number })),
  });
  const found = (pages: readonly LinedPage[]): string[] => [...findFurniture(pages)].map(({ text }) => text);
  const head = (text: string, options: LineOptions = {}): Line => line(text, { y: 40, ...options });
  const foot = (text: string, options: LineOptions = {}): Line => line(text, { y: 800, ...options });

  test('is a repeated head and the numbers of the pages', () => {
    const pages = [7, 8, 9].map((n, i) => sheet(i + 1, [head('Lighthouses'), foot(`${n}`)]));
    expect(found(pages).toSorted()).toEqual(['7', '8', '9', 'Lighthouses', 'Lighthouses', 'Lighthouses']);
  });

  test('is the foot alone on a page with a plate, of one row and of two', () => {
    const plate = (n: number): LinedPage => sheet(n, [foot(`Page ${n} of 4`)], []);
    expect(found([sheet(1, [foot('Page 1 of 4')]), plate(2), sheet(3, [foot('Page 3 of 4')])])).toEqual([
      'Page 1 of 4',
      'Page 2 of 4',
      'Page 3 of 4',
    ]);
    const two = (n: number, text?: Line[]): LinedPage => sheet(n, [foot('Tides', { y: 780 }), foot(`${n}`)], text);
    expect(found([two(1), two(2, []), two(3)])).toHaveLength(6);
  });

  test('is a large head too where most pages begin with it, but for the first, and not where two of five do', () => {
    const large = (pages: number): LinedPage[] =>
      [1, 2, 3, 4, 5].map((n) => sheet(n, n <= pages ? [head('Lighthouses', { size: 16 })] : []));
    expect(found(large(3))).toHaveLength(2);
    expect(found(large(2))).toEqual([]);
  });

  test('is nothing of a sheet that is there twice, and what another repeats', () => {
    const twice = [1, 2].map((n) => ({ ...sheet(1, [head('Dear reader'), foot('Yours, the keeper')]), number: n }));
    const pages = twice.map((each) => ({ ...each, lines: each.lines.map((one) => ({ ...one, page: each.number })) }));
    expect(found(pages)).toEqual([]);
    expect(found([...pages, sheet(3, [head('Dear reader')])])).toEqual(['Dear reader', 'Dear reader', 'Dear reader']);
  });

  const margin = (text: string, y: number): Line => line(text, { x: 20, y, size: 12 });

  test('is the head and the number of a journal in the margin beside the text, on enough pages', () => {
    const pages = (...numbers: number[]): LinedPage[] =>
      [1, 2, 3, 4, 5].map((n) =>
        sheet(
          n,
          numbers.includes(n) ? [margin('Tides', 168), margin(`${161 + n}`, 198)] : [margin(WORDS[n - 1]!, 168)],
        ),
      );
    expect(found(pages(1, 2, 3)).toSorted()).toEqual(['162', '163', '164', 'Tides', 'Tides', 'Tides']);
    expect(found(pages(1, 2))).toEqual([]);
    const more = [6, 7].map((n) => ({ ...sheet(1, [margin('Oil', 168)]), number: n }));
    expect(found([...pages(1, 2, 3), ...more])).toEqual([]);
  });

  test('is no label beside the text, be they many or each beside the beginning of a paragraph', () => {
    const labelled = (labels: readonly Line[], change = (each: Line): Line => each): string[] =>
      found([1, 2, 3, 4].map((n) => sheet(n, labels, body(n).map(change))));
    const labels = ['Purpose', 'Hazards', 'Storage', 'Disposal'].map((text, i) => margin(text, 162 + 12 * i));
    expect(labelled(labels)).toEqual([]);
    expect(labelled(labels.slice(0, 3))).toEqual([]);
    const two = [margin('Purpose', 168), margin('Storage', 204)];
    expect(labelled(two)).toHaveLength(8);
    // the line of each label begins with a capital, below one that is short
    const inParagraphs = (each: Line): Line => {
      if (two.some(({ baseline }) => baseline === each.baseline)) return { ...each, text: `The ${each.text}` };
      const isLast = two.some(({ baseline }) => baseline === each.baseline + LEADING);
      return isLast ? { ...each, box: { ...each.box, x1: each.box.x1 - 60 } } : each;
    };
    expect(labelled(two, inParagraphs)).toEqual([]);
  });

  test('is a numbered foot also above what is stamped on one page', () => {
    const pages = [1, 2, 3].map((n) =>
      sheet(n, [
        line(`Coastal Papers ${n} / 16`, { y: 800 }),
        ...(n === 1 ? [line('Konstanzer Server', { y: 815 })] : []),
      ]),
    );
    expect(found(pages)).toHaveLength(3);
  });

  test('is the head of another page at a height of its own, and no title with its words', () => {
    const pages = (y: number, size = 10): LinedPage[] => [
      sheet(1, [line('Lighthouses', { y, size })]),
      ...[2, 3, 4].map((n) => sheet(n, [head('Lighthouses')])),
    ];
    expect(found(pages(48))).toHaveLength(4);
    expect(found(pages(90))).toHaveLength(3);
    expect(found(pages(48, 11))).toHaveLength(3);
  });

  test('is a first line that half of the pages share, and none that two of five share', () => {
    const first = (pages: number): LinedPage[] =>
      [1, 2, 3, 4, 5].map((n) => sheet(n, [line(n <= pages ? 'Dear reader' : WORDS[n - 1]!, { y: 108 })]));
    expect(found(first(3))).toContain('Dear reader');
    expect(found(first(2))).toEqual([]);
  });

  test('is no row that repeats below a heading which changes', () => {
    const repeated = line('For keepers', { y: 60 });
    expect(found([1, 2, 3].map((n) => sheet(n, [head(`On ${WORDS[n]}`, { size: 16 }), repeated])))).toEqual([]);
    expect(found([1, 2, 3].map((n) => sheet(n, [repeated])))).toHaveLength(3);
  });

  test("of a single page is its numbered foot with the head set like it, or the foot's small type", () => {
    const numbered = [head('Lighthouses', { size: 8 }), foot('Draft', { size: 8 }), foot('1', { size: 8, x: 400 })];
    expect(found([sheet(1, numbered)]).toSorted()).toEqual(['1', 'Draft', 'Lighthouses']);
    expect(found([sheet(1, [foot('Printed in London', { size: 7 })])])).toEqual(['Printed in London']);
    expect(found([sheet(1, [foot('Yours sincerely')])])).toEqual([]);
  });

  /** What is furniture of the only page that has lines of this size at the head and the foot. */
  const alone = (edges: readonly Line[], over: Partial<LinedPage> = {}): string[] =>
    found([{ ...sheet(1, edges), ...over }]);

  test('is the number at the foot of the only page though it is larger than the small print of its table', () => {
    const number = foot('4', { x: 300, size: 13.8 });
    expect(alone([number])).toEqual(['4']);
    expect(alone([foot('4', { x: 300, size: 14.4 })])).toEqual([]);
  });

  test('is a row of two ends with the number of an annex or the label of the page, also where the margin is wide', () => {
    const row = (number: string): Line[] => [foot('August 2, 2007', { y: 760 }), foot(number, { y: 760, x: 450 })];
    expect(alone(row('A-42'))).toEqual(['August 2, 2007', 'A-42']);
    for (const number of ['42', '7-42']) expect(alone(row(number))).toEqual([]);
    expect(alone(row('42'), { label: '42' })).toEqual(['August 2, 2007', '42']);
    expect(alone(row('1'), { label: '1' })).toEqual([]);
  });

  test('is a row that ends in the number of the page among pages', () => {
    const row = (end: string): Line[] => [foot('Table of Lights', { y: 770 }), foot(end, { y: 770, x: 250 })];
    expect(alone(row('Appendix A – Page 1 of 51'))).toHaveLength(2);
    expect(alone(row('as it is said on page 1 of 51'))).toEqual([]);
  });

  test('is a number far right of all text beside the last note, and not above a column of numbers', () => {
    const above = foot('The lights are lit at night.', { y: 788 });
    const notes = [foot('Parts of the lights are shared.'), foot('7', { x: 520 }), above];
    expect(alone(notes, { label: '7' })).toEqual(['7']);
    expect(alone(notes, { label: '8' })).toEqual([]);
    expect(alone([...notes, line('17', { x: 518, y: 60 })], { label: '7' })).toEqual([]);
    expect(alone([notes[0]!, foot('7', { x: 330 }), above], { label: '7' })).toEqual([]);
  });

  test('is a row that names an issue and its number, and none with an amount', () => {
    const apart = (y: number): Line => line('The last words of the running text', { y });
    const row = (words: string, number = '65', y = 800): Line[] => {
      const named = line(words, { y });
      return [named, line(number, { y, x: named.box.x1 + 8 })];
    };
    expect(alone([apart(775), ...row('Review of Tides • January 2012')])).toHaveLength(2);
    expect(alone([apart(775), ...row('Review of Tides in the Bay')])).toEqual([]);
    expect(alone(row('Review of Tides 2012'))).toEqual([]);
    const year = line('2012', { y: 800, x: 300 });
    expect(alone([line('Review of Tides', { y: 800 }), year, line('5', { y: 800, x: 400 })])).toHaveLength(3);
    expect(alone(row('Total amount due in dollars', '12.50'))).toEqual([]);
    expect(alone([apart(775), ...row('Balance of March 2024', '150')])).toEqual([]);
    expect(alone(row('Yours sincerely', '2012'))).toEqual([]);
    const head = (words: string): string[] => alone([...row(words, '454', 40), line('The next words', { y: 70 })]);
    expect(head('Sanni / Data on Tides 22 (2019) 451–457')).toHaveLength(2);
    expect(head('Sanni / Data on Tides 22 (2019) 551–557')).toEqual([]);
    expect(head('Invoice of January 2012')).toEqual([]);
  });

  test('is an artifact at the edge', () =>
    expect(found([sheet(1, [marked('Draft', { y: 40 })]), sheet(2, [])])).toEqual(['Draft']));
});
