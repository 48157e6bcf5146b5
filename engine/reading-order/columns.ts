/**
 * The reading order of a page: one to three columns, with parts over the full width between them.
 *
 * A gutter is a vertical strip that text on both sides leaves free over some height. Lines that cross it part the page
 * into bands; a band with text on both sides is read column by column, each column again in the same way.
 *
 * A narrow column of side notes is read after the text beside it. Never reorders the lines within one column, and takes strips between short texts (a table's columns, the page numbers of
 * a contents page, list markers) for no gutter.
 */
import type { Box } from '../model.js';
import { median, unionBox } from '../geometry.js';
import { BASELINE_SHARE, MOSTLY } from '../measures.js';
import { decide, type DecisionTable, type Rule, type Subject } from '../rules.js';
import type { Line } from '../text/line.js';
import { withMarginTitles } from './margin-titles.js';

/** Lines that are read from top to bottom. */
export interface Column {
  lines: Line[];
  /** The area of the column, not only of these lines. */
  box: Box;
  /** Left edge of the text that its lines are a part of, where they alone do not show it. */
  left?: number;
  /** A title from the margin, see margin-titles.ts. */
  title?: true;
}

/** In points: the least width of a gutter. */
const MIN_GUTTER = 7;
/** Lines that a page in columns has at least; in points, the widest page that is looked at; strips that are scored. */
const LEAST_LINES = 6;
const WIDEST = 20_000;
const MOST_STRIPS = 12;
/** So many lines that begin at one place may do so by chance. */
const FEW_STARTS = 2;
/** Rows that a column has at least. */
const TALL_ROWS = 3;
/** In font sizes: the height of a line with its leading. */
const LEADING = 1.2;
/** In parts of a column's width: how near to its left edge rows begin, and how much of it they fill. */
const NEAR_EDGE = 0.12;
const FILLED_WIDTH = 0.6;
/** Share of the rows that begin there. */
const FLUSH_ROWS = 0.5;
/** A column is at least this wide, and at least this share of its surroundings. */
const MIN_WIDTH = 55;
const MIN_SHARE = 0.17;
const MAX_DEPTH = 4;
/** Text of a side column, in parts of the main one's. */
const SIDE_TEXT = 0.3;

interface Gutter {
  x0: number;
  x1: number;
}

/** @param settle is asked for each part of the page before it is parted: it may set tables in the place of their lines. */
export function findColumns(
  all: readonly Line[],
  settle: (lines: readonly Line[]) => readonly Line[],
  depth = 0,
): Column[] {
  if (all.length === 0) return [];
  const lines = settle(all);
  const box = unionBox(lines.map((line) => line.box));
  const titled = withMarginTitles(lines);
  if (titled) return titled;
  const gutter = depth < MAX_DEPTH ? findGutter(lines, box) : null;
  if (!gutter) return [{ lines: [...lines].sort(topDown), box }];
  const columns: Column[] = [];
  for (const band of bandsOf(lines, gutter)) {
    const left = band.lines.filter((line) => line.box.x1 <= gutter.x1);
    const right = band.lines.filter((line) => line.box.x1 > gutter.x1);
    if (band.crossing) {
      columns.push({
        lines: [...band.lines].sort(topDown),
        box: { ...unionBox(band.lines.map((l) => l.box)), x0: box.x0, x1: box.x1 },
      });
    } else {
      const sides = decide(COLUMN_ORDER, { left, right }) === 'right-first' ? [right, left] : [left, right];
      columns.push(...sides.flatMap((side) => findColumns(side, settle, depth + 1)));
    }
  }
  return columns;
}

