/**
 * Text grids: the grid of a table from the lines of its text, for tables whose cells are not all drawn.
 *
 * Columns come from gaps (columns.ts) unless they are given, rows from lines drawn across and from how lines wrap (rows.ts).
 * A text across several columns is a cell that spans them. In header rows a text also spans the empty columns to its right
 * when the row below fills them, and down where the row below is empty. In the body an empty first cell in a row that is full
 * otherwise belongs to the cell above it (a group's name printed once).
 */
import type { TextRun } from '../model.js';
import { columnEdges, commonLefts, placeSegments } from './columns.js';
import type { FilledGrid } from './found-table.js';
import type { GridCell } from './grid.js';
import type { TextRow } from './segments.js';
import { columnRoom, groupRows, type PlacedRow } from './rows.js';

export interface TextGridHints {
  /** Left and right end of the table, where it is drawn. */
  from: number;
  to: number;
  /** Inner column edges, if drawn. */
  edges?: readonly number[];
  /** y of lines or shades' edges across the table. */
  separators: readonly number[];
  /** y below which the body begins, if drawn. */
  headerEnd: number | null;
  isBold: (run: TextRun) => boolean;
}

interface Row {
  lines: PlacedRow[];
  /** One entry a column: its text, or the number of columns to its left that hold the text which covers it. */
  cells: { runs: TextRun[]; colSpan: number; rowSpan: number; covered: boolean }[];
  top: number;
  bottom: number;
}

/** The grid with its text, or null when the lines have no columns. Every run of `lines` is in it. */
export function textGrid(lines: readonly TextRow[], hints: TextGridHints): FilledGrid | null {
  const inner = hints.edges ?? columnEdges(lines);
  if (inner.length === 0 || lines.length === 0) return null;
  const xs = [hints.from, ...inner.filter((x) => x > hints.from && x < hints.to), hints.to];
  const columns = xs.length - 1;
  if (columns < 2) return null;
  const lefts = commonLefts(lines, xs);
  const placed = lines.map((row) => ({ row, placed: placeSegments(row, xs, lefts) }));
  const rows = groupRows(placed, hints.separators, columnRoom(placed, columns)).map((group) => rowOf(group, columns));
  const headerRows = headerCount(rows, hints);
  spanHeader(rows.slice(0, headerRows), rows[headerRows]);
  reachDown(rows.slice(headerRows));
  return filledGrid(rows, xs);
}

function rowOf(lines: PlacedRow[], columns: number): Row {
  const cells = Array.from({ length: columns }, () => ({
    runs: [] as TextRun[],
    colSpan: 1,
    rowSpan: 1,
    covered: false,
  }));
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

/** Rows above the line below the header; without one, bold rows, or a second row that fills what the first leaves open. */
function headerCount(rows: readonly Row[], { headerEnd, isBold }: TextGridHints): number {
  if (headerEnd !== null) return rows.filter((row) => row.lines[0]!.row.baseline < headerEnd).length;
  const bold = rows.findIndex((row) => !row.cells.every((cell) => cell.runs.every(isBold)));
  if (bold > 0) return bold;
  const [first, second] = rows;
  if (!first || !second) return rows.length;
  const under = second.cells[0]!.runs.length === 0 && first.cells[0]!.runs.length > 0;
  const open = first.cells.some(
    (cell, c) => (cell.colSpan > 1 || cell.runs.length === 0) && second.cells[c]!.runs.length > 0,
  );
  return under && open ? 2 : 1;
}

/** Lets header cells cover what they stand over: empty columns to the right that the row below fills, empty places below. */
function spanHeader(header: readonly Row[], body: Row | undefined): void {
  header.forEach((row, r) => {
    const below = header[r + 1] ?? body;
    if (!below) return;
    row.cells.forEach((cell, c) => {
      if (cell.covered || cell.runs.length === 0) return;
      const next = header[r + 1];
      if (next && next.cells[c]!.runs.length === 0 && cell.colSpan === 1 && !next.cells[c]!.covered) {
        cell.rowSpan = 2;
        next.cells[c]!.covered = true;
        return;
      }
      if (!next) return;
      for (let end = c + cell.colSpan; end < row.cells.length; end += 1) {
        const open = row.cells[end]!;
        if (open.covered || open.runs.length > 0 || below.cells[end]!.runs.length === 0) break;
        open.covered = true;
        cell.colSpan += 1;
      }
    });
  });
}

/** Lets the first cell of a body row cover the rows below it that are full but for the first column. */
function reachDown(body: readonly Row[]): void {
  let above: Row['cells'][number] | null = null;
  for (const row of body) {
    const [first, ...rest] = row.cells;
    const full = rest.every((cell) => cell.runs.length > 0);
    if (first!.runs.length > 0) {
      above = first!.colSpan === 1 && full && rest.length > 0 ? first! : null;
    } else if (above && full && !first!.covered) {
      above.rowSpan += 1;
      first!.covered = true;
    } else {
      above = null;
    }
  }
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
