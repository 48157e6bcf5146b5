/** Cells that are aligned at their bottom: each rule, on lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import { groupRows } from '../../../../engine/tables/rows.js';
import type { PlacedRow } from '../../../../engine/tables/placed-rows.js';
import { segmentText } from '../../../../engine/tables/segments.js';
import { UPPER_LINE, type UpperLine } from '../../../../engine/tables/upper-lines.js';
import { decided } from '../../../support/decisions.js';
import { placedRow, ROOM } from '../../../support/text-rows.js';

const FULL = 'a text with no room';

const lines = (texts: readonly (readonly string[])[]): PlacedRow[] =>
  texts.map((cells, i) => placedRow(cells, { y: 100 + 12 * i }));

describe('a line with fewer cells than the one below it', () => {
  const upper = (texts: readonly (readonly string[])[], over: Partial<UpperLine> = {}): string => {
    const [line, below, after] = lines(texts);
    const surroundings = { after, room: ROOM, isRest: false, isTop: false, small: new Set<number>() };
    return decided(UPPER_LINE, { page: 1, line: line!, below: below!, ...surroundings, ...over });
  };

  test('holds the upper line of a label that breaks off', () => {
    expect(upper([['Contact with'], ['Objects', '937']])).toBe('upper: breaks-off');
    expect(upper([['Contact'], ['of objects', '937']])).toBe('upper: breaks-off');
  });

  test('is left to the header above all values', () =>
    expect(
      upper(
        [
          ['', 'Number of'],
          ['Event', 'deaths'],
        ],
        { isTop: true },
      ),
    ).toBe('other: top-of-table'));

  test('names a group where labels begin with lower-case letters', () =>
    expect(upper([['Contact'], ['objects', '937']], { small: new Set([0]) })).toBe('other: label-of-group'));

  test('holds the upper line of a label with no room whose rest alone is set in', () => {
    const [line, , after] = lines([[FULL], ['', '4'], ['Falls', '700']]);
    const below = placedRow(['Objects', '937'], { y: 112 });
    const setIn = (x: number): PlacedRow => ({
      ...below,
      placed: below.placed.map((part) =>
        part.column > 0 ? part : { ...part, segment: { ...part.segment, box: { ...part.segment.box, x0: x } } },
      ),
    });
    const hangs = (x: number): string =>
      decided(UPPER_LINE, {
        page: 1,
        line: line!,
        below: setIn(x),
        after,
        room: ROOM,
        isRest: false,
        isTop: false,
        small: new Set<number>(),
      });
    expect(hangs(110)).toBe('upper: label-hangs');
    expect(hangs(100)).toBe('other: label-of-group');
  });

  test('is a row where it has a value, or ends with a colon or leaders', () => {
    expect(
      upper([
        ['', '12'],
        ['Objects', '937'],
      ]),
    ).toBe('other: values');
    expect(upper([['Contact with:'], ['objects', '937']])).toBe('other: ends-there');
    expect(upper([['Contact . . . . . .'], ['objects', '937']])).toBe('other: ends-there');
  });

  test('is no part of a row far below', () => {
    const [line] = lines([['Contact with']]);
    const below = placedRow(['objects', '937'], { y: 130 });
    const surroundings = { after: undefined, room: ROOM, isRest: false, isTop: false, small: new Set<number>() };
    expect(decided(UPPER_LINE, { page: 1, line: line!, below, ...surroundings })).toBe('other: far-above');
  });

  test('leaves it to the table whether it is the rest of the row above', () => {
    const [line, below] = lines([
      ['', FULL, ''],
      ['Hull', 'Quays', 'y'],
    ]);
    const surroundings = { after: undefined, room: ROOM, isTop: false, small: new Set<number>() };
    const said = (over: Pick<UpperLine, 'isRest'>): string =>
      decided(UPPER_LINE, { page: 1, line: line!, below: below!, ...surroundings, ...over });
    expect(said({ isRest: true })).toBe('unclear: continues-above');
    expect(said({ isRest: false })).toBe('upper: no-room');
  });
});

describe('the rows of a table', () => {
  const rowsOf = (texts: readonly (readonly string[])[]): string[] =>
    groupRows(lines(texts), { page: 1, separators: [], room: ROOM }).map((row) =>
      row
        .flatMap(({ placed }) => placed)
        .toSorted((a, b) => a.column - b.column)
        .map(({ segment }) => segmentText(segment))
        .join(' '),
    );

  test('begin with the upper line of a cell below the last drawn line, where no header stands', () => {
    const drawn = [
      ['Port', 'Owner', 'Dues'],
      ['Oslo', 'Town', '4'],
      ['Hull', 'Board', '5'],
      ['Bari', 'Town', '7'],
      ['', FULL, ''],
      ['Leith', 'Trust', '6'],
    ];
    const separators = [104, 116, 128, 140];
    const rows = groupRows(lines(drawn), { page: 1, separators, room: ROOM });
    expect(rows.map((row) => row.length)).toEqual([1, 1, 1, 1, 2]);
  });

  test('end with the last line of a label in several lines', () =>
    expect(
      rowsOf([
        ['Fires', '174', '3'],
        ['Contact with any'],
        ['and equipment or'],
        ['machines', '937', '18'],
        ['Falls', '700', '14'],
      ]),
    ).toEqual(['Fires 174 3', 'Contact with any and equipment or machines 937 18', 'Falls 700 14']));

  test('are not taken for the end of a text that continues over several lines', () =>
    expect(
      rowsOf([
        ['real', 'up to six', '4'],
        ['', 'digits before', ''],
        ['', 'the point', ''],
        ['money', 'up to nine', '8'],
      ]),
    ).toEqual(['real up to six digits before the point 4', 'money up to nine 8']));

  test('are read upwards where most lines show it, and else downwards', () => {
    const doubtful = [
      ['Oslo', 'Quay', '4'],
      ['', 'Harbour road', ''],
      ['Hull', 'Depot', '5'],
    ];
    expect(rowsOf(doubtful)).toEqual(['Oslo Quay Harbour road 4', 'Hull Depot 5']);
    const shown = [
      ['Rome', 'Depot', '6'],
      ['', 'Ferry and', ''],
      ['Bari', 'Pier', '7'],
      ['', 'Old town and', ''],
      ['Pisa', 'Mole', '8'],
    ];
    expect(rowsOf([...doubtful, ...shown]).slice(0, 3)).toEqual([
      'Oslo Quay 4',
      'Hull Harbour road Depot 5',
      'Rome Depot 6',
    ]);
  });
});
