/**
 * Spans of a grid that is made of text: in the header a cell spans the empty columns beside it that the row below names
 * (HEADER_SPAN, header-groups.ts), and down where the row below is empty; in the body the name of a group spans the rows of the group
 * (GROUP_CELL). HEADER_ROWS tells how far the header reaches.
 */
import { unionBox } from '../geometry.js';
import type { ParsedPage, TextRun } from '../model.js';
import { decide, type DecisionTable, type Subject } from '../rules.js';
import { groupedColumns, type Columns, type NameAbove } from './header-groups.js';
import { isValue } from './kinds.js';
import type { PlacedRow } from './placed-rows.js';
import { HEADER_PITCH } from './row-kinds.js';
import { rowSubject, segmentText, type TextRow } from './segments.js';
import { areSums } from './sums.js';

/** Of the distance of two rows: lines of one name are nearer to each other than rows by so much that a reader sees it. */
const NEARER_THAN_ROWS = 0.85;
/** Numbers in a row that no row of names has. */
const LEAST_WITH_DIGITS = 2;

export interface Cell {
  runs: TextRun[];
  colSpan: number;
  rowSpan: number;
  /** A cell to the left or above spans this place. */
  covered: boolean;
}

export interface Row {
  lines: PlacedRow[];
  /** One a column. */
  cells: Cell[];
  top: number;
  bottom: number;
}

/** The rows of a table at whose top a header stands. */
export interface HeaderTop {
  page: ParsedPage;
  rows: readonly Row[];
  /** y below which the body begins, if a line or sums show it. */
  headerEnd: number | null;
  /** Rows at the top that are all bold, above one that is not; 0 where there are none. */
  boldRows: number;
}

export const HEADER_ROWS: DecisionTable<HeaderTop, 'ruled-off' | 'bold' | 'two' | 'one'> = {
  name: 'header-rows',
  rules: [
    {
      name: 'line-below',
      why: 'A line is drawn below the header, or it stands above the rows that sums add up.',
      test: ({ headerEnd }) => (headerEnd !== null ? 'ruled-off' : null),
    },
    {
      name: 'bold-rows',
      why: 'The rows at the top are bold and those below them are not.',
      test: ({ boldRows }) => (boldRows > 0 ? 'bold' : null),
    },
    {
      name: 'second-row-fills-in',
      why: 'The second row names the columns that the first one groups, and has nothing in the first column.',
      test: ({ rows }) => (fillsIn(rows) ? 'two' : null),
    },
    {
      name: 'names-above-values',
      why: 'Below two rows of names, the first without a name for the rows, come rows of values.',
      test: ({ rows }) => (namesAboveValues(rows) ? 'two' : null),
    },
    {
      name: 'first-lines-of-names',
      why: 'The second row names all columns, and the first, clearly nearer to it than rows are to each other, holds upper lines of some of the names: below them come rows with numbers.',
      test: ({ rows }) => (areLinesOfNames(rows) ? 'two' : null),
    },
  ],
  otherwise: 'one',
  subject: ({ page, rows }) => rowSubject(page.number, rows[0]!.lines[0]!.row),
  numbers: ({ rows, boldRows }) => ({ rows: rows.length, boldRows }),
};

function fillsIn([first, second]: readonly Row[]): boolean {
  if (!first || !second || second.cells[0]!.runs.length > 0 || first.cells[0]!.runs.length === 0) return false;
  return first.cells.some(
    (cell, c) => (cell.colSpan > 1 || cell.runs.length === 0) && second.cells[c]!.runs.length > 0,
  );
}

/** Whether a name of the rows stands in the second of two rows without values, and values in most columns of the two below. */
function namesAboveValues([first, second, ...body]: readonly Row[]): boolean {
  if (!first || !second || body.length < 2 || !isEmpty(first.cells[0]!) || isEmpty(second.cells[0]!)) return false;
  const values = ({ cells }: Row): number => cells.slice(1).filter((cell) => isValue(textOf(cell))).length;
  return (
    values(first) + values(second) === 0 && body.slice(0, 2).every((row) => 2 * values(row) >= row.cells.length - 1)
  );
}

/**
 * Whether a first row of some columns is as near as a line of text to one of all columns, and nearer than the two rows below are to
 * each other, neither with a digit, and several columns have one in each of these two.
 */
function areLinesOfNames([first, second, ...body]: readonly Row[]): boolean {
  if (!first || !second || body.length < 2) return false;
  const filled = (row: Row): number => row.cells.filter((cell) => !isEmpty(cell)).length;
  const withDigits = ({ cells }: Row): number => cells.filter((cell) => /\d/u.test(textOf(cell))).length;
  const { size } = second.lines[0]!.row;
  const pitch = stepBetween(first, second);
  return (
    pitch <= Math.min(HEADER_PITCH * size, NEARER_THAN_ROWS * stepBetween(body[0]!, body[1]!)) &&
    filled(first) > 1 &&
    filled(first) < filled(second) &&
    filled(second) === second.cells.length &&
    withDigits(first) + withDigits(second) === 0 &&
    body.slice(0, 2).every((row) => withDigits(row) >= LEAST_WITH_DIGITS)
  );
}

/** From the last line of a row to the first of the one below. */
const stepBetween = (above: Row, below: Row): number => below.lines[0]!.row.baseline - above.lines.at(-1)!.row.baseline;

