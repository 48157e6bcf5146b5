/**
 * A gutter is a vertical strip that text on both sides leaves free over some height. Strips between short texts (a table's
 * columns, the page numbers of a contents page, list markers) do not count.
 */
import { median, unionBox } from '../geometry.js';
import { MOSTLY } from '../measures.js';
import type { Box } from '../model.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';
import { isBullet } from '../text/bullets.js';
import { isIndexColumn } from '../text/index-column.js';
import { beginsLowerCase } from '../text-rules.js';
import { areLevel, type Line } from '../text/line.js';
import { isCaseCaption } from './case-captions.js';
import { areCommentsOfListing, isOneListing } from './listing-columns.js';
import {
  areDates,
  areNumbers,
  areColonLabels,
  areLabels,
  areRowsOfFields,
  isTall,
  notesBeside,
  regionOf,
  rowsOf,
  shorterFirst,
  standsBeside,
  type ColumnPair,
} from './rows.js';

/** In points: the least width of a gutter. */
const MIN_GUTTER = 7;
/** Lines that a page in columns has at least; in points, the widest page that is looked at; strips that are scored. */
const LEAST_LINES = 6;
const WIDEST = 20_000;
const MOST_STRIPS = 12;
/** This many lines may begin at one place by chance. */
const FEW_STARTS = 2;
/** In font sizes: the height of a line with its leading. */
const LEADING = 1.2;
/** In fractions of a column's width: how near to its left edge rows begin, and how much of it they fill. */
const NEAR_EDGE = 0.12;
const FILLED_WIDTH = 0.6;
/** Share of the rows that begin there. */
const FLUSH_ROWS = 0.5;
/** Items of a list that is set in columns, and the share of its rows that begin one: others are wrapped. */
const LEAST_ITEMS = 3;
const ITEM_ROWS = 0.4;
/**
 * Bullets alone that a strip cuts off the lines behind them: so many at least, this share of the rows of these lines, and in
 * font sizes the gap between the two.
 */
const LEAST_CUT_OFF = 2;
const CUT_OFF_ROWS = 0.2;
const BULLET_GAP = 2.6;
/** Bullets that are looked at. It bounds the work on pages made to be slow. */
const MOST_BULLETS = 60;
/** In font sizes: bullets whose left edges differ by less are at one place. */
const SAME_EDGE_IN_SIZES = 0.5;
/** A column is at least this wide, and at least this share of its surroundings. */
const MIN_WIDTH = 55;
const MIN_SHARE = 0.17;

export interface Gutter {
  x0: number;
  x1: number;
}

interface Stretch {
  lines: Line[];
  crossing: boolean;
}

/** Stretches of lines, from the top, that cross the gutter or keep off it. */
function stretchesOf(lines: readonly Line[], gutter: Gutter): Stretch[] {
  const stretches: Stretch[] = [];
  const sorted = [...lines].sort((a, b) => a.box.y0 - b.box.y0);
  for (const line of sorted) {
    const crossing = crosses(line, gutter);
    const stretch = stretches.at(-1);
    if (stretch?.crossing === crossing) stretch.lines.push(line);
    else stretches.push({ lines: [line], crossing });
  }
  return stretches;
}

export function crosses(line: Line, gutter: Gutter): boolean {
  const middle = (gutter.x0 + gutter.x1) / 2;
  return line.box.x0 < middle - 1 && line.box.x1 > middle + 1;
}

