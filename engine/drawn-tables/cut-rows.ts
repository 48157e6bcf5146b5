/** Cuts the rows of a drawn grid into those that are printed in them. */
import type { TextRun } from '../model.js';
import type { FilledGrid } from '../tables/filled-grid.js';
import type { Grid } from '../tables/grid.js';

/**
 * The grid with further rows.
 *
 * @param cuts for each row, y of what it is cut at, from the top
 * @param isCut whether a cell, by its index, is cut with its row; otherwise it spans the new rows
 */
export function cutRows(
  { grid, texts }: FilledGrid,
  cuts: readonly (readonly number[])[],
  isCut: (index: number) => boolean = () => true,
): FilledGrid {
  const ys = [...grid.ys, ...cuts.flat()].toSorted((a, b) => a - b);
  const at = rowsBefore(cuts);
  const cells: Grid['cells'] = [];
  const out: TextRun[][] = [];
  grid.cells.forEach((cell, i) => {
    if (!isCut(i)) {
      cells.push({ ...cell, row: at[cell.row]!, rowSpan: at[cell.row + cell.rowSpan]! - at[cell.row]! });
      out.push(texts[i]!);
      return;
    }
    partsOf(texts[i]!, cuts[cell.row]!).forEach((runs, part) => {
      cells.push({ ...cell, row: at[cell.row]! + part });
      out.push(runs);
    });
  });
  const order = cells
    .map((_, i) => i)
    .toSorted((a, b) => cells[a]!.row - cells[b]!.row || cells[a]!.column - cells[b]!.column);
  return { grid: { xs: grid.xs, ys, cells: order.map((i) => cells[i]!) }, texts: order.map((i) => out[i]!) };
}

/** For each row, and for the end of the last one, how many rows are above it after the cuts. */
function rowsBefore(cuts: readonly (readonly number[])[]): number[] {
  const out = [0];
  for (const cut of cuts) out.push(out.at(-1)! + cut.length + 1);
  return out;
}

function partsOf(runs: readonly TextRun[], cut: readonly number[]): TextRun[][] {
  return Array.from({ length: cut.length + 1 }, (_, part) => {
    const top = part === 0 ? -Infinity : cut[part - 1]!;
    const bottom = cut[part] ?? Infinity;
    return runs.filter(({ box }) => (box.y0 + box.y1) / 2 >= top && (box.y0 + box.y1) / 2 < bottom);
  });
}
