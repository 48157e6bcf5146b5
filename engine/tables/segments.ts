/**
 * Segments: a page's runs as tables see them, in rows by baseline and cut where a gap is too wide for a space.
 */
import type { Box, ParsedPage, TextRun } from '../model.js';
import { unionBox } from '../geometry.js';

/** Runs of one row that follow each other without a gap. */
export interface Segment {
  runs: TextRun[];
  box: Box;
}

/** What stands on one baseline, left to right. */
export interface TextRow {
  segments: Segment[];
  box: Box;
  baseline: number;
  size: number;
}

/** A gap of this many font sizes parts two segments. A space is a quarter to a third, in justified text up to a half. */
const GAP = 0.6;
/** Baselines that differ by up to this many font sizes are one row. */
const SAME_BASELINE = 0.35;

/** Level text. */
export function isUpright(run: TextRun): boolean {
  return run.rotation === 0 && /\S/.test(run.text);
}

/** Rows from the top. Raised and lowered marks are in the row that they are printed at. */
export function textRows(runs: readonly TextRun[], gap = GAP): TextRow[] {
  const sorted = runs.toSorted((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0);
  const rows: TextRun[][] = [];
  let open: TextRun[] = [];
  let baseline = -Infinity;
  let size = 0;
  for (const run of sorted) {
    if (open.length > 0 && run.baseline - baseline <= SAME_BASELINE * Math.max(size, run.size)) {
      open.push(run);
      if (run.size > size) {
        baseline = run.baseline;
        size = run.size;
      }
    } else {
      open = [run];
      rows.push(open);
      baseline = run.baseline;
      size = run.size;
    }
  }
  return rows.map((row) => rowOf(row, gap));
}

function rowOf(runs: TextRun[], gap: number): TextRow {
  const main = runs.reduce((a, b) => (b.size > a.size ? b : a));
  const isSorted = runs.every((run, i) => i === 0 || runs[i - 1]!.box.x0 <= run.box.x0);
  const segments: Segment[] = [];
  let open: Segment | null = null;
  let right = -Infinity;
  for (const run of isSorted ? runs : runs.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    const { box } = run;
    if (open && box.x0 - right <= gap * Math.max(run.size, main.size * 0.8)) {
      open.runs.push(run);
      widen(open.box, box);
    } else {
      open = { runs: [run], box: { x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1 } };
      segments.push(open);
    }
    right = Math.max(right, box.x1);
  }
  return { segments, box: unionBox(segments.map((s) => s.box)), baseline: main.baseline, size: main.size };
}

/** Makes the box reach around the other too. */
function widen(box: Box, other: Box): void {
  box.x0 = Math.min(box.x0, other.x0);
  box.y0 = Math.min(box.y0, other.y0);
  box.x1 = Math.max(box.x1, other.x1);
  box.y1 = Math.max(box.y1, other.y1);
}

export function segmentText(segment: Segment): string {
  return segment.runs.map((run) => run.text).join(' ');
}

/** Whether all of the text is set in a bold font. */
export function allBold(page: ParsedPage, runs: readonly TextRun[]): boolean {
  return runs.length > 0 && runs.every((run) => page.fonts[run.font]?.bold === true);
}

/** Whether all of the text is set in a typewriter font. */
export function allMono(page: ParsedPage, runs: readonly TextRun[]): boolean {
  return runs.length > 0 && runs.every((run) => page.fonts[run.font]?.mono === true);
}
