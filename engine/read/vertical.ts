/**
 * Upright signs set one below the other, as vertical Japanese and Chinese is drawn by programs that place each sign by
 * itself: they count as text that runs down the page, as that of vertical fonts does. Judged for the page as a whole.
 */
import type { ParsedRun } from '../model.js';

/** One sign of a script that can be set vertically. */
const SIGN = /^[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]$/u;
/** Least number of signs, and share of the page's signs that stand below another. */
const LEAST = 8;
const SHARE = 0.6;

/** @returns the runs, in the same order. */
export function turnStacked(runs: ParsedRun[]): ParsedRun[] {
  const signs = new Set(runs.filter(({ text, rotation }) => rotation === 0 && text.length === 1 && SIGN.test(text)));
  if (signs.size < LEAST) return runs;
  const below = runs.filter((run, i) => signs.has(run) && i > 0 && isBelow(runs[i - 1]!, run));
  if (below.length < SHARE * signs.size) return runs;
  return runs.map((run) => (signs.has(run) ? { ...run, rotation: 90, baseline: run.box.y1 } : run));
}

function isBelow(above: ParsedRun, run: ParsedRun): boolean {
  const step = run.baseline - above.baseline;
  return Math.abs(run.box.x0 - above.box.x0) < 0.3 * run.size && step > 0.4 * run.size && step < 1.3 * run.size;
}