/** How many rows at the top may have cells over several columns or rows. */
export function headerCount(page: ParsedPage, rows: readonly Row[], headerEnd: number | null): number {
  const isBold = (run: TextRun): boolean => page.fonts[run.font]?.bold === true;
  const allBold = rows.findIndex((row) => !row.cells.every((cell) => cell.runs.every(isBold)));
  // a bold text in the first column alone names the group of rows below it
  const boldRows = rows.slice(0, Math.max(0, allBold)).findLastIndex((row) => !isGroupName(row)) + 1;
  switch (decide(HEADER_ROWS, { page, rows, headerEnd, boldRows })) {
    case 'ruled-off':
      return rows.filter((row) => row.lines[0]!.row.baseline < headerEnd!).length;
    case 'bold':
      return boldRows;
    case 'two':
      return 2;
    case 'one':
      return 1;
  }
}

const isGroupName = ({ cells: [first, ...others] }: Row): boolean =>
  first!.runs.length > 0 && first!.colSpan === 1 && others.length > 1 && others.every(isEmpty);

/** A cell of a header and the columns that it may group. */
export interface HeaderCell extends NameAbove {
  group: Columns;
}

export const HEADER_SPAN: DecisionTable<HeaderCell, 'down' | 'columns' | 'none'> = {
  name: 'header-span',
  rules: [
    {
      name: 'nothing-below',
      why: 'The header has nothing below the cell: the cell reaches down to the body.',
      test: ({ cells, below, column }) =>
        below[column]!.runs.length === 0 && cells[column]!.colSpan === 1 && !below[column]!.covered ? 'down' : null,
    },
    {
      name: 'groups-columns',
      why: 'The places beside it are empty, and the row below names columns there: the cell groups those that it stands over.',
      test: ({ cells, column, group }) => (group.to - group.from >= cells[column]!.colSpan ? 'columns' : null),
    },
  ],
  otherwise: 'none',
  subject: ({ page, cells, column }) => cellSubject(page, cells[column]!),
  numbers: ({ column, group }) => ({ column, from: group.from, to: group.to }),
};

const isEmpty = ({ runs }: Cell): boolean => runs.length === 0;

export const textOf = ({ runs }: Pick<Cell, 'runs'>): string => runs.map(({ text }) => text).join(' ');

function cellSubject(page: ParsedPage, { runs }: Pick<Cell, 'runs'>): Subject {
  return { page: page.number, box: unionBox(runs.map(({ box }) => box)), text: textOf({ runs }) };
}

/** Lets the cells of a header span what they stand over. */
export function spanHeader(page: ParsedPage, header: readonly Row[]): void {
  header.slice(0, -1).forEach(({ cells }, r) => {
    const below = header[r + 1]!.cells;
    cells.forEach((cell, column) => {
      if (cell.covered || isEmpty(cell)) return;
      const place = { page, cells, below, column };
      const grouped = groupedColumns(place);
      const verdict = decide(HEADER_SPAN, { ...place, group: grouped });
      if (verdict === 'down') {
        cell.rowSpan = 2;
        below[column]!.covered = true;
      } else if (verdict === 'columns') {
        group(cells, grouped);
      }
    });
  });
}

/** Makes one cell of those in the columns, all of them empty but one. */
function group(cells: readonly Cell[], { from, to }: Columns): void {
  const columns = cells.slice(from, to + 1);
  const runs = columns.flatMap((cell) => cell.runs);
  for (const cell of columns) Object.assign(cell, { runs: [], colSpan: 1, covered: true });
  Object.assign(cells[from]!, { runs, colSpan: to - from + 1, covered: false });
}

/** A row of the body with nothing in its first column. */
export interface UnnamedRow {
  page: ParsedPage;
  row: Row;
  /** The first cell that the row could belong to: of the full row above, with only such rows between. */
  group: Cell | null;
  /** The rows of the body above it, where it is the last; else none. */
  above: readonly Row[];
}

export const GROUP_CELL: DecisionTable<UnnamedRow, 'spanned' | 'empty'> = {
  name: 'group-cell',
  rules: [
    {
      name: 'sum-without-label',
      why: 'The sums of the columns end many a table without a word.',
      test: ({ row, above }) => (isFullBeside(row) && areSumsAlone(row, above) ? 'empty' : null),
    },
    {
      name: 'full-but-for-the-first',
      why: "A group's name is printed once: below a full row the next full rows without a name belong to it.",
      test: ({ row, group }) => (group && isFullBeside(row) && !row.cells[0]!.covered ? 'spanned' : null),
    },
  ],
  otherwise: 'empty',
  subject: ({ page, row }) => rowSubject(page.number, row.lines[0]!.row),
  numbers: ({ row, group }) => ({
    filledShare: 1 - row.cells.filter(isEmpty).length / row.cells.length,
    rowsOfGroup: group?.rowSpan ?? 0,
  }),
};

const linesOf = (rows: readonly Row[]): TextRow[] => rows.flatMap(({ lines }) => lines.map(({ row }) => row));

/** Values and nothing else, which those above add up to. */
function areSumsAlone({ lines }: Row, above: readonly Row[]): boolean {
  const { row } = lines[0]!;
  return row.segments.every((segment) => isValue(segmentText(segment))) && areSums(linesOf(above), row);
}

/** Whether all columns but the first have text. */
const isFullBeside = ({ cells }: Row): boolean => !cells.slice(1).some(isEmpty);

/** Lets the first cell of a body row span the rows below it that are full but for the first column. */
export function reachDown(page: ParsedPage, body: readonly Row[]): void {
  let group: Cell | null = null;
  for (const [i, row] of body.entries()) {
    const first = row.cells[0]!;
    if (!isEmpty(first)) {
      group = first.colSpan === 1 && isFullBeside(row) && row.cells.length > 1 ? first : null;
    } else if (
      decide(GROUP_CELL, { page, row, group, above: i === body.length - 1 ? body.slice(0, i) : [] }) === 'spanned'
    ) {
      group!.rowSpan += 1;
      first.covered = true;
    } else {
      group = null;
    }
  }
}
