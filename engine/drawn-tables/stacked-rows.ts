/**
 * Stacked rows: a drawn row whose label stands beside several rows of names and values, with no rulings between them.
 *
 * Word processors merge the cells of a label and leave out the inner borders of the group, so that the group is one row of the
 * lattice. STACKED_ROWS decides whether it is cut into the rows that are printed in it; the label spans them.
 */
import { SAME_HEIGHT } from '../measures.js';
import type { ParsedPage } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import type { FilledGrid } from '../tables/filled-grid.js';
import { cellBox } from '../tables/grid.js';
import { rowText, textRows, type TextRow } from '../tables/segments.js';
import { holdsUnspacedScript } from '../text-rules.js';
import { cutRows } from './cut-rows.js';

/** Columns with a line for each row, and columns of values among them: fewer are values of two lines. */
const LEAST_COLUMNS = 3;
const LEAST_VALUE_COLUMNS = 2;
/** In distances of lines: a label is so near to the middle of its rows. */
const NEAR_MIDDLE = 0.3;
/** In font sizes: lines of one cell are set as close as lines of text; rows stand further apart, by their margins. */
const LEAST_STEP = 1.8;
/** In font sizes: what a cell's margins and a space take of its width. */
const MARGINS = 1;

interface StackedCell {
  /** Index in the grid. */
  index: number;
  lines: readonly TextRow[];
  width: number;
}

export interface StackedRow {
  page: ParsedPage;
  /** The cells that have a line for each row that may be printed here, from left to right. */
  stacked: readonly StackedCell[];
  /** The other cells with text. */
  others: readonly StackedCell[];
}

export const STACKED_ROWS: DecisionTable<StackedRow, 'rows' | 'whole'> = {
  name: 'stacked-rows',
  rules: [
    {
      name: 'no-label-in-the-middle',
      why: 'What spans the rows of a group stands in the middle of them; where all cells begin at the top, values have further lines.',
      test: ({ stacked, others }) =>
        others.length > 0 && others.every((label) => isInMiddle(label, stacked[0]!.lines)) ? null : 'whole',
    },
    {
      name: 'lines-at-other-heights',
      why: 'Rows have one baseline.',
      test: ({ stacked: [first, ...rest] }) =>
        rest.every(({ lines }) => areLevel(first!.lines, lines)) ? null : 'whole',
    },
    {
      name: 'lines-of-a-cell',
      why: 'Lines as close as those of text are of one cell: a price with and without tax, a figure and its error. Rows have margins.',
      test: ({ stacked }) =>
        stepOf(stacked[0]!.lines) < LEAST_STEP * Math.max(...stacked.map(({ lines }) => lines[0]!.size))
          ? 'whole'
          : null,
    },
    {
      name: 'wrapped',
      why: 'A line whose cell has no room for the next word continues in the next line.',
      test: ({ stacked }) => (stacked.every((cell) => isOfOneForm(cell) || hasRoom(cell)) ? null : 'whole'),
    },
    {
      name: 'named-values',
      why: 'In each line stands a name of its own, and in two columns or more a value of the form of those above and below it.',
      test: ({ stacked }) =>
        stacked.filter(isOfOneForm).length >= LEAST_VALUE_COLUMNS && stacked.some(areNames) ? 'rows' : null,
    },
  ],
  otherwise: 'whole',
  subject: ({ page, stacked }) => ({
    page: page.number,
    box: stacked[0]!.lines[0]!.box,
    text: stacked.map(({ lines }) => rowText(lines[0]!)).join(' '),
  }),
  numbers: ({ stacked, others }) => ({
    lines: stacked[0]!.lines.length,
    columns: stacked.length,
    valueColumns: stacked.filter(isOfOneForm).length,
    labels: others.length,
  }),
};

