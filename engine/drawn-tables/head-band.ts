/**
 * Heads on a ground of their own right above a lattice: bills and orders often draw the walls of their rows only, and the
 * names of the columns stand on a coloured band as wide as the table.
 *
 * HEAD_BAND takes the text on such a band for the first row of the lattice, or leaves it.
 */
import { intervalOf, unionBox } from '../geometry.js';
import type { Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { gridBox, type Grid } from '../tables/grid.js';
import { rowText, runsOf, textRows, type Segment, type TextRow } from '../tables/segments.js';
import { SAME_EDGE, type FillBand } from './bands.js';
import type { StubbedGrid } from './stub-beside.js';

/** Lines of a name that is broken in its column, at most. */
const MOST_LINES = 3;
/** In points: a name may reach over the edge of its column by so much. */
const OVER_EDGE = 2;
/** Share of the columns that are named: that of the labels often is not. */
const MOSTLY_NAMED = 0.5;

/** Text on a band above a lattice. */
export interface BandText {
  page: Pick<Page, 'number'>;
  lines: readonly TextRow[];
  /** Of the lattice. */
  columns: number;
  /** Columns with text on the band. */
  named: ReadonlySet<number>;
  /** Text stands over the edge of a column. */
  isAcross: boolean;
}

export const HEAD_BAND: DecisionTable<BandText, 'row' | 'text'> = {
  name: 'head-band',
  rules: [
    {
      name: 'running-text',
      why: 'More lines than a name has are text on a ground of its own.',
      test: ({ lines }) => (lines.length > MOST_LINES ? 'text' : null),
    },
    {
      name: 'over-columns',
      why: 'Text over the edges of the columns is the title of the table.',
      test: ({ isAcross }) => (isAcross ? 'text' : null),
    },
    {
      name: 'names-columns',
      why: 'Each text stands over a column of its own, and most columns have one: they are the names of the columns.',
      test: ({ named, columns }) => (named.size > 1 && named.size >= MOSTLY_NAMED * columns ? 'row' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ page, lines }) => ({
    page: page.number,
    box: unionBox(lines.map(({ box }) => box)),
    text: lines.map(rowText).join(' '),
  }),
  numbers: ({ lines, columns, named }) => ({ lines: lines.length, columns, named: named.size }),
};

/** The lattice with the row on the band above it, where there is one. `free` is the text of no other table. */
export function withHeadBand(
  page: Pick<Page, 'number'>,
  found: StubbedGrid,
  { bands, free }: { bands: readonly FillBand[]; free: readonly TextRun[] },
): StubbedGrid {
  const { grid, inside } = found;
  const area = gridBox(grid);
  const above = bands.find(
    ({ box }) =>
      Math.abs(box.y1 - area.y0) <= SAME_EDGE &&
      Math.abs(box.x0 - area.x0) <= SAME_EDGE &&
      Math.abs(box.x1 - area.x1) <= SAME_EDGE,
  );
  if (!above) return found;
  const { x0, x1, y0 } = above.box;
  const middle = (from: number, to: number): number => (from + to) / 2;
  const text = free.filter(({ box }) => {
    const [x, y] = [middle(box.x0, box.x1), middle(box.y0, box.y1)];
    return x > x0 && x < x1 && y > y0 && y < area.y0;
  });
  if (text.length === 0) return found;
  const lines = textRows(text);
  const segments = lines.flatMap((line) => line.segments);
  const columnOf = ({ box }: Segment): number => intervalOf(grid.xs, middle(box.x0, box.x1));
  const named = new Set(segments.map(columnOf));
  const isAcross = segments.some((segment) => {
    const column = columnOf(segment);
    const { box } = segment;
    return box.x0 < grid.xs[column]! - OVER_EDGE || box.x1 > grid.xs[column + 1]! + OVER_EDGE;
  });
  if (decide(HEAD_BAND, { page, lines, columns: grid.xs.length - 1, named, isAcross }) === 'text') return found;
  return { grid: heightened(grid, y0), inside: [...inside, ...runsOf(lines)] };
}

/** The grid with a row of single cells from `top` on. */
function heightened({ xs, ys, cells }: Grid, top: number): Grid {
  const head = xs.slice(1).map((_, column) => ({ row: 0, column, rowSpan: 1, colSpan: 1 }));
  return { xs, ys: [top, ...ys], cells: [...head, ...cells.map((cell) => ({ ...cell, row: cell.row + 1 }))] };
}
