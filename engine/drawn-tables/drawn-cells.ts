/**
 * Drawn cells: cells of a lattice over several rows or columns that stay as they are drawn where the rest is read anew.
 *
 * The text of a tall one, such as the name of a group, stands at any height: lines of text are made of the other cells alone.
 */
import { intervalOf } from '../geometry.js';
import { SAME_HEIGHT } from '../measures.js';
import type { TextRun } from '../model.js';
import type { FilledGrid } from '../tables/filled-grid.js';
import { cellBox, coverage, type GridCell } from '../tables/grid.js';
import { isValue } from '../tables/kinds.js';
import { segmentText, textRows } from '../tables/segments.js';

/** Lines of a tall cell from which they are rows when each of them is level with text beside it. */
const LEAST_LINES = 3;

/** The text of a grid, that of its tall cells apart. */
export interface TallCells {
  /** Indices of the cells. */
  tall: number[];
  /** The text of the others. */
  rest: TextRun[];
}

/**
 * A cell whose lines are all level with others is tall only because the lines between its rows are left out, as is one in a
 * column that holds several: `fused` has the indices of these.
 */
export function tallCells({ grid, texts }: FilledGrid, fused: ReadonlySet<number>): TallCells {
  const candidates = grid.cells.flatMap(({ column, rowSpan }, i) =>
    rowSpan > 1 && !fused.has(column) && texts[i]!.length > 0 ? [i] : [],
  );
  const others = texts.filter((_, i) => grid.cells[i]!.rowSpan === 1).flat();
  const baselines = candidates.length === 0 ? [] : textRows(others).map(({ baseline }) => baseline);
  const tall = candidates.filter((i) => {
    const lines = textRows(texts[i]!);
    const isLevel = (line: { baseline: number; size: number }): boolean =>
      baselines.some((baseline) => Math.abs(baseline - line.baseline) < SAME_HEIGHT * line.size);
    return lines.length < LEAST_LINES || !lines.every(isLevel);
  });
  return { tall, rest: texts.filter((_, i) => !tall.includes(i)).flat() };
}

/**
 * Indices of the cells that hold one line over several columns, such as a head of columns or of a group of rows: drawn over
 * them, or over a column that holds several, whose names stand below. `fused` has the indices of these.
 */
export const wideCells = ({ grid, texts }: FilledGrid, fused: ReadonlySet<number>): number[] =>
  grid.cells.flatMap(({ row, column, colSpan, rowSpan }, i) => {
    const lines = textRows(texts[i]!);
    if (rowSpan > 1 || lines.length !== 1) return [];
    const isOne = lines[0]!.segments.length === 1;
    if (colSpan > 1) return isOne || !fused.has(column) ? [i] : [];
    return isOne && fused.has(column) && namesBelow({ grid, texts }, row + 1, column) ? [i] : [];
  });

/** Whether the cell holds several texts in a line, none of them a value. */
function namesBelow({ grid, texts }: FilledGrid, row: number, column: number): boolean {
  const below = grid.cells.findIndex((cell) => cell.row === row && cell.column === column && cell.rowSpan === 1);
  const lines = below < 0 ? [] : textRows(texts[below]!);
  return (
    lines.some(({ segments }) => segments.length > 1) &&
    lines.every(({ segments }) => segments.every((segment) => !isValue(segmentText(segment))))
  );
}

/** The grid `made` of the lines of text, with some cells of `drawn` put back where they are drawn. */
export function withDrawnCells(made: FilledGrid, drawn: FilledGrid, cells: readonly number[]): FilledGrid {
  const taken = new Set(cells.flatMap((i) => drawn.texts[i]!));
  const without = { grid: made.grid, texts: made.texts.map((runs) => runs.filter((run) => !taken.has(run))) };
  return cells.reduce((grid, i) => withDrawnCell(grid, drawn, i), without);
}

function withDrawnCell(made: FilledGrid, drawn: FilledGrid, index: number): FilledGrid {
  const box = cellBox(drawn.grid, drawn.grid.cells[index]!);
  const [column, lastColumn] = edgesWithin(made.grid.xs, box.x0, box.x1);
  const [row, lastRow] = edgesWithin(made.grid.ys, box.y0, box.y1);
  const place = { row, column, rowSpan: lastRow - row + 1, colSpan: lastColumn - column + 1 };
  const runs = drawn.texts[index]!;
  const overlaps = (cell: GridCell): boolean =>
    cell.row <= lastRow &&
    cell.row + cell.rowSpan > row &&
    cell.column <= lastColumn &&
    cell.column + cell.colSpan > column;
  const cells: { cell: GridCell; text: TextRun[] }[] = [{ cell: place, text: runs }];
  for (const [i, cell] of made.grid.cells.entries()) {
    const text = made.texts[i]!;
    if (!overlaps(cell)) {
      cells.push({ cell, text });
    } else if (cell.rowSpan === 1 && cell.column < column && text.every((run) => run.box.x1 <= box.x0)) {
      // a remark beside the cell goes no further than to it
      cells.push({ cell: { ...cell, colSpan: column - cell.column }, text });
    } else if (text.length > 0 || !isInside(cell, place)) {
      return withText(made, runs);
    }
  }
  cells.sort((a, b) => a.cell.row - b.cell.row || a.cell.column - b.cell.column);
  return { grid: { ...made.grid, cells: cells.map(({ cell }) => cell) }, texts: cells.map(({ text }) => text) };
}

/** First and last of the intervals whose middle lies between `from` and `to`. */
function edgesWithin(edges: readonly number[], from: number, to: number): [first: number, last: number] {
  const middles = edges.slice(1).map((edge, i) => (edge + edges[i]!) / 2);
  const first = middles.findIndex((at) => at > from);
  return [
    Math.max(0, first),
    Math.max(
      0,
      first,
      middles.findLastIndex((at) => at < to),
    ),
  ];
}

const isInside = (cell: GridCell, place: GridCell): boolean =>
  cell.row >= place.row &&
  cell.row + cell.rowSpan <= place.row + place.rowSpan &&
  cell.column >= place.column &&
  cell.column + cell.colSpan <= place.column + place.colSpan;

/** Puts the text into the cell that its first run's centre is in. */
function withText({ grid, texts }: FilledGrid, runs: readonly TextRun[]): FilledGrid {
  const { x0, x1, y0, y1 } = runs[0]!.box;
  const [row, column] = [intervalOf(grid.ys, (y0 + y1) / 2), intervalOf(grid.xs, (x0 + x1) / 2)];
  const at = coverage(grid)[row * (grid.xs.length - 1) + column]!;
  return { grid, texts: texts.map((text, i) => (i === at ? [...text, ...runs] : text)) };
}
