/**
 * Rows: which lines of text in a table without horizontal rules make up one row.
 *
 * In order of precedence: where lines are drawn between most rows, what stands between two of them is a row; a line drawn
 * between two lines of text parts rows; a text that covers other columns than the
 * line above begins a row; if distances between lines are of two kinds and all the narrow ones may be wraps, the wide ones
 * part rows; else a line goes on with its row when it fills only some of the columns that the line above fills, and in each
 * of them the line above had no room for its first word.
 *
 * Limits: cells are taken to be aligned at their top.
 */
import type { Placed } from './columns.js';
import { segmentText, type TextRow } from './segments.js';

export interface PlacedRow {
  row: TextRow;
  placed: Placed[];
}

/** What of the columns' geometry tells a wrapped line from a new one. */
export interface ColumnRoom {
  /** Width that a text of the column may have. */
  width: number[];
}

/** Distances of lines that differ by this factor are of two kinds. */
const WIDE = 1.1;
/** Rows that lines part, and the share of them that must look like one row each, for all of them to be taken so. */
const LEAST_DRAWN = 4;
const MOSTLY_DRAWN = 0.6;

/** Rows of the table, each with its lines of text. `separators` are the y of lines drawn across the table. */
export function groupRows(lines: readonly PlacedRow[], separators: readonly number[], room: ColumnRoom): PlacedRow[][] {
  const drawn = drawnRows(lines, separators);
  // a header may stand above the first shade together with the first row, and rows below the last one
  if (drawn) return drawn.flatMap((part, i) => (i === 0 || i === drawn.length - 1 ? freeRows(part, [], room) : [part]));
  return freeRows(lines, separators, room);
}

function freeRows(lines: readonly PlacedRow[], separators: readonly number[], room: ColumnRoom): PlacedRow[][] {
  const joins = lines.slice(1).map((line, i) => joinOf(lines[i]!, line, { separators, room }));
  const wide = wideFrom(joins);
  const rows: PlacedRow[][] = [];
  lines.forEach((line, i) => {
    const join = joins[i - 1];
    const row = rows.at(-1);
    const partly = row !== undefined && line.placed.length < row[0]!.placed.length;
    const goesOn = join !== undefined && join.mayWrap && (wide === null ? partly : join.pitch < wide);
    if (row && goesOn) row.push(line);
    else rows.push([line]);
  });
  return rows;
}

/** What stands between the separators, if each of that is a row; null when some of them part groups of rows only. */
function drawnRows(lines: readonly PlacedRow[], separators: readonly number[]): PlacedRow[][] | null {
  const parts: PlacedRow[][] = [];
  lines.forEach((line, i) => {
    if (i > 0 && !isParted(lines[i - 1]!, line, separators)) parts.at(-1)!.push(line);
    else parts.push([line]);
  });
  const single = parts.filter(([first, ...more]) => more.every(({ placed }) => placed.length < first!.placed.length));
  return parts.length >= LEAST_DRAWN && single.length >= MOSTLY_DRAWN * parts.length ? parts : null;
}

function isParted(before: PlacedRow, line: PlacedRow, separators: readonly number[]): boolean {
  const from = before.row.baseline - before.row.size * 0.3;
  const to = line.row.baseline - line.row.size * 0.3;
  return separators.some((y) => y > from && y < to);
}

function joinOf(
  before: PlacedRow,
  line: PlacedRow,
  { separators, room }: { separators: readonly number[]; room: ColumnRoom },
): Join {
  const parted = isParted(before, line, separators);
  return {
    pitch: line.row.baseline - before.row.baseline,
    parted,
    mayWrap: !parted && mayWrap(before, line, room),
    partly: line.placed.length < before.placed.length,
  };
}

/** What is known of two lines, one under the other. */
interface Join {
  /** Distance of their baselines. */
  pitch: number;
  /** A line is drawn between them. */
  parted: boolean;
  /** The lower one may be the rest of the upper one's cells. */
  mayWrap: boolean;
  /** The lower one fills fewer columns. */
  partly: boolean;
}

/** The distance from which on lines belong to different rows, or null when distances tell nothing. */
function wideFrom(joins: readonly Join[]): number | null {
  const free = joins.filter((join) => !join.parted);
  if (free.length === 0) return null;
  const limit = Math.min(...free.map((join) => join.pitch)) * WIDE;
  const narrow = free.filter((join) => join.pitch < limit);
  const wide = free.length - narrow.length;
  return wide >= 2 && narrow.every((join) => join.mayWrap) && narrow.some((join) => join.partly) ? limit : null;
}

/** Whether `line` may be the rest of the cells of the line above it. */
export function mayWrap(before: PlacedRow, line: PlacedRow, room: ColumnRoom): boolean {
  if (line.row.baseline - before.row.baseline > 1.9 * Math.max(line.row.size, before.row.size)) return false;
  const inside = line.placed.every((part) =>
    before.placed.some((other) => other.column === part.column && other.last === part.last),
  );
  if (!inside) return false;
  // hardly a row of its own: no text in the first column, and in fewer than half of them
  if (line.placed[0]!.column > 0 && 2 * line.placed.length < room.width.length) return true;
  return line.placed.every((part) => hadNoRoom(before, part, { room, size: line.row.size }));
}

/** Whether the text above a cell's line was so long that the line's first word did not fit after it. */
function hadNoRoom(before: PlacedRow, part: Placed, { room, size }: { room: ColumnRoom; size: number }): boolean {
  const above = before.placed.findLast((other) => other.column === part.column)!.segment;
  if (/[-\u00ad\u2010]$/u.test(segmentText(above))) return true;
  const width = room.width.slice(part.column, part.last + 1).reduce((sum, w) => sum + w, 0);
  const word = part.segment.runs[0]!.box;
  return above.box.x1 - above.box.x0 + 0.25 * size + (word.x1 - word.x0) > width - 0.2 * size;
}

/** Room of each column: up to where the next column's text begins, but no less than its widest text. */
export function columnRoom(lines: readonly PlacedRow[], columns: number): ColumnRoom {
  const left = new Array<number>(columns).fill(Infinity);
  const right = new Array<number>(columns).fill(-Infinity);
  for (const { placed } of lines) {
    for (const part of placed) {
      if (part.column !== part.last) continue;
      left[part.column] = Math.min(left[part.column]!, part.segment.box.x0);
      right[part.column] = Math.max(right[part.column]!, part.segment.box.x1);
    }
  }
  const size = Math.max(...lines.map((line) => line.row.size));
  return {
    width: left.map((x, i) => {
      const own = Math.max(0, right[i]! - x);
      const next = left[i + 1];
      if (next === undefined || !Number.isFinite(next) || !Number.isFinite(x)) return own;
      // a text that runs over into the next column says nothing about the room in its own
      return Math.max(Math.min(own, next - x - 0.3 * size), next - x - 1.3 * size);
    }),
  };
}
