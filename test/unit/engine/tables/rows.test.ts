/** Which lines of a table are one row: each rule, on lines written by hand. */
import { describe, expect, test } from '@jest/globals';
import { decideWithRule } from '../../../../engine/rules.js';
import { DRAWN_ROWS, groupRows, ROW_BREAK, type RowStep } from '../../../../engine/tables/rows.js';
import { CELL_WRAP, columnRoom, type WrapCandidate } from '../../../../engine/tables/cell-wrap.js';
import { placeRow, type PlacedRow } from '../../../../engine/tables/placed-rows.js';
import { textRows } from '../../../../engine/tables/segments.js';
import { runs } from '../../../support/engine-inputs.js';
import { placedRow, ROOM } from '../../../support/text-rows.js';

const FULL = 'a text with no room';
const said = ({ verdict, rule }: { verdict: string; rule: string }): string => `${verdict}: ${rule}`;

describe('a line of cells', () => {
  const wraps = (above: readonly string[], cells: readonly string[], y = 112): string => {
    const candidate: WrapCandidate = { page: 1, above: placedRow(above), line: placedRow(cells, { y }), room: ROOM };
    return said(decideWithRule(CELL_WRAP, candidate));
  };

  test('continues with cells above that had no room for its first words', () =>
    expect(wraps([FULL, 'x'], ['left'])).toBe('wraps: no-room-above'));

  test('continues with a cell above where it has nothing in the first column and in few others', () =>
    expect(wraps(['Oslo', 'short', 'x'], ['', 'rest'])).toBe('wraps: few-cells'));

  test('does not continue with a label and several values, as the longer of two halves has them', () => {
    const xs = Array.from({ length: 10 }, (_, i) => 95 + 50 * i);
    const at = (cells: readonly string[], y: number): PlacedRow => {
      const texts = cells.flatMap((text, i) => (text === '' ? [] : runs(text, { x: xs[i]! + 5, y })));
      return placeRow(textRows(texts)[0]!, { page: 1, xs, lefts: xs.slice(1).map(() => null) });
    };
    const below = (...cells: readonly string[]): string => {
      const above = at(['Oslo', '4', '', '', 'Hull', '65', '0', '12', '77'], 100);
      const room = { width: xs.slice(1).map(() => 40) };
      return said(decideWithRule(CELL_WRAP, { page: 1, above, line: at(['', '', '', '', ...cells], 112), room }));
    };
    expect(below('Bari', '22', '0', '23')).toBe('apart: otherwise');
    expect(below('Quay', '22', '0')).toBe('wraps: few-cells');
    expect(below('Quay', 'of', 'the', 'town')).toBe('wraps: few-cells');
  });

  test('does not continue where its first words would have had room', () =>
    expect(wraps(['Oslo', 'x'], ['Bergen', 'y'])).toBe('apart: otherwise'));

  test('does not continue with a label whose leaders end it', () =>
    expect(wraps(['Oslo . . . . . . .', 'x'], ['Bergen'])).toBe('apart: leaders-above'));

  test('continues with a remark in smaller type right below its cell, however much room that had', () => {
    const remark = (cells: readonly string[], { size = 8, y = 112 } = {}): string => {
      const candidate = { page: 1, above: placedRow(['Oslo', '4']), line: placedRow(cells, { y, size }), room: ROOM };
      return said(decideWithRule(CELL_WRAP, candidate));
    };
    expect(remark(['a free port'])).toBe('wraps: smaller-below-its-cell');
    expect(remark(['', 'at low tide'])).toBe('wraps: smaller-below-its-cell');
    expect(remark(['a free port'], { size: 10 })).toBe('apart: otherwise');
    expect(remark(['a free port'], { size: 12 })).toBe('apart: otherwise');
    expect(remark(['a free port'], { y: 114 })).toBe('apart: otherwise');
    expect(remark(['Bergen', '7'])).toBe('apart: otherwise');
    expect(remark(['', '', 'Town'])).toBe('apart: other-columns');
  });

  test('continues a label that it hangs below, nearer than the next row, which is not set in', () => {
    const XS = [95, 195, 295, 395, 495];
    const at = (cells: readonly string[], y: number, setIn = 0): PlacedRow => {
      const texts = cells.flatMap((text, i) => runs(text, { x: XS[i]! + 5 + (i === 0 ? setIn : 0), y }));
      return placeRow(textRows(texts)[0]!, { page: 1, xs: XS, lefts: XS.slice(1).map(() => null) });
    };
    const judged = ({
      setIn = 6,
      text = 'and its port',
      above = ['Oslo', '4', '7', '9'],
      next = at(['Hull', '5', '8', '9'], 129),
      pitch = 17,
    }: {
      setIn?: number;
      text?: string;
      above?: string[];
      next?: PlacedRow | null;
      pitch?: number | null;
    } = {}): string =>
      said(
        decideWithRule(CELL_WRAP, {
          page: 1,
          above: at(above, 100),
          line: at([text], 112, setIn),
          room: { width: [95, 95, 95, 95], pitch: pitch ?? undefined },
          below: next ?? undefined,
        }),
      );
    expect(judged()).toBe('wraps: hangs-below-label');
    expect(judged({ setIn: 0 })).toBe('apart: otherwise');
    // rows of a group, the end of the table, and rows without values or with those of a header
    expect(judged({ next: at(['Hull', '5', '8', '9'], 129, 6) })).toBe('apart: otherwise');
    expect(judged({ next: null })).toBe('apart: otherwise');
    expect(judged({ next: at(['Hull'], 129) })).toBe('apart: otherwise');
    expect(judged({ next: at(['Hull', 'Anna', 'Town', 'red'], 129) })).toBe('apart: otherwise');
    expect(judged({ next: at(['Port', '2019', '2020', '2021'], 129) })).toBe('apart: otherwise');
    expect(judged({ above: ['Oslo', 'deep', 'Town', 'open'] })).toBe('apart: otherwise');
    // a part of a sum without values, as far below as rows; no two rows that tell; the next row nearer, or of another table
    expect(judged({ pitch: 12 })).toBe('apart: otherwise');
    expect(judged({ pitch: null })).toBe('apart: otherwise');
    expect(judged({ next: at(['Hull', '5', '8', '9'], 124) })).toBe('apart: otherwise');
    expect(judged({ next: at(['Hull', '5', '8', '9'], 140) })).toBe('apart: otherwise');
    expect(judged({ text: 'Source: the port' })).toBe('apart: otherwise');
  });

  test('is told to hang below a label by rows that are neighbours', () => {
    const xs = [95, 195, 295, 395, 495];
    const at = (cells: readonly string[], y: number): PlacedRow => {
      const texts = cells.flatMap((text, i) => runs(text, { x: xs[i]! + 5, y }));
      return placeRow(textRows(texts)[0]!, { page: 1, xs, lefts: xs.slice(1).map(() => null) });
    };
    const values = (y: number): PlacedRow => at(['Oslo', '4', '7', '9'], y);
    const alone = (y: number): PlacedRow => at(['and its port'], y);
    const pitchOf = (lines: readonly PlacedRow[], near?: readonly PlacedRow[]): number | undefined =>
      columnRoom(lines, 4, near).pitch;
    expect(pitchOf([values(100), values(118), alone(130), values(144)])).toBe(18);
    expect(pitchOf([values(100), alone(112), values(130)])).toBeUndefined();
    expect(pitchOf([values(100), values(130)], [values(100), alone(112), values(130)])).toBeUndefined();
  });

  test('does not continue far below', () => expect(wraps([FULL], ['left'], 130)).toBe('apart: far-below'));

  test('does not continue in columns that the line above leaves empty', () =>
    expect(wraps([FULL], ['left', 'new'])).toBe('apart: other-columns'));
});

