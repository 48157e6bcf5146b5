/**
 * Which lines of text below or above a table's known part belong to it, for tables whose end is not drawn.
 *
 * Line by line the rules of LINE_BELOW_TABLE decide; the first line that is no row ends the table.
 */
import { overlap } from '../geometry.js';
import { isLargerThanBody, isSameSize } from '../measures.js';
import type { TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { columnEdges, commonLefts } from './columns.js';
import { placeRow, type Columns, type PlacedRow } from './placed-rows.js';
import { columnRoom, mayWrap, type ColumnRoom } from './cell-wrap.js';
import { isYearOrSpan } from '../text-rules.js';
import { captionLabel } from '../text/captions.js';
import { isValue } from './kinds.js';
import { rowSubject, rowText, runsOf, segmentText, type TextRow } from './segments.js';
import { OVERLAP_PITCH } from './staggered-lines.js';

/** Lines that are looked at to find the columns that a header alone leaves open. */
const SAMPLE = 12;
/** In font sizes: the greatest distance of two rows. */
const WIDEST_PITCH = 2.6;
/** The same of a row of values, which may begin a group of rows, and of evenly spaced ones with text in three columns, whose cells may be padded. */
const WIDEST_GROUP_PITCH = 4;
/** The same of the name of a group next above a full row, with a blank line or two before it. */
const WIDEST_LABEL_PITCH = 4.5;
/** In font sizes: the greatest distance of two lines of a header, and so of a name. */
export const HEADER_PITCH = 1.5;
/** Words of a label at most, and labels that may follow each other before their values. */
const MOST_WORDS = 12;
const MOST_LABELS = 2;
/** In points: how far left of its text a column's edge is set. */
const BESIDE = 2;
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
/** Columns of a table whose groups have labels: those of two columns may be a text beside another. */
const LEAST_FULL = 3;
/** In distances of rows: what is nearer to the row above belongs to it. */
const AS_ROWS = 0.9;
/** Values beside units or remarks that make a line of filled columns a row. */
const LEAST_WITH_UNITS = 2;
/** Values that make a line a row, however its label lies. */
const LEAST_VALUES = 3;
/** As pages are numbered at their foot: "12", "– 12 –". */
const PAGE_NUMBER = /^(?:[–—-]\s?)?\d{1,4}(?:\s?[–—-])?$/u;

export interface Extent {
  /** Number of the page. */
  page: number;
  from: number;
  to: number;
  /** Inner column edges, if drawn. */
  edges?: readonly number[];
}

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

/** Whether a text covers several columns, or several texts stand in one. */
const isAcross = ({ placed }: PlacedRow): boolean =>
  placed.some(({ column, last }) => column !== last) ||
  (placed.length > 1 && new Set(placed.map(({ column }) => column)).size < placed.length);

/** Whether values stand in most columns, one in each, to the right of all other text. */
function isRowOfValues({ placed }: PlacedRow, columns: number): boolean {
  if (placed.length < LEAST_VALUES || 2 * placed.length < columns) return false;
  const from = placed.findLastIndex(({ segment }) => !isValue(segmentText(segment))) + 1;
  const values = placed.slice(from);
  const label = placed.slice(0, from);
  if (values.length < LEAST_VALUES || 2 * values.length < columns) return false;
  // numbers are set to the right: a long one may begin left of its column
  return (
    values.every(({ last }, i) => last > (values[i - 1]?.last ?? -1)) &&
    label.every(({ last }) => last < values[0]!.last)
  );
}

/** A label from the first column on, and a value in each of the columns right of it, two at least. Years head another table. */
function isLabelOverColumns({ placed: [label, ...values] }: PlacedRow, columns: number): boolean {
  if (!label || label.column > 0 || values.length < 2 || values.length !== columns - 1 - label.last) return false;
  const isInOrder = values.every(({ last }, i) => last === label.last + 1 + i);
  const texts = values.map(({ segment }) => segmentText(segment));
  return (
    isInOrder &&
    texts.every(isValue) &&
    !texts.every(isYearOrSpan) &&
    segmentText(label.segment).split(' ').length <= MOST_WORDS
  );
}

/** A label and a value in each of the other columns, two of them at least. */
const isFullRow = (line: PlacedRow, columns: number): boolean =>
  columns >= LEAST_FULL &&
  line.placed.length === columns &&
  !isAcross(line) &&
  line.placed.slice(1).every(({ segment }) => isValue(segmentText(segment)));

/** A label in the first column, and values up to the last one, two at least: some may be missing between, as numbers of notes are. */
const endsInValues = (line: PlacedRow, columns: number): boolean =>
  line.placed.length > 2 &&
  !isAcross(line) &&
  line.placed[0]!.column === 0 &&
  line.placed.at(-1)!.last === columns - 1 &&
  line.placed.slice(1).every(({ segment }) => isValue(segmentText(segment)));

/** A text in each column, and values in two at least: units and remarks stand beside them. */
const isRowWithUnits = (line: PlacedRow, columns: number): boolean =>
  columns > LEAST_FULL &&
  line.placed.length === columns &&
  !isAcross(line) &&
  line.placed.slice(1).filter(({ segment }) => isValue(segmentText(segment))).length >= LEAST_WITH_UNITS;

/** A short text in the first column, and nothing beside it. */
const isLabel = ({ row, placed }: PlacedRow): boolean =>
  placed.length === 1 && placed[0]!.column === 0 && rowText(row).split(' ').length <= MOST_WORDS;

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

/** The lines of `below` (from the top, all within the table's width) that continue with `known`. */
export function linesBelow(
  known: readonly TextRow[],
  below: readonly TextRow[],
  { page, from, to, edges }: Extent,
): TextRow[] {
  const sample = [...known, ...below.slice(0, SAMPLE).filter((row) => row.segments.length > 1)];
  const inner = edges ?? columnEdges(sample);
  if (inner.length === 0) return [];
  const xs = [from, ...(edges ?? inner.map((x, i) => besideText(x, inner[i + 1] ?? to, sample))), to];
  const columns = { page, xs, lefts: commonLefts(sample, xs) };
  const near = [...known, ...below.slice(0, SAMPLE)].map((row) => placeRow(row, columns));
  const cells = near.filter(({ row }, i) => i < known.length || row.segments.length > 1);
  const room = columnRoom(cells, xs.length - 1, near);
  const placedAt = (i: number): PlacedRow | undefined =>
    near[known.length + i] ?? (below[i] && placeRow(below[i], columns));
  let above = near[known.length - 1];
  let next = placedAt(0);
  const added: TextRow[] = [];
  const widestKnown = Math.max(0, ...known.slice(1).map(({ baseline }, i) => baseline - known[i]!.baseline));
  const first = known[0] ?? below[0]!;
  let widest = 0;
  for (const [i, row] of below.entries()) {
    const line = next!;
    next = placedAt(i + 1);
    const followed = isLabel(line) && valuesFollow(below.slice(i, i + MOST_LABELS + 1), columns);
    const isHeading =
      isLabel(line) && above !== undefined && next !== undefined && headsRow([above, line, next], xs.length - 1);
    const heads = isHeading && mayHaveGroup([...known, ...added], row);
    const verdict = decide(LINE_BELOW_TABLE, {
      page,
      line,
      above,
      next,
      first,
      room,
      added: added.length,
      widest,
      widestOfAll: Math.max(widest, widestKnown),
      followed,
      heads,
    });
    if (verdict !== 'end') added.push(row);
    if (verdict !== 'row') break;
    if (above) widest = Math.max(widest, row.baseline - above.row.baseline);
    above = line;
  }
  return added;
}

/** Whether the second of the lines stands nearer to the third, a full row, than to the first. Years head another table. */
function headsRow([above, { row }, next]: readonly [PlacedRow, PlacedRow, PlacedRow], columns: number): boolean {
  const step = next.row.baseline - row.baseline;
  if (step > Math.min(WIDEST_PITCH * row.size, row.baseline - above.row.baseline)) return false;
  const values = next.placed.slice(1).map(({ segment }) => segmentText(segment));
  return isFullRow(next, columns) && !values.every(isYearOrSpan);
}

/**
 * Whether the lines are a header, near each other and without values, below which the first group begins, or have the name of
 * a group, in other type than the labels of rows, as the line is set. Elsewhere a text that stands apart heads another table.
 */
function mayHaveGroup(lines: readonly TextRow[], { segments: [name] }: TextRow): boolean {
  const isInTypeOf = ({ segments: [label] }: TextRow): boolean => isSameType(label!.runs[0]!, name!.runs[0]!);
  const rows = lines.filter(hasValues);
  if (rows.length === 0) return isHeader(lines);
  const isName = (line: TextRow, i: number): boolean =>
    line.segments.length === 1 && isInTypeOf(line) && lines[i + 1] !== undefined && hasValues(lines[i + 1]!);
  return lines.some(isName) && !rows.some(isInTypeOf);
}

const isHeader = (lines: readonly TextRow[]): boolean =>
  lines.slice(1).every(({ baseline, size }, i) => baseline - lines[i]!.baseline <= HEADER_PITCH * size);

/** Years are names of columns. */
const hasValues = ({ segments }: TextRow): boolean =>
  segments.map(segmentText).some((text) => isValue(text) && !isYearOrSpan(text));

const isSameType = (a: TextRun, b: TextRun): boolean => a.font === b.font && isSameSize(a.size, b.size);

/** Whether the lines are labels up to one that is a row of values, as near to each other as rows. */
function valuesFollow(lines: readonly TextRow[], columns: Columns): boolean {
  for (const [i, row] of lines.slice(1).entries()) {
    const line = placeRow(row, columns);
    if (row.baseline - lines[i]!.baseline > WIDEST_PITCH * row.size) return false;
    const count = columns.xs.length - 1;
    if ([isRowOfValues, isFullRow, endsInValues, isRowWithUnits].some((isRow) => isRow(line, count))) return true;
    if (!isLabel(line)) return false;
  }
  return false;
}

/** A column's left edge next to its text: the column before may hold longer texts than the lines looked at. */
export function besideText(edge: number, next: number, rows: readonly TextRow[]): number {
  const starts = rows.flatMap(({ segments }) => segments.map(({ box }) => box.x0).filter((x) => x > edge && x < next));
  return starts.length === 0 ? edge : Math.max(edge, Math.min(...starts) - BESIDE);
}

/** Lines above that are looked at: a header's. */
const HEADER_LINES = 6;

/**
 * The lines of `above` (from the top, all within the table's width) that the table begins with, for tables whose upper end
 * is not drawn: from a line of several cells on, all lines down to `known` keep to its columns.
 */
export function linesAbove(known: readonly TextRow[], above: readonly TextRow[], extent: Extent): TextRow[] {
  const near = above.slice(-HEADER_LINES);
  const sample = known.slice(0, SAMPLE);
  for (const [start, first] of near.entries()) {
    if (first.segments.length < 2) continue;
    const rest = [...near.slice(start + 1), ...sample];
    if (linesBelow([first], rest, extent).length > near.length - start - 1)
      return near.slice(near.slice(0, start + 1).findLastIndex((row, i) => i === 0 || !isFirstLine(near[i - 1]!, row)));
  }
  return [];
}

/** Upper lines of names of columns: each begins where a name below it does, as near as a line of its text. */
const isFirstLine = ({ segments, baseline, size }: TextRow, below: TextRow): boolean =>
  segments.length > 1 &&
  below.baseline - baseline <= HEADER_PITCH * size &&
  segments.every(({ box }) => below.segments.some((other) => Math.abs(other.box.x0 - box.x0) <= SAME_LEFT));
