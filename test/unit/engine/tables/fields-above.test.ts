/** Which labels with values above the names of columns are no header, and that tables begin below them. */
import { describe, expect, test } from '@jest/globals';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { RULED_OFF_TABLE } from '../../../../engine/drawn-tables/ruled-off.js';
import { RULED_SECTION } from '../../../../engine/drawn-tables/ruled-sections.js';
import { decideWithRule, recordDecisions } from '../../../../engine/rules.js';
import { ALIGNED_TABLE } from '../../../../engine/reading-order/aligned-table-rules.js';
import { alignedTableFinder } from '../../../../engine/reading-order/aligned-tables.js';
import { GUTTER } from '../../../../engine/reading-order/gutter.js';
import { FIELDS_ABOVE, fieldOf, fieldsAbove } from '../../../../engine/tables/fields-above.js';
import type { TableRegion } from '../../../../engine/tables/found-table.js';
import { textRows, type TextRow } from '../../../../engine/tables/segments.js';
import type { TableBlock } from '../../../../engine/block-model.js';
import { decisionsOf } from '../../../support/decisions.js';
import { line } from '../../../support/engine-inputs.js';
import { across, cells, page, type TextAt } from '../../../support/pages.js';

const NAMES = ['Test', 'Method', 'Result'];
const XS = [100, 190, 330];

const texts = (rows: readonly (readonly string[])[], xs: readonly number[], y: number): TextAt[] =>
  cells(rows, { xs, y, boldRows: 0 });
const rowsOf = (some: readonly TextAt[]): TextRow[] => textRows(page(some).runs);

interface Given {
  fields?: readonly (readonly string[])[];
  xs?: readonly number[];
  names?: readonly string[];
}
const given = ({
  fields = [['Patient: Moran', 'Age: 50', 'Sex: F']],
  xs = [100, 260, 340],
  names = NAMES,
}: Given): TextAt[] => [...texts(fields, xs, 100), ...texts([names], XS, 160)];

/** Lines found, and the rule that decided. */
function found(what: Given): string {
  let rule = 'not asked';
  const count = recordDecisions(
    (decision) => {
      if (decision.table === FIELDS_ABOVE.name) rule = decision.rule;
    },
    () => fieldsAbove(page([]), rowsOf(given(what))),
  );
  return `${count}: ${rule}`;
}

test.each([
  ['Sex: F', 'Sex', 'F'],
  ['Lab no.: 17', 'Lab no.', '17'],
  ['Ward:', 'Ward', ''],
  ['样本类型:EDTA', '样本类型', 'EDTA'],
])('the field %j is a label with its value', (text, label, value) => expect(fieldOf(text)).toEqual({ label, value }));

test.each(['Hull 7:10', '10:30', 'https://example.org/a', 'Mean', ': 5', 'Table 5: Ports'])('%j is no field', (text) =>
  expect(fieldOf(text)).toBeNull(),
);

describe('labels with values above names of columns', () => {
  test('are fields, in one row or in several', () => {
    expect(found({})).toBe('1: above-names');
    const fields = [
      ['Patient: Moran', 'Age: 50'],
      ['Ward:', 'Taken: 4 June'],
    ];
    expect(found({ fields })).toBe('2: above-names');
    expect(found({ fields: [['Patient:', 'Moran', 'Age:', '50', 'Sex: F']], xs: [100, 160, 260, 300, 350] })).toBe(
      '1: above-names',
    );
  });

  test('are no fields where there are but one or two of them', () => {
    expect(found({ fields: [['Panel A: the north']] })).toBe('0: few-fields');
    expect(found({ fields: [['Panel A: boys', 'Panel B: girls']] })).toBe('0: few-fields');
  });
  test('are no fields where most have no value', () =>
    expect(found({ fields: [['Name:', 'Owner:', 'Age: 50']], xs: [100, 260, 400] })).toBe('0: labels-alone'));
  test('are no fields where all have one label', () =>
    expect(found({ fields: [['Model: A', 'Model: B', 'Model: C']] })).toBe('0: same-label'));
  test('are no fields where they leave the first column free', () =>
    expect(found({ xs: [150, 290, 350] })).toBe('0: right-of-first-name'));
  test('are no fields above values, further labels alone or a single text', () => {
    expect(found({ names: ['Oslo', '11.4', '7'] })).toBe('0: no-names-below');
    expect(found({ names: ['Test'] })).toBe('0: no-names-below');
    expect(found({ names: ['as it was laid down in the law of the town', 'Method', 'x'] })).toBe('0: no-names-below');
  });
  test('are no fields where names repeat below them', () =>
    expect(found({ names: ['Mean', 'Range', 'Mean'] })).toBe('0: names-repeat'));
  test('are no fields where what stands below keeps to their columns', () => {
    const fields = [['Port: Oslo', 'Depth: 9 m', 'Light: red']];
    expect(found({ fields, xs: XS })).toBe('0: same-columns');
    const [labels, names] = [fields[0]!, NAMES].map((row) => rowsOf(texts([row], XS, 100))[0]!.segments);
    const width = (segments: typeof labels, i: number): number => segments![i]!.box.x1 - segments![i]!.box.x0;
    const centred = XS.map((x, i) => x + (width(names, i) - width(labels, i)) / 2);
    expect(found({ fields, xs: centred })).toBe('0: same-columns');
  });
  test('are not asked about where the row has none, or more other texts', () => {
    expect(found({ fields: [['Oslo', 'Hull']] })).toBe('0: not asked');
    expect(found({ fields: [['Oslo', 'Hull', 'Depth: 9 m']], xs: [100, 180, 260] })).toBe('0: not asked');
  });
});

