/**
 * Which lines of text below or above a table's known part belong to it, for tables whose end is not drawn.
 *
 * Line by line the rules of LINE_BELOW_TABLE (line-below.ts) decide; the first line that is no row ends the table.
 */
import { decide } from '../rules.js';
import { columnRoom } from './cell-wrap.js';
import { columnEdges, commonLefts } from './columns.js';
import { headsRow, mayHaveGroup, valuesFollow } from './group-names.js';
import { LINE_BELOW_TABLE } from './line-below.js';
import { placeRow, type PlacedRow } from './placed-rows.js';
import { HEADER_PITCH, isLabel } from './row-kinds.js';
import type { TextRow } from './segments.js';

/** Lines that are looked at to find the columns that a header alone leaves open. */
const SAMPLE = 12;
/** Labels at most that may follow each other before their values. */
const MOST_LABELS = 2;
/** In points: how far left of its text a column's edge is set. */
const BESIDE = 2;
/** In points: what begins where a text below it does begins this close to it. */
const SAME_LEFT = 2;

export interface Extent {
  /** Number of the page. */
  page: number;
  from: number;
  to: number;
  /** Inner column edges, if drawn. */
  edges?: readonly number[];
}

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
