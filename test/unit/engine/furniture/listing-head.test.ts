/** Titles above the table of each page of a listing: text on the first page, and furniture on the others. */
import { describe, expect, it } from '@jest/globals';
import { findFurniture } from '../../../../engine/furniture/furniture.js';
import type { LinedPage } from '../../../../engine/furniture/lined-page.js';
import type { Line } from '../../../../engine/text/line.js';
import { line, linesBelow, type LineOptions } from '../../../support/engine-inputs.js';

const WORDS = ['Alpha', 'Bravo', 'Charlie', 'Delta'];
const COLUMNS = [72, 172, 272, 372];

/** A row of a table for each of the texts' first words, in other words on each page. */
const rows = (page: number, count = 8): Line[] =>
  Array.from({ length: count }, (_, i) => i).flatMap((i) =>
    COLUMNS.map((x, column) => line(`${WORDS[page % 4]!} lamp-${i * 7 + column}`, { x, y: 150 + 20 * i })),
  );
const HEADS = ['Register of Mooring Fees', 'As of 31.05.2024'];
const headsOf = (texts: readonly string[], options: LineOptions = {}): Line[] =>
  texts.map((text, i) => line(text, { x: 200, y: 40 + 16 * i, ...options }));
const pageOf = (number: number, heads: readonly Line[], table = rows(number)): LinedPage => ({
  number,
  width: 595,
  height: 842,
  lines: [...heads, ...table].map((each) => ({ ...each, page: number })),
});
const pagesOf = (page: (number: number) => LinedPage, count = 3): LinedPage[] =>
  Array.from({ length: count }, (_, i) => page(i + 1));

/** What is furniture of each page. */
const found = (pages: readonly LinedPage[]): string[][] => {
  const lines = [...findFurniture(pages)];
  return pages.map(({ number }) => lines.filter(({ page }) => page === number).map(({ text }) => text));
};

describe('the head of a listing', () => {
  it('is text on the first page, and furniture on the others, in the type of the table and larger', () => {
    for (const size of [8, 10, 16])
      expect(found(pagesOf((n) => pageOf(n, headsOf(HEADS, { size }))))).toEqual([[], HEADS, HEADS]);
    expect(found(pagesOf((n) => pageOf(n, headsOf(HEADS)), 2))).toEqual([[], HEADS]);
  });

  it('leaves out what is printed beside it for the page and for the copy', () => {
    const beside = (n: number): Line[] => [
      line('Run 03/06/2024 10:22', { x: 40, y: 40 }),
      line(`Page ${n} of 3`, { x: 480, y: 40 }),
    ];
    const [first] = found(pagesOf((n) => pageOf(n, [...headsOf(HEADS), ...beside(n)])));
    expect(first!.toSorted()).toEqual(['Page 1 of 3', 'Run 03/06/2024 10:22']);
  });

  it('is a running head where the page has a title of its own, or text', () => {
    const titled = (n: number): LinedPage =>
      pageOf(n, [...headsOf(HEADS), line(`${WORDS[n]!} and its fees`, { y: 100, size: 16 })]);
    expect(found(pagesOf(titled))).toEqual([HEADS, HEADS, HEADS]);
    const text = (n: number): Line[] =>
      linesBelow(
        Array.from({ length: 12 }, (_, i) => `${WORDS[n]!} ${i} of the words that make up the running text`),
        { y: 150 },
      );
    expect(found(pagesOf((n) => pageOf(n, headsOf(HEADS), text(n))))).toEqual([HEADS, HEADS, HEADS]);
    expect(found(pagesOf((n) => pageOf(n, headsOf(HEADS), n === 1 ? rows(1) : text(n))))).toEqual([
      HEADS,
      HEADS,
      HEADS,
    ]);
  });

  it('is none in three columns of text, and none that says no more than a word', () => {
    const columns = (n: number): Line[] =>
      Array.from({ length: 9 }, (_, i) => i).flatMap((i) =>
        [40, 220, 400].map((x) => line(`${WORDS[n]!} line-${i} of the words of a text`, { x, y: 150 + 13 * i })),
      );
    expect(found(pagesOf((n) => pageOf(n, headsOf(HEADS), columns(n))))).toEqual([HEADS, HEADS, HEADS]);
    expect(found(pagesOf((n) => pageOf(n, headsOf(['Confidential']))))).toEqual(Array(3).fill(['Confidential']));
  });
});