describe('a table below fields', () => {
  const FIELDS = [
    ['Patient: Moran', 'Sex: F', 'Age: 50'],
    ['Ward:', 'Taken: 4 June', 'Lab no: 17'],
  ];
  const BODY = [
    NAMES,
    ['Iron', 'Flow', '13.2'],
    ['Zinc', 'Flow', '6.1'],
    ['Urea', 'Enzyme', '4.8'],
    ['Lead', 'Flow', '0.2'],
  ];
  const drawn = (ys: readonly number[]) =>
    page([...texts(FIELDS, [100, 220, 300], 112), ...texts(BODY, XS, 152)], {
      rules: ys.map((y) => across(y, 95, 400)),
    });
  const tables = ({ ys, table }: { ys: readonly number[]; table: { name: string } }): string[] => {
    const found = drawn(ys);
    return decisionsOf(table, () => findTables(found, found.runs));
  };
  const header = (ys: readonly number[]): string[][] => {
    const found = drawn(ys);
    return findTables(found, found.runs).map(({ blocks }) => {
      const [first] = (blocks[0] as TableBlock).rows;
      return first!.map(({ spans }) => spans.map(({ text }) => text).join(''));
    });
  };

  test('begins with its names, with lines above the fields and below them', () => {
    expect(header([100, 135, 225])).toEqual([NAMES]);
    expect(tables({ ys: [100, 135, 225], table: RULED_SECTION })).toContain('end: fields-above-names');
  });
  test('begins with its names, with a line below the fields and no other above', () =>
    expect(header([135, 225])).toEqual([NAMES]));
  test('does not begin with the fields where only these are between lines', () => {
    expect(header([100, 135]).flat()).not.toContain('Sex: F');
    expect(tables({ ys: [100, 135], table: RULED_OFF_TABLE })).toEqual(['refused: fields-above-names']);
  });
  test('does not begin with the fields where the only line is drawn below them', () =>
    expect(header([135]).flat()).not.toContain('Sex: F'));
  test('does not begin with the fields where no line is drawn', () => {
    const lines = [...FIELDS, ...BODY].flatMap((row, i) =>
      row.map((text, c) => line(text, { x: (i < FIELDS.length ? [100, 220, 300] : XS)[c]!, y: 112 + 12 * i })),
    );
    const found: TableRegion[] = [];
    const decisions = decisionsOf(ALIGNED_TABLE, () => found.push(...alignedTableFinder(page([]))(lines, 'column')));
    expect(decisions[0]).toBe('refused: fields-above-names');
    expect(found.map(({ runs: ids }) => ids.length)).toEqual([BODY.flat().length]);
  });
});

describe('a strip between fields', () => {
  const judged = (rows: readonly (readonly string[])[]): string => {
    const at = (text: string, column: number, row: number) => line(text, { x: 60 + 110 * column, y: 100 + 14 * row });
    const side = (from: number, to: number) =>
      rows.flatMap((texts, r) => texts.flatMap((text, c) => (c >= from && c < to && text ? [at(text, c, r)] : [])));
    const strip = { left: side(0, 2), right: side(2, 4), box: { x0: 60, y0: 90, x1: 500, y1: 160 }, inSide: false };
    const { rule, verdict } = decideWithRule(GUTTER, strip);
    return `${verdict}: ${rule}`;
  };
  const ROWS = [
    ['Patient: Moran', 'Sex: F', 'Age: 50', 'Lab: 17'],
    ['Ward: 4', 'Taken: 4 June', 'Sent: 5 June', ''],
    ['Blood: A', 'Pulse: 70', 'Doctor: Hill', ''],
  ];

  test('is no gutter where rows have several and each label stands once', () =>
    expect(judged(ROWS)).toBe('refused: rows-of-fields'));
  test('may be one where two parties have the same labels', () =>
    expect(judged(ROWS.map(([a, b]) => [a!, b!, a!, b!]))).not.toBe('refused: rows-of-fields'));
  test('may be one where each side has one field a row', () =>
    expect(judged(ROWS.map(([a, , c]) => [a!, '', c!, '']))).not.toBe('refused: rows-of-fields'));
  test('may be one where the texts are no fields', () =>
    expect(judged(ROWS.map((row) => row.map((text) => text.replace(':', ''))))).not.toBe('refused: rows-of-fields'));
});
