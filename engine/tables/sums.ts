/** Sums: whether the values of a row are what the rows above it add up to, column by column. */
import { isValue } from './kinds.js';
import { segmentText, type Segment, type TextRow } from './segments.js';

/** Values of a column that a sum has at least. */
const LEAST_ADDENDS = 2;
/** In units of the last digit: how far a rounded value may be from what it was. */
const ROUNDED_BY = 0.5;
/** Share of what is added up that rounding makes up at most: small numbers are counts, which nobody rounds. */
const MOST_ROUNDED = 0.015;
/** Rows that are added up at most. It bounds the work on pages made to be slow. */
const MOST_ROWS = 200;
/** What separates decimals in a document, one throughout. */
const DECIMAL_MARKS = ['.', ','] as const;
type DecimalMark = (typeof DECIMAL_MARKS)[number];

const MINUS = /^[^\d]*[-−–(]/u;

/**
 * Whether every value of the row is the sum of the same number of last rows above, give or take the rounding, the difference
 * of the first of these and the others, or the last of running balances; one of them is no balance.
 */
export function areSums(above: readonly TextRow[], row: TextRow): boolean {
  const rows = above.slice(-MOST_ROWS);
  return DECIMAL_MARKS.some((mark) => {
    const columns = row.segments.flatMap((segment): Column[] => {
      const total = amountOf(segment, mark);
      if (total === null) return [];
      return [{ total, amounts: rows.map((other) => amountBelow(other, segment, mark)) }];
    });
    return rows.some((_, from) => areSumsFrom(columns, from));
  });
}

interface Amount {
  value: number;
  /** What its last digit counts. */
  unit: number;
}

interface Column {
  total: Amount;
  /** Of each row, null where it has none. */
  amounts: readonly (Amount | null)[];
}

function areSumsFrom(columns: readonly Column[], from: number): boolean {
  const kinds = columns.map(({ total, amounts }) => kindOfSum(total, amounts.slice(from)));
  return kinds.includes('sum') && !kinds.includes(null);
}

function kindOfSum({ value: total, unit }: Amount, column: readonly (Amount | null)[]): 'sum' | 'balance' | null {
  const amounts = column.filter((amount) => amount !== null);
  const [first, ...others] = amounts.map(({ value }) => value);
  if (first === undefined || amounts.length < LEAST_ADDENDS) return null;
  const rounded = ROUNDED_BY * Math.max(unit, ...amounts.map((amount) => amount.unit)) * amounts.length;
  const slack = Math.min(rounded, MOST_ROUNDED * amounts.reduce((sum, { value }) => sum + Math.abs(value), 0));
  const rest = others.reduce((sum, value) => sum + value, 0);
  const isAbout = (value: number): boolean => Math.abs(Math.abs(total) - Math.abs(value)) <= slack;
  if (isAbout(first + rest) || isAbout(first - rest)) return 'sum';
  return total === amounts.at(-1)!.value ? 'balance' : null;
}

/** The amount of the row in the column of the segment. */
function amountBelow(row: TextRow, { box }: Segment, mark: DecimalMark): Amount | null {
  const own = row.segments.find((other) => other.box.x0 < box.x1 && other.box.x1 > box.x0);
  return own ? amountOf(own, mark) : null;
}

/** The number that the segment is, with units, symbols of currencies and separators of thousands; else null. */
function amountOf(segment: Segment, mark: DecimalMark): Amount | null {
  const text = segmentText(segment);
  if (!isValue(text)) return null;
  const [whole = '', decimals = '', more] = text
    .replaceAll(/[^\d.,]/gu, '')
    .replaceAll(mark === '.' ? ',' : '.', '')
    .split(mark);
  if (whole + decimals === '' || more !== undefined) return null;
  const value = Number(`${whole}.${decimals}`);
  return { value: MINUS.test(text) ? -value : value, unit: 10 ** -decimals.length };
}
