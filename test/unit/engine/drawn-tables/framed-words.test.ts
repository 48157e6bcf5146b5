/** Frames around words of running text, and cells that are drawn one by one. */
import { describe, expect, test } from '@jest/globals';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { FRAMED_WORD, withoutFramedWords, type FramedText } from '../../../../engine/drawn-tables/framed-words.js';
import type { Box, Page, Rule, TextRun } from '../../../../engine/model.js';
import { decided } from '../../../support/decisions.js';
import { across, down, page, words, type TextAt } from '../../../support/pages.js';

const SIZE = 10;
/** The sides of a frame of its own around each word that `isFramed`, `room` points from the word. */
const framesOf = (texts: readonly TextAt[], isFramed: (text: string) => boolean, room = 1): Rule[] =>
  texts
    .flatMap((text) => words(text))
    .filter(({ text }) => isFramed(text))
    .flatMap(({ box: { x0, y0, x1, y1 } }) => [
      across(y0, x0 - room, x1 + room),
      across(y1, x0 - room, x1 + room),
      down(x0 - room, y0, y1),
      down(x1 + room, y0, y1),
    ]);

describe('a frame', () => {
  const [before, word, after] = words({ text: 'press ENTER twice', x: 72, y: 100 }) as [TextRun, TextRun, TextRun];
  const around = ({ box }: TextRun, room: number): Box => ({ ...box, x0: box.x0 - room, x1: box.x1 + room });
  const framed = (box: Box, inside: TextRun[], over: Partial<FramedText> = {}): string =>
    decided(FRAMED_WORD, {
      page: 1,
      box,
      inside,
      joined: false,
      inColumn: false,
      unframed: [before, after],
      ...over,
    });

  test('is a word’s where it is close around it and text goes on beside it', () =>
    expect(framed(around(word, 1), [word])).toBe('word: within-a-line'));

  test('is a cell where it is empty, has room inside, touches or continues another, or stands alone', () => {
    expect(framed(around(word, 1), [])).toBe('cell: empty');
    expect(framed(around(word, SIZE), [word])).toBe('cell: room-inside');
    expect(framed(around(word, 1), [word], { joined: true })).toBe('cell: common-side');
    expect(framed(around(word, 1), [word], { inColumn: true })).toBe('cell: column-of-frames');
    expect(framed(around(word, 1), [word], { unframed: [] })).toBe('cell: otherwise');
  });
});

test('links in frames below each other, as in an index, are no table', () => {
  const texts = ['oil, 281 , 305', 'lamps of all kinds, 302 , 438', 'wicks, 277 , 283', 'glass, 437 , 555'].map(
    (text, i) => ({ text, x: 72, y: 100 + 10 * i }),
  );
  const drawn = page(texts, { rules: framesOf(texts, (text) => /^\d/.test(text)) });
  expect(findTables(drawn, drawn.runs)).toEqual([]);
});

test('cells that are drawn one by one are a table', () => {
  const rows = ['12.1 12.5 12.9', '13.0 13.1 13.5', '14.7 14.8 14.9'].map((text, i) => ({
    text,
    x: 72,
    y: 100 + 9.8 * i,
  }));
  const drawn = page(rows, { rules: framesOf(rows, () => true, 1.5) });
  expect(findTables(drawn, drawn.runs)).toHaveLength(1);
});

describe('a table whose cells have borders of their own', () => {
  const ROWS = [
    ['Name', 'Port', 'Tons'],
    ['Ada Moran', 'Brack', '1200'],
    ['Ben Okafor', 'Garve', '340'],
    ['Cy Holm', 'Stade', '95'],
    ['Di Lund', 'Wyk', '2210'],
  ];
  const ROOM = 1;
  /** Frames `space` apart that are as wide as the longest text of their column. */
  const tableOf = (rows: readonly (readonly string[])[], space: number): Page => {
    const widths = rows[0]!.map((_, c) => Math.max(...rows.map((row) => row[c]!.length)) * 5 + 2 * ROOM);
    const placed = rows.flatMap((row, r) =>
      row.map((text, c) => {
        const x0 = 72 + widths.slice(0, c).reduce((sum, width) => sum + width + space, 0);
        const y0 = 100 + r * (14 + space);
        return { text, x0, x1: x0 + widths[c]!, y0, y1: y0 + 14 };
      }),
    );
    const texts = placed.map(({ text, x0, y0 }): TextAt => ({ text, x: x0 + ROOM, y: y0 + 10 }));
    const rules = placed.flatMap(({ x0, x1, y0, y1 }) => [
      across(y0, x0, x1),
      across(y1, x0, x1),
      down(x0, y0, y1),
      down(x1, y0, y1),
    ]);
    return page(texts, { rules });
  };

  test.each([1.6, 2, 3])('keeps all of them where they are %s points apart', (space) => {
    const { rules, runs, number } = tableOf(ROWS, space);
    expect(withoutFramedWords({ number }, rules, runs)).toBe(rules);
  });

  test('is one table', () => {
    const drawn = tableOf(ROWS, 2);
    const tables = findTables(drawn, drawn.runs);
    expect(tables.map(({ runs }) => runs.length)).toEqual([drawn.runs.length]);
  });

  test('keeps the widest cell of a column beside text without a frame', () => {
    const names = page([0, 16, 32].map((down) => ({ text: 'Oslo', x: 49, y: 110 + down })));
    const drawn = tableOf([['11.45'], ['9.8'], ['7.1']], 2);
    const runs = [...names.runs, ...drawn.runs];
    expect(withoutFramedWords({ number: 1 }, drawn.rules, runs)).toBe(drawn.rules);
  });
});
