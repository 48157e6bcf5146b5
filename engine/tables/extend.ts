/**
 * Which lines of text below or above a table's known part belong to it, for tables whose end is not drawn.
 *
 * A line belongs to it while it follows without a wide space, keeps to the table's columns, and either has text in two
 * columns or is the rest of the cells above it. The first line that does not ends the table, unless it is a remark over the
 * table's width: it stands as near to the last row as rows do to each other, and what follows stands off.
 */
import { columnEdges, commonLefts, placeSegments } from './columns.js';
import type { TextRow } from './segments.js';
import { columnRoom, mayWrap, type PlacedRow } from './rows.js';

/** Lines that are looked at to find the columns that a header alone leaves open. */
const SAMPLE = 12;
const WIDEST_PITCH = 2.6;
const BESIDE = 2;

export interface Extent {
  from: number;
  to: number;
  /** Inner column edges, if drawn. */
  edges?: readonly number[];
}

/** The lines of `below` (from the top, all within the table's width) that go on with `known`. */
export function linesBelow(
  known: readonly TextRow[],
  below: readonly TextRow[],
  { from, to, edges }: Extent,
): TextRow[] {
  const sample = [...known, ...below.slice(0, SAMPLE).filter((row) => row.segments.length > 1)];
  const inner = edges ?? columnEdges(sample);
  if (inner.length === 0) return [];
  const xs = [from, ...(edges ?? inner.map((x, i) => besideText(x, inner[i + 1] ?? to, sample))), to];
  const lefts = commonLefts(sample, xs);
  const place = (row: TextRow): PlacedRow => ({ row, placed: placeSegments(row, xs, lefts) });
  const room = columnRoom(sample.map(place), xs.length - 1);
  let before = known.at(-1);
  const taken: TextRow[] = [];
  let widest = 0;
  for (const [i, row] of below.entries()) {
    if (before && row.baseline - before.baseline > WIDEST_PITCH * Math.max(row.size, before.size)) break;
    const line = place(row);
    const apart = line.placed.every((part) => part.column === part.last);
    const cells = new Set(line.placed.map((part) => part.column)).size;
    if (!apart || cells < line.placed.length) {
      if (
        taken.length > 1 &&
        isRemark(row, { before: before!, after: below[i + 1], widest, known: known[0] ?? below[0]! })
      )
        taken.push(row);
      break;
    }
    if (cells < 2 && !(before && mayWrap(place(before), line, room))) break;
    taken.push(row);
    if (before) widest = Math.max(widest, row.baseline - before.baseline);
    before = row;
  }
  return taken;
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
    if (linesBelow([first], rest, extent).length > near.length - start - 1) return near.slice(start);
  }
  return [];
}

interface Surroundings {
  before: TextRow;
  after: TextRow | undefined;
  /** Greatest distance of the table's lines. */
  widest: number;
  known: TextRow;
}

function isRemark(row: TextRow, { before, after, widest, known }: Surroundings): boolean {
  const pitch = row.baseline - before.baseline;
  const stands = after === undefined || after.baseline - row.baseline > 1.25 * pitch;
  const inside = Math.abs(row.box.x0 - known.box.x0) <= 2 && row.box.x1 <= known.box.x1 + 2 * row.size;
  return row.segments.length === 1 && pitch <= 1.1 * widest && stands && inside;
}
