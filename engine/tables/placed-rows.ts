/** Placed rows: lines of text put into columns whose edges are known. */
import { overlap, unionBox } from '../geometry.js';
import type { TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { segmentText, type Segment, type TextRow } from './segments.js';

/** The columns of an area. */
export interface Columns {
  /** Number of the page. */
  page: number;
  /** Edges, one more than there are columns. */
  xs: readonly number[];
  /** Where the text of each column begins, if it has a common left edge. */
  lefts: readonly (number | null)[];
}

/** A segment in the columns that it covers. */
export interface Placed {
  segment: Segment;
  column: number;
  /** Last column covered. */
  last: number;
}

export interface PlacedRow {
  row: TextRow;
  placed: Placed[];
}

/** Segments from which a row is one of cells, whatever the gaps between them; one with fewer may be a remark. */
const ROW_OF_CELLS = 3;
/** A segment reaches into a column by more than this, in points and in font sizes. */
const REACH = 2;
const REACH_IN_SIZES = 0.3;
/** In font sizes: an ordinary space between words. */
const NARROWEST_SPACE = 0.14;
const WIDEST_SPACE = 0.36;
/** A number of a table: a remark or a unit is none. */
const NUMBER = /^[-–−+(]?[$€£]?\d[\d.,]*[%)]?$/u;
/** A number whose thousands are set apart by spaces, as in French and by the rules of SI. */
const SPACED_NUMBER = /^[-–−+(]?[$€£]?\d{1,3}(?: \d{3})+(?:[.,]\d+)?[%)]?$/u;
/** In points: a run that begins this close to where a column's text does begins with it. */
const AT_LEFT = 1.5;

/**
 * Puts the row's segments into columns. A segment across an edge is cut there when one of its runs begins where the column's
 * text does (a cell so full that no gap is left); else it covers several columns.
 */
export function placeRow(row: TextRow, columns: Columns): PlacedRow {
  const placed: Placed[] = [];
  const rowOfCells = row.segments.length >= ROW_OF_CELLS;
  for (const segment of row.segments) {
    const parts = cutAtLefts(segment, columns, rowOfCells).map((part) => placeSegment(part, columns.xs, row.size));
    parts.forEach((part, i) => {
      const next = parts[i + 1];
      placed.push(next ? { ...part, last: Math.max(part.column, Math.min(part.last, next.column - 1)) } : part);
    });
  }
  return { row, placed };
}

function placeSegment(segment: Segment, xs: readonly number[], size: number): Placed {
  const { x0, x1 } = segment.box;
  const columns = xs.length - 1;
  const reached: number[] = [];
  let most = 0;
  let mostCommon = -1;
  for (let i = 0; i < columns; i += 1) {
    const common = overlap(x0, x1, i === 0 ? -Infinity : xs[i]!, i + 1 === columns ? Infinity : xs[i + 1]!);
    if (common > mostCommon) [most, mostCommon] = [i, common];
    if (common > Math.max(REACH, REACH_IN_SIZES * size)) reached.push(i);
  }
  return { segment, column: reached[0] ?? most, last: reached.at(-1) ?? most };
}

/** A run within a segment that begins where a column's text does, or right behind a column's edge. */
export interface CellStart {
  /** Number of the page. */
  page: number;
  run: TextRun;
  /** Distance from the run before, in points. */
  gap: number;
  /** The row has enough segments to be one of cells. */
  rowOfCells: boolean;
  /** It begins where the text of its column does. */
  atLeft: boolean;
  /** It is a number, and what the segment holds before it is another; asked in rows of cells alone. */
  betweenNumbers: boolean;
}

export const CELL_START: DecisionTable<CellStart, 'cell' | 'word'> = {
  name: 'cell-start',
  rules: [
    {
      name: 'two-numbers',
      why: 'Numbers are set to the right: of two in a row of cells with an edge between them the second begins a cell wherever it begins.',
      test: ({ rowOfCells, betweenNumbers }) => (rowOfCells && betweenNumbers ? 'cell' : null),
    },
    {
      name: 'not-aligned',
      why: 'Words that an edge happens to fall between are of one cell.',
      test: ({ atLeft }) => (atLeft ? null : 'word'),
    },
    {
      name: 'row-of-cells',
      why: 'A row with many texts is one of cells, however narrow the gaps between them are.',
      test: ({ rowOfCells }) => (rowOfCells ? 'cell' : null),
    },
    {
      name: 'full-cell',
      why: 'Texts that touch without the gap of a space stand in two cells, the first of which is full.',
      test: ({ gap, run }) => (gap < NARROWEST_SPACE * run.size ? 'cell' : null),
    },
    {
      name: 'wide-gap',
      why: 'The gap is wider than a space between words.',
      test: ({ gap, run }) => (gap > WIDEST_SPACE * run.size ? 'cell' : null),
    },
  ],
  otherwise: 'word',
  subject: ({ page, run }) => ({ page, box: run.box, text: run.text }),
  numbers: ({ gap, run }) => ({ gapInSizes: gap / run.size }),
};

/** And not the parts of one, with a space between them. */
function areTwoNumbers(open: Segment, { text, size }: TextRun, gap: number): boolean {
  if (!NUMBER.test(text)) return false;
  const before = segmentText(open);
  return NUMBER.test(before) && !(gap <= WIDEST_SPACE * size && SPACED_NUMBER.test(`${before} ${text}`));
}

function cutAtLefts(segment: Segment, { page, xs, lefts }: Columns, rowOfCells: boolean): Segment[] {
  const { x0, x1 } = segment.box;
  const [first, ...rest] = segment.runs;
  if (!first || rest.length === 0) return [segment];
  const edges = xs.flatMap((x, i) => (i > 0 && i + 1 < xs.length && x > x0 && x < x1 ? [{ x, left: lefts[i] }] : []));
  if (edges.length === 0) return [segment];
  let open: Segment = { runs: [first], box: first.box };
  const parts = [open];
  for (const run of rest) {
    const [from, to] = [open.box.x1, run.box.x0];
    const atLeft = edges.some(({ left }) => left !== null && left !== undefined && Math.abs(to - left) <= AT_LEFT);
    const behindEdge = edges.some(({ x }) => from < x + AT_LEFT && to > x - AT_LEFT);
    const betweenNumbers = behindEdge && rowOfCells && areTwoNumbers(open, run, to - from);
    const start = { page, run, gap: to - from, rowOfCells, atLeft, betweenNumbers };
    if ((atLeft || behindEdge) && decide(CELL_START, start) === 'cell') {
      open = { runs: [run], box: run.box };
      parts.push(open);
    } else {
      open.runs.push(run);
      open.box = unionBox([open.box, run.box]);
    }
  }
  return parts;
}
