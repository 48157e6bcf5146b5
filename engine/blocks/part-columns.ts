/**
 * The columns of two parts of a table: whether they are the same, and the rows of both in the columns of the whole table.
 *
 * A part has only those columns that its own rows show: a cell that spans two columns on one page is a column on another one,
 * where no row divides it, and a column that is drawn is none on a page where it has no text.
 */
import type { TableBlock, TableCell } from '../block-model.js';
import type { ColumnExtent } from '../tables/filled-grid.js';
import { edgesAsDrawn, type FoundTable } from '../tables/found-table.js';

/** Column edges may differ by this many points, or this share of the width: browsers lay out each part anew. */
export const EDGE_POINTS = 6;
const EDGE_SHARE = 0.02;
/** Share of the width where nothing is drawn, so that the edges depend on the texts of each part. */
const LOOSE_SHARE = 0.1;
/** Cells of the rows at the break: two halves of the width are those of many forms and tables. */
const LEAST_CELLS = 3;

type Columns = Pick<FoundTable, 'xs' | 'loose'>;

const isEitherLoose = (before: Columns, next: Columns): boolean => before.loose === true || next.loose === true;
const widthOf = ({ xs }: Columns): number => xs.at(-1)! - xs[0]!;
const tolerance = (table: Columns, share: number): number => Math.max(EDGE_POINTS, share * widthOf(table));

/** The edges of the next part, moved to where the first part begins: pages may be bound on different sides. */
const movedTo = (before: Columns, xs: readonly number[], next: Columns): number[] =>
  xs.map((x) => x - next.xs[0]! + before.xs[0]!);

const areNear = (a: readonly number[], b: readonly number[], most: number): boolean =>
  a.length === b.length && a.every((x, i) => Math.abs(b[i]! - x) <= most);

export function haveSameColumns(before: Columns, next: Columns): boolean {
  const loose = isEitherLoose(before, next);
  const moved = movedTo(before, next.xs, next);
  if (before.xs.length !== next.xs.length) return false;
  // where nothing is drawn, the last edge is the end of the longest text
  const end = loose ? -1 : undefined;
  return areNear(before.xs.slice(0, end), moved.slice(0, end), tolerance(before, loose ? LOOSE_SHARE : EDGE_SHARE));
}

/**
 * Whether the last row above the page's end and the first below it have the same cells, however many columns other rows divide
 * them into. Edges that are not drawn are no evidence of that, and neither are one or two cells over the full width.
 */
export function haveSameCells(before: FoundTable, next: FoundTable): boolean {
  if (isEitherLoose(before, next)) return false;
  const above = edgesOfRow(before, before.rows.length - 1);
  const below = movedTo(before, edgesOfRow(next, 0), next);
  return above.length > LEAST_CELLS && areNear(above, below, tolerance(before, EDGE_SHARE));
}

/**
 * Whether the columns are the same once each part has those that are drawn in it without text and not in the other one. Both
 * parts have text in half of them at least, but for a row alone, which may be the rest of one.
 */
export function haveSameColumnsAsDrawn(before: FoundTable, next: FoundTable): boolean {
  if ((!before.emptyColumns && !next.emptyColumns) || isEitherLoose(before, next)) return false;
  const [above, below] = [emptyAlone(before, next).alone, emptyAlone(next, before).alone];
  const edges = ({ xs }: FoundTable, emptyColumns: ColumnExtent[]): Columns => ({
    xs: edgesAsDrawn({ xs, emptyColumns }),
  });
  const inBoth = before.xs.length - 1 - below.length;
  if (inBoth < above.length + below.length && next.rows.length > 1) return false;
  return haveSameColumns(edges(before, above), edges(next, below));
}

/** The part with its empty columns but for those that are empty in the other one as well: they are no columns of the table. */
export function withEmptyColumns(part: FoundTable, other: FoundTable): FoundTable {
  const { alone, inBoth } = emptyAlone(part, other);
  const { emptyColumns: _, ...rest } = part;
  return alone.reduce(withColumn, inBoth.length > 0 ? { ...rest, emptyColumns: inBoth } : rest);
}