describe('a row', () => {
  const line = placedRow(['Oslo', '4']);
  const step = (over: Partial<RowStep>): string =>
    said(
      decideWithRule(ROW_BREAK, {
        page: 1,
        line,
        pitch: 12,
        separated: false,
        mayWrap: true,
        completes: false,
        isUpper: false,
        halfway: false,
        staggered: false,
        hangs: false,
        fewerCells: false,
        wide: null,
        ...over,
      }),
    );

  test('continues with a cell over two rows, also where a line is drawn beside it', () =>
    expect(step({ halfway: true, separated: true })).toBe('wrapped: halfway-between'));

  test('begins below a drawn line', () => expect(step({ separated: true, fewerCells: true })).toBe('row: drawn-apart'));

  test('begins at the wide one of two distances and continues at the narrow one', () => {
    expect(step({ wide: 15, pitch: 18 })).toBe('row: wide-distance');
    expect(step({ wide: 15, pitch: 12 })).toBe('wrapped: narrow-distance');
  });

  test('continues with the rest of its label at whatever distance', () => {
    expect(step({ hangs: true, wide: 15, pitch: 16 })).toBe('wrapped: hangs-below-label');
    expect(step({ hangs: true, separated: true })).toBe('row: drawn-apart');
  });

  test('continues with lines that overlap the one above in height, but where a line is drawn between', () => {
    expect(step({ staggered: true, mayWrap: false })).toBe('wrapped: staggered-lines');
    expect(step({ staggered: true, separated: true })).toBe('row: drawn-apart');
  });

  test('continues from the upper lines of its cells, with the first of which it begins', () => {
    expect(step({ completes: true, mayWrap: false })).toBe('wrapped: completes-row');
    expect(step({ isUpper: true })).toBe('row: row-from-its-top');
  });

  test('continues with a line of fewer cells', () => expect(step({ fewerCells: true })).toBe('wrapped: fewer-cells'));

  test('begins with any other line', () => {
    expect(step({})).toBe('row: otherwise');
    expect(step({ mayWrap: false, fewerCells: true, wide: 15 })).toBe('row: otherwise');
  });
});

