/**
 * Columns that begin right behind the longest text of the column before, as browsers set tables without rulings: next to that
 * text the gap is no wider than a space. The rows around it show the place: a word begins there in each of them, and the gaps
 * before it differ.
 */
import type { TextRun } from '../model.js';
import { unionBox } from '../geometry.js';
import type { Segment, TextRow } from './segments.js';

/** In points: words begin at one place. */
const SAME_LEFT = 0.5;
/** Rows that show it: in running text words stand above each other in two lines by chance, hardly ever in three. */
const LEAST_ROWS = 3;
/** In font sizes: the widest of the gaps is wider than the spaces of justified text, and than the narrowest by this much. */
const WIDE_GAP = 0.9;
const GAPS_DIFFER = 0.5;
/** In font sizes: the distance of two rows at most, padded ones included. */
const WIDEST_PITCH = 4;
/** Words of a line of one width per character show typewriter type, whose characters stand above each other in any text. */
const LEAST_WORDS = 3;
const SAME_ADVANCE = 0.03;
/** What stands before the text of an item of a list, which is no cell. */
const MARK = /^(?:[^\p{L}\p{N}]|\(?(?:\d{1,3}|\p{L}{1,2})[.)])$/u;

/** Numbers are set to the right, and the rest of one in groups of digits begins at one place below shorter ones. */
const NUMBER = /^\d/u;

/** In points: words of one streak begin no further apart. */
const SAME_STREAK = 3 * SAME_LEFT;

/** Where a word of a row begins, and in font sizes the gap before it; none before the first. */
interface Start {
  x: number;
  gap: number | null;
}

/** Rows one after the other in which words begin at one place. */
interface Streak {
  x: number;
  /** Indexes of the rows, and where exactly the words begin. */
  rows: { at: number; x: number }[];
  /** In font sizes. */
  widest: number;
  narrowest: number;
  /** Index of the last row, one that begins there included. */
  last: number;
}

/** The rows, with segments cut where a column begins. */
export function cutAtSharedLefts(rows: readonly TextRow[]): readonly TextRow[] {
  // nearly all text has no such gap, and all of its words would be followed from row to row for nothing
  if (!rows.some((_, at) => mayBeginColumn(rows, at))) return rows;
  const cuts = new Map<number, Set<number>>();
  const settle = (streak: Streak): void => {
    const { rows: own, widest, narrowest } = streak;
    if (own.length < LEAST_ROWS || widest < WIDE_GAP || widest - narrowest < GAPS_DIFFER) return;
    for (const { at, x } of own) cuts.set(at, (cuts.get(at) ?? new Set()).add(x));
  };
  let open = new Map<number, Streak>();
  for (const [at, row] of rows.entries()) {
    const isNear = at > 0 && row.baseline - rows[at - 1]!.baseline <= WIDEST_PITCH * row.size;
    const goOn = new Map<number, Streak>();
    for (const { x, gap } of startsOf(row)) {
      const streak = (isNear ? streakAt(open, x) : undefined) ?? {
        x,
        rows: [],
        widest: 0,
        narrowest: Infinity,
        last: at,
      };
      goOn.set(keyOf(streak.x), streak);
      streak.last = at;
      // a line that begins there is the rest of the cell above
      if (gap === null) continue;
      streak.rows.push({ at, x });
      streak.widest = Math.max(streak.widest, gap);
      streak.narrowest = Math.min(streak.narrowest, gap);
    }
    for (const streak of open.values()) if (streak.last < at) settle(streak);
    open = goOn;
  }
  for (const streak of open.values()) settle(streak);
  return rows.map((row, at) => {
    const xs = cuts.get(at);
    return xs ? { ...row, segments: row.segments.flatMap((segment) => cutSegment(segment, xs)) } : row;
  });
}

const keyOf = (x: number): number => Math.round(x / SAME_LEFT);

function streakAt(open: ReadonlyMap<number, Streak>, x: number): Streak | undefined {
  const key = keyOf(x);
  for (const near of [key, key - 1, key + 1]) {
    const streak = open.get(near);
    if (streak && Math.abs(streak.x - x) <= SAME_LEFT) return streak;
  }
  return undefined;
}

/** Whether the row has a gap that is wide enough, and a word in a row next to it begins where such a gap ends. */
function mayBeginColumn(rows: readonly TextRow[], at: number): boolean {
  if (!hasWideGap(rows[at]!)) return false;
  const around = [rows[at - 1], rows[at + 1]].flatMap((row) => (row ? startsOf(row) : []));
  return startsOf(rows[at]!).some(
    ({ x, gap }) => gap !== null && gap >= WIDE_GAP && around.some((other) => Math.abs(other.x - x) <= SAME_STREAK),
  );
}

function hasWideGap({ segments, size }: TextRow): boolean {
  // there is no gap before the first word
  let right = Infinity;
  for (const { runs } of segments) {
    for (const { box } of runs) {
      if ((box.x0 - right) / size >= WIDE_GAP) return true;
      right = right === Infinity ? box.x1 : Math.max(right, box.x1);
    }
  }
  return false;
}

/** Where words of the row begin. */
function startsOf({ segments, size }: TextRow): Start[] {
  const starts: Start[] = [];
  if (isTypewriter(segments)) return starts;
  const first = segments[0]!.runs[0]!;
  const isItem = MARK.test(first.text);
  let right = -Infinity;
  for (const { runs } of segments) {
    runs.forEach((run, i) => {
      const { box, text } = run;
      const gap = (box.x0 - right) / size;
      if (run === first) starts.push({ x: box.x0, gap: null });
      else if (gap > 0 && !NUMBER.test(text) && !(isItem && starts.length === 1 && i <= 1))
        starts.push({ x: box.x0, gap });
      right = Math.max(right, box.x1);
    });
  }
  return starts;
}

function isTypewriter(segments: readonly Segment[]): boolean {
  let [words, narrowest, widest] = [0, Infinity, 0];
  for (const { runs } of segments) {
    for (const { box, text } of runs) {
      const advance = (box.x1 - box.x0) / text.length;
      words += 1;
      narrowest = Math.min(narrowest, advance);
      widest = Math.max(widest, advance);
    }
  }
  return words >= LEAST_WORDS && widest - narrowest <= SAME_ADVANCE * narrowest;
}

/** The segment, cut before the runs that begin at one of `xs`. */
function cutSegment(segment: Segment, xs: ReadonlySet<number>): Segment[] {
  const parts: TextRun[][] = [];
  for (const run of segment.runs) {
    if (parts.length === 0 || xs.has(run.box.x0)) parts.push([run]);
    else parts.at(-1)!.push(run);
  }
  if (parts.length === 1) return [segment];
  return parts.map((runs) => ({ runs, box: unionBox(runs.map(({ box }) => box)) }));
}
