/**
 * Columns that a gap splits although they are one: the header begins at the left edge of its column, the values end at the
 * right one, and no value reaches below its header. Then there are a column with a header alone and one with values alone.
 */
import type { DecisionTable } from '../rules.js';
import { decide } from '../rules.js';
import { rowSubject } from './segments.js';
import type { Row } from './text-spans.js';

/** Rows of the body from which it says which columns have values. */
const LEAST_ROWS = 3;

/** How many rows have text in a column alone. */
export interface ColumnTexts {
  header: number;
  body: number;
}

/** Two columns beside each other. */
export interface ColumnSeam {
  page: number;
  /** Of the whole table. */
  rows: readonly Row[];
  headerRows: number;
  left: ColumnTexts;
  right: ColumnTexts;
  /** Rows with text in both, each in a cell of its own, and rows of the body with a text over both and no other column. */
  both: number;
  across: number;
}

export const COLUMN_SEAM: DecisionTable<ColumnSeam, 'one-column' | 'columns'> = {
  name: 'column-seam',
  rules: [
    {
      name: 'few-rows',
      why: 'A row or two with an empty cell say nothing of the column.',
      test: ({ rows, headerRows }) => (rows.length - headerRows < LEAST_ROWS ? 'columns' : null),
    },
    {
      name: 'both-filled',
      why: 'A row has a text in each of the two.',
      test: ({ both }) => (both > 0 ? 'columns' : null),
    },
    {
      name: 'header-beside-values',
      why: 'The left one has a header and no value, the right one values and no header: the header stands at the left of its column, the values at the right.',
      test: ({ left, right }) =>
        left.header > 0 && left.body === 0 && right.header === 0 && right.body > 0 ? 'one-column' : null,
    },
    {
      name: 'values-across',
      why: 'Longer values reach over both, and what else there is stands in one of the two.',
      test: ({ left, right, across }) =>
        across > 0 && (left.body === 0 || right.body === 0) && (left.header === 0 || right.header === 0)
          ? 'one-column'
          : null,
    },
  ],
  otherwise: 'columns',
  subject: ({ page, rows }) => rowSubject(page, rows[0]!.lines[0]!.row),
  numbers: ({ left, right, across }) => ({
    headersLeft: left.header,
    valuesLeft: left.body,
    headersRight: right.header,
    valuesRight: right.body,
    valuesAcross: across,
  }),
};

/** Inner edges, by the index of the column left of them, that part nothing. */
export function falseSeams(rows: readonly Row[], headerRows: number, page: number): number[] {
  const columns = rows[0]?.cells.length ?? 0;
  const found: number[] = [];
  // the first column names the rows
  for (let column = 1; column < columns - 1; column += 1) {
    if (found.at(-1) === column - 1) continue;
    if (decide(COLUMN_SEAM, { page, rows, headerRows, ...textsAt(rows, headerRows, column) }) === 'one-column')
      found.push(column);
  }
  return found;
}

function textsAt(
  rows: readonly Row[],
  headerRows: number,
  column: number,
): Omit<ColumnSeam, 'page' | 'rows' | 'headerRows'> {
  const [left, right] = [column, column + 1].map((at) => ({
    header: rows.slice(0, headerRows).filter((row) => isFilled(row, at)).length,
    body: rows.slice(headerRows).filter((row) => isFilled(row, at)).length,
  })) as [ColumnTexts, ColumnTexts];
  const both = rows.filter((row) => isFilled(row, column) && isFilled(row, column + 1)).length;
  const across = rows
    .slice(headerRows)
    .filter(({ cells }) => cells[column]!.colSpan === 2 && cells[column]!.runs.length > 0);
  return { left, right, both, across: across.length };
}

/** Has text that is of this column alone. */
const isFilled = ({ cells }: Row, column: number): boolean => {
  const { covered, colSpan, runs } = cells[column]!;
  return !covered && colSpan === 1 && runs.length > 0;
};