describe('drawn lines', () => {
  const head = placedRow(['Port', 'Depth']);
  const row = [placedRow(['Oslo', '4']), placedRow(['and Bergen'])];
  const rows = [placedRow(['Oslo', '4']), placedRow(['Hull', '9'])];
  const drawn = (parts: (typeof row)[], upper: typeof row = []): string =>
    said(decideWithRule(DRAWN_ROWS, { page: 1, parts, upper: new Set(upper) }));

  test('part rows where most of what they part is one row', () =>
    expect(drawn([[head], row, row, row])).toBe('rows: one-row-each'));

  test('part rows where cells are aligned at their bottom', () => {
    const [label, rest] = [placedRow(['Oslo and']), placedRow(['Bergen', '4'])];
    expect(drawn([[head], [label, rest], [label, rest], [label, rest]])).toBe('groups: otherwise');
    expect(drawn([[head], [label, rest], [label, rest], [label, rest]], [label])).toBe('rows: one-row-each');
  });

  test('part rows whose cells are set in their middle, beside the two lines of one', () => {
    const three = (pitch: number, [first, last] = [['Oslo and'], ['Bergen']]): typeof row => [
      placedRow(first!, { y: 100 }),
      placedRow(['', '4', 'Town'], { y: 100 + pitch }),
      placedRow(last!, { y: 100 + 2 * pitch }),
    ];
    const all = (part: typeof row): string => drawn([[head], part, part, part]);
    expect(all(three(6))).toBe('rows: one-row-each');
    expect(all(three(12))).toBe('groups: otherwise');
    expect(all(three(6, [['Oslo and', '9'], ['Bergen']]))).toBe('groups: otherwise');
    expect(all([...three(6), placedRow(['Hull', '9', 'Town'], { y: 130 })])).toBe('groups: otherwise');
  });

  test('part groups of rows where they are few, or where several rows stand between them', () => {
    expect(drawn([[head], row])).toBe('groups: few-lines-drawn');
    expect(drawn([[head], rows, rows, rows])).toBe('groups: otherwise');
  });

  test('part groups where rows of values stand between two of them, whatever else they part', () => {
    const values = [10, 24, 38].map((y) => placedRow(['Oslo', '4', '-'], { y }));
    expect(drawn([[head], row, values, row])).toBe('groups: rows-of-values');
    expect(drawn([[head], row, values.slice(1), row])).toBe('rows: one-row-each');
  });
});

