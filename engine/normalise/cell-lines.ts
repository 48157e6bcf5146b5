/**
 * The lines of cells as they stand on a page, whatever made it a table: words without a wide gap between them, and such texts one
 * below the other at one edge and in equal steps.
 */
import { median, unionBox } from '../geometry.js';
import { isSameSize, SAME_EDGE } from '../measures.js';
import type { Box, TextRun } from '../model.js';
import { firstFrom } from '../text/from-baseline.js';

/** In font sizes: baselines that differ by less are one. */
export const ONE_BASELINE = 0.1;
/** In font sizes: wider gaps part cells, and lines are further from each other than this. */
const CELL_GAP = 1;
const LEAST_STEP = 0.5;
/** In font sizes: lines of one cell are no further apart; and how much more a step may be than the least of them. */
const MOST_STEP = 1.7;
const SAME_STEP = 1.15;
/** Lines of a cell at most: columns of text have more. */
const MOST_LINES = 8;
/** Texts of a page that are looked at: it bounds the work on pages made to be slow. */
const MOST_SEGMENTS = 4_000;
/** A mark is smaller than its word (browsers: five sixths), in its size, and no further from its end and its baseline, in font sizes. */
const MARK_SIZE = 0.86;
const MARK_GAP = 0.35;
const MARK_RISE = 0.6;
/** Small texts of a page that may be such marks: more are another text. It bounds the work, too. */
const MOST_MARKS = 300;

/** Words on one baseline without a wide gap. */
export interface Segment {
  runs: readonly TextRun[];
  box: Box;
  baseline: number;
  size: number;
}

/** Segments one below the other, at one edge and in equal steps: the lines of a cell. */
export type Stack = readonly Segment[];

/** The segments of a page by their baselines, each with the marks behind its words; none of a page with very many. */
export function segmentsOf(runs: readonly TextRun[]): Segment[] {
  const level = runs.filter((run) => run.rotation === 0 && !run.invisible);
  const marks = marksOf(level);
  const sorted = level.filter((run) => !marks.has(run)).sort((a, b) => a.baseline - b.baseline);
  const rows: TextRun[][] = [];
  let row: TextRun[] = [];
  for (const run of sorted) {
    if (row.length > 0 && run.baseline - row[0]!.baseline < ONE_BASELINE * run.size) row.push(run);
    else rows.push((row = [run]));
  }
  const segments = rows.flatMap(segmentsOfRow);
  if (segments.length > MOST_SEGMENTS) return [];
  if (marks.size === 0) return segments;
  const words = new Map<TextRun, TextRun[]>();
  for (const [mark, word] of marks) words.set(word, [...(words.get(word) ?? []), mark]);
  return segments.map((segment) => ({
    ...segment,
    runs: [...segment.runs, ...segment.runs.flatMap((run) => words.get(run) ?? [])],
  }));
}

/** Raised and lowered marks, with the words that they stand behind: they have baselines of their own, and move with these. */
function marksOf(runs: readonly TextRun[]): Map<TextRun, TextRun> {
  const found = new Map<TextRun, TextRun>();
  const usual = median(runs.map(({ size }) => size));
  const small = runs.filter(({ size }) => size <= MARK_SIZE * usual);
  if (small.length === 0 || small.length > MOST_MARKS) return found;
  const words = runs.toSorted((a, b) => a.baseline - b.baseline);
  for (const run of small) {
    const reach = MARK_RISE * usual;
    for (let i = firstFrom(words, run.baseline - reach); i < words.length; i += 1) {
      const word = words[i]!;
      if (word.baseline > run.baseline + reach) break;
      if (run.size > MARK_SIZE * word.size || Math.abs(run.box.x0 - word.box.x1) > MARK_GAP * word.size) continue;
      found.set(run, word);
      break;
    }
  }
  return found;
}

function segmentsOfRow(row: readonly TextRun[]): Segment[] {
  const parts: TextRun[][] = [];
  let end = -Infinity;
  for (const run of row.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    if (run.box.x0 - end > CELL_GAP * run.size) parts.push([run]);
    else parts.at(-1)!.push(run);
    end = Math.max(end, run.box.x1);
  }
  return parts.map((part) => ({
    runs: part,
    box: unionBox(part.map(({ box }) => box)),
    baseline: row[0]!.baseline, // one for all of the row, whose words may differ by a hair
    size: Math.max(...part.map(({ size }) => size)),
  }));
}

/** Of two lines and more, from the top; a segment is of one at most. */
export function stacksOf(segments: readonly Segment[]): Stack[] {
  const chains: Segment[][] = [];
  const open = { x0: new Map<number, Segment[]>(), x1: new Map<number, Segment[]>() };
  for (const segment of segments) {
    const chain = above(open.x0, 'x0', segment) ?? above(open.x1, 'x1', segment) ?? [];
    if (chain.length === 0) chains.push(chain);
    chain.push(segment);
    for (const edge of ['x0', 'x1'] as const) open[edge].set(Math.round(segment.box[edge]), chain);
  }
  return chains.flatMap(inEqualSteps).filter(({ length }) => length > 1 && length <= MOST_LINES);
}

/** Whole points about an edge in which lines at the same edge may have theirs. */
const STEPS = [0, -1, 1];

/** The lines that a segment continues, at the same edge. */
function above(
  open: ReadonlyMap<number, Segment[]>,
  edge: 'x0' | 'x1',
  { box, baseline, size }: Segment,
): Segment[] | undefined {
  const at = Math.round(box[edge]);
  for (const step of STEPS) {
    const chain = open.get(at + step);
    const line = chain?.at(-1);
    if (!line || Math.abs(line.box[edge] - box[edge]) > SAME_EDGE || !isSameSize(line.size, size)) continue;
    const pitch = baseline - line.baseline;
    if (pitch > LEAST_STEP * size && pitch < MOST_STEP * size) return chain;
  }
  return undefined;
}

/** The parts of a chain between wider steps. */
function inEqualSteps(chain: readonly Segment[]): Stack[] {
  const steps = chain.slice(1).map((segment, i) => segment.baseline - chain[i]!.baseline);
  const least = Math.min(...steps);
  const parts: Segment[][] = [];
  for (const [i, segment] of chain.entries()) {
    if (i > 0 && steps[i - 1]! < SAME_STEP * least) parts.at(-1)!.push(segment);
    else parts.push([segment]);
  }
  return parts;
}
