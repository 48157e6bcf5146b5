/**
 * Ruled tables: lattices with text in them.
 *
 * A lattice is a table when at least two of its rows and two of its columns have text, and a form when most of its cells
 * begin with a number and a label (forms.ts). One row of cells alone is kept as part of a table that goes on over the
 * page's end. Anything else (a frame around text, the raster of a chart, a drawing) is left to the other stages.
 */
import type { ParsedPage, TextRun } from '../model.js';
import { formFields } from './forms.js';
import { dropEmpty, fillGrid, headerOf, tableBlock, type FilledGrid, type TableRegion } from '../tables/found-table.js';
import { holdsCentre } from '../geometry.js';
import { gridBox } from '../tables/grid.js';
import { findLattices } from './lattice.js';
import type { Strokes } from './strokes.js';
import { splitOpenRows } from './open-rows.js';

/** The part of the cells that has to have text. */
const FILLED = 0.3;

/** Tables and forms drawn with rules; no run is in two of them. */
export function ruledRegions(page: ParsedPage, runs: readonly TextRun[], strokes: Strokes): TableRegion[] {
  const regions: TableRegion[] = [];
  let free = runs;
  for (const grid of findLattices(strokes)) {
    const box = gridBox(grid);
    const inside = free.filter((run) => holdsCentre(box, run.box, 1));
    if (inside.length === 0) continue;
    const filled = dropEmpty(fillGrid(grid, inside));
    const blocks = formFields(page, filled) ?? tableOf(page, filled);
    if (!blocks) continue;
    const used = new Set(inside);
    regions.push({ box, blocks, runs: inside.map(({ id }) => id) });
    free = free.filter((run) => !used.has(run));
  }
  return regions;
}

function tableOf(page: ParsedPage, filled: FilledGrid): TableRegion['blocks'] | null {
  const { grid, texts } = filled;
  const rows = grid.ys.length - 1;
  const columns = grid.xs.length - 1;
  const withText = texts.filter((text) => text.length > 0).length;
  if (columns < 2 || withText < 2 || withText < FILLED * grid.cells.length) return null;
  if (rows === 1 && withText < columns) return null;
  const split = splitOpenRows(filled);
  return [tableBlock(page, split, headerOf(page, split, null))];
}
