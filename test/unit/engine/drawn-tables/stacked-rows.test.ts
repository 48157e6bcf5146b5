/** Rows of names and values that one drawn row holds beside the label that they share. */
import { describe, expect, test } from '@jest/globals';
import type { TableBlock } from '../../../../engine/block-model.js';
import { findTables } from '../../../../engine/drawn-tables/find-tables.js';
import { STACKED_ROWS } from '../../../../engine/drawn-tables/stacked-rows.js';
import { plainText } from '../../../../engine/markdown/text.js';
import type { Page } from '../../../../engine/model.js';
import { decisionsOf } from '../../../support/decisions.js';
import { gridRules, page, type TextAt } from '../../../support/pages.js';

interface Group {
  /** Each of its lines: where it stands below the top of the row, and its text. */
  label: readonly (readonly [y: number, text: string])[];
  /** Lines of name and values; a dash is no text. */
  lines: readonly (readonly [name: string, unit: string, summer: string, winter: string])[];
}

const XS = [100, 200, 320, 380, 460, 540];
const HEIGHT = 50;
/** Between rows, and between the lines of a cell. */
const STEP = 22;
const CLOSE_STEP = 13;

const FISH: Group = {
  label: [[29, 'Quay']],
  lines: [
    ['Landings', 'tons', '2,000', '1,450'],
    ['Fleet', 'boats', '31', '27'],
  ],
};

function table(groups: readonly Group[], step = STEP): Page {
  const head = ['Place', 'Measure', 'Unit', 'Summer', 'Winter'].map((text, i): TextAt => ({
    text,
    x: XS[i]! + 5,
    y: 114,
  }));
  const body = groups.flatMap(({ label, lines }, row): TextAt[] => {
    const top = 120 + HEIGHT * row;
    return [
      ...label.map(([y, text]): TextAt => ({ text, x: 105, y: top + y })),
      ...lines.flatMap((texts, line) =>
        texts
          .map((text, i): TextAt => ({ text, x: XS[i + 1]! + 5, y: top + 18 + step * line }))
          .filter(({ text }) => text !== '-'),
      ),
    ];
  });
  return page([...head, ...body], {
    rules: gridRules(XS, [100, 120, ...groups.map((_, i) => 120 + HEIGHT * (i + 1))]),
  });
}

const decided = (...groups: readonly Group[]): string[] => {
  const found = table(groups);
  return decisionsOf(STACKED_ROWS, () => findTables(found, found.runs));
};
const withLines = (...lines: Group['lines']): Group => ({ ...FISH, lines });

describe('a drawn row whose label stands in the middle of rows', () => {
  test('is cut into them, and the label spans them', () => {
    const found = table([FISH, FISH]);
    const { rows } = findTables(found, found.runs)[0]!.blocks[0] as TableBlock;
    expect(decided(FISH, FISH)).toEqual(['rows: named-values', 'rows: named-values']);
    expect(rows.map((row) => row.map(({ spans }) => plainText(spans)))).toEqual([
      ['Place', 'Measure', 'Unit', 'Summer', 'Winter'],
      ['Quay', 'Landings', 'tons', '2,000', '1,450'],
      ['Fleet', 'boats', '31', '27'],
      ['Quay', 'Landings', 'tons', '2,000', '1,450'],
      ['Fleet', 'boats', '31', '27'],
    ]);
    expect(rows[1]![0]!.rowSpan).toBe(2);
  });

  test('is cut where a unit is repeated, however narrow its column is', () =>
    expect(decided(withLines(['Landings', 'barrels', '2,000', '1,450'], ['Ice', 'barrels', '31', '27']))).toEqual([
      'rows: named-values',
    ]));

  test('stays whole where the label begins with the values', () =>
    expect(decided({ ...FISH, label: [[18, 'Quay']] })).toEqual(['whole: no-label-in-the-middle']));

  test('stays whole where the label has a line for each row: it may have wrapped', () =>
    expect(
      decided({
        ...FISH,
        label: [
          [18, 'Old'],
          [40, 'quay'],
        ],
      }),
    ).toEqual(['whole: no-label-in-the-middle']));

  test('stays whole where a column stands higher than the others', () => {
    const found = table([FISH]);
    const raised = found.runs.map((run) =>
      run.box.x0 > 450 && run.box.y0 > 120 ? { ...run, baseline: run.baseline - 5 } : run,
    );
    expect(decisionsOf(STACKED_ROWS, () => findTables(found, raised))).toEqual(['whole: lines-at-other-heights']);
  });

  test('stays whole where its lines are as close as those of one cell', () => {
    const prices: Group = {
      label: [[18 + CLOSE_STEP / 2, 'Desk']],
      lines: [
        ['Oak', 'net', '200.00', '180.00'],
        ['oiled', 'gross', '238.00', '214.20'],
      ],
    };
    const found = table([prices, prices], CLOSE_STEP);
    expect(decisionsOf(STACKED_ROWS, () => findTables(found, found.runs))).toEqual([
      'whole: lines-of-a-cell',
      'whole: lines-of-a-cell',
    ]);
  });

  test('stays whole where a name may have wrapped', () =>
    expect(
      decided(withLines(['Landings of all the', 'tons', '2,000', '1,450'], ['herring', 'boats', '31', '27'])),
    ).toEqual(['whole: wrapped']));

  test('stays whole where brackets enclose a note on each value', () =>
    expect(decided(withLines(['Landings', 'tons', '2,000', '1,450'], ['Fleet', 'boats', '(0.3)', '(0.2)']))).toEqual([
      'whole: otherwise',
    ]));

  test('stays whole where values are of two lines', () =>
    expect(decided(withLines(['Opening', 'day', '12 May', '4 Nov'], ['Closing', 'day', '2024', '2025']))).toEqual([
      'whole: otherwise',
    ]));

  test('stays whole where the lines have no names', () =>
    expect(decided(withLines(['10', '3', '2,000', '1,450'], ['11', '4', '31', '27']))).toEqual(['whole: otherwise']));

  test('is no question where few columns have several lines', () =>
    expect(decided(withLines(['Landings', '-', '2,000', '-'], ['Fleet', '-', '31', '-']))).toEqual([]));
});
