/**
 * Finds numbers printed beside the lines of a page ("1", "2", "3" or "5", "10", "15"), so that lines can be cited.
 *
 * They are whole numbers aligned on one edge, growing by one step down the page, with nothing else in their strip, beside
 * most of the text's height. Never takes numbers that text stands above or below of in the same strip (a list, a table).
 */
import type { TextRun } from '../model.js';

const MIN_COUNT = 5;
const EDGE_TOLERANCE = 1.2;
/** Rows above and below the numbers on a page that is not full: its head and foot. */
const MAX_OUTSIDE = 2;

/** @returns the runs that are line numbers. */
export function findLineNumbers(runs: readonly TextRun[]): Set<TextRun> {
  const found = new Set<TextRun>();
  const numbers = runs.filter((run) => /^\d{1,4}$/.test(run.text));
  if (numbers.length < MIN_COUNT) return found;
  for (const edge of ['x1', 'x0'] as const) {
    for (const group of alignedGroups(numbers, edge)) {
      if (isSequence(group) && standsAlone(group, runs)) for (const run of group) found.add(run);
    }
  }
  return found;
}

function alignedGroups(numbers: readonly TextRun[], edge: 'x0' | 'x1'): TextRun[][] {
  const groups: TextRun[][] = [];
  for (const run of [...numbers].sort((a, b) => a.box[edge] - b.box[edge])) {
    const group = groups.at(-1);
    if (group && run.box[edge] - (group[0]?.box[edge] ?? 0) <= EDGE_TOLERANCE) group.push(run);
    else groups.push([run]);
  }
  return groups
    .filter((group) => group.length >= MIN_COUNT)
    .map((group) => group.sort((a, b) => a.baseline - b.baseline));
}

/** Grows by the same step throughout; a page number in the strip's end does not break it. */
function isSequence(group: TextRun[]): boolean {
  const steps = new Map<number, number>();
  for (const [i, run] of group.entries()) {
    const before = group[i - 1];
    if (!before) continue;
    const step = Number(run.text) - Number(before.text);
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  const [step, count] = [...steps].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  return step >= 1 && step <= 10 && count >= 0.9 * (group.length - 1);
}

/** Nothing else lies in the strip between the first and the last number, and text lies beside nearly all its height. */
function standsAlone(group: TextRun[], runs: readonly TextRun[]): boolean {
  const x0 = Math.min(...group.map((run) => run.box.x0));
  const x1 = Math.max(...group.map((run) => run.box.x1));
  const y0 = group[0]?.box.y0 ?? 0;
  const y1 = group.at(-1)?.box.y1 ?? 0;
  const members = new Set(group);
  let top = Infinity;
  let bottom = -Infinity;
  const outside = new Set<number>();
  for (const run of runs) {
    if (members.has(run)) continue;
    top = Math.min(top, run.box.y0);
    bottom = Math.max(bottom, run.box.y1);
    if (run.box.y0 > y1 || run.box.y1 < y0) outside.add(Math.round(run.baseline));
    // numbers within sentences have their neighbours a space away
    const margin = 0.5 * run.size;
    if (run.box.x1 > x0 - margin && run.box.x0 < x1 + margin && run.box.y1 > y0 && run.box.y0 < y1) return false;
  }
  return y1 - y0 > 0.4 * (bottom - top) || outside.size <= MAX_OUTSIDE;
}
