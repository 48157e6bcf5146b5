/**
 * Dots that lead from a label to its values, in statistics and accounts: a table's columns say the same, and in the text of a
 * cell the dots would be words. Those of printed contents stay: they mark an entry and its page number.
 */
import { SAME_ROW } from '../measures.js';
import type { FontStyle, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { isValue } from '../tables/kinds.js';
import { fromLeft } from '../text/spacing.js';
import { firstFrom } from './bullets.js';

const DOTS = /^[.…·]+$/u;
/** A label with its leaders in one run. */
const LED = /^(.*[\p{L}\p{N})\]])[.…·]{4,}$/u;
/** Fewer dots are an ellipsis, or the points of numbers that are set apart. */
const LEAST_DOTS = 6;
const LEAST_VALUES = 2;
/** In font sizes: values of two columns stand further apart than the parts of a number do. */
const APART = 0.8;
/**
 * In font sizes: leaders may begin so far behind their label. More dots than stand for a value that is missing: as wide as a
 * column of values is.
 */
const NEAR_LABEL = 2;
const LONG_DOTS = 12;
/** Shares of the font size that a letter and a dot are wide, to tell how much of a run its leaders are. */
const LETTER = 0.5;
const DOT = 0.28;
/** Runs that are looked at for one row. It bounds the work on pages made to be slow. */
const MOST_NEAR = 400;

export interface LedRow {
  page: number;
  /** Runs of dots, and labels that end in dots, right behind a label or under it. */
  dots: readonly TextRun[];
  /** Values that stand behind them, up to the first text that is none. */
  values: number;
}

const countOf = (dots: readonly TextRun[]): number =>
  dots.reduce((sum, { text }) => sum + text.length - (LED.exec(text)?.[1]?.length ?? 0), 0);

export const LEADERS: DecisionTable<LedRow, 'leaders' | 'text'> = {
  name: 'leaders',
  rules: [
    {
      name: 'few-dots',
      why: 'Three dots leave something out, and single ones are points.',
      test: ({ dots }) => (countOf(dots) < LEAST_DOTS ? 'text' : null),
    },
    {
      name: 'leads-to-values',
      why: 'Entries of printed contents have one page number; a row with two values or more is of a table.',
      test: ({ values }) => (values >= LEAST_VALUES ? 'leaders' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ page, dots }) => ({ page, box: dots[0]!.box, text: dots.map(({ text }) => text).join(' ') }),
  numbers: ({ dots, values }) => ({ dots: countOf(dots), values }),
};

/** The runs without the leaders of tables. Monospaced type keeps its dots: in a listing each character counts. */
export function withoutLeaders(
  runs: readonly TextRun[],
  { number, fonts }: { number: number; fonts: readonly FontStyle[] },
): readonly TextRun[] {
  const dots = runs.filter(({ text, font }) => (DOTS.test(text) || LED.test(text)) && fonts[font]?.mono !== true);
  if (countOf(dots) < LEAST_DOTS) return runs;
  const sorted = runs.toSorted((a, b) => a.baseline - b.baseline);
  const led = rowsOf(dots).flatMap(([first]) => {
    const reach = SAME_ROW * first!.size;
    const from = firstFrom(sorted, first!.baseline - reach);
    return ledRows(sorted.slice(from, Math.min(from + MOST_NEAR, firstFrom(sorted, first!.baseline + reach))), number);
  });
  const found = new Set(led.flat());
  if (found.size === 0) return runs;
  return runs.flatMap((run) => {
    if (!found.has(run)) return [run];
    const label = LED.exec(run.text)?.[1];
    return label === undefined ? [] : [withoutDots(run, label)];
  });
}

/** Rows of runs by baseline. */
function rowsOf(runs: readonly TextRun[]): TextRun[][] {
  const rows: TextRun[][] = [];
  for (const run of runs.toSorted((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && run.baseline - row[0]!.baseline < SAME_ROW * run.size) row.push(run);
    else rows.push([run]);
  }
  return rows;
}

/** The dots of a row's labels that lead to values. Dots that stand apart are values themselves: there are none. */
function ledRows(row: readonly TextRun[], page: number): TextRun[][] {
  const parts = withLeaders(partsOf(row));
  return parts.flatMap((part, i) => {
    const dots = part.filter(({ text }) => DOTS.test(text) || LED.test(text));
    if (!part.some(({ text }) => /\p{L}/u.test(text)) || dots.length === 0) return [];
    const end = Math.max(...dots.map(({ box }) => box.x1));
    const rest = part.filter(({ box }) => box.x0 >= end);
    const behind = [...(rest.length > 0 ? [rest] : []), ...parts.slice(i + 1)].map(textOf);
    const words = behind.findIndex((text) => !isValue(text));
    const values = words < 0 ? behind.length : words;
    return decide(LEADERS, { page, dots, values }) === 'leaders' ? [dots] : [];
  });
}

/** The parts of a row that stand apart. */
function partsOf(row: readonly TextRun[]): TextRun[][] {
  const parts: TextRun[][] = [];
  let end = -Infinity;
  for (const run of fromLeft(row)) {
    if (run.box.x0 - end < APART * run.size) parts.at(-1)!.push(run);
    else parts.push([run]);
    end = Math.max(end, run.box.x1);
  }
  return parts;
}

/** The parts, with dots that stand a little apart from a label in front of them in its part. */
function withLeaders(parts: readonly TextRun[][]): TextRun[][] {
  const out: TextRun[][] = [];
  for (const part of parts) {
    const label = out.at(-1);
    const isLed =
      label?.some(({ text }) => /\p{L}/u.test(text)) === true &&
      part.every(({ text }) => DOTS.test(text)) &&
      countOf(part) >= LONG_DOTS &&
      part[0]!.box.x0 - Math.max(...label.map(({ box }) => box.x1)) < NEAR_LABEL * part[0]!.size;
    if (isLed) label.push(...part);
    else out.push([...part]);
  }
  return out;
}

/** Without spaces: the parts of a number may stand apart. */
const textOf = (part: readonly TextRun[]): string => part.map(({ text }) => text).join('');

/** The label alone; its width is what letters and dots of usual width leave to it. */
function withoutDots(run: TextRun, label: string): TextRun {
  const { x0, x1 } = run.box;
  const own = LETTER * label.length;
  const share = own / (own + DOT * (run.text.length - label.length));
  return { ...run, text: label, box: { ...run.box, x1: x0 + share * (x1 - x0) } };
}