/** The strip with most text on both sides of it; null when the lines are one column. */
export function findGutter(lines: readonly Line[], box: Box, inSide = false): Gutter | null {
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
  for (const stretch of stretchesOf(lines, gutter)) {
    if (stretch.crossing) continue;
    const left = stretch.lines.filter((line) => line.box.x1 <= gutter.x1);
    const right = stretch.lines.filter((line) => line.box.x1 > gutter.x1);
    if (!(isTall(left) && isTall(right)) && !isCaseCaption({ left, right })) continue;
    const a = unionBox(left.map((line) => line.box));
    const b = unionBox(right.map((line) => line.box));
    const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
    if (shared <= 0) continue;
    score += Math.min(shared, height(left), height(right));
    sides.left.push(...left);
    sides.right.push(...right);
  }
  // where nothing stands on both sides there is no question
  if (score === 0) return 0;
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
    name: 'caption-of-a-case',
    why: 'A line "v." alone marks the parties of a case; its number beside them is a text of its own, however short.',
    test: (strip) => (isCaseCaption(strip) ? 'gutter' : null),
  },
  {
    name: 'few-rows',
    why: 'A few short rows side by side are no columns.',
    test: ({ left, right }) => (isTall(left) && isTall(right) ? null : 'refused'),
  },
  {
    name: 'index-on-both-sides',
    why: 'Entries with their pages on both sides are an index in columns, however short they are and on whatever baselines.',
    test: ({ left, right }) => (isIndexColumn(left) && isIndexColumn(right) ? 'gutter' : null),
  },
  {
    name: 'labels-with-values',
    why: 'A few short texts, each close before one of its row, are labels with their values: they are read row by row.',
    test: ({ left, right }) => (areLabels(left, right) ? 'refused' : null),
  },
  {
    name: 'labels-with-colons',
    why: 'Short texts that all end in a colon, each level with one on the right that does not, are labels, however many lines stand beside each.',
    test: ({ left, right }) => (areColonLabels(left, right) ? 'refused' : null),
  },
  {
    name: 'rows-of-fields',
    why: 'Labels with their values, several in a row and each label but once, are read row by row; two parties have the same labels each.',
    test: ({ left, right }) => (areRowsOfFields(left, right) ? 'refused' : null),
  },
  {
    name: 'figures-with-labels',
    why: 'Numbers in nearly every row, on the baselines of the labels or numbers beside them, are columns of a table.',
    test: ({ left, right }) => (areNumbers(left, right) ? 'refused' : null),
  },
  {
    name: 'dates-with-entries',
    why: 'Dates alone on the right, each level with an entry on the left, are those of the entries.',
    test: ({ left, right }) => (areDates(left, right) ? 'refused' : null),
  },
  {
    name: 'comments-of-a-listing',
    why: 'Comments below each other on the right are those of the statements beside them.',
    test: ({ left, right }) => (areCommentsOfListing(left, right) ? 'refused' : null),
  },
  {
    name: 'one-listing',
    why: 'Lines in one typewriter type that keep one grid of characters are of one listing, whose columns are read row by row.',
    test: ({ left, right }) => (isOneListing(left, right) ? 'refused' : null),
  },
  {
    name: 'bullets-off-their-text',
    why: 'Bullets and check boxes close before lines on the right open these: the columns are parted left of them.',
    test: (strip) => (cutsBulletsOff(strip) ? 'refused' : null),
  },
  {
    name: 'text-on-both-sides',
    why: 'Most rows on both sides fill a column and begin at its left edge.',
    test: (strip) => (isTextSide(strip.left, strip) && isTextSide(strip.right, strip) ? 'gutter' : null),
  },
  {
    name: 'text-with-code-on-both-sides',
    why: 'Rows of code between those of text are as short as they may be: without them both sides are columns of text, of about half the width.',
    test: ({ left, right, box }) => ([left, right].every((side) => isTextWithCode(side, box)) ? 'gutter' : null),
  },
  {
    name: 'items-on-both-sides',
    why: 'Bullets below each other on both sides are those of a list that is set in columns.',
    test: ({ left, right }) => (isListSide(left) && isListSide(right) ? 'gutter' : null),
  },
  {
    name: 'rows-out-of-step',
    why: 'Rows that keep no step over a wide gap are texts beside each other; cells of a table share their baselines.',
    test: ({ left, right }) => (standsBeside(left, right) ? 'gutter' : null),
  },
  {
    name: 'notes-beside-text',
    why: 'Notes in smaller type beside running text are a column however near it they are, where their rows keep no step with its lines.',
    test: (strip) => {
      const [, text] = shorterFirst(strip.left, strip.right);
      return notesBeside(strip) && isTextSide(text, strip) ? 'gutter' : null;
    },
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

/**
 * Several bullets stand alone at the end of the left side, each nearer to a line of the right than to any of its own side.
 * Lines in lower case go on in a column of text, beside which the boxes of a form may stand.
 */
function cutsBulletsOff({ left, right }: GutterCandidate): boolean {
  const bullets = left.filter(({ text }) => isBullet(text)).slice(0, MOST_BULLETS);
  if (bullets.length < LEAST_CUT_OFF) return false;
  const level = (bullet: Line, lines: readonly Line[]): Line[] => lines.filter((line) => areLevel(bullet, line));
  if (bullets.some((bullet) => level(bullet, right).some(({ text }) => beginsLowerCase(text)))) return false;
  const cut = bullets.filter((bullet) => {
    const gap = Math.min(...level(bullet, right).map(({ box }) => box.x0 - bullet.box.x1));
    const before = level(bullet, left).filter(({ box }) => box.x1 <= bullet.box.x0);
    return gap < BULLET_GAP * bullet.size && before.every(({ box }) => bullet.box.x0 - box.x1 > gap);
  });
  return cut.length >= Math.max(LEAST_CUT_OFF, CUT_OFF_ROWS * rowsOf(right).length);
}

/** Most rows begin with a bullet, all bullets at one place. */
function isListSide(side: readonly Line[]): boolean {
  const bullets = side.flatMap(({ runs: [first] }) => (first && isBullet(first.text) ? [first] : []));
  const edge = median(bullets.map(({ box }) => box.x0));
  const aligned = bullets.filter(({ box, size }) => Math.abs(box.x0 - edge) < SAME_EDGE_IN_SIZES * size).length;
  return aligned >= LEAST_ITEMS && aligned === bullets.length && aligned > ITEM_ROWS * rowsOf(side).length;
}

function height(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.size * LEADING, 0);
}

/** Rows that begin at one place further right: a list's. */
const COMMON_EDGE = 4;
/** Least share of its surroundings that a column with lists has. */
const LIST_SHARE = 0.27;

/** Least share of its surroundings that one of two columns of like width has. */
const LIKE_WIDTH = 0.4;
/** Least share of such a column's lines that are text. */
const LEAST_TEXT = 0.4;

function isTextWithCode(lines: readonly Line[], box: Box): boolean {
  const text = lines.filter(({ mono }) => mono < MOSTLY);
  const own = unionBox(text.map((line) => line.box));
  if (text.length < Math.max(LEAST_LINES, LEAST_TEXT * lines.length)) return false;
  return own.x1 - own.x0 > LIKE_WIDTH * (box.x1 - box.x0) && looksLikeText(text, box);
}

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
