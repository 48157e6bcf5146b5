/**
 * Where the rows of a body without rulings begin, when its cells wrap: columns of short values leave the lines free that the
 * wrapped texts beside them take.
 */
import { SAME_HEIGHT } from '../measures.js';
import { isValue } from '../tables/kinds.js';
import { rowText, type TextRow } from '../tables/segments.js';

/** In distances of lines: from so far below the line above it in its column a line is set apart. */
const APART = 1.6;
/** Columns of text, and columns of values among them, that show where rows begin; a single one may be spaced by chance. */
const LEAST_COLUMNS = 3;
const LEAST_VALUE_COLUMNS = 2;
/** Share of a column's lines that are set apart where it is one of values; the others are wrapped, too. */
const MOSTLY_APART = 0.5;
/** Share of the texts of one of these columns that are numbers: blank lines alone set paragraphs apart, too. */
const MOSTLY_NUMBERS = 0.5;
/** More lines than a page's table has. It bounds the work on pages made to be slow. */
const MOST_LINES = 1_000;
/** Rows that a body has at least. */
const LEAST_ROWS = 3;
/** Share of the columns that a row fills at its top, at least. */
const FILLED = 0.5;
/** Share of the rows that begin with values in two columns or more. */
const AGREED = 0.6;
/** In distances of lines: what stands no further from the name of a group belongs to it, as its number a line below. */
const BESIDE_NAME = 1.2;

type Column = readonly TextRow[];

/**
 * The uppermost line of each row, from the top; null where the columns show no rows. Each row begins in the first column, and
 * at its top in each column. Rows that name groups are looked for where there are no rows without: a bold line between the
 * paragraphs of a description belongs to its row.
 *
 * @param columns the lines of each cell of the body, from left to right
 */
export function rowStarts(columns: readonly Column[], isBold: (line: TextRow) => boolean): TextRow[] | null {
  const filled = columns.filter((lines) => lines.length > 0);
  const leading = leadingOf(filled);
  if (leading === null || filled.reduce((sum, { length }) => sum + length, 0) > MOST_LINES) return null;
  return valueStarts(filled, leading) ?? groupedStarts(filled, leading, isBold);
}

/** The same of rows in groups: each name of a group is a row of its own. */
function groupedStarts(
  columns: readonly Column[],
  leading: number,
  isBold: (line: TextRow) => boolean,
): TextRow[] | null {
  const groups = groupsOf(columns, leading, isBold);
  const starts = groups.length === 0 ? null : valueStarts(without(columns, groups), leading);
  if (!starts) return null;
  const lines = merged(without(columns, groups).flat());
  const isFollowed = ([name]: Column): boolean => {
    const next = lines.find(({ baseline }) => baseline > name!.baseline);
    return !next || holdsLevel(starts, next);
  };
  // a bold line that a paragraph follows, instead of a row, heads a part of a description
  const names = groups.filter(isFollowed);
  const named = valueStarts(without(columns, names), leading);
  return named && merged([...named, ...names.map((group) => merged(group)[0]!)]);
}

function without(columns: readonly Column[], groups: readonly Column[]): Column[] {
  const lines = new Set(groups.flat());
  return columns.map((column) => column.filter((line) => !lines.has(line))).filter((column) => column.length > 0);
}

/** The uppermost line of each row that values begin. */
function valueStarts(filled: readonly Column[], leading: number): TextRow[] | null {
  if (filled.length < LEAST_COLUMNS) return null;
  const values = filled.map((column) => setApart(column, leading)).filter((apart, i) => isOfValues(apart, filled[i]!));
  const starts = merged(values.flat());
  if (values.length < LEAST_VALUE_COLUMNS || starts.length < LEAST_ROWS || !values.some(areNumbers)) return null;
  const agreed = starts.filter((start) => values.filter((apart) => holdsLevel(apart, start)).length > 1);
  const isTop = (start: TextRow): boolean =>
    holdsLevel(filled[0]!, start) && filled.filter((lines) => holdsLevel(lines, start)).length > FILLED * filled.length;
  if (agreed.length < AGREED * starts.length || !starts.every(isTop)) return null;
  return filled.every((lines) => beginsWith(lines, starts)) ? starts : null;
}

/**
 * The lines of each row that names a group of rows: in bold type, which its column is not set in, apart from all rows, with
 * little else beside it.
 */
function groupsOf(columns: readonly Column[], leading: number, isBold: (line: TextRow) => boolean): TextRow[][] {
  const names = columns.flatMap((lines) => {
    const bold = lines.filter(isBold);
    return bold.length < MOSTLY_APART * lines.length ? bold : [];
  });
  return names.flatMap((name) => {
    const isWithin = (line: TextRow): boolean => Math.abs(line.baseline - name.baseline) <= BESIDE_NAME * leading;
    const group = columns.map((lines) => lines.filter(isWithin)).filter((lines) => lines.length > 0);
    if (group.length > FILLED * columns.length) return [];
    const lines = merged(group.flat());
    const [top, bottom] = [lines[0]!.baseline - APART * leading, lines.at(-1)!.baseline + APART * leading];
    const isApart = (line: TextRow): boolean => isWithin(line) || line.baseline <= top || line.baseline >= bottom;
    return columns.every((column) => column.every(isApart)) ? [group.flat()] : [];
  });
}

/** The smallest distance of two lines in a column. */
function leadingOf(columns: readonly Column[]): number | null {
  const steps = columns.flatMap((lines) => lines.slice(1).map((line, i) => line.baseline - lines[i]!.baseline));
  return steps.length === 0 ? null : steps.reduce((least, step) => Math.min(least, step));
}

const setApart = (lines: Column, leading: number): TextRow[] =>
  lines.filter((line, i) => i === 0 || line.baseline - lines[i - 1]!.baseline >= APART * leading);

const isOfValues = (apart: Column, lines: Column): boolean =>
  apart.length > 1 && apart.length >= MOSTLY_APART * lines.length;

const areNumbers = (lines: Column): boolean =>
  lines.filter((line) => isValue(rowText(line))).length >= MOSTLY_NUMBERS * lines.length;

const isLevel = (a: TextRow, b: TextRow): boolean =>
  Math.abs(a.baseline - b.baseline) < SAME_HEIGHT * Math.max(a.size, b.size);

const holdsLevel = (lines: Column, line: TextRow): boolean => lines.some((other) => isLevel(other, line));

/** Lines from the top, of those at one height the first. */
function merged(lines: Column): TextRow[] {
  const sorted = lines.toSorted((a, b) => a.baseline - b.baseline);
  return sorted.filter((line, i) => i === 0 || !isLevel(sorted[i - 1]!, line));
}

/** Whether what a column has in a row begins at the top of it. */
function beginsWith(lines: Column, starts: readonly TextRow[]): boolean {
  let row = -1;
  return lines.every((line) => {
    const before = row;
    while (row + 1 < starts.length && isAtOrBelow(line, starts[row + 1]!)) row += 1;
    return row >= 0 && (row === before || isLevel(line, starts[row]!));
  });
}

const isAtOrBelow = (line: TextRow, start: TextRow): boolean => isLevel(line, start) || line.baseline > start.baseline;
