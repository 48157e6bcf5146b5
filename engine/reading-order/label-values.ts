/**
 * Labels with values: lines of a text column that end in a number below each other, such as the numbers of a report. Nothing
 * is drawn, and two columns alone are too few for aligned-tables.ts.
 *
 * Lines without a value between them head groups. LABEL_VALUES accepts or refuses what was found. Unaligned pairs ("Name:
 * Smith") stay lines.
 */
import { unionBox } from '../geometry.js';
import { isLargerThanBody, SAME_EDGE } from '../measures.js';
import type { ParsedPage, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { REMARK_PITCH } from '../tables/cell-wrap.js';
import type { TableRegion } from '../tables/found-table.js';
import { isMoney, isValue } from '../tables/kinds.js';
import {
  accepted,
  gridNumbers,
  Lazy,
  proposalSubject,
  regionOf,
  type Proposal,
  type TableVerdict,
} from '../tables/proposal.js';
import { allMono, isUpright, rowText, runsOf, segmentText, textRows, type TextRow } from '../tables/segments.js';
import { textGrid } from '../tables/text-grid.js';
import type { Line } from '../text/line.js';
import { endsSentence, isYear } from '../text-rules.js';

/** In font sizes: the gap between a label and its value, wider than any space. */
const GAP = 1.2;
/** In font sizes: right edges of values differ by this much, and a bracket or symbol after the last digit stands out by more. */
const SAME_RIGHT = 0.6;
const TRAILING_SYMBOL = 0.33;
/** Values that make a table, lines without one between two of them, and lines above the first up to a heading. */
const LEAST_VALUES = 4;
const MOST_BETWEEN = 3;
/** Amounts of money that do where the last is the sum of the others: a bill ends in a subtotal, the tax and the total. */
const LEAST_SUMMED = 3;
/** Words of a label, on average, at most; leaders are none. */
const MOST_WORDS = 12;
/** In font sizes: the greatest distance of two lines. */
const FAR_BELOW = 4.5;
/** Numbers that a list of contents or numbered equations may have at their end. */
const ORDINAL = /^\(?(\d{1,4})\)?$/u;
/** Labels with a remark before one whose remark ends the table. */
const LEAST_REMARKS = 2;
/** Dots that lead from a label to its value stand beside this. */
const LEADERS = /^(?:[.…·]\s?){3,}/u;
/** Several pages in one row. */
const PAGES = /^\d{1,4}(?:, \d{1,4}){1,30}$/u;

/** A line with a label and a value. */
interface Pair {
  row: TextRow;
  value: string;
  /** Left end of the value, right end of its last digit. */
  left: number;
  right: number;
}

export interface LabelValues extends Proposal {
  values: readonly string[];
  /** Values that end at one place. */
  aligned: number;
  /** Words of a label, on average. */
  wordsPerLabel: number;
}

export const LABEL_VALUES: DecisionTable<LabelValues, TableVerdict> = {
  name: 'label-value-table',
  rules: [
    {
      name: 'few-values',
      why: 'A few lines may end in a number by chance.',
      test: ({ aligned, values }) => refusedIf(aligned < (isSummedUp(values) ? LEAST_SUMMED : LEAST_VALUES)),
    },
    {
      name: 'running-text',
      why: 'Labels are short: long lines that end in a number are text whose columns were not found.',
      test: ({ wordsPerLabel }) => refusedIf(wordsPerLabel > MOST_WORDS),
    },
    {
      name: 'typewriter',
      why: 'Monospaced text in columns is code or a listing.',
      test: ({ page, runs }) => refusedIf(allMono(page, runs)),
    },
    {
      name: 'rising',
      why: 'Numbers that never fall are pages of a list of contents, or number equations.',
      test: ({ values }) => refusedIf(areRising(values)),
    },
    {
      name: 'several-pages',
      why: 'A row that ends in several numbers ("2, 3") lists pages, as tables of authorities do, whose others may fall.',
      test: ({ values }) => refusedIf(values.some((value) => PAGES.test(value))),
    },
    {
      name: 'years',
      why: 'Lines that end in a year are entries of a chronicle or of a curriculum.',
      test: ({ values }) => refusedIf(values.every((value) => isYear(value))),
    },
    {
      name: 'values-below-each-other',
      why: 'Values that end at one place, each beside a label, are a column.',
      test: ({ grid }) => accepted(grid.value !== null),
    },
  ],
  otherwise: 'refused',
  subject: proposalSubject,
  numbers: (proposal) => ({
    ...gridNumbers(proposal),
    values: proposal.values.length,
    aligned: proposal.aligned,
    wordsPerLabel: proposal.wordsPerLabel,
  }),
};

/** Amounts to the cent, the last of which is the sum of the others, or what one leaves of another. */
function isSummedUp(values: readonly string[]): boolean {
  const cents = values.map((value) => Number(value.replace(/\D/gu, '')));
  const total = cents.at(-1)!;
  const parts = cents.slice(0, -1);
  const sum = parts.reduce((all, part) => all + part, 0);
  return values.every(isMoney) && (sum === total || (parts.length === 2 && Math.abs(parts[0]! - parts[1]!) === total));
}

function areRising(values: readonly string[]): boolean {
  const numbers = values.map((value) => Number(ORDINAL.exec(value)?.[1] ?? Number.NaN));
  return numbers.every((number, i) => number >= (numbers[i - 1] ?? 0));
}

/** The tables of labels and values among the lines of a text column, from the top. */
export function labelValueTables(page: ParsedPage, lines: readonly Line[]): TableRegion[] {
  // hardly a column has them, and its rows cost a sorting
  const ending = lines.filter((line) => !line.blocks && isValue(line.runs.at(-1)?.text ?? ''));
  if (ending.length < LEAST_SUMMED) return [];
  const barriers = lines.filter((line) => line.blocks).map(({ box }) => box.y0);
  const rows = textRows(
    lines.flatMap((line) => (line.blocks ? [] : line.runs.filter(isUpright))),
    GAP,
  );
  const regions: TableRegion[] = [];
  for (let at = 0; at < rows.length;) {
    const found = pairsFrom(rows, at, barriers);
    const region = found.length > 0 ? tableOf(page, rows, { at, found }) : null;
    if (region) regions.push(region);
    // what was refused as a whole is not asked again without its first rows
    const isWhole = region !== null || found.filter(({ isAligned }) => isAligned).length >= LEAST_VALUES;
    at = isWhole ? found.at(-1)!.at + 1 : at + 1;
  }
  return regions;
}

interface FoundPair extends Pair {
  /** Index of the row. */
  at: number;
  /** Whether the value ends where the first one does; others stand within the column, as decimals and dashes may. */
  isAligned: boolean;
}

/** Pairs from the row `at` on whose values stand in one column, with few lines between them. */
function pairsFrom(rows: readonly TextRow[], at: number, barriers: readonly number[]): FoundPair[] {
  const first = pairOf(rows[at]!);
  if (!first) return [];
  const found: FoundPair[] = [{ ...first, at, isAligned: true }];
  let left = first.left;
  for (let i = at + 1; i < rows.length; i += 1) {
    const row = rows[i]!;
    const above = rows[i - 1]!;
    const isFar = row.baseline - above.baseline > FAR_BELOW * row.size;
    if (isFar || barriers.some((y) => y > above.baseline && y < row.baseline)) break;
    const pair = pairOf(row);
    const isAligned = pair !== null && Math.abs(pair.right - first.right) <= SAME_RIGHT * row.size;
    const isWithin = pair !== null && pair.left >= left && pair.right <= first.right;
    if (pair && (isAligned || isWithin)) found.push({ ...pair, at: i, isAligned });
    else if (i - found.at(-1)!.at > MOST_BETWEEN || row.box.x1 > left) break;
    left = Math.min(left, found.at(-1)!.left);
  }
  return found;
}

/** The row's label and value; null where it ends in no value or has others before it. */
function pairOf(row: TextRow): Pair | null {
  if (row.segments.length < 2) return null;
  const value = row.segments.at(-1)!;
  const text = segmentText(value).replace(LEADERS, '');
  if (!isValue(text) || row.segments.slice(0, -1).some((label) => isValue(segmentText(label)))) return null;
  return { row, value: text, left: value.box.x0, right: rightOfLastDigit(value.box.x1, text, row.size) };
}

/** Symbols behind numbers hang out to the right of the digits that are aligned. */
const rightOfLastDigit = (right: number, text: string, size: number): number =>
  /[)%*]$/u.test(text) ? right - TRAILING_SYMBOL * size : right;

