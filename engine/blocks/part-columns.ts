/**
 * The columns of two parts of a table: whether they are the same, and the rows of both in the columns of the whole table.
 *
 * A part has only those columns that its own rows show: a cell that spans two columns on one page is a column on another one,
 * where no row divides it.
 */
import type { TableBlock, TableCell } from '../block-model.js';
import type { FoundTable } from '../tables/found-table.js';

/** Column edges may differ by this many points, or this share of the width: browsers lay out each part anew. */
export const EDGE_POINTS = 6;
const EDGE_SHARE = 0.02;
/** Share of the width where nothing is drawn, so that the edges depend on the texts of each part. */
const LOOSE_SHARE = 0.1;

type Columns = Pick<FoundTable, 'xs' | 'loose'>;

const isLoose = (before: Columns, next: Columns): boolean => before.loose === true || next.loose === true;
const widthOf = ({ xs }: Columns): number => xs.at(-1)! - xs[0]!;
const tolerance = (table: Columns, share: number): number => Math.max(EDGE_POINTS, share * widthOf(table));

/** The edges of the next part, moved to where the first part begins: pages may be bound on different sides. */
const movedTo = (before: Columns, xs: readonly number[], next: Columns): number[] =>
  xs.map((x) => x - next.xs[0]! + before.xs[0]!);

const areNear = (a: readonly number[], b: readonly number[], most: number): boolean =>
  a.length === b.length && a.every((x, i) => Math.abs(b[i]! - x) <= most);

export function haveSameColumns(before: Columns, next: Columns): boolean {
  const loose = isLoose(before, next);
  const moved = movedTo(before, next.xs, next);
  if (before.xs.length !== next.xs.length) return false;
  // where nothing is drawn, the last edge is the end of the longest text
  const end = loose ? -1 : undefined;
  return areNear(before.xs.slice(0, end), moved.slice(0, end), tolerance(before, loose ? LOOSE_SHARE : EDGE_SHARE));
}

/**
 * Whether the last row above the page's end and the first below it have the same cells, however many columns other rows divide
 * them into. Edges that are not drawn are no evidence of that, and neither is one cell over the full width.
 */
export function haveSameCells(before: FoundTable, next: FoundTable): boolean {
  if (isLoose(before, next)) return false;
  const above = edgesOfRow(before, before.rows.length - 1);
  const below = movedTo(before, edgesOfRow(next, 0), next);
  return above.length > 2 && areNear(above, below, tolerance(before, EDGE_SHARE));
}

/** The rows of both parts in the columns that either has, and the edges of these. As many columns are the same ones. */
export function inCommonColumns(
  before: FoundTable,
  next: FoundTable,
): { xs: number[]; before: TableCell[][]; next: TableCell[][] } {
  if (before.xs.length === next.xs.length) return { xs: before.xs, before: before.rows, next: next.rows };
  const most = tolerance(before, EDGE_SHARE);
  const moved = movedTo(before, next.xs, next);
  const isNear = (x: number, some: readonly number[]): boolean => some.some((other) => Math.abs(other - x) <= most);
  const xs = [...before.xs, ...moved.filter((x) => !isNear(x, before.xs))].sort((a, b) => a - b);
  const nearest = (x: number): number =>
    xs.reduce((best, other, i) => (Math.abs(other - x) < Math.abs(xs[best]! - x) ? i : best), 0);
  return { xs, before: widened(before, before.xs.map(nearest)), next: widened(next, moved.map(nearest)) };
}

/** The rows with cells that span as many columns of the whole table as lie between their edges. */
function widened({ rows }: TableBlock, places: readonly number[]): TableCell[][] {
  if (places.every((place, i) => place === i)) return rows;
  return placedRows(rows).map((row) =>
    row.map(({ cell, column }) => {
      const span = places[column + (cell.colSpan ?? 1)]! - places[column]!;
      const { colSpan: _, ...rest } = cell;
      return span > 1 ? { ...rest, colSpan: span } : rest;
    }),
  );
}

/** The edges of all cells in a row, those that reach down into it included. */
function edgesOfRow({ rows, xs }: FoundTable, row: number): number[] {
  const all = rows.slice(0, row + 1);
  // nothing reaches into a row that has a cell of its own for each column
  const from = Math.max(
    0,
    all.findLastIndex((cells) => placesOf(cells) === xs.length - 1),
  );
  const cells = placedRows(all.slice(from)).flatMap((placed, i) =>
    placed.filter(({ cell }) => from + i + (cell.rowSpan ?? 1) > row),
  );
  const starts = cells.map(({ column }) => column).sort((a, b) => a - b);
  return [...starts.map((column) => xs[column]!), xs.at(-1)!];
}

/** Columns that the cells of a row cover. */
export const placesOf = (row: readonly TableCell[]): number => row.reduce((sum, cell) => sum + (cell.colSpan ?? 1), 0);

interface PlacedCell {
  cell: TableCell;
  /** Index of the first column that it covers. */
  column: number;
}

/** The cells of each row with their columns: what reaches down from the rows above takes its place. */
function placedRows(rows: readonly TableCell[][]): PlacedCell[][] {
  const taken = rows.map(() => new Set<number>());
  return rows.map((row, at) => {
    let column = 0;
    return row.map((cell) => {
      while (taken[at]!.has(column)) column += 1;
      const placed = { cell, column };
      for (const below of taken.slice(at, at + (cell.rowSpan ?? 1)))
        for (let c = column; c < column + (cell.colSpan ?? 1); c += 1) below.add(c);
      return placed;
    });
  });
}
