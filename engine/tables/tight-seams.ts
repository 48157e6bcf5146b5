/**
 * Seams: where two columns stand so close that a gap between them is hardly wider than a space, as browsers set tables with
 * little padding. All rows show them together: texts that end at one right edge, no text across the place in any row, and names
 * on both sides of it in a row above.
 */
import { overlap, unionBox } from '../geometry.js';
import type { Box, TextRun } from '../model.js';
import type { Segment, TextRow } from './segments.js';

/** In font sizes: spaces of proportional type that is not justified are narrower. */
const LEAST_GAP = 0.42;
/** In points: texts end at one edge. */
const SAME_END = 0.75;
/** Rows with texts that end there. */
const LEAST_ROWS = 3;

/** Rows of names that a table has, at most. */
const MOST_HEADER_ROWS = 3;

/** The rows, with segments cut at seams. */
export function cutAtSeams(rows: readonly TextRow[]): TextRow[] {
  if (rows.length < LEAST_ROWS) return [...rows];
  const seams = seamsOf(rows);
  if (seams.length === 0) return [...rows];
  return rows.map((row) => ({ ...row, segments: row.segments.flatMap((segment) => cutSegment(segment, seams)) }));
}

/** Right edges of the texts before seams, on both sides of which a row above has names. */
function seamsOf(rows: readonly TextRow[]): number[] {
  const ends = rows.flatMap(({ segments, size }) => segments.flatMap(({ runs }) => tightEnds(runs, size)));
  const distinct = ends.toSorted((a, b) => a - b).filter((x, i, all) => i === 0 || x - all[i - 1]! > SAME_END / 2);
  return distinct.filter((x) => isSeam(x, rows));
}

/** Where texts end within a segment before a gap that is wider than a space. */
const tightEnds = (runs: readonly TextRun[], size: number): number[] =>
  runs.flatMap(({ box }, i) =>
    i + 1 < runs.length && runs[i + 1]!.box.x0 - box.x1 >= LEAST_GAP * size ? [box.x1] : [],
  );

function isSeam(x: number, rows: readonly TextRow[]): boolean {
  let ending = 0;
  const behind: Box[] = [];
  for (const { segments, size } of rows) {
    const runs = segments.flatMap((segment) => segment.runs);
    const [from, to] = [x + SAME_END, x + LEAST_GAP * size - SAME_END];
    if (runs.some(({ box }) => box.x0 < to && box.x1 > from)) return false;
    const last = runs.findIndex(({ box }) => Math.abs(box.x1 - x) <= SAME_END);
    if (last < 0) continue;
    ending += 1;
    const next = runs[last + 1];
    if (next) behind.push(next.box);
  }
  return (
    ending >= LEAST_ROWS &&
    behind.length > 0 &&
    rows.slice(0, MOST_HEADER_ROWS).some((row) => isNamed(row, x, unionBox(behind)))
  );
}

/** The row, without a number, has a text that ends at the seam or before it, and another over what stands behind it. */
function isNamed({ segments }: TextRow, x: number, behind: Box): boolean {
  const runs = segments.flatMap((segment) => segment.runs);
  const boxes = runs.map(({ box }) => box);
  return (
    !runs.some(({ text }) => /\d/u.test(text)) &&
    boxes.some(({ x1 }) => x1 <= x + SAME_END) &&
    boxes.some((box) => box.x0 > x && overlap(box.x0, box.x1, behind.x0, behind.x1) > 0)
  );
}

function cutSegment(segment: Segment, seams: readonly number[]): Segment[] {
  const parts: TextRun[][] = [];
  for (const run of segment.runs) {
    const end = parts.at(-1)?.at(-1)?.box.x1;
    const isCut = end === undefined || seams.some((x) => end <= x + SAME_END && run.box.x0 > x + SAME_END);
    if (isCut) parts.push([run]);
    else parts.at(-1)!.push(run);
  }
  return parts.length === 1 ? [segment] : parts.map((runs) => ({ runs, box: unionBox(runs.map(({ box }) => box)) }));
}