test('rows are made of a line each and of the lines that continue with it', () => {
  const lines = [
    placedRow(['Port', 'Depth', 'Owner'], { y: 100 }),
    placedRow(['Oslo', '4', FULL], { y: 112 }),
    placedRow(['', '', 'wrapped'], { y: 124 }),
    placedRow(['Hull', '9', 'Town'], { y: 136 }),
  ];
  const rows = groupRows(lines, { page: 1, separators: [103], room: ROOM });
  expect(rows.map((row) => row.map((line) => lines.indexOf(line)))).toEqual([[0], [1, 2], [3]]);
});

test('a cell halfway between two rows is in the upper one', () => {
  const rowsOf = (label: string[], y: number): number[][] => {
    const lines = [
      placedRow(['', 'Depth', 'Owner'], { y: 100 }),
      placedRow(label, { y: 106 }),
      placedRow(['', 'mean', 'name'], { y }),
      placedRow(['Oslo', '4', 'Town'], { y: 124 }),
    ];
    const rows = groupRows(lines, { page: 1, separators: [103], room: ROOM });
    return rows.map((row) => row.map((line) => lines.indexOf(line)));
  };
  expect(rowsOf(['Port'], 112)).toEqual([[0, 1], [2], [3]]);
  expect(rowsOf(['Port', 'metres'], 112)).toEqual([[0], [1], [2], [3]]);
  expect(rowsOf(['Port'], 118)).toEqual([[0, 1], [2], [3]]);
});

describe('lines that overlap in height', () => {
  const rowsOf = (
    cells: readonly (readonly string[])[],
    pitch: number,
    separators: readonly number[] = [],
  ): number[][] => {
    const lines = cells.map((texts, i) => placedRow(texts, { y: 100 + i * pitch }));
    const rows = groupRows(lines, { page: 1, separators, room: ROOM });
    return rows.map((row) => row.map((line) => lines.indexOf(line)));
  };
  const names = [
    ['', 'Felony'],
    ['Code', '', 'Term'],
    ['', 'or'],
    ['number', '', 'years'],
    ['', 'Misd.'],
  ];

  test('are one row of cells that are centred on each other', () =>
    expect(rowsOf(names, 6)).toEqual([[0, 1, 2, 3, 4]]));

  test('are rows where they are as far apart as those of a tight table', () =>
    expect(rowsOf(names, 9)).toEqual([[0], [1], [2], [3], [4]]));

  test('are rows where one of them groups columns that another names', () => {
    const group = (name: string): number =>
      rowsOf([['', name], ['Model'], ['', 'EN-DE', 'EN-FR'], ['and size'], ['', 'points']], 6).length;
    expect(group('A score of the translation')).toBeGreaterThan(1);
    expect(group('Score')).toBe(1);
  });

  test('are rows where a line is drawn between them', () =>
    expect(rowsOf(names.slice(0, 2), 6, [102])).toEqual([[0], [1]]));

  test('are rows where columns are set at two heights, and where a column has two values', () => {
    const uneven = [...names, ['x', '', 'y'], ['', 'z'], ['v', '', 'w']];
    expect(rowsOf(uneven, 6).length).toBeGreaterThan(3);
    expect(rowsOf([['Oslo'], ['', '4'], ['Hull'], ['', '9']], 6).length).toBeGreaterThan(1);
    expect(rowsOf([['Oslo'], ['', 'north'], ['Hull'], ['', 'west']], 6).length).toBeGreaterThan(1);
  });
});
