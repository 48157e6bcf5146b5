/**
 * Tables among the drawings above a figure's caption: a chart often stands below the table of its numbers. TABLE_ABOVE tells
 * such a table from boxes that are part of the figure.
 */
import { holdsCentre, overlap } from '../geometry.js';
import type { Box, Page } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { fillGrid, filledShare } from '../tables/filled-grid.js';
import { gridBox, type Grid } from '../tables/grid.js';
import { findLattices } from '../tables/lattice.js';
import { strokesOf } from '../tables/strokes.js';
import { captionLabel } from '../text/captions.js';
import type { Line } from '../text/line.js';

/** Rows and columns of a table at least. */
const LEAST_SIDE = 2;
/** Share of the cells that have text at least. */
const MOSTLY_FILLED = 0.5;
/** In points: the smallest drawing that is more than an ornament. */
const LEAST_DRAWING = 25;
/** In points: a shape within the table may reach out of it by this much. */
const AT_EDGE = 3;
/** In font sizes: a caption stands this close above its table. */
const NEAR = 2;

/** A lattice above the caption of a figure. */
export interface LatticeAbove {
  page: Pick<Page, 'number'>;
  grid: Grid;
  /** Lines of text of the page. */
  lines: readonly Line[];
  filledShare: number;
  caption: Line;
  shapes: readonly Box[];
}

export const TABLE_ABOVE: DecisionTable<LatticeAbove, 'table' | 'figure'> = {
  name: 'table-above-figure',
  rules: [
    {
      name: 'few-cells',
      why: 'A frame, or boxes in one line, are parts of a drawing.',
      test: ({ grid }) => (Math.min(grid.xs.length, grid.ys.length) - 1 < LEAST_SIDE ? 'figure' : null),
    },
    {
      name: 'mostly-empty',
      why: 'A lattice with little text in it is the raster of a chart.',
      test: ({ filledShare }) => (filledShare < MOSTLY_FILLED ? 'figure' : null),
    },
    {
      name: 'caption-of-a-table',
      why: 'The line above the lattice calls it a table.',
      test: ({ grid, lines }) => (hasTableCaption(gridBox(grid), lines) ? 'table' : null),
    },
    {
      name: 'drawing-below',
      why: 'The caption belongs to what is drawn between it and the lattice.',
      test: (above) => (hasDrawingBelow(above) ? 'table' : null),
    },
  ],
  otherwise: 'figure',
  subject: ({ page, grid, caption }) => ({ page: page.number, box: gridBox(grid), text: caption.text }),
  numbers: ({ grid, filledShare }) => ({ columns: grid.xs.length - 1, rows: grid.ys.length - 1, filledShare }),
};

function hasTableCaption(box: Box, lines: readonly Line[]): boolean {
  const isNear = (line: Line): boolean =>
    line.box.y1 <= box.y0 + AT_EDGE &&
    box.y0 - line.box.y1 <= NEAR * line.size &&
    overlap(line.box.x0, line.box.x1, box.x0, box.x1) > 0;
  return lines.some((line) => isNear(line) && captionLabel(line.text)?.of === 'table');
}

function hasDrawingBelow({ grid, caption, shapes }: LatticeAbove): boolean {
  const { y1, x0, x1 } = gridBox(grid);
  return shapes.some(
    (shape) =>
      shape.y0 >= y1 - AT_EDGE &&
      shape.y1 <= caption.box.y0 + AT_EDGE &&
      Math.min(shape.x1 - shape.x0, shape.y1 - shape.y0) >= LEAST_DRAWING &&
      overlap(shape.x0, shape.x1, x0, x1) > 0,
  );
}

/** The page's lattices, with the share of their cells that have text. */
export interface FilledLattice {
  grid: Grid;
  filledShare: number;
}

export function filledLattices(page: Page, lines: readonly Line[]): FilledLattice[] {
  const runs = lines.flatMap((line) => line.runs);
  return findLattices(strokesOf(page.rules)).map((grid) => {
    const inside = runs.filter(({ box }) => holdsCentre(gridBox(grid), box));
    return { grid, filledShare: filledShare(fillGrid(grid, inside)) };
  });
}

/** The shapes above a caption that are part of no table. */
export function withoutTables(
  shapes: readonly Box[],
  { page, caption, lines, lattices }: FigureContext,
): readonly Box[] {
  const tables = lattices
    .filter(({ grid }) => gridBox(grid).y1 <= caption.box.y0 + AT_EDGE)
    .filter(({ grid, filledShare }) => {
      const above = { page, grid, lines, filledShare, caption, shapes };
      return decide(TABLE_ABOVE, above) === 'table';
    })
    .map(({ grid }) => gridBox(grid));
  return tables.length === 0 ? shapes : shapes.filter((shape) => !tables.some((table) => isInside(shape, table)));
}

export interface FigureContext {
  page: Pick<Page, 'number'>;
  caption: Line;
  lines: readonly Line[];
  lattices: readonly FilledLattice[];
}

function isInside(shape: Box, { x0, x1, y0, y1 }: Box): boolean {
  const isWithin = shape.x0 >= x0 - AT_EDGE && shape.x1 <= x1 + AT_EDGE;
  return isWithin && shape.y0 >= y0 - AT_EDGE && shape.y1 <= y1 + AT_EDGE;
}
