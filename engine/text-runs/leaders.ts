/**
 * Dots that lead from a label to its values, in statistics and accounts: a table's columns say the same, and in the text of a
 * cell the dots would be words. Those of printed contents stay: they mark an entry and its page number.
 */
import { SAME_ROW } from '../measures.js';
import type { FontStyle, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { HANGS_IN, WRAP_PITCH } from '../tables/cell-wrap.js';
import { isValue } from '../tables/kinds.js';
import { beginsLowerCase } from '../text-rules.js';
import { partsOfRow } from '../text/row-parts.js';
import { firstFrom } from '../text/from-baseline.js';

const DOTS = /^[.…·]+$/u;
/** How a label ends that has its leaders in one run: few runs do, and need the whole pattern. */
const LAST_DOTS = '[.…·]{4}$';
const LED_END = new RegExp(LAST_DOTS, 'u');
const LED = new RegExp(String.raw`^(.*[\p{L}\p{N})\]])[.…·]*${LAST_DOTS}`, 'u');
/** Fewer dots are an ellipsis, or the points of numbers that are set apart. */
const LEAST_DOTS = 6;
/** Entries of printed contents have one: their page. */
const LEAST_VALUES = 2;
/** In font sizes: values of two columns stand further apart than the parts of a number do. */
const APART = 0.8;
/** In font sizes: statistics begin the leaders of all rows at a few stops, the next of which is no further behind a label. */
const NEAR_LABEL = 2;
/** More dots than statistics set for a value that is missing: these are as wide as a column of values. */
const LONG_DOTS = 12;
/** A character that is several dots, and how many. */
const ELLIPSIS = '…';
const IN_ELLIPSIS = 3;
/** Share of the font size that a letter is wide, to tell how much of a run its label is. */
const LETTER = 0.5;
/** Share of the font size that a dot is wide, to tell how much of it its leaders are. */
const DOT = 0.28;
/** Runs that are looked at for one row. It bounds the work on pages made to be slow. */
const MOST_NEAR = 400;

export interface LedRow {
  page: number;
  /** Runs of dots, and labels that end in dots: behind a label, right or a little apart, or under it. */
  dots: readonly TextRun[];
  /** From the end of the label to the dots where these stand apart from it, in font sizes; 0 where they do not. */
  gap: number;
  /** Values that stand behind them, up to the first text that is none. */
  values: number;
  /** All texts that stand behind them. */
  behind: number;
  /**
   * The label is the rest of that of the row above, which has no leaders, and its values right of where these dots and those
   * of other rows end.
   */
  continues: boolean;
}

interface DotsOfRow extends Pick<LedRow, 'dots' | 'gap' | 'values' | 'behind'> {
  /** The label's first run. */
  label: TextRun;
}

const countOf = (dots: readonly TextRun[]): number =>
  dots.reduce((sum, { text }) => sum + dotsIn(text.slice(LED.exec(text)?.[1]?.length ?? 0)), 0);

const dotsIn = (text: string): number => text.length + (IN_ELLIPSIS - 1) * (text.split(ELLIPSIS).length - 1);

export const LEADERS: DecisionTable<LedRow, 'leaders' | 'text'> = {
  name: 'leaders',
  rules: [
    {
      name: 'few-dots',
      why: 'Three dots leave something out, and single ones are points.',
      test: ({ dots }) => (countOf(dots) < LEAST_DOTS ? 'text' : null),
    },
    {
      name: 'far-behind-label',
      why: 'Dots far behind a label stand for a value that is missing.',
      test: ({ gap }) => (gap >= NEAR_LABEL ? 'text' : null),
    },
    {
      name: 'few-apart',
      why: 'Dots a little apart from a label may stand for a missing value of the first column: leaders are longer.',
      test: ({ dots, gap }) => (gap > 0 && countOf(dots) < LONG_DOTS ? 'text' : null),
    },
    {
      name: 'leads-to-values',
      why: 'Entries of printed contents have one page number; a row with two values or more is of a table.',
      test: ({ values }) => (values >= LEAST_VALUES ? 'leaders' : null),
    },
    {
      name: 'label-continues',
      why: 'Nothing stands behind them, and the row above has values and no leaders: its label ends in this line, set in or within a phrase, and as far right as the leaders of other rows.',
      test: ({ behind, continues }) => (behind === 0 && continues ? 'leaders' : null),
    },
  ],
  otherwise: 'text',
  subject: ({ page, dots }) => ({ page, box: dots[0]!.box, text: dots.map(({ text }) => text).join(' ') }),
  numbers: ({ dots, gap, values, behind, continues }) => ({
    dots: countOf(dots),
    gap,
    values,
    behind,
    continues: Number(continues),
  }),
};

/** The runs without the leaders of tables. Monospaced type keeps its dots: in a listing each character counts. */
export function withoutLeaders(
  runs: readonly TextRun[],
  { number, fonts }: { number: number; fonts: readonly FontStyle[] },
): readonly TextRun[] {
  const dots = runs.filter(
    ({ text, font }) => (DOTS.test(text) || (LED_END.test(text) && LED.test(text))) && fonts[font]?.mono !== true,
  );
  if (countOf(dots) < LEAST_DOTS) return runs;
  const sorted = runs.toSorted((a, b) => a.baseline - b.baseline);
  const led = rowsOf(dots).flatMap(([first]) => {
    const reach = SAME_ROW * first!.size;
    return ledRows(runsWithin(sorted, first!.baseline - reach, first!.baseline + reach));
  });
  const isLed = (row: DotsOfRow, continues: boolean): boolean =>
    decide(LEADERS, { ...row, page: number, continues }) === 'leaders';
  const leaders = led.filter((row) => row.behind > 0 && isLed(row, false));
  const ends = new Set(leaders.map((row) => Math.round(endOf(row.dots))));
  const open = new Set(led.filter((row) => row.behind === 0 && continuesLabel(row, sorted)));
  const rests = led.filter((row, i) => {
    if (row.behind > 0) return false;
    const next = led[i + 1];
    // lines of a form follow each other
    const isOfForm = next !== undefined && next.behind === 0 && !open.has(next);
    return isLed(row, open.has(row) && !isOfForm && isAtOneOf(ends, endOf(row.dots)));
  });
  const found = new Set([...leaders, ...rests].flatMap((row) => row.dots));
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

/** The runs, sorted by baseline, between two heights. */
function runsWithin(sorted: readonly TextRun[], from: number, to: number): readonly TextRun[] {
  const first = firstFrom(sorted, from);
  return sorted.slice(first, Math.min(first + MOST_NEAR, firstFrom(sorted, to)));
}

/** Within a point or two: the places are rounded. */
const isAtOneOf = (places: ReadonlySet<number>, x: number): boolean =>
  [-1, 0, 1].some((step) => places.has(Math.round(x) + step));

/** Whether the row above, as near as a line of the same text, has values right of these dots, and a label that goes on here. */
function continuesLabel({ dots, label }: DotsOfRow, sorted: readonly TextRun[]): boolean {
  const row = rowAbove(dots[0]!, sorted);
  if (!row || row.some(({ text }) => DOTS.test(text) || LED.test(text))) return false;
  const end = endOf(dots);
  const parts = partsOfRow(row, APART);
  const labels = parts.filter((part) => part[0]!.box.x0 < end);
  const values = parts.filter((part) => part[0]!.box.x0 >= end);
  return (
    labels.length === 1 &&
    goesOn(labels[0]!, label) &&
    values.length >= LEAST_VALUES &&
    values.every((part) => isValue(textOf(part)))
  );
}

/** The rest of a label is in its type, and set in, or begins in lower case. */
const goesOn = (above: readonly TextRun[], rest: TextRun): boolean =>
  /\p{L}/u.test(textOf(above)) &&
  above.at(-1)!.font === rest.font &&
  (beginsLowerCase(rest.text) || rest.box.x0 > above[0]!.box.x0 + HANGS_IN * rest.size);

/** The nearest row above, no further off than a line of the same text. */
function rowAbove({ baseline, size }: TextRun, sorted: readonly TextRun[]): TextRun[] | undefined {
  const end = firstFrom(sorted, baseline - SAME_ROW * size);
  const from = Math.max(firstFrom(sorted, baseline - WRAP_PITCH * size), end - MOST_NEAR);
  return rowsOf(sorted.slice(from, end)).at(-1);
}

/** The dots of a row's labels that may lead to values. Other dots that stand apart are values themselves: there are none. */
function ledRows(row: readonly TextRun[]): DotsOfRow[] {
  const parts = partsOfRow(row, APART);
  return parts.flatMap((part, i) => {
    if (!part.some(({ text }) => /\p{L}/u.test(text))) return [];
    const own = part.filter(({ text }) => DOTS.test(text) || LED.test(text));
    const next = parts[i + 1];
    const isApart = own.length === 0 && isLabel(parts, i) && next?.every(({ text }) => DOTS.test(text)) === true;
    const dots = isApart ? next : own;
    if (dots.length === 0) return [];
    const gap = isApart ? (next[0]!.box.x0 - endOf(part)) / next[0]!.size : 0;
    const end = endOf(dots);
    const rest = part.filter(({ box }) => box.x0 >= end);
    const behind = [...(rest.length > 0 ? [rest] : []), ...parts.slice(isApart ? i + 2 : i + 1)].map(textOf);
    const words = behind.findIndex((text) => !isValue(text));
    const values = words < 0 ? behind.length : words;
    const label = part.find(({ text }) => !DOTS.test(text))!;
    return [{ dots, gap, values, behind: behind.length, label }];
  });
}

const endOf = (runs: readonly TextRun[]): number => Math.max(...runs.map(({ box }) => box.x1));

/** Whether a part with letters is a label: no value with its unit, and no text of a column behind a label. */
const isLabel = (parts: readonly TextRun[][], at: number): boolean =>
  !isValue(textOf(parts[at]!)) && parts.slice(0, at).every((before) => !/\p{L}/u.test(textOf(before)));

/** Without spaces: the parts of a number may stand apart. */
const textOf = (part: readonly TextRun[]): string => part.map(({ text }) => text).join('');

/** The label alone; its width is what letters and dots of usual width leave to it. */
function withoutDots(run: TextRun, label: string): TextRun {
  const { x0, x1 } = run.box;
  const own = LETTER * label.length;
  const share = own / (own + DOT * (run.text.length - label.length));
  return { ...run, text: label, box: { ...run.box, x1: x0 + share * (x1 - x0) } };
}
