/** What is found to be furniture on pages whose lines are written by hand; the rules one by one: edge-rules.test.ts. */
import { describe, expect, test } from '@jest/globals';
import { findFurniture } from '../../../../engine/furniture/furniture.js';
import type { LinedPage } from '../../../../engine/furniture/lined-page.js';
import type { Line } from '../../../../engine/text/line.js';
import { LEADING, line, linesBelow, type LineOptions } from '../../../support/engine-inputs.js';
import { marked } from '../../../support/furniture.js';

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