/** The grid with its stacked rows cut. */
export function splitStackedRows(page: ParsedPage, filled: FilledGrid): FilledGrid {
  const cut = new Set<number>();
  const cuts = cellsByRow(filled).map((cells) => {
    const row = stackedRow(page, cells);
    if (!row || decide(STACKED_ROWS, row) === 'whole') return [];
    for (const { index } of row.stacked) cut.add(index);
    return cutsBetween(row.stacked[0]!.lines);
  });
  return cut.size === 0 ? filled : cutRows(filled, cuts, (index) => cut.has(index));
}

/** For each row of the grid its cells with text. */
function cellsByRow({ grid, texts }: FilledGrid): StackedCell[][] {
  const rows = grid.ys.slice(1).map((): StackedCell[] => []);
  grid.cells.forEach((cell, index) => {
    const { x0, x1 } = cellBox(grid, cell);
    // a cell that spans drawn rows is no part of one of them
    if (cell.rowSpan > 1 || texts[index]!.length === 0) return;
    rows[cell.row]!.push({ index, lines: textRows(texts[index]!), width: x1 - x0 });
  });
  return rows;
}

/** Null where too few cells have as many lines as each other. */
function stackedRow(page: ParsedPage, cells: readonly StackedCell[]): StackedRow | null {
  const most = Math.max(0, ...cells.map(({ lines }) => lines.length));
  const stacked = cells.filter(({ lines }) => lines.length === most);
  if (most < 2 || stacked.length < LEAST_COLUMNS) return null;
  return { page, stacked, others: cells.filter(({ lines }) => lines.length < most) };
}

const isLevel = (a: TextRow, b: TextRow): boolean => Math.abs(a.baseline - b.baseline) < SAME_HEIGHT * a.size;

const areLevel = (a: readonly TextRow[], b: readonly TextRow[]): boolean => a.every((line, i) => isLevel(line, b[i]!));

/** One line in the middle of the others. */
function isInMiddle({ lines: [label, further] }: StackedCell, lines: readonly TextRow[]): boolean {
  const middle = (lines[0]!.baseline + lines.at(-1)!.baseline) / 2;
  return further === undefined && Math.abs(label!.baseline - middle) < NEAR_MIDDLE * stepOf(lines);
}

const stepOf = (lines: readonly TextRow[]): number =>
  (lines.at(-1)!.baseline - lines[0]!.baseline) / (lines.length - 1);

/** A value in each line, of the same signs around its numbers and letters; a bracket encloses a note on the value above it. */
function isOfOneForm({ lines }: StackedCell): boolean {
  const texts = lines.map(rowText);
  const forms = new Set(texts.map(formOf));
  return forms.size === 1 && texts.every((text) => /\d/u.test(text) && !/^[([（]/u.test(text));
}

const formOf = (text: string): string => text.replace(/\d(?:[\d.,]*\d)?/gu, '0').replace(/\p{L}+/gu, 'a');

function areNames({ lines }: StackedCell): boolean {
  const texts = lines.map(rowText);
  return new Set(texts).size === texts.length && texts.every((text) => /\p{L}{2}/u.test(text) && !/\d/u.test(text));
}

/** Whether behind each line but the last there is room for the first word of the next one; a unit repeated never wraps. */
function hasRoom({ lines, width }: StackedCell): boolean {
  if (new Set(lines.map(rowText)).size === 1) return true;
  return lines.slice(1).every((line, i) => {
    const above = lines[i]!;
    return width - (above.box.x1 - above.box.x0) > firstWordWidth(line) + MARGINS * line.size;
  });
}

function firstWordWidth(line: TextRow): number {
  const text = rowText(line);
  if (holdsUnspacedScript(text.charAt(0))) return line.size;
  return ((line.box.x1 - line.box.x0) * text.split(' ')[0]!.length) / text.length;
}

/** y between the lines. */
const cutsBetween = (lines: readonly TextRow[]): number[] =>
  lines.slice(1).map((line, i) => (lines[i]!.baseline + line.baseline - line.size) / 2);
