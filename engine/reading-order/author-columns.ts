/**
 * The authors of a paper in columns: below its title each column begins with a name, where its bearer works and an address,
 * in centred lines. They are read before the text of any column, or the text of the first would continue to the second author.
 */
import { unionBox } from '../geometry.js';
import type { Box } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import type { Line } from '../text/line.js';
import type { Band } from './bands.js';
import { regionOf } from './rows.js';

/** A name, an institution, a place or an address; more lines are a text that is set centred. */
const LEAST_LINES = 3;
const MOST_LINES = 10;
/**
 * In font sizes: how much shorter than the column a centred line is at least, how far its middle is from the column's or from
 * that of the first line, and how far right of the column's edge it begins in the latter case.
 */
const LEAST_SHORTER = 1;
const LEAST_INDENT = 0.5;
const SAME_MIDDLE = 1;

export interface ColumnHeads {
  /** Of each column the centred lines that it begins with, and the others. */
  heads: readonly [readonly Line[], readonly Line[]];
  rest: readonly [readonly Line[], readonly Line[]];
  /** A line over both columns stands above them. */
  titled: boolean;
}

const withText = (condition: boolean): 'with-the-text' | null => (condition ? 'with-the-text' : null);
const middleOf = ({ x0, x1 }: Box): number => (x0 + x1) / 2;
const bottomOf = (lines: readonly Line[]): number => unionBox(lines.map(({ box }) => box)).y1;
const topOf = (lines: readonly Line[]): number => unionBox(lines.map(({ box }) => box)).y0;

export const COLUMN_HEADS: DecisionTable<ColumnHeads, 'first' | 'with-the-text'> = {
  name: 'column-heads',
  rules: [
    {
      name: 'no-title-above',
      why: 'Authors stand below the title of the paper, on its first page.',
      test: ({ heads: [[first]], titled }) => withText(!titled || first?.page !== 1),
    },
    {
      name: 'no-block-of-lines',
      why: 'An author takes three lines at least; a line or two in the middle are a heading of the column.',
      test: ({ heads }) => withText(heads.some(({ length }) => length < LEAST_LINES || length > MOST_LINES)),
    },
    {
      name: 'no-text-below',
      why: 'Columns of centred lines alone are read one after the other as any columns are.',
      test: ({ rest }) => withText(rest.some(({ length }) => length === 0)),
    },
    {
      name: 'beside-text',
      why: 'The authors end before the text of either column begins.',
      test: ({ heads, rest }) => withText(Math.max(...heads.map(bottomOf)) > Math.min(...rest.map(topOf))),
    },
  ],
  otherwise: 'first',
  subject: ({ heads }) => regionOf(heads.flat()),
  numbers: ({ heads: [left, right] }) => ({ linesLeft: left.length, linesRight: right.length }),
};

/** The bands, one of columns that begin with authors split below these. */
export function withAuthorsFirst(bands: readonly Band[]): readonly Band[] {
  if (bands[0]?.lines[0]?.page !== 1) return bands;
  return bands.flatMap((band, i) => {
    if (band.kind !== 'columns' || band.left.length === 0 || band.right.length === 0) return [band];
    const [left, right] = [partsOf(band.left), partsOf(band.right)];
    if (left.head.length === 0 || right.head.length === 0) return [band];
    const titled = bands[i - 1]?.kind === 'across';
    const parts: ColumnHeads = { heads: [left.head, right.head], rest: [left.rest, right.rest], titled };
    if (decide(COLUMN_HEADS, parts) !== 'first') return [band];
    return [columnsOf(left.head, right.head), columnsOf(left.rest, right.rest)];
  });
}

const columnsOf = (left: Line[], right: Line[]): Band => ({ kind: 'columns', lines: [...left, ...right], left, right });

/**
 * The lines in the middle of each other that a column begins with, and the rest of it. Their middle is the column's or their
 * own: authors may be set in a table, whose columns are not those of the text.
 */
function partsOf(side: readonly Line[]): { head: Line[]; rest: Line[] } {
  const sorted = side.toSorted((a, b) => a.baseline - b.baseline);
  const { x0, x1 } = unionBox(sorted.map(({ box }) => box));
  const own = middleOf(sorted[0]!.box);
  const isCentred = ({ box, size, blocks }: Line): boolean => {
    const isAt = (middle: number): boolean => Math.abs(middleOf(box) - middle) < SAME_MIDDLE * size;
    const isInner = box.x0 - x0 > LEAST_INDENT * size;
    return (
      !blocks && x1 - x0 - (box.x1 - box.x0) > LEAST_SHORTER * size && (isAt((x0 + x1) / 2) || (isInner && isAt(own)))
    );
  };
  const end = sorted.findIndex((line) => !isCentred(line));
  return end < 0 ? { head: sorted, rest: [] } : { head: sorted.slice(0, end), rest: sorted.slice(end) };
}
