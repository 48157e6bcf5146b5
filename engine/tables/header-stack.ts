/**
 * Names of columns that are set in several lines: rows of a header that are the lines of one row of names (HEADER_STACK).
 *
 * The lines of a name are aligned with each other in its column. A name that groups columns stands over more than one.
 */
import type { ParsedPage, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { beginsLowerCase, endsHyphenated, endsWithinPhrase, isYear } from '../text-rules.js';
import { WRAP_PITCH } from './cell-wrap.js';
import { isValue } from './kinds.js';
import { rowSubject } from './segments.js';
import { textOf, type Cell, type Row } from './text-spans.js';

/** Rows that a header of stacked names has at most: more of them above a line are a part of the body. */
const MOST_ROWS = 5;
/** In font sizes: edges or middles that differ by this much at most are aligned. */
const ALIGNED = 0.35;
/** In font sizes: baselines that differ by this much at most are at one height. Half a line, which is to be told, is more. */
const HALFWAY = 0.2;
/** Names in two lines at least, beside names in one: a single one may be a group above its only column. */
const LEAST_STACKS = 2;

export interface HeaderStack {
  page: ParsedPage;
  upper: Row;
  lower: Row;
  /** y of lines drawn in the table. */
  separators: readonly number[];
}

export const HEADER_STACK: DecisionTable<HeaderStack, 'names' | 'levels'> = {
  name: 'header-stack',
  rules: [
    {
      name: 'drawn-apart',
      why: 'A line that is drawn below a name separates it from the names that it groups.',
      test: ({ upper, lower, separators }) =>
        separators.some((y) => y > baselineOf(upper, -1) && y < baselineOf(lower, 0)) ? 'levels' : null,
    },
    {
      name: 'far-below',
      why: 'Lines of one name follow each other as lines of text do.',
      test: ({ upper, lower }) =>
        baselineOf(lower, 0) - baselineOf(upper, -1) > WRAP_PITCH * lower.lines[0]!.row.size ? 'levels' : null,
    },
    {
      name: 'over-columns',
      why: 'A name over several columns groups them.',
      test: ({ upper, lower }) =>
        [upper, lower].some(({ cells }) => cells.some(({ colSpan }) => colSpan > 1)) ? 'levels' : null,
    },
    {
      name: 'numbers',
      why: 'A row of years or numbers is a level of its own.',
      test: ({ upper, lower }) => ([upper, lower].some(isOfNumbers) ? 'levels' : null),
    },
    {
      name: 'not-aligned',
      why: 'The lines of a name begin, end or are centred at the same place.',
      test: ({ upper, lower }) =>
        columnsOf(upper).some((c) => lower.cells[c]!.runs.length > 0 && !isAligned(upper, lower, c)) ? 'levels' : null,
    },
    {
      name: 'same-names-below',
      why: 'Names that are repeated below different ones, with others beside them that have nothing above, are in groups.',
      test: ({ upper, lower }) => (repeatsNames(upper, lower) ? 'levels' : null),
    },
    {
      name: 'row-names-below',
      why: 'What names the rows stands in the last line, and most names of columns have a line above: names end at one height.',
      test: ({ upper, lower }) => (isBeneathMost(upper, lower) ? 'names' : null),
    },
    {
      name: 'others-halfway',
      why: 'Each line below stands below one above, and what has none below it stands halfway between the two: each name is centred in its height.',
      test: ({ upper, lower }) => (areHalfway(upper, lower) ? 'names' : null),
    },
    {
      name: 'phrase-continues',
      why: 'Most names below continue a phrase, or stand in brackets, and none of them is new.',
      test: ({ upper, lower }) => (continuesMost(upper, lower) ? 'names' : null),
    },
  ],
  otherwise: 'levels',
  subject: ({ page, upper }) => rowSubject(page.number, upper.lines[0]!.row),
  numbers: ({ upper, lower }) => ({
    names: columnsOf(upper).length,
    namesBelow: columnsOf(lower).length,
    common: commonColumns(upper, lower).length,
  }),
};

const baselineOf = ({ lines }: Row, at: 0 | -1): number => lines.at(at)!.row.baseline;

/** Columns with text. */
const columnsOf = ({ cells }: Row): number[] => cells.flatMap(({ runs }, c) => (runs.length > 0 ? [c] : []));

const commonColumns = (upper: Row, lower: Row): number[] =>
  columnsOf(upper).filter((c) => lower.cells[c]!.runs.length > 0);

/** Numbers alone in all columns but the first. */
function isOfNumbers(row: Row): boolean {
  const columns = columnsOf(row).filter((c) => c > 0);
  return columns.every((c) => isNumber(textOf(row.cells[c]!)));
}

const isNumber = (text: string): boolean => isYear(text) || isValue(text);

/** The last line of the upper text and the first one of the lower text. */
function isAligned(upper: Row, lower: Row, column: number): boolean {
  const [above, below] = [lineOf(upper.cells[column]!, -1), lineOf(lower.cells[column]!, 0)];
  const distances = [above.from - below.from, above.to - below.to, (above.from + above.to - below.from - below.to) / 2];
  return distances.some((distance) => Math.abs(distance) <= ALIGNED * below.size);
}

function lineOf({ runs }: Cell, at: 0 | -1): { from: number; to: number; size: number } {
  const { baseline, size } = runs.at(at)!;
  const line = runs.filter((run: TextRun) => Math.abs(run.baseline - baseline) <= ALIGNED * size);
  return { from: Math.min(...line.map(({ box }) => box.x0)), to: Math.max(...line.map(({ box }) => box.x1)), size };
}

/** Two equal names below different ones, each beside a name with nothing above it. */
function repeatsNames(upper: Row, lower: Row): boolean {
  const names = new Map<string, string>();
  const isOpenBeside = (c: number): boolean =>
    upper.cells[c + 1]?.runs.length === 0 && lower.cells[c + 1]!.runs.length > 0;
  return commonColumns(upper, lower).some((c) => {
    if (c === 0 || !isOpenBeside(c)) return false;
    const [name, above] = [textOf(lower.cells[c]!), textOf(upper.cells[c]!)];
    const other = names.get(name);
    names.set(name, above);
    return other !== undefined && other !== above;
  });
}

function isBeneathMost(upper: Row, lower: Row): boolean {
  if (lower.cells[0]!.runs.length === 0) return false;
  const common = commonColumns(upper, lower);
  // a row as full as the one below may be a row of the body
  if (common.length < columnsOf(upper).length || common.length === columnsOf(lower).length) return false;
  // what stands above the name of the rows is a part of it
  if (common[0] === 0) return common.length > 1;
  return 2 * common.length > columnsOf(lower).length - 1;
}

/** Whether two lines or more have one above them, and all other texts of the upper row stand in the middle between these. */
function areHalfway(upper: Row, lower: Row): boolean {
  const common = commonColumns(upper, lower);
  const others = columnsOf(upper).filter((c) => lower.cells[c]!.runs.length === 0);
  if (common.length < LEAST_STACKS || common.length < columnsOf(lower).length || others.length === 0) return false;
  const top = upper.cells[common[0]!]!.runs[0]!.baseline;
  const below = lower.cells[common[0]!]!.runs[0]!.baseline;
  const runsOf = (columns: readonly number[]): TextRun[] => columns.flatMap((c) => upper.cells[c]!.runs);
  const areAt = (runs: readonly TextRun[], at: number): boolean =>
    runs.every(({ baseline, size }) => Math.abs(baseline - at) <= HALFWAY * size);
  return areAt(runsOf(common), top) && areAt(runsOf(others), (top + below) / 2);
}

function continuesMost(upper: Row, lower: Row): boolean {
  const common = commonColumns(upper, lower);
  if (common.length < columnsOf(lower).length) return false;
  const continued = common.filter((c) => {
    const [above, below] = [textOf(upper.cells[c]!), textOf(lower.cells[c]!)];
    return endsWithinPhrase(above) || endsHyphenated(above) || beginsLowerCase(below) || /^[([]/u.test(below);
  });
  return 2 * continued.length > common.length;
}

/** The rows of a table, with those of its header that are lines of one row of names as one row. */
export function stackHeader(
  page: ParsedPage,
  rows: readonly Row[],
  { headerRows, separators }: { headerRows: number; separators: readonly number[] },
): Row[] {
  if (headerRows < 2 || headerRows > MOST_ROWS) return [...rows];
  const stacked: Row[] = [];
  // names of rows and of single columns stand in the last line
  for (const upper of rows.slice(0, headerRows).toReversed()) {
    const lower = stacked[0];
    if (lower && decide(HEADER_STACK, { page, upper, lower, separators }) === 'names')
      stacked[0] = joined(upper, lower);
    else stacked.unshift(upper);
  }
  return [...stacked, ...rows.slice(headerRows)];
}

const joined = (upper: Row, lower: Row): Row => ({
  lines: [...upper.lines, ...lower.lines],
  cells: lower.cells.map((cell, c) => ({ ...cell, runs: [...upper.cells[c]!.runs, ...cell.runs] })),
  top: upper.top,
  bottom: lower.bottom,
});
