/** Where the text of a column begins and ends from left to right. */
import type { OrderedColumn } from '../reading-order/stage.js';
import { median } from '../geometry.js';
import { MOSTLY, SAME_EDGE } from '../measures.js';

/** Share of the lines that may be longer than the usual one. */
const LONGER_LINES = 0.25;
/** Share of the lines, and number of them, that end alike where the text has an edge. */
const ALIKE_SHARE = 0.25;
const LEAST_ALIKE = 3;

export interface ColumnEdges {
  /** The column's. */
  id: number;
  left: number;
  right: number;
  /** Right end of the longest line: beside a narrower abstract most lines end further left. */
  widest?: number;
  /** A title from the margin. */
  title?: true;
  /** One of a few texts beside each other. */
  beside?: true;
  /** Notes in smaller type beside the text. */
  notes?: true;
  /** The box that it is of. */
  boxed?: string;
}

/** Left and right edge of the text: where most lines end if many end alike, else the longest. */
export function edgesOf({ id, lines, left, right, title, beside, notes, boxed }: OrderedColumn): ColumnEdges {
  const text = lines.filter((line) => !line.blocks && line.mono < MOSTLY);
  const some = text.length > 0 ? text : lines;
  const ends = some.map((line) => line.box.x1);
  const longest = Math.max(...ends);
  const middle = [...ends].sort((a, b) => b - a)[Math.floor(ends.length * LONGER_LINES)] ?? longest;
  const alike = ends.filter((x) => Math.abs(x - middle) < SAME_EDGE).length;
  return {
    id,
    left: left ?? Math.min(...some.map((line) => line.box.x0)),
    right: right ?? (alike >= Math.max(LEAST_ALIKE, ALIKE_SHARE * ends.length) ? middle : longest),
    widest: right ?? longest,
    ...(title ? { title } : {}),
    ...(beside ? { beside } : {}),
    ...(notes ? { notes } : {}),
    ...(boxed === undefined ? {} : { boxed }),
  };
}

/** In points: columns that begin so near to each other begin at one edge. */
const SAME_LEFT = 3;

/**
 * Right edge of the text in the document's columns that begin where one does, in points: that of most of them, where a column of
 * short lines shows none of its own.
 */
export function usualRight(pages: readonly { columns: readonly OrderedColumn[] }[]): (edges: ColumnEdges) => number {
  let all: readonly ColumnEdges[] | null = null;
  const known = new Map<number, number>();
  const rightFrom = (left: number): number => {
    all ??= pages.flatMap(({ columns }) => columns.map(edgesOf));
    const rights = all.filter((edges) => Math.abs(edges.left - left) < SAME_LEFT).map(({ right }) => right);
    return rights.length > 0 ? median(rights) : -Infinity;
  };
  return ({ left, right }) => {
    if (!known.has(left)) known.set(left, rightFrom(left));
    return Math.max(right, known.get(left)!);
  };
}