const lettersOf = (lines: readonly Line[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

/** Two columns beside each other. */
export interface ColumnPair {
  left: readonly Line[];
  right: readonly Line[];
}

const ORDER_RULES: readonly Rule<ColumnPair, 'left-first' | 'right-first'>[] = [
  {
    name: 'empty-side',
    why: 'A single column is read as it is.',
    test: ({ left, right }) => (left.length === 0 || right.length === 0 ? 'left-first' : null),
  },
  {
    name: 'side-notes-on-the-left',
    why: 'A narrow column of little text beside the main one holds notes: they are read after the text.',
    test: ({ left, right }) =>
      lettersOf(left) < SIDE_TEXT * lettersOf(right) && standsBeside(left, right) ? 'right-first' : null,
  },
];

/** Which of two columns is read first. */
export const COLUMN_ORDER: DecisionTable<ColumnPair, 'left-first' | 'right-first'> = {
  name: 'column-order',
  rules: ORDER_RULES,
  otherwise: 'left-first',
  subject: ({ left, right }) => regionOf([...left, ...right]),
  numbers: ({ left, right }) => ({ lettersLeft: lettersOf(left), lettersRight: lettersOf(right) }),
};

const regionOf = (lines: readonly Line[]): Subject => ({
  page: lines[0]?.page ?? 0,
  box: unionBox(lines.map(({ box }) => box)),
  text: lines[0]?.text ?? '',
});

function topDown(a: Line, b: Line): number {
  return a.baseline - b.baseline || a.box.x0 - b.box.x0;
}

interface Band {
  lines: Line[];
  crossing: boolean;
}

/** Runs of lines, from the top, that cross the gutter or keep off it. */
function bandsOf(lines: readonly Line[], gutter: Gutter): Band[] {
  const bands: Band[] = [];
  const sorted = [...lines].sort((a, b) => a.box.y0 - b.box.y0);
  for (const line of sorted) {
    const crossing = crosses(line, gutter);
    const band = bands.at(-1);
    if (band?.crossing === crossing) band.lines.push(line);
    else bands.push({ lines: [line], crossing });
  }
  return bands;
}

function crosses(line: Line, gutter: Gutter): boolean {
  const middle = (gutter.x0 + gutter.x1) / 2;
  return line.box.x0 < middle - 1 && line.box.x1 > middle + 1;
}

/** The strip with most text on both sides of it; null when the lines are one column. */
function findGutter(lines: readonly Line[], box: Box, inSide = false): Gutter | null {
  const width = Math.ceil(box.x1 - box.x0);
  if (width < 2 * MIN_WIDTH || lines.length < LEAST_LINES || width > WIDEST) return null;
  let best: Gutter | null = null;
  let bestScore = 0;
  for (const gutter of strips(lines, box, width)) {
    const score = gutterScore(lines, gutter, { box, inSide });
    if (score > bestScore) [best, bestScore] = [gutter, score];
  }
  return best;
}

/** Strips that fewer lines cross than the places beside them, widest first. */
function strips(lines: readonly Line[], box: Box, width: number): Gutter[] {
  const change = new Int32Array(width + 2);
  const begin = new Int32Array(width + 2);
  for (const { box: b } of lines) {
    const from = Math.max(0, Math.floor(b.x0 - box.x0));
    const to = Math.min(width + 1, Math.ceil(b.x1 - box.x0));
    change[from] = (change[from] ?? 0) + 1;
    begin[from] = (begin[from] ?? 0) + 1;
    change[to] = (change[to] ?? 0) - 1;
  }
  const found: (Gutter & { count: number })[] = [];
  let [count, start] = [0, 0];
  let falling = false;
  for (let x = 0; x <= width; x++) {
    const delta = change[x] ?? 0;
    if (delta === 0) continue;
    const starts = begin[x] ?? 0;
    // one longer line may reach into the strip from the left: what counts is that the right column begins here
    if (starts > 0 && (falling || starts > FEW_STARTS)) {
      found.push({ x0: box.x0 + Math.min(start, x - MIN_GUTTER), x1: box.x0 + x, count });
    }
    falling = delta < 0;
    if (falling) start = x;
    count += delta;
  }
  return found
    .filter(({ x0, x1 }) => x0 - box.x0 >= MIN_WIDTH && box.x1 - x1 >= MIN_WIDTH)
    .sort((a, b) => a.count - b.count)
    .slice(0, MOST_STRIPS);
}

/** Height over which text stands on both sides, 0 when the sides do not look like columns of text. */
function gutterScore(lines: readonly Line[], gutter: Gutter, { box, inSide }: { box: Box; inSide: boolean }): number {
  let score = 0;
  const sides = { left: [] as Line[], right: [] as Line[] };
  for (const band of bandsOf(lines, gutter)) {
    if (band.crossing) continue;
    const left = band.lines.filter((line) => line.box.x1 <= gutter.x1);
    const right = band.lines.filter((line) => line.box.x1 > gutter.x1);
    if (!isTall(left) || !isTall(right)) continue;
    const a = unionBox(left.map((line) => line.box));
    const b = unionBox(right.map((line) => line.box));
    const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
    if (shared <= 0) continue;
    score += Math.min(shared, height(left), height(right));
    sides.left.push(...left);
    sides.right.push(...right);
  }
  return decide(GUTTER, { ...sides, box, inSide }) === 'gutter' ? score : 0;
}

/** A strip that may be a gutter: the text on both sides of it. */
export interface GutterCandidate extends ColumnPair {
  /** The area that is divided. */
  box: Box;
  /** Whether the area is itself one side of a strip. */
  inSide: boolean;
}

/** Lines of a column of text; of three columns one side holds two. */
function isTextSide(side: readonly Line[], { box, inSide }: GutterCandidate): boolean {
  return (
    looksLikeText(side, box) || (!inSide && findGutter(side, unionBox(side.map((line) => line.box)), true) !== null)
  );
}

const GUTTER_RULES: readonly Rule<GutterCandidate, 'gutter' | 'refused'>[] = [
  {
    name: 'few-rows',
    why: 'A few short rows side by side are no columns.',
    test: ({ left, right }) => (isTall(left) && isTall(right) ? null : 'refused'),
  },
  {
    name: 'text-on-both-sides',
    why: 'Most rows on both sides fill a column and begin at its left edge.',
    test: (strip) => (isTextSide(strip.left, strip) && isTextSide(strip.right, strip) ? 'gutter' : null),
  },
  {
    name: 'rows-out-of-step',
    why: 'Rows that keep no step over a wide gap are texts beside each other; cells of a table share their baselines.',
    test: ({ left, right }) => (standsBeside(left, right) ? 'gutter' : null),
  },
];

/** Whether a strip between lines is a gutter between columns. */
export const GUTTER: DecisionTable<GutterCandidate, 'gutter' | 'refused'> = {
  name: 'gutter',
  rules: GUTTER_RULES,
  otherwise: 'refused',
  subject: ({ left, right }) => regionOf([...left, ...right]),
  numbers: ({ left, right }) => ({ rowsLeft: rowsOf(left).length, rowsRight: rowsOf(right).length }),
};

/** Least rows and usual letters of a row on each side of a gap between texts that keep no step. */
const BESIDE_ROWS = 4;
const BESIDE_LETTERS = 6;
/** Gap in font sizes, and the most of the rows that may stand on a baseline of the other side by chance. */
const BESIDE_GAP = 1.5;
const IN_STEP = 0.34;

/**
 * Side notes, addresses, letterheads: texts beside each other with a wide gap between them whose rows keep no step, as the
 * cells of a table and labels with their texts do.
 */
function standsBeside(left: readonly Line[], right: readonly Line[]): boolean {
  const [a, b] = [unionBox(left.map((line) => line.box)), unionBox(right.map((line) => line.box))];
  if (b.x0 - a.x1 < BESIDE_GAP * median([...left, ...right].map((line) => line.size))) return false;
  const [side, other] = rowsOf(left).length < rowsOf(right).length ? [left, right] : [right, left];
  const fewer = side.filter(({ baseline }) => baseline > Math.max(a.y0, b.y0) && baseline < Math.min(a.y1, b.y1));
  const letters = median(fewer.map(({ text }) => text.length));
  if (rowsOf(fewer).length < BESIDE_ROWS || letters < BESIDE_LETTERS || fewer.some((line) => line.blocks)) return false;
  const levels = new Set(other.flatMap(({ baseline }) => [Math.floor(baseline), Math.ceil(baseline)]));
  const met = fewer.filter(({ baseline }) => levels.has(Math.round(baseline)));
  return met.length <= IN_STEP * fewer.length;
}

function isTall(lines: readonly Line[]): boolean {
  return rowsOf(lines).length >= TALL_ROWS || lines.some((line) => line.blocks);
}

function height(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.size * LEADING, 0);
}

/** Areas of lines with one baseline. */
function rowsOf(lines: readonly Line[]): Box[] {
  const rows: Box[] = [];
  let baseline = -Infinity;
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && line.baseline - baseline < BASELINE_SHARE * line.size) rows[rows.length - 1] = unionBox([row, line.box]);
    else {
      rows.push(line.box);
      baseline = line.baseline;
    }
  }
  return rows;
}

