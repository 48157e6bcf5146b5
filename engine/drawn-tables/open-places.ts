/**
 * Open places: places of a lattice with no wall between them that make up no rectangle, as around the box for a picture.
 *
 * Each of them is a cell unless OPEN_PLACES finds a text across the edge between two of them.
 */
import type { Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import type { Grid, GridCell } from '../tables/grid.js';
import { rowSubject, segmentText, textRows, type Segment, type TextRow } from '../tables/segments.js';

/** In points: a text reaches further past an edge than this when it crosses it. */
const CROSSES = 1;

/** Two places side by side with no wall between them, and a line of text in their row. */
export interface PlacePair {
  page: Pick<Page, 'number'>;
  /** x of the edge between them. */
  edge: number;
  line: TextRow;
}

export const OPEN_PLACES: DecisionTable<PlacePair, 'one-cell' | 'apart'> = {
  name: 'open-places',
  rules: [
    {
      name: 'text-across',
      why: 'No text is cut where nothing is drawn: places that words cross are one cell. Numbers may be the marks of an axis.',
      test: ({ edge, line }) => (line.segments.some((segment) => crosses(segment, edge)) ? 'one-cell' : null),
    },
  ],
  otherwise: 'apart',
  subject: ({ page, line }) => rowSubject(page.number, line),
  numbers: ({ edge }) => ({ edge }),
};

const crosses = (segment: Segment, edge: number): boolean =>
  segment.box.x0 < edge - CROSSES && segment.box.x1 > edge + CROSSES && /\p{L}/u.test(segmentText(segment));

/** The grid with open places joined where a text of theirs crosses the edge between them. */
export function joinOpenPlaces(page: Pick<Page, 'number'>, grid: Grid, runs: readonly TextRun[]): Grid {
  if (!grid.open) return grid;
  const columns = grid.xs.length - 1;
  const lines = textRows(runs);
  const joined = new Set<number>();
  for (const group of grid.open) {
    const places = new Set(group);
    for (const place of group) {
      const column = place % columns;
      if (column + 1 === columns || !places.has(place + 1)) continue;
      const edge = grid.xs[column + 1]!;
      const inRow = lines.filter((line) => isInRow(grid, Math.floor(place / columns), line));
      if (inRow.some((line) => decide(OPEN_PLACES, { page, edge, line }) === 'one-cell')) joined.add(place + 1);
    }
  }
  return joined.size === 0 ? grid : { ...grid, cells: joinedCells(grid, joined) };
}

function isInRow({ ys }: Grid, row: number, { box }: TextRow): boolean {
  const middle = (box.y0 + box.y1) / 2;
  return middle >= ys[row]! && middle < ys[row + 1]!;
}

/** The cells, those of the places `joined` put to the cell at their left. */
function joinedCells({ xs, cells }: Grid, joined: ReadonlySet<number>): GridCell[] {
  const out: GridCell[] = [];
  for (const cell of cells) {
    const last = out.at(-1);
    if (last && joined.has(cell.row * (xs.length - 1) + cell.column))
      out[out.length - 1] = { ...last, colSpan: last.colSpan + cell.colSpan };
    else out.push(cell);
  }
  return out;
}
