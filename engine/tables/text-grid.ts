/**
 * Text grids: the grid of a table from the lines of its text, for tables whose cells are not all drawn.
 *
 * Columns come from gaps (columns.ts) unless they are given, rows from lines drawn across and from how lines wrap (rows.ts).
 * A text across several columns is a cell that spans them; which cells span empty places besides, text-spans.ts decides, and
 * which rows of the header are lines of one, header-stack.ts.
 */
import type { ParsedPage, TextRun } from '../model.js';
import { columnEdges, commonLefts } from './columns.js';
import { emptyColumns } from './empty-columns.js';
import type { FilledGrid } from './filled-grid.js';
import type { GridCell } from './grid.js';
import { stackHeader } from './header-stack.js';
import { falseSeams } from './split-columns.js';
import { placeRow, type PlacedRow } from './placed-rows.js';
import { columnRoom } from './cell-wrap.js';
import { groupRows, type Span } from './rows.js';
import type { TextRow } from './segments.js';
import { headerCount, reachDown, spanHeader, type Cell, type Row } from './text-spans.js';

export interface TextGridHints {
  page: ParsedPage;
  /** Left and right end of the table, where it is drawn. */
  from: number;
  to: number;
  /** Inner column edges, if drawn. */
  edges?: readonly number[];
  /** y of lines or shades' edges across the table. */
  separators: readonly number[];
  /** y below which the body begins, if a line or sums show it. */
  headerEnd: number | null;
  /** Heights between which all lines are one row, where that is known; the other lines are rows or parts of them. */
  whole?: readonly Span[];
}

/** The grid with its text, or null when the lines have no columns. Every run of `lines` is in it. */
export function textGrid(lines: readonly TextRow[], hints: TextGridHints): FilledGrid | null {
  const inner = hints.edges ?? [...columnEdges(lines), ...emptyColumns(lines, hints.headerEnd)];
  if (inner.length === 0 || lines.length === 0) return null;
  const xs = [hints.from, ...inner.filter((x) => x > hints.from && x < hints.to), hints.to];
  const columns = xs.length - 1;
  if (columns < 2) return null;
  const { page, separators, whole } = hints;
  const places = { page: page.number, xs, lefts: commonLefts(lines, xs) };
  const placed = lines.map((row) => placeRow(row, places));
  const room = columnRoom(placed, columns);
  const rows = groupRows(placed, { page: page.number, separators, room, ...(whole ? { whole } : {}) }).map((group) =>
    rowOf(group, columns),
  );
  const headerRows = headerCount(page, rows, hints.headerEnd);
  const seams = hints.edges ? [] : falseSeams(rows, headerRows, page.number);
  if (seams.length > 0)
    return textGrid(lines, { ...hints, edges: inner.filter((x) => !seams.some((c) => xs[c + 1] === x)) });
  const stacked = stackHeader(page, rows, { headerRows, separators });
  const headerEnd = headerRows - (rows.length - stacked.length);
  spanHeader(page, stacked.slice(0, headerEnd));
  reachDown(page, stacked.slice(headerEnd));
  return filledGrid(stacked, xs);
}

function rowOf(lines: PlacedRow[], columns: number): Row {
  const cells = Array.from({ length: columns }, (): Cell => ({ runs: [], colSpan: 1, rowSpan: 1, covered: false }));
  const parts = lines.flatMap((line) => line.placed);
  for (const { column, last } of parts) {
    for (let c = column + 1; c <= last; c += 1) cells[c]!.covered = true;
  }
  for (const part of parts) {
    let column = part.column;
    while (cells[column]!.covered) column -= 1;
    cells[column]!.runs.push(...part.segment.runs);
  }
  cells.forEach((cell, c) => {
    while (!cell.covered && cells[c + cell.colSpan]?.covered) cell.colSpan += 1;
  });
  // a remark over several columns and nothing beside it is meant for the whole width
  const remark = cells[0]!;
  if (columns > 2 && parts.length > 0 && parts.every((part) => part.column === 0) && remark.colSpan > 1) {
    remark.colSpan = columns;
    for (const cell of cells.slice(1)) cell.covered = true;
  }
  const top = Math.min(...lines.map(({ row }) => row.box.y0));
  const bottom = Math.max(...lines.map(({ row }) => row.box.y1));
  return { lines, cells, top, bottom };
}

function filledGrid(rows: readonly Row[], xs: number[]): FilledGrid {
  const cells: GridCell[] = [];
  const texts: TextRun[][] = [];
  rows.forEach((row, r) => {
    row.cells.forEach((cell, column) => {
      if (cell.covered) return;
      cells.push({ row: r, column, rowSpan: cell.rowSpan, colSpan: cell.colSpan });
      texts.push(cell.runs);
    });
  });
  const ys = rows.map((row, r) => (r === 0 ? row.top : (row.top + rows[r - 1]!.bottom) / 2));
  return { grid: { xs, ys: [...ys, rows.at(-1)!.bottom], cells }, texts };
}
