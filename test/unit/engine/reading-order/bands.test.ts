/** How the lines across a gutter part a page, and what becomes of text that stands beside them. */
import { describe, expect, test } from '@jest/globals';
import { bandsOf, CROSSING_LINE, sidesOf } from '../../../../engine/reading-order/bands.js';
import { findColumns } from '../../../../engine/reading-order/columns.js';
import type { Line } from '../../../../engine/text/line.js';
import { decided } from '../../../support/decisions.js';
import { line, linesBelow } from '../../../support/engine-inputs.js';

const GUTTER = { x0: 200, x1: 220 };
const NOTE = 'a note in the margin';
const TEXT = 'a line of the running text that fills all of the wide main column';

describe('a line across a gutter', () => {
  const judged = (one: Line, beside: Line[] = [], isOfLeft = false): string =>
    decided(CROSSING_LINE, { line: one, beside, isOfLeft, gutter: GUTTER });

  test('is one over the full width where it is alone, or a table', () => {
    expect(judged(line(TEXT, { x: 72 }))).toBe('across: nothing-beside');
    expect(judged({ ...line(TEXT, { x: 72 }), blocks: [] })).toBe('across: stand-in');
  });

  test('is of the side that it reaches in from', () => {
    const [left, right] = [line(`${NOTE} and on again`, { x: 72 }), line(TEXT, { x: 240 })];
    expect(judged(left, [right])).toBe('left: reaches-in-from-the-left');
    const early = line(TEXT, { x: 205 });
    expect(judged(early, [line(NOTE, { x: 72 })])).toBe('right: reaches-in-from-the-right');
  });

  test('is of the left column that it continues where it ends before the right one', () => {
    const full = line(`${NOTE} and further`, { x: 72 });
    expect(judged(full, [], true)).toBe('left: fills-the-left-column');
    const kinds = (y: number): string[] => {
      const left = [100, 112, 124, y + 12].map((top) => line(NOTE, { x: 72, y: top }));
      const right = [100, 112].map((top) => line(NOTE, { x: 220, y: top }));
      return bandsOf([...left, ...right, line(full.text, { x: 72, y })], GUTTER).map(({ kind }) => kind);
    };
    expect(kinds(136)).toEqual(['columns']);
    // apart from the column
    expect(kinds(160)).toEqual(['columns', 'across', 'columns']);
  });

  test('is of a ragged band where text stands beside its middle', () =>
    expect(judged(line(TEXT, { x: 100 }), [line('note', { x: 72 })])).toBe('ragged: otherwise'));
});

test('a ragged band takes along the few lines that continue below it', () => {
  const lines = [
    ...[100, 112].map((y) => line(TEXT, { x: 100, y })),
    ...[104, 113, 122].map((y) => line('a note', { x: 72, y, size: 8 })),
  ];
  expect(bandsOf(lines, GUTTER).map(({ kind, lines: some }) => [kind, some.length])).toEqual([['ragged', 5]]);
});

test('text on one side between ragged bands is of one area with them', () => {
  const lines = [
    ...[100, 112, 160, 172].map((y) => line(TEXT, { x: 100, y })),
    ...[100, 160].map((y) => line('a note', { x: 72, y, size: 8 })),
    line('in the end.', { x: 100, y: 136 }),
  ];
  expect(bandsOf(lines, GUTTER).map(({ kind, lines: some }) => [kind, some.length])).toEqual([['ragged', 7]]);
  const beside = [...lines, line('text on the other side', { x: 240, y: 136 })];
  expect(bandsOf(beside, GUTTER).map(({ kind }) => kind)).toEqual(['ragged', 'columns', 'ragged']);
});

test('text beside a ragged caption is separated from it, cells of a form are not', () => {
  const text = [100, 112].map((y) => line('text of the page', { x: 260, y }));
  const caption = [104, 113].map((y) => line('what it shows', { x: 72, y, size: 8 }));
  expect(sidesOf([...text, ...caption])?.map((side) => side.length)).toEqual([2, 2]);
  const cells = [100, 112].map((y) => line('Name', { x: 72, y }));
  expect(sidesOf([...text, ...cells])).toBeNull();
  expect(sidesOf([...text, line('B.', { x: 72, size: 8 })])).toBeNull();
});

test('text that makes room for a margin note is read whole, also where its columns change below', () => {
  const notes = linesBelow(
    Array.from({ length: 6 }, () => NOTE),
    { x: 72, y: 104, size: 8 },
  );
  const text = linesBelow(
    Array.from({ length: 12 }, () => TEXT),
    { x: 180 },
  );
  const half = 'half of the lower part of the page in';
  const below = [60, 300].flatMap((x) =>
    linesBelow(
      Array.from({ length: 14 }, () => half),
      { x, y: 270 },
    ),
  );
  const read = findColumns([...notes, ...text, ...below], (all) => all).map(({ lines }) =>
    lines.map((one) => one.text),
  );
  expect(read).toContainEqual(text.map(() => TEXT));
  expect(read).toContainEqual(notes.map(() => NOTE));
});
