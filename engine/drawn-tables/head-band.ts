/**
 * Heads right above a lattice: bills, orders and forms often draw the walls of their rows only, and the names of the columns
 * stand on a coloured band as wide as the table, or on nothing.
 *
 * HEAD_BAND takes the text on such a band, or a line of as many texts as there are columns, for the first row of the lattice,
 * or leaves it.
 */
import { intervalOf, unionBox } from '../geometry.js';
import type { Box, Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { gridBox, type Grid } from '../tables/grid.js';
import { fillGrid } from '../tables/filled-grid.js';
import { isValue } from '../tables/kinds.js';
import { isUpright, rowText, runsOf, segmentText, textRows, type Segment, type TextRow } from '../tables/segments.js';
import { isYear } from '../text-rules.js';
import { SAME_FILL_EDGE, type FillBand } from './bands.js';
import { isRightAbove, OVER_EDGE, singlePlaces, withRowAbove } from './row-above.js';
import type { StubbedGrid } from './stub-beside.js';

/** Lines of a name that is broken in its column, at most. */
const MOST_LINES = 3;
/** The height of a band of names, at most, in heights of its lines. */
const MOST_HEIGHT = 4;
/** Columns of a table whose names need no values below them to be known. */
const MANY_COLUMNS = 3;
/** Share of a column's cells, below the first row, that are values. */
const MOSTLY_VALUES = 0.5;

/** Text above a lattice, on a band or on nothing. */
export interface BandText {
  hasGround: boolean;
  page: Pick<Page, 'number'>;
  lines: readonly TextRow[];
  /** Height of the band in that of its lines. */
  height: number;
  /** Of the lattice. */
  columns: number;
  /** Columns with text on the band. */
  named: ReadonlySet<number>;
  /** Text stands over the edge of a column. */
  isAcross: boolean;
  /** What the lattice has below its first row: a column behind the first that is mostly of values. */
  hasValues: boolean;
  /** The first row of the lattice has no value, and values stand below it. */
  hasHead: boolean;
}

export const HEAD_BAND: DecisionTable<BandText, 'row' | 'text'> = {
  name: 'head-band',
  rules: [
    {
      name: 'running-text',
      why: 'More lines than a name has are text on a background of its own.',
      test: ({ lines }) => (lines.length > MOST_LINES ? 'text' : null),
    },
    {
      name: 'high-ground',
      why: 'A background much higher than its lines is a box of its own.',
      test: ({ height }) => (height > MOST_HEIGHT ? 'text' : null),
    },
    {
      name: 'over-columns',
      why: 'Text over the edges of the columns is the title of the table.',
      test: ({ isAcross }) => (isAcross ? 'text' : null),
    },
    {
      name: 'values',
      why: 'Numbers and dates beside their labels, or a sum, name no columns; years may.',
      test: ({ lines }) =>
        lines.some(({ segments }) => segments.map(segmentText).some((text) => isValue(text) && !isYear(text)))
          ? 'text'
          : null,
    },
    {
      name: 'above-names',
      why: 'Where the first row of the lattice names its columns, what stands above is the title.',
      test: ({ hasHead }) => (hasHead ? 'text' : null),
    },
    {
      name: 'fields',
      why: 'Without a background, names stand above each column, and all of them are words; a label with its value is a field.',
      test: ({ hasGround, ...text }) => (hasGround || areNames(text) ? null : 'text'),
    },
    {
      name: 'two-texts',
      why: 'A title and a remark stand over two columns as well: names have values below them.',
      test: ({ columns, hasValues }) => (columns < MANY_COLUMNS && !hasValues ? 'text' : null),
    },
    {
      name: 'names-columns',
      why: 'Each column has a text of its own above it, but for that of the labels: they are the names of the columns.',
      test: ({ named, columns }) => (named.size > 1 && named.size >= columns - (named.has(0) ? 0 : 1) ? 'row' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ page, lines }) => ({
    page: page.number,
    box: unionBox(lines.map(({ box }) => box)),
    text: lines.map(rowText).join(' '),
  }),
  numbers: ({ lines, columns, named, height }) => ({ lines: lines.length, columns, named: named.size, height }),
};

const areNames = ({ lines, columns, named }: Pick<BandText, 'lines' | 'columns' | 'named'>): boolean =>
  named.size === columns &&
  columns >= MANY_COLUMNS &&
  lines.every(({ segments }) => segments.map(segmentText).every((text) => /\p{L}/u.test(text) && !text.includes(':')));

/** The lattice with the row on the band above it, or right above it, where there is one. `free` is the text of no other table. */
export function withHeadBand(
  page: Pick<Page, 'number'>,
  found: StubbedGrid,
  { bands, free }: { bands: readonly FillBand[]; free: readonly TextRun[] },
): StubbedGrid {
  const { grid, inside } = found;
  const area = gridBox(grid);
  const ground = bands.find(
    ({ box }) =>
      Math.abs(box.y1 - area.y0) <= SAME_FILL_EDGE &&
      Math.abs(box.x0 - area.x0) <= SAME_FILL_EDGE &&
      Math.abs(box.x1 - area.x1) <= SAME_FILL_EDGE,
  );
  const above = ground?.box ?? lineAbove(grid, free);
  if (!above) return found;
  const { x0, x1, y0, y1 } = above;
  const middle = (from: number, to: number): number => (from + to) / 2;
  const text = free.filter((run) => {
    const [x, y] = [middle(run.box.x0, run.box.x1), middle(run.box.y0, run.box.y1)];
    return x > x0 && x < x1 && y > y0 && y < area.y0;
  });
  if (text.length === 0) return found;
  const onBand = new Set(text); // what reaches over the edge is inside as well
  const below = { grid, inside: inside.filter((run) => !onBand.has(run)) };
  const lines = textRows(text);
  const segments = lines.flatMap((line) => line.segments);
  const columnOf = ({ box }: Segment): number => intervalOf(grid.xs, middle(box.x0, box.x1));
  const named = new Set(segments.map(columnOf));
  const isAcross = segments.some((segment) => {
    const column = columnOf(segment);
    const { box } = segment;
    return box.x0 < grid.xs[column]! - OVER_EDGE || box.x1 > grid.xs[column + 1]! + OVER_EDGE;
  });
  const extent = unionBox(lines.map(({ box }) => box));
  const height = (y1 - y0) / (extent.y1 - extent.y0);
  const hasGround = ground !== undefined;
  const evidence = { page, hasGround, lines, height, columns: grid.xs.length - 1, named, isAcross, ...kindsOf(below) };
  if (decide(HEAD_BAND, evidence) === 'text') return found;
  return {
    grid: withRowAbove(grid, y0, singlePlaces(grid.xs.length - 1)),
    inside: [...below.inside, ...runsOf(lines)],
  };
}

/** The strip right above the lattice that holds one line, of as many texts as the lattice has columns. */
function lineAbove(grid: Grid, free: readonly TextRun[]): Box | null {
  const { x0, x1, y0 } = gridBox(grid);
  const near = free.filter(({ box, size }) => box.y1 <= y0 + OVER_EDGE && y0 - box.y1 < (MOST_LINES + 1) * size);
  const line = textRows(near.filter(isUpright)).at(-1);
  if (!line || line.segments.length !== grid.xs.length - 1 || !isRightAbove(grid, line)) return null;
  return { x0, x1, y0: line.box.y0, y1: y0 };
}

function kindsOf({ grid, inside }: StubbedGrid): Pick<BandText, 'hasValues' | 'hasHead'> {
  const { texts } = fillGrid(grid, inside);
  const below = grid.xs.map(() => ({ filled: 0, values: 0 }));
  const first: boolean[] = [];
  grid.cells.forEach(({ row, column }, i) => {
    if (texts[i]!.length === 0) return;
    const isOfValue = isValue(texts[i]!.map(({ text }) => text).join(' '));
    if (row === 0) first.push(isOfValue);
    else below[column]!.filled += 1;
    if (row > 0 && isOfValue) below[column]!.values += 1;
  });
  const hasValues = below.slice(1).some(({ filled, values }) => filled > 0 && values >= MOSTLY_VALUES * filled);
  return { hasValues, hasHead: hasValues && first.length > 1 && !first.includes(true) };
}
