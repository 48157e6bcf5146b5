/**
 * What a line below the part of a table that is known is: a row, a remark, or the end of a table whose end is not drawn
 * (LINE_BELOW_TABLE). The lines come one by one from extend.ts.
 */
import { overlap } from '../geometry.js';
import { isLargerThanBody, isSameSize } from '../measures.js';
import type { DecisionTable } from '../rules.js';
import { captionLabel } from '../text/captions.js';
import { mayWrap, type ColumnRoom } from './cell-wrap.js';
import type { PlacedRow } from './placed-rows.js';
import { isAcross, isLabel, isLabelOverColumns, isRowOfValues, LEAST_FULL } from './row-kinds.js';
import { rowSubject, rowText, runsOf, type TextRow } from './segments.js';
import { OVERLAP_PITCH } from './staggered-lines.js';

/** In font sizes: the greatest distance of two rows. */
export const WIDEST_PITCH = 2.6;
/** The same of a row of values, which may begin a group of rows, and of evenly spaced ones with text in three columns, whose cells may be padded. */
const WIDEST_GROUP_PITCH = 4;
/** The same of the name of a group next above a full row, with a blank line or two before it. */
const WIDEST_LABEL_PITCH = 4.5;
/** In points: a remark begins this close to the table's left edge. */
const SAME_LEFT = 2;
/** In font sizes: how far a remark may reach past the table's first line. */
const PAST_END = 2;
/** What follows a remark stands off by this many of the remark's distances. */
const STANDS_OFF = 1.25;
/** A remark stands as near to the last row as rows to each other, give or take a tenth. */
const AS_NEAR = 1.1;
/** Rows above that a remark needs: below fewer of them it may be text. */
const LEAST_ROWS = 2;
/** In distances of rows: what is nearer to the row above belongs to it. */
const AS_ROWS = 0.9;
/** As pages are numbered at their foot: "12", "– 12 –". */
const PAGE_NUMBER = /^(?:[–—-]\s?)?\d{1,4}(?:\s?[–—-])?$/u;

/** A line below the part of a table that is known. */
export interface LineBelow {
  /** Number of the page. */
  page: number;
  line: PlacedRow;
  /** The last line of the table so far, in its columns. */
  above: PlacedRow | undefined;
  /** The line after this one. */
  next: PlacedRow | undefined;
  /** The table's first line. */
  first: TextRow;
  /** Lines that were added below the known part. */
  added: number;
  /** Greatest distance of the lines that were added. */
  widest: number;
  /** The same of all lines of the table so far, 0 where there is one alone. */
  widestOfAll: number;
  room: ColumnRoom;
  /** A row of values comes next, with labels alone between. */
  followed: boolean;
  /**
   * The next line has a label and a value in each of the other columns, nearer to this line than this is to the one above, and
   * the lines above are a header or hold the name of a group in the same type.
   */
  heads: boolean;
}

export const LINE_BELOW_TABLE: DecisionTable<LineBelow, 'row' | 'remark' | 'end'> = {
  name: 'line-below-table',
  rules: [
    {
      name: 'far-below',
      why: 'Rows of a table that is not drawn follow each other without a wide space.',
      test: (below) => (pitch(below) > widestPitch(below) * sizeOf(below) ? 'end' : null),
    },
    {
      name: 'remark',
      why: 'A line over the width of the table, as near as its rows are to each other and apart from what follows it.',
      test: (below) => (isAcross(below.line) && isRemark(below) ? 'remark' : null),
    },
    {
      name: 'values-in-columns',
      why: 'Values that each keep to a column of their own make a row, over how many columns its label may lie.',
      test: ({ line, room }) => (isRowOfValues(line, room.width.length) ? 'row' : null),
    },
    {
      name: 'label-over-columns',
      why: 'A label may reach over narrow columns, of notes say: values in all the columns right of it make a row.',
      test: ({ line, room }) => (isLabelOverColumns(line, room.width.length) ? 'row' : null),
    },
    {
      name: 'across-columns',
      why: 'A line whose text lies across column edges does not keep to the columns.',
      test: ({ line }) => (isAcross(line) ? 'end' : null),
    },
    {
      name: 'cells',
      why: 'Text in two columns or more makes a row.',
      test: ({ line }) => (line.placed.length > 1 ? 'row' : null),
    },
    {
      name: 'group-label',
      why: 'A label alone in the first column, with rows of values next below it, names a group of rows.',
      test: ({ line, followed }) => (followed && isLabel(line) ? 'row' : null),
    },
    {
      name: 'number-below-everything',
      why: 'A number alone below all else, further off than lines of the table from each other, is that of the page.',
      test: (below) => (isPageNumber(below) ? 'end' : null),
    },
    {
      name: 'number-in-other-size',
      why: 'A number alone below all else, of a size that the row above has nowhere, is that of the page; a total in bold has its size.',
      test: (below) => (isLastNumber(below) && isInOtherSize(below) ? 'end' : null),
    },
    {
      name: 'beside-the-line-above',
      why: 'A line that overlaps the one above in height, beside its cells, is of its row: its cells are set in their middle.',
      test: (below) => (isBesideAbove(below) ? 'row' : null),
    },
    {
      name: 'note-below-table',
      why: 'A line in smaller type that is no nearer to the row above than rows are to each other is a note or a source.',
      test: (below) => (isNoteBelow(below) ? 'end' : null),
    },
    {
      name: 'wrapped-cell',
      why: 'Text in one column is the rest of the cell above it.',
      test: ({ page, line, above, room, next }) =>
        above && mayWrap({ page, above, line, room, below: next }) ? 'row' : null,
    },
  ],
  otherwise: 'end',
  subject: ({ page, line }) => rowSubject(page, line.row),
  numbers: (below) => ({
    pitchInSizes: pitch(below) / sizeOf(below),
    cells: below.line.placed.length,
    columns: below.room.width.length,
    rowsAbove: below.added,
  }),
};