/** Rows that begin at one place further right: a list's. */
const COMMON_EDGE = 4;
/** Least share of its surroundings that a column with lists has. */
const LIST_SHARE = 0.27;

/** Most rows of a column fill most of its width and begin near its left edge or, in lists, below each other. */
function looksLikeText(lines: readonly Line[], box: Box): boolean {
  const rows = rowsOf(lines);
  const own = unionBox(rows);
  const width = own.x1 - own.x0;
  if (width < Math.max(MIN_WIDTH, MIN_SHARE * (box.x1 - box.x0))) return false;
  const begin = new Map<number, number>();
  // code is indented too, and a column of labels is narrow
  for (const { box: b, mono } of width < LIST_SHARE * (box.x1 - box.x0) ? [] : lines)
    if (mono < MOSTLY) begin.set(Math.round(b.x0), (begin.get(Math.round(b.x0)) ?? 0) + 1);
  const listed = ({ x0 }: Box): boolean => (begin.get(Math.round(x0)) ?? 0) >= COMMON_EDGE;
  const flush = rows.filter((row) => row.x0 - own.x0 < NEAR_EDGE * width || listed(row)).length;
  return median(rows.map((row) => row.x1 - row.x0)) > FILLED_WIDTH * width && flush > FLUSH_ROWS * rows.length;
}
