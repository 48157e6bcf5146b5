/** A line of text right above a lattice, and the lattice with that line for its first row. */
import type { Grid, GridCell } from '../tables/grid.js';
import type { TextRow } from '../tables/segments.js';

/** In points: the box of a text, which is as high as its font, may reach over the wall below it, or beside it, by so much. */
export const OVER_EDGE = 2;
/** In font sizes: what belongs to a lattice and has no background stands so near above it. Its title stands further above. */
const MOST_ROOM = 1;

/** The columns of each cell of a row, one after the other. */
export type RowPlaces = readonly Pick<GridCell, 'column' | 'colSpan'>[];

/** Whether the line stands right above the lattice, and is no wider than it. */
export function isRightAbove({ xs, ys }: Grid, { box, size }: TextRow): boolean {
  const isWithin = box.x0 > xs[0]! - OVER_EDGE && box.x1 < xs.at(-1)! + OVER_EDGE;
  return isWithin && ys[0]! - box.y1 <= MOST_ROOM * size;
}

/** The grid with a row of cells from `top` on. */
export function withRowAbove({ xs, ys, cells }: Grid, top: number, places: RowPlaces): Grid {
  const row = places.map((place): GridCell => ({ row: 0, rowSpan: 1, ...place }));
  return { xs, ys: [top, ...ys], cells: [...row, ...cells.map((cell) => ({ ...cell, row: cell.row + 1 }))] };
}

/** A cell over each of the columns. */
export const singlePlaces = (columns: number): RowPlaces =>
  Array.from({ length: columns }, (_, column) => ({ column, colSpan: 1 }));