/** In font sizes. Rows of values may stand in groups, with more room between these, and the more where a label names them. */
const widestPitch = (below: LineBelow): number => {
  if (isNameOfGroup(below)) return WIDEST_LABEL_PITCH;
  return isRowOfValues(below.line, below.room.width.length) || isEvenRow(below) ? WIDEST_GROUP_PITCH : WIDEST_PITCH;
};

/** A label at the table's left edge, right above a full row. A caption names another table. */
const isNameOfGroup = ({ line, first, heads }: LineBelow): boolean =>
  heads &&
  line.row.segments.length === 1 &&
  Math.abs(line.row.box.x0 - first.box.x0) <= SAME_LEFT &&
  captionLabel(rowText(line.row)) === null;

/** Text in three columns or more, as far below as the rows above from each other, or, of the first, as the next is below it. */
function isEvenRow(below: LineBelow): boolean {
  const { line, next, widestOfAll } = below;
  if (line.placed.length < LEAST_FULL || isAcross(line)) return false;
  if (widestOfAll > 0) return pitch(below) <= AS_NEAR * widestOfAll;
  const isCells = next !== undefined && next.row.segments.length >= LEAST_FULL;
  return isCells && next.row.baseline - line.row.baseline <= AS_NEAR * pitch(below);
}

/** Distance from the line above, 0 where none is known. */
const pitch = ({ line, above }: LineBelow): number => (above ? line.row.baseline - above.row.baseline : 0);

const sizeOf = ({ line, above }: LineBelow): number => Math.max(line.row.size, above?.row.size ?? 0);

function isRemark({ line: { row }, above, next, first, added, widest }: LineBelow): boolean {
  if (!above || added < LEAST_ROWS) return false;
  const step = row.baseline - above.row.baseline;
  const standsOff = next === undefined || next.row.baseline - row.baseline > STANDS_OFF * step;
  const inside = Math.abs(row.box.x0 - first.box.x0) <= SAME_LEFT && row.box.x1 <= first.box.x1 + PAST_END * row.size;
  return row.segments.length === 1 && step <= AS_NEAR * widest && standsOff && inside;
}

/** A number as pages have it, below at least two lines of the table and above none. */
const isLastNumber = ({ line, next, widestOfAll }: LineBelow): boolean =>
  next === undefined && widestOfAll > 0 && PAGE_NUMBER.test(rowText(line.row));

/** Below the last line there may be no end of the page but a rule: only what stands off is no row. */
const isPageNumber = (below: LineBelow): boolean => isLastNumber(below) && pitch(below) > AS_NEAR * below.widestOfAll;

function isInOtherSize({ line, above }: LineBelow): boolean {
  if (!above) return false;
  const used = runsOf([above.row]);
  return runsOf([line.row]).every(({ size }) => !used.some((run) => isSameSize(run.size, size)));
}

/** Nearer than any row, and under none of the cells above. */
const isBesideAbove = (below: LineBelow): boolean =>
  below.above !== undefined &&
  pitch(below) < OVERLAP_PITCH * sizeOf(below) &&
  below.line.placed.every(({ segment: { box } }) =>
    below.above!.placed.every(({ segment: other }) => overlap(box.x0, box.x1, other.box.x0, other.box.x1) <= 0),
  );

/** As far below as a row, in smaller type. */
const isNoteBelow = (below: LineBelow): boolean =>
  below.above !== undefined &&
  isLargerThanBody(below.above.row.size, below.line.row.size) &&
  pitch(below) > AS_ROWS * below.widestOfAll;
