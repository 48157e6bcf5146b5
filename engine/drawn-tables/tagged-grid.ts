/** The grid of a table whose rows, cells and spans the tags name: edges lie where the texts begin. */
import { firstAtLeast, unionBox } from '../geometry.js';
import type { Box, TextRun } from '../model.js';
import { dropEmpty, type FilledGrid } from '../tables/filled-grid.js';
import type { GridCell } from '../tables/grid.js';

/** Columns of the widest table. */
const MAX_COLUMNS = 60;
/** In points: rows and cells may begin so much before the one before them. */
const SLACK = 3;

export interface TaggedCell {
  head: boolean;
  colSpan: number;
  rowSpan: number;
  runs: TextRun[];
}

/** Row and column of each cell, as HTML places them. */
export interface Placing {
  cells: GridCell[];
  texts: TextRun[][];
  rows: number;
  /** 0 where the rows make no grid. */
  columns: number;
  fault: 'too-wide' | 'uneven' | null;
}

export function place(rows: readonly TaggedCell[][]): Placing {
  const cells: GridCell[] = [];
  const texts: TextRun[][] = [];
  const faulty = (fault: Placing['fault']): Placing => ({ cells, texts, rows: rows.length, columns: 0, fault });
  let reach: number[] = [];
  let columns = 0;
  for (const [row, list] of rows.entries()) {
    let column = 0;
    const next = reach.map((left) => Math.max(0, left - 1));
    for (const { colSpan, rowSpan, runs } of list) {
      while ((reach[column] ?? 0) > 0) column += 1;
      const down = Math.min(rowSpan, rows.length - row);
      if (column + colSpan > MAX_COLUMNS) return faulty('too-wide');
      cells.push({ row, column, colSpan, rowSpan: down });
      texts.push(runs);
      for (let c = column; c < column + colSpan; c++) next[c] = down - 1;
      column += colSpan;
    }
    while ((reach[column] ?? 0) > 0) column += 1;
    if (row > 0 && column !== columns) return faulty('uneven');
    columns = column;
    reach = next;
  }
  return { cells, texts, rows: rows.length, columns, fault: null };
}

/** The grid with edges where its texts begin. */
export function gridOf({ cells, texts, columns, rows }: Placing, whole: Box): FilledGrid {
  const boxes = boxesOf(texts);
  const xs = edges(
    cells.map((cell, i) => [cell.column, boxes[i]?.x0]),
    columns,
    [whole.x0, whole.x1],
  );
  const ys = Array.from({ length: rows + 1 }, (_, i) => i);
  const full = dropEmpty({ grid: { xs, ys, cells }, texts }, 'rows');
  const tops = boxesOf(full.texts);
  return {
    ...full,
    grid: {
      ...full.grid,
      ys: edges(
        full.grid.cells.map((cell, i) => [cell.row, tops[i]?.y0]),
        full.grid.ys.length - 1,
        [whole.y0, whole.y1],
      ),
    },
  };
}

const boxesOf = (texts: readonly (readonly TextRun[])[]): (Box | null)[] =>
  texts.map((some) => (some.length > 0 ? unionBox(some.map(({ box }) => box)) : null));

/** Whether the rows come from top to bottom, and columns and the cells of each row from left to right. */
export const isInOrder = ({ grid: { xs, ys } }: FilledGrid, { cells, texts }: Placing): boolean =>
  ascends(xs) && ascends(ys) && followEachOther(cells, boxesOf(texts));

/** Where each row or column begins: with its first text, or where nothing is in it with the one before; and the end. */
function edges(
  starts: readonly (readonly [number, number | undefined])[],
  count: number,
  [from, to]: [number, number],
): number[] {
  const first = new Array<number>(count).fill(Infinity);
  for (const [at, value] of starts) if (value !== undefined) first[at] = Math.min(first[at] ?? Infinity, value);
  if (!Number.isFinite(first[0])) first[0] = from;
  for (let at = 1; at < count; at++) if (!Number.isFinite(first[at])) first[at] = first[at - 1]!;
  return [...first, to];
}

const ascends = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value >= values[i - 1]! - SLACK);

/** Whether cells of one row follow each other from left to right. */
function followEachOther(cells: readonly GridCell[], boxes: readonly (Box | null)[]): boolean {
  const right = new Map<number, number>();
  return cells.every(({ row }, i) => {
    const box = boxes[i];
    if (!box) return true;
    const before = right.get(row) ?? -Infinity;
    right.set(row, box.x1);
    return box.x0 >= before - SLACK;
  });
}

/** Where the texts of a column begin and end, each in order. */
interface Extents {
  starts: Float64Array;
  ends: Float64Array;
}

/**
 * Whether a cell of one column stands below or above texts of another one, and of fewer texts of its own column. A heading
 * that is wider than its column also stands above its own.
 */
export function isBelowOthers({ cells, texts, columns }: Placing): boolean {
  const boxes = boxesOf(texts);
  const placed = cells.flatMap(({ column, colSpan }, i) =>
    colSpan === 1 && boxes[i] ? [{ column, box: boxes[i] }] : [],
  );
  const byColumn = Map.groupBy(placed, ({ column }) => column);
  const extents = Array.from({ length: columns }, (_, column) => extentsOf(byColumn.get(column) ?? []));
  return placed.some(({ column, box }) => {
    const own = meeting(extents[column]!, box) - 1; // itself
    return extents.some((others, at) => at !== column && meeting(others, box) > own);
  });
}

const extentsOf = (placed: readonly { box: Box }[]): Extents => {
  const cores = placed.map(({ box }) => coreOf(box));
  return {
    starts: Float64Array.from(cores, ({ x0 }) => x0).sort(),
    ends: Float64Array.from(cores, ({ x1 }) => x1).sort(),
  };
};

/** A text without what may reach into another column, by a letter's slant for instance. */
function coreOf({ x0, x1 }: Box): Pick<Box, 'x0' | 'x1'> {
  const margin = Math.min(SLACK / 2, (x1 - x0) / 4);
  return { x0: x0 + margin, x1: x1 - margin };
}

/** How many texts of a column overlap the box from left to right. */
function meeting({ starts, ends }: Extents, box: Box): number {
  const { x0, x1 } = coreOf(box);
  return firstAtLeast(starts, x1) - firstAtLeast(ends, x0);
}
