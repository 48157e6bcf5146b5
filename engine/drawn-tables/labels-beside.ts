/**
 * Labels beside ruled-off values: in financial statements rulings stand under the columns of values alone, to sum them up.
 *
 * LABELS_BESIDE tells such rulings from those of a table of its own, by the text at their left.
 */
import { unionBox } from '../geometry.js';
import { SAME_END, SAME_HEIGHT } from '../measures.js';
import type { Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { isValue } from '../tables/kinds.js';
import { isYearOrSpan } from '../text-rules.js';
import { rowText, segmentText, textRows, type TextRow } from '../tables/segments.js';
import type { Section } from './ruled-sections.js';

/** Share of the lines of values that have a label at their left. */
const MOSTLY_LABELLED = 0.8;
/** Lines of values at least. */
const LEAST_LINES = 3;
/** Words of a label, on average, at most; columns of text beside a table have more. */
const MOST_WORDS = 7;

/** "3", "12(a)", "2, 7": notes that a row of a statement refers to. */
const NOTE = /^\d{1,2}[\d.,;&()a-z /–-]{0,8}$/u;

/** Lines between rulings, and the text at their left. */
export interface BesideValues {
  page: Pick<Page, 'number'>;
  /** Lines between the rulings, and those of them whose texts are all values. */
  lines: readonly TextRow[];
  values: readonly TextRow[];
  /** Lines at the left of the rulings. */
  beside: readonly TextRow[];
}

export const LABELS_BESIDE: DecisionTable<BesideValues, 'labels' | 'apart'> = {
  name: 'labels-beside',
  rules: [
    {
      name: 'few-values',
      why: 'Lines with words of their own have their labels between the rulings.',
      test: ({ lines, values }) =>
        values.length < LEAST_LINES || values.length < MOSTLY_LABELLED * lines.length ? 'apart' : null,
    },
    {
      name: 'running-text',
      why: 'Long lines at the left are a column of text.',
      test: ({ beside }) =>
        beside.reduce((sum, line) => sum + rowText(line).split(' ').length, 0) > MOST_WORDS * beside.length
          ? 'apart'
          : null,
    },
    {
      name: 'level-with-values',
      why: 'Nearly each line of values has a text at its left, on the same baseline: the label of a row.',
      test: ({ values, beside }) =>
        values.filter((line) => beside.some((label) => isLevel(label, line))).length >= MOSTLY_LABELLED * values.length
          ? 'labels'
          : null,
    },
  ],
  otherwise: 'apart',
  subject: ({ page, lines }) => ({
    page: page.number,
    box: unionBox(lines.map(({ box }) => box)),
    text: rowText(lines[0]!),
  }),
  numbers: ({ lines, values, beside }) => ({ lines: lines.length, values: values.length, beside: beside.length }),
};

const isLevel = (label: TextRow, line: TextRow): boolean =>
  isLabel(label) && Math.abs(label.baseline - line.baseline) < SAME_HEIGHT * line.size;

/** One text, behind which the number of a note may stand in a column of its own. */
const isLabel = ({ segments: [, note, ...more] }: TextRow): boolean =>
  more.length === 0 && (note === undefined || NOTE.test(segmentText(note)));

export interface LabelledRows {
  /** Left end of the area. */
  from: number;
  rows: readonly TextRow[];
  isLabelled: boolean;
}

/** The lines of the sections, with their labels where these stand at the left of the rulings. */
export function withLabels(
  page: Pick<Page, 'number'>,
  chain: readonly Section[],
  runs: readonly TextRun[],
): LabelledRows {
  const { from, to } = chain[0]!.top;
  const lines = chain.flatMap(({ rows }) => rows);
  const [top, bottom] = [chain[0]!.top.at, chain.at(-1)!.bottom.at];
  const level = runs.filter(({ box, baseline }) => baseline > top && baseline < bottom && box.x1 <= to + SAME_END);
  const beside = textRows(level.filter(({ box }) => box.x1 <= from));
  const values = lines.filter(({ segments }) => segments.every((segment) => isValue(segmentText(segment))));
  if (lines.length === 0 || beside.length === 0) return { from, rows: lines, isLabelled: false };
  if (decide(LABELS_BESIDE, { page, lines, values, beside }) === 'apart')
    return { from, rows: lines, isLabelled: false };
  return { from: Math.min(...beside.map(({ box }) => box.x0)), rows: textRows(level), isLabelled: true };
}

/**
 * y below which the rows begin that are summed up: below the last one that names columns of values, those right of `from`, above
 * the first with a label and values. A label alone names rows. Null where no row names columns.
 */
export function endOfNames(rows: readonly TextRow[], from: number): number | null {
  const names = rows.slice(0, Math.max(0, rows.findIndex(isSummand)));
  const last = names.findLastIndex(({ box }) => box.x1 > from);
  return last < 0 ? null : rows[last + 1]!.box.y0;
}

/** A text, and behind it values alone, which are no years and not thousands of a currency, "£000". */
function isSummand({ segments: [label, ...values] }: TextRow): boolean {
  const texts = values.map(segmentText);
  return (
    label !== undefined &&
    texts.length > 0 &&
    !isValue(segmentText(label)) &&
    texts.every(isValue) &&
    (texts.some((text) => /[1-9]/u.test(text) && !isYearOrSpan(text)) || !texts.some((text) => /\d/u.test(text)))
  );
}
