/** Heads and feet that are drawn as tables. */
import { describe, expect, test } from '@jest/globals';
import type { DocumentInfo, ParsedPage } from '../../../../engine/model.js';
import { runStages } from '../../../../engine/pipeline.js';
import { RUNNING_TABLE, type RunningTable } from '../../../../engine/furniture/running-tables.js';
import { info } from '../../../support/blocks.js';
import { decided } from '../../../support/decisions.js';
import { line } from '../../../support/engine-inputs.js';
import { cells, gridRules, page, type TextAt } from '../../../support/pages.js';

describe('a table at the edge of a page', () => {
  const edge = (over: Partial<RunningTable> = {}): string =>
    decided(RUNNING_TABLE, {
      lines: [line('Lights of the North')],
      side: 'head',
      pages: 4,
      differsAround: true,
      isRead: false,
      ...over,
    });

  test('is furniture where other pages have it', () => expect(edge()).toBe('furniture: same-on-pages'));

  test('is text where it is read, on few pages, or on copies of one sheet', () => {
    expect(edge({ isRead: true })).toBe('text: read-once');
    expect(edge({ pages: 2 })).toBe('text: on-few-pages');
    expect(edge({ differsAround: false })).toBe('text: copies-of-one-sheet');
  });
});

describe('pages with a table', () => {
  const XS = [60, 220, 380, 540];
  const table = (top: number, rows: readonly (readonly string[])[]): { texts: TextAt[]; ys: number[] } => ({
    texts: cells(rows, { xs: [65, 225, 385], y: top + 14, pitch: 20, boldRows: 0 }),
    ys: rows.map((_, i) => top + 20 * i).concat(top + 20 * rows.length),
  });
  const text = (words: string, count: number): TextAt[] =>
    Array.from({ length: count }, (_, i) => ({
      text: Array(12).fill(`${words}${i}`).join(' '),
      x: 60,
      y: 150 + 12 * i,
    }));
  /** What is set apart on the pages, each with so many lines of text. */
  const setApart = (tables: ReturnType<typeof table>[], counts?: number[]): string[] =>
    runStages(read(tables, counts), { from: 'normalise', until: 'furniture' }).furniture.map(
      ({ page: at, text: what }) => `${at}: ${what}`,
    );
  const read = (
    tables: ReturnType<typeof table>[],
    counts = [8, 9, 10],
  ): { info: DocumentInfo; pages: { parsed: ParsedPage }[] } => ({
    info: info(tables.length),
    pages: tables.map(({ texts, ys }, i) => ({
      parsed: {
        ...page([...texts, ...text('abc'.charAt(i), counts[i]!)], { rules: gridRules(XS, ys) }),
        number: i + 1,
      },
    })),
  });
  const ROWS = (n: number): string[][] => [
    ['Trinity Works', 'Handbook of Lights', 'QM 17'],
    ['Version 3', 'Owner Hale', `Page ${n} of 3`],
  ];
  const textsOf = (n: number): string[] =>
    ROWS(n)
      .flat()
      .map((what) => `${n}: ${what}`);

  test('at their head keep that of the first', () =>
    expect(setApart([1, 2, 3].map((n) => table(40, ROWS(n))))).toEqual([...textsOf(2), ...textsOf(3)]));

  test('show it once', () => {
    const { document } = runStages(read([1, 2, 3].map((n) => table(40, ROWS(n)))), {
      from: 'normalise',
      until: 'blocks',
    });
    expect(document.blocks.filter(({ kind }) => kind === 'table')).toHaveLength(1);
  });

  test('at their foot keep that of the last', () =>
    expect(setApart([1, 2, 3].map((n) => table(740, ROWS(n))))).toEqual([...textsOf(1), ...textsOf(2)]));

  test('keep them where they differ in words or numbers, or in place', () => {
    expect(setApart(['Hull', 'Oslo', 'Leith'].map((name) => table(40, [[name, 'Port', 'North'], ...ROWS(1)])))).toEqual(
      [],
    );
    expect(setApart([4, 9, 2].map((depth) => table(40, [...ROWS(1), ['Port', 'Depth', String(depth)]])))).toEqual([]);
    expect(setApart([40, 80, 120].map((top) => table(top, ROWS(1))))).toEqual([]);
  });

  test('keep them in the middle, and where all of the page is the same', () => {
    expect(setApart([1, 2, 3].map((n) => table(400, ROWS(n))))).toEqual([]);
    expect(
      setApart(
        [1, 2, 3].map((n) => table(40, ROWS(n))),
        [8, 8, 8],
      ),
    ).toEqual([]);
  });
});
