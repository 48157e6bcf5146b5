/**
 * Upright characters set one below the other, as vertical Japanese and Chinese is drawn by programs that place each character by
 * itself: they count as text that runs down the page, as that of vertical fonts does. Judged for the page as a whole.
 */
import { unionBox } from '../geometry.js';
import type { ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';

/** One character of a script that can be set vertically. */
const VERTICAL_CHARACTER = /^[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]$/u;
/** Fewer characters on a page are a word on a seal. */
const LEAST_CHARACTERS = 8;
/** Share of the page's characters that are below another: all but the first of each column. */
const STACKED_SHARE = 0.6;
/** In font sizes: how far apart characters of one column begin from the left, and how far one is below the other. */
const SAME_COLUMN = 0.3;
const LEAST_STEP = 0.4;
const MOST_STEP = 1.3;

export interface SignCount {
  page: number;
  /** Upright characters of scripts that can be set vertically. */
  signs: readonly ParsedRun[];
  /** How many of them are below the run before. */
  stacked: number;
}

/** Asked of pages with such characters. */
export const SIGN_DIRECTION: DecisionTable<SignCount, 'vertical' | 'horizontal'> = {
  name: 'sign-direction',
  rules: [
    {
      name: 'few-signs',
      why: 'A few characters one below the other are a seal or a label, which is read either way.',
      test: ({ signs }) => (signs.length < LEAST_CHARACTERS ? 'horizontal' : null),
    },
    {
      name: 'stacked',
      why: 'Most characters stand below the one before: the text runs in columns.',
      test: ({ signs, stacked }) => (stacked < STACKED_SHARE * signs.length ? null : 'vertical'),
    },
  ],
  otherwise: 'horizontal',
  subject: ({ page, signs }) => ({
    page,
    box: unionBox(signs.map(({ box }) => box)),
    text: signs.map(({ text }) => text).join(''),
  }),
  numbers: ({ signs, stacked }) => ({ signs: signs.length, stacked }),
};

/** @returns the runs, in the same order. */
export function turnStacked(runs: ParsedRun[], page: number): ParsedRun[] {
  const signs = new Set(
    runs.filter(({ text, rotation }) => rotation === 0 && text.length === 1 && VERTICAL_CHARACTER.test(text)),
  );
  if (signs.size === 0) return runs;
  const stacked = runs.filter((run, i) => signs.has(run) && i > 0 && isBelow(runs[i - 1]!, run)).length;
  if (decide(SIGN_DIRECTION, { page, signs: [...signs], stacked }) === 'horizontal') return runs;
  return runs.map((run) => (signs.has(run) ? { ...run, rotation: 90, baseline: run.box.y1 } : run));
}

function isBelow(above: ParsedRun, run: ParsedRun): boolean {
  const step = run.baseline - above.baseline;
  const isAligned = Math.abs(run.box.x0 - above.box.x0) < SAME_COLUMN * run.size;
  return isAligned && step > LEAST_STEP * run.size && step < MOST_STEP * run.size;
}
