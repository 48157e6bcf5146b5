/**
 * Columns that a gap splits although they are one: the header begins at the left edge of its column, the values end at the
 * right one, and no value reaches below its header; or the header is in the middle of a wide column of short values. Then there
 * are a column with a header alone and one with values alone.
 */
import { unionBox } from '../geometry.js';
import type { Box } from '../model.js';
import type { DecisionTable } from '../rules.js';
import { decide } from '../rules.js';
import { rowSubject } from './segments.js';
import type { Row } from './text-spans.js';

/** Rows of the body from which it says which columns have values. */
const LEAST_ROWS = 3;
/** In font sizes, for a header in the middle: the end of its column is where the next one begins, but for the padding between. */
const SAME_MIDDLE = 1;
/** In font sizes: where the header begins further right of the values, white space is seen that may part two columns. */
const GUTTER = 0.75;

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
  /** In font sizes: from the middle of the room between the left one's values and the next column to that of the right one's header. */
  offMiddle: number;
  /** In font sizes: from the right edge of the left one's values to the left edge of the right one's header. */
  gutter: number;
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
      name: 'header-above-the-middle',
      why: 'The left one has values and no header, the right one a header and no value, half-way between the values and the next column, with no gutter between: it is centred above a wide column.',
      test: ({ left, right, offMiddle, gutter }) => {
        const isHeaderBeside = left.header === 0 && left.body > 0 && right.header > 0 && right.body === 0;
        return isHeaderBeside && offMiddle < SAME_MIDDLE && gutter < GUTTER ? 'one-column' : null;
      },
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
  numbers: ({ left, right, across, offMiddle, gutter }) => ({
    headersLeft: left.header,
    valuesLeft: left.body,
    headersRight: right.header,
    valuesRight: right.body,
    valuesAcross: across,
    offMiddleInSizes: offMiddle,
    gutterInSizes: gutter,
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
  return { left, right, both, across: across.length, ...distancesAt(rows, headerRows, column) };
}

function distancesAt(
  rows: readonly Row[],
  headerRows: number,
  column: number,
): Pick<ColumnSeam, 'offMiddle' | 'gutter'> {
  const header = boxAt(rows.slice(0, headerRows), column + 1);
  const values = boxAt(rows.slice(headerRows), column);
  const next = boxAt(rows, column + 2);
  if (!header || !values || !next) return { offMiddle: Infinity, gutter: Infinity };
  const size = rows[0]!.lines[0]!.row.size;
  return {
    offMiddle: Math.abs(header.x0 + header.x1 - values.x0 - next.x0) / 2 / size,
    gutter: (header.x0 - values.x1) / size,
  };
}

/** Around the texts of a column, or null where it has none, as the one behind the last. */
function boxAt(rows: readonly Row[], column: number): Box | null {
  const boxes = rows.flatMap(({ cells }) => (cells[column]?.runs ?? []).map(({ box }) => box));
  return boxes.length > 0 ? unionBox(boxes) : null;
}

/** Has text that is of this column alone. */
const isFilled = ({ cells }: Row, column: number): boolean => {
  const { covered, colSpan, runs } = cells[column]!;
  return !covered && colSpan === 1 && runs.length > 0;
};