/** Index of the last row: a remark below the last label where others have remarks as well, a list of dishes say. */
function lastRow(rows: readonly TextRow[], found: readonly FoundPair[]): number {
  const remarks = found.filter(({ at }) => isRemarkBelow(rows[at]!, rows[at + 1]));
  const last = found.at(-1)!;
  const isSentence = ({ at }: FoundPair): boolean => endsSentence(rowText(rows[at + 1]!));
  // a note below the list is a sentence, too
  const isOne = remarks.includes(last) && (!isSentence(last) || remarks.slice(0, -1).some(isSentence));
  return isOne && remarks.length > LEAST_REMARKS ? last.at + 1 : last.at;
}

/** A line in smaller type right below the label, from its left edge on. */
const isRemarkBelow = (row: TextRow, below: TextRow | undefined): boolean =>
  below !== undefined &&
  below.segments.length === 1 &&
  isLargerThanBody(row.size, below.size) &&
  Math.abs(below.box.x0 - row.box.x0) < SAME_EDGE &&
  below.baseline - row.baseline < REMARK_PITCH * row.size;

function tableOf(
  page: ParsedPage,
  rows: readonly TextRow[],
  { at, found }: { at: number; found: readonly FoundPair[] },
): TableRegion | null {
  const header = headerAbove(rows, at, found[0]!);
  const own = rows.slice(header ?? at, lastRow(rows, found) + 1);
  const box = unionBox(own.map((row) => row.box));
  const edge = Math.min(...found.map(({ left }) => left)) - 1;
  const runs: TextRun[] = runsOf(own);
  const proposal = {
    page,
    box,
    runs,
    values: found.map(({ value }) => value),
    aligned: found.filter(({ isAligned }) => isAligned).length,
    wordsPerLabel: found.reduce((sum, { row }) => sum + labelWords(row), 0) / found.length,
    grid: new Lazy(() =>
      textGrid(own, { page, from: box.x0, to: box.x1, edges: [edge], separators: [], headerEnd: null }),
    ),
  };
  return decide(LABEL_VALUES, proposal) === 'table' ? regionOf(proposal, { loose: true }) : null;
}

const labelWords = ({ segments }: TextRow): number =>
  segments.slice(0, -1).reduce((sum, { runs }) => sum + runs.filter(({ text }) => /[\p{L}\d]/u.test(text)).length, 0);

/** Index of a row above the first pair that has nothing but the name of the values' column. */
function headerAbove(rows: readonly TextRow[], at: number, first: Pair): number | null {
  for (let i = at - 1; i >= Math.max(0, at - 1 - MOST_BETWEEN); i -= 1) {
    const row = rows[i]!;
    if (rows[i + 1]!.baseline - row.baseline > FAR_BELOW * row.size) return null;
    const isOver = row.box.x0 > first.row.segments.at(-2)!.box.x1 && Math.abs(row.box.x1 - first.right) <= row.size;
    if (row.segments.length === 1 && isOver) return i;
    if (row.box.x1 > first.left) return null;
  }
  return null;
}
