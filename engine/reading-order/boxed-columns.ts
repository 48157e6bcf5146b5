/** Columns with boxes in them: the text above a box, the box, and the text below it. */
import type { Line } from '../text/line.js';
import type { Column } from './columns.js';
import { isStandIn } from './side-boxes.js';

/**
 * @param columnsOf the columns of a box's lines.
 * @returns the column, split where boxes stand in it; what is above and below a box has the column's left edge.
 */
export function splitAtBoxes(column: Column, columnsOf: (lines: readonly Line[]) => readonly Column[]): Column[] {
  if (!column.lines.some(isStandIn)) return [column];
  const left = column.left ?? Math.min(...column.lines.map(({ box }) => box.x0));
  const parts: Column[] = [];
  let open: Line[] = [];
  const close = (): void => {
    if (open.length > 0) parts.push({ ...column, lines: open, left });
    open = [];
  };
  for (const line of column.lines) {
    if (!isStandIn(line)) {
      open.push(line);
      continue;
    }
    close();
    const boxed = `${line.page} ${line.id}`;
    parts.push(...columnsOf(line.boxed).map((part) => ({ ...part, boxed: part.boxed ?? boxed })));
  }
  close();
  return parts;
}
