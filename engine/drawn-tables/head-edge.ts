/**
 * Heads inside the first row of a lattice: where the names of the columns stand on a coloured band, many tables draw no line
 * below them, because the band ends there. The walls then make one row of the names and the first row below.
 *
 * HEAD_EDGE cuts the first row where a band as wide as the table ends in it, or leaves it whole.
 */
import { intervalOf, unionBox } from '../geometry.js';
import type { Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { gridBox, type Grid } from '../tables/grid.js';
import { isUpright, rowText, textRows } from '../tables/segments.js';
import { SAME_FILL_EDGE, type FillBand } from './bands.js';
import { OVER_EDGE } from './row-above.js';

/** Columns with text on the band, and below it in the same row, at least: a title on a band is one text. */
const LEAST_COLUMNS = 2;

/** The first row of a lattice, and where a band ends in it. */
export interface HeadEdge {
  page: Pick<Page, 'number'>;
  /** Its level text. */
  text: readonly TextRun[];
  edge: number;
  /** Columns with text above the edge, and below. */
  above: number;
  below: number;
  /** Another band begins where it ends. */
  goesOn: boolean;
}

export const HEAD_EDGE: DecisionTable<HeadEdge, 'cut' | 'whole'> = {
  name: 'head-edge',
  rules: [
    {
      name: 'text-across',
      why: 'Text stands over the lower edge of the band: it marks no row.',
      test: ({ text, edge }) =>
        text.some(({ box }) => box.y0 < edge - OVER_EDGE && box.y1 > edge + OVER_EDGE) ? 'whole' : null,
    },
    {
      name: 'ground-goes-on',
      why: 'Some programs paint the background of a cell line by line: where another band begins right below, none ends.',
      test: ({ goesOn }) => (goesOn ? 'whole' : null),
    },
    {
      name: 'few-columns',
      why: 'A title, or a label with its value, stands on a band as well: names stand over several columns with texts of their own.',
      test: ({ above, below }) => (above < LEAST_COLUMNS || below < LEAST_COLUMNS ? 'whole' : null),
    },
    {
      name: 'band-ends',
      why: 'The band is the background of the names, and what stands below it is the first row.',
      test: () => 'cut',
    },
  ],
  otherwise: 'whole',
  subject: ({ page, text, edge }) => ({
    page: page.number,
    box: { ...unionBox(text.map(({ box }) => box)), y1: edge },
    text: textRows(text).map(rowText).join(' '),
  }),
  numbers: ({ edge, above, below }) => ({ edge, above, below }),
};

/** The lattice, its first row cut where a band of names ends in it. */
export function withHeadEdge(
  page: Pick<Page, 'number'>,
  grid: Grid,
  { bands, inside }: { bands: readonly FillBand[]; inside: readonly TextRun[] },
): Grid {
  const { x0, x1, y0 } = gridBox(grid);
  const bottom = grid.ys[1]!;
  const band = bands.find(
    ({ box }) =>
      Math.abs(box.x0 - x0) <= SAME_FILL_EDGE &&
      Math.abs(box.x1 - x1) <= SAME_FILL_EDGE &&
      Math.abs(box.y0 - y0) <= SAME_FILL_EDGE &&
      box.y1 > y0 + SAME_FILL_EDGE &&
      box.y1 < bottom - SAME_FILL_EDGE,
  );
  if (!band) return grid;
  const edge = band.box.y1;
  const goesOn = bands.some(({ box }) => Math.abs(box.y0 - edge) <= SAME_FILL_EDGE && box.x1 > x0 && box.x0 < x1);
  const text = inside.filter((run) => isUpright(run) && middleOf(run) < bottom);
  const columnsOf = (runs: readonly TextRun[]): number =>
    new Set(runs.map(({ box }) => intervalOf(grid.xs, (box.x0 + box.x1) / 2))).size;
  const above = columnsOf(text.filter((run) => middleOf(run) < edge));
  const below = columnsOf(text.filter((run) => middleOf(run) >= edge));
  if (text.length === 0) return grid;
  return decide(HEAD_EDGE, { page, text, edge, above, below, goesOn }) === 'cut' ? cutFirstRow(grid, edge) : grid;
}

const middleOf = ({ box }: TextRun): number => (box.y0 + box.y1) / 2;

/** The grid with a row of names down to `edge`; of a cell that goes on below the first row, the names are a cell of their own. */
function cutFirstRow({ xs, ys, cells }: Grid, edge: number): Grid {
  const names = cells.filter(({ row }) => row === 0).map((cell) => ({ ...cell, rowSpan: 1 }));
  const [top, ...rest] = ys;
  return { xs, ys: [top!, edge, ...rest], cells: [...names, ...cells.map((cell) => ({ ...cell, row: cell.row + 1 }))] };
}
