/** Whether a label with nothing beside it names a group of the rows below it, for tables whose end is not drawn. */
import { isSameSize } from '../measures.js';
import type { TextRun } from '../model.js';
import { isYearOrSpan } from '../text-rules.js';
import { WIDEST_PITCH } from './line-below.js';
import { placeRow, type Columns, type PlacedRow } from './placed-rows.js';
import { endsInValues, hasValues, isFullRow, isHeader, isLabel, isRowOfValues, isRowWithUnits } from './row-kinds.js';
import { segmentText, type TextRow } from './segments.js';

/** Whether the second of the lines stands nearer to the third, a full row, than to the first. Years head another table. */
export function headsRow([above, { row }, next]: readonly [PlacedRow, PlacedRow, PlacedRow], columns: number): boolean {
  const step = next.row.baseline - row.baseline;
  if (step > Math.min(WIDEST_PITCH * row.size, row.baseline - above.row.baseline)) return false;
  const values = next.placed.slice(1).map(({ segment }) => segmentText(segment));
  return isFullRow(next, columns) && !values.every(isYearOrSpan);
}

/**
 * Whether the lines are a header, near each other and without values, below which the first group begins, or have the name of
 * a group, in other type than the labels of rows, as the line is set. Elsewhere a text that stands apart heads another table.
 */
export function mayHaveGroup(lines: readonly TextRow[], { segments: [name] }: TextRow): boolean {
  const isInTypeOf = ({ segments: [label] }: TextRow): boolean => isSameType(label!.runs[0]!, name!.runs[0]!);
  const rows = lines.filter(hasValues);
  if (rows.length === 0) return isHeader(lines);
  const isName = (line: TextRow, i: number): boolean =>
    line.segments.length === 1 && isInTypeOf(line) && lines[i + 1] !== undefined && hasValues(lines[i + 1]!);
  return lines.some(isName) && !rows.some(isInTypeOf);
}

const isSameType = (a: TextRun, b: TextRun): boolean => a.font === b.font && isSameSize(a.size, b.size);

/** Whether the lines are labels up to one that is a row of values, as near to each other as rows. */
export function valuesFollow(lines: readonly TextRow[], columns: Columns): boolean {
  for (const [i, row] of lines.slice(1).entries()) {
    const line = placeRow(row, columns);
    if (row.baseline - lines[i]!.baseline > WIDEST_PITCH * row.size) return false;
    const count = columns.xs.length - 1;
    if ([isRowOfValues, isFullRow, endsInValues, isRowWithUnits].some((isRow) => isRow(line, count))) return true;
    if (!isLabel(line)) return false;
  }
  return false;
}
