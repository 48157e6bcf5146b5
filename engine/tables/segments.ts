/** Segments: a page's runs as tables see them, in rows by baseline and cut where a gap is wider than a space. */
import { SAME_ROW } from '../measures.js';
import type { Box, ParsedPage, TextRun } from '../model.js';
import type { Subject } from '../rules.js';
import { overlap, unionBox } from '../geometry.js';

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

/** A gap of this many font sizes separates two segments. A space is a quarter to a third, in justified text up to a half. */
const GAP = 0.6;
/** A gap beside small type is measured in this share of the row's font size at least: a mark's own spaces are narrower. */
const SMALL_TYPE = 0.8;

/** Size of a raised or lowered mark at most, in that of its row, and the share of its height that it stands within the row. */
const MARK_SIZE = 0.75;
const MARK_OVERLAP = 0.25;
/**
 * The same of a mark of one or two characters, which is hardly anything else where it stands within the row by half (seen at
 * letters after names in tables: a size of 0.80 and an overlap of 0.6).
 */
const SHORT_MARK = 2;
const SHORT_MARK_SIZE = 0.85;
const SHORT_MARK_OVERLAP = 0.5;

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
    if (open.length > 0 && run.baseline - baseline <= SAME_ROW * Math.max(size, run.size)) {
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
  return withMarks(
    rows.map((row) => rowOf(row, gap)),
    gap,
  );
}

/** The rows, with raised and lowered marks, exponents among them, in the row that they belong to instead of one of their own. */
function withMarks(rows: readonly TextRow[], gap: number): TextRow[] {
  const out: TextRow[] = [];
  let marks: TextRow[] = [];
  for (const [i, row] of rows.entries()) {
    const [above, below] = [out.at(-1), rows[i + 1]];
    if (below && isMark(row, below)) {
      marks.push(row);
    } else if (above && marks.length === 0 && isMark(row, above)) {
      out[out.length - 1] = rowOf(runsOf([above, row]), gap);
    } else {
      out.push(marks.length > 0 ? rowOf(runsOf([...marks, row]), gap) : row);
      marks = [];
    }
  }
  return out;
}

/** Whether the row is set in much smaller type than the other, a few characters in smaller, and stands as high as it in part. */
function isMark(row: TextRow, other: TextRow): boolean {
  // hardly a row is in smaller type than those beside it
  if (row.size > SHORT_MARK_SIZE * other.size) return false;
  const share = overlap(row.box.y0, row.box.y1, other.box.y0, other.box.y1) / (row.box.y1 - row.box.y0);
  if (row.size <= MARK_SIZE * other.size && share >= MARK_OVERLAP) return true;
  return share >= SHORT_MARK_OVERLAP && row.segments.every((segment) => segmentText(segment).length <= SHORT_MARK);
}

function rowOf(runs: TextRun[], gap: number): TextRow {
  const main = runs.reduce((a, b) => (b.size > a.size ? b : a));
  const isSorted = runs.every((run, i) => i === 0 || runs[i - 1]!.box.x0 <= run.box.x0);
  const parts: TextRun[][] = [];
  let right = -Infinity;
  for (const run of isSorted ? runs : runs.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    if (run.box.x0 - right <= gap * Math.max(run.size, main.size * SMALL_TYPE)) parts.at(-1)!.push(run);
    else parts.push([run]);
    right = Math.max(right, run.box.x1);
  }
  const segments = parts.map((part): Segment => ({ runs: part, box: unionBox(part.map(({ box }) => box)) }));
  return { segments, box: unionBox(segments.map(({ box }) => box)), baseline: main.baseline, size: main.size };
}

export function segmentText(segment: Segment): string {
  const { runs } = segment;
  return runs.length === 1 ? runs[0]!.text : runs.map((run) => run.text).join(' ');
}

export function rowText(row: TextRow): string {
  return row.segments.map(segmentText).join(' ');
}

/** The runs of the rows, from the top and in each row from left to right. */
export function runsOf(rows: readonly TextRow[]): TextRun[] {
  return rows.flatMap(({ segments }) => segments.flatMap(({ runs }) => runs));
}

/** A row as what a decision is about. */
export const rowSubject = (page: number, row: TextRow): Subject => ({ page, box: row.box, text: rowText(row) });

/** Whether all of the text is set in a bold font. */
export function allBold(page: ParsedPage, runs: readonly TextRun[]): boolean {
  return runs.length > 0 && runs.every((run) => page.fonts[run.font]?.bold === true);
}

/** Whether all of the text is set in a monospaced font. */
export function allMono(page: ParsedPage, runs: readonly TextRun[]): boolean {
  return runs.length > 0 && runs.every((run) => page.fonts[run.font]?.mono === true);
}