/** The empty columns of a part, by whether they are empty in the other one as well. */
function emptyAlone(part: FoundTable, other: FoundTable): { alone: ColumnExtent[]; inBoth: ColumnExtent[] } {
  const most = tolerance(part, EDGE_SHARE);
  const byPlace = Map.groupBy(part.emptyColumns ?? [], ({ x0, x1 }) =>
    (other.emptyColumns ?? []).some((column) => areNear([column.x0, column.x1], [x0, x1], most)),
  );
  return { alone: byPlace.get(false) ?? [], inBoth: byPlace.get(true) ?? [] };
}

/** The table with an empty column that begins at `x0`; a cell that reaches over its place is a column wider. */
function withColumn(table: FoundTable, { x0 }: ColumnExtent): FoundTable {
  const behindIt = table.xs.findIndex((x) => x > x0);
  const at = behindIt === -1 ? table.xs.length - 1 : behindIt;
  const crossed = new Set<number>();
  const rows = placedRows(table.rows).map((placed, row) => {
    const cells = placed.map(({ cell, column }) => {
      const span = cell.colSpan ?? 1;
      if (column >= at || column + span <= at) return cell;
      for (let down = 0; down < (cell.rowSpan ?? 1); down += 1) crossed.add(row + down);
      return { ...cell, colSpan: span + 1 };
    });
    const behind = placed.findIndex(({ column }) => column >= at);
    return crossed.has(row) ? cells : cells.toSpliced(behind === -1 ? cells.length : behind, 0, { spans: [] });
  });
  return { ...table, rows, xs: table.xs.toSpliced(at, 0, x0) };
}

/** The rows of both parts in the columns that either has, and the edges of these. */
export function inCommonColumns(
  before: FoundTable,
  next: FoundTable,
): { xs: number[]; before: TableCell[][]; next: TableCell[][] } {
  // as many columns alone are not the same ones: each part may divide another cell
  if (isEitherLoose(before, next) || haveSameColumns(before, next))
    return { xs: before.xs, before: before.rows, next: next.rows };
  const common = commonEdges(before.xs, movedTo(before, next.xs, next), tolerance(before, EDGE_SHARE));
  return { xs: common.xs, before: widened(before, common.before), next: widened(next, common.next) };
}

/**
 * The edges of both parts from left to right, and for each part the places of its own among them. The ends are the same; an
 * inner edge is that of the other part which is nearest, if any, and never two of them: else a cell would have no column.
 */
function commonEdges(
  before: readonly number[],
  next: readonly number[],
  most: number,
): { xs: number[]; before: number[]; next: number[] } {
  const common = { xs: [before[0]!], before: [0], next: [0] };
  const [ours, theirs] = [before.slice(1, -1), next.slice(1, -1)];
  const distance = (i: number, j: number): number => Math.abs((ours[i] ?? Infinity) - (theirs[j] ?? -Infinity));
  for (let i = 0, j = 0; i < ours.length || j < theirs.length;) {
    const nearest = Math.min(most, distance(i + 1, j), distance(i, j + 1));
    const isSame = distance(i, j) <= nearest;
    const isOurs = isSame || (ours[i] ?? Infinity) < (theirs[j] ?? Infinity);
    const isTheirs = isSame || !isOurs;
    if (isOurs) common.before.push(common.xs.length);
    if (isTheirs) common.next.push(common.xs.length);
    common.xs.push(isOurs ? ours[i]! : theirs[j]!);
    i += Number(isOurs);
    j += Number(isTheirs);
  }
  common.before.push(common.xs.length);
  common.next.push(common.xs.length);
  common.xs.push(Math.max(before.at(-1)!, common.xs.at(-1)!));
  return common;
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
