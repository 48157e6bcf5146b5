/**
 * Columns: where the columns of a table lie whose text only is known.
 *
 * Each row votes with its gaps. A place x parts two columns when at least two rows have a gap there, when few rows have
 * text across it (headings over several columns and remarks over all of them do), and when gaps outnumber those. What
 * stands alone inside such a gap is a narrow column of its own.
 *
 * Limits: a column that no row parts from its neighbour by a gap wider than a space is not found.
 */
import { overlap } from '../geometry.js';
import type { Segment, TextRow } from './segments.js';

/** The part of the rows that may have text across a column edge. */
const SPANNING = 0.34;
/** More segments than any page's table has. It bounds the work on pages made to be slow. */
const MOST_SEGMENTS = 4000;

interface Slice {
  from: number;
  to: number;
  gaps: number;
  texts: number;
}

/** Inner column edges, ascending; empty when the rows show no columns. */
export function columnEdges(rows: readonly TextRow[]): number[] {
  if (rows.reduce((sum, row) => sum + row.segments.length, 0) > MOST_SEGMENTS) return [];
  const slices = slicesOf(rows);
  const allowed = Math.max(1, Math.floor(SPANNING * rows.length));
  const enough = Math.min(2, rows.length);
  const edges: number[] = [];
  let open: Slice[] = [];
  for (const slice of [...slices, null]) {
    if (slice && slice.gaps >= enough && slice.texts <= allowed && slice.gaps > 1.5 * slice.texts) {
      open.push(slice);
    } else if (open.length > 0) {
      edges.push(...edgesIn(open, rows));
      open = [];
    }
  }
  return edges;
}

/** The page's width cut at every place where a segment begins or ends, with what the rows have there. */
function slicesOf(rows: readonly TextRow[]): Slice[] {
  const changes = new Map<number, { gaps: number; texts: number }>();
  const change = (x: number, gaps: number, texts: number): void => {
    const at = changes.get(x) ?? { gaps: 0, texts: 0 };
    changes.set(x, { gaps: at.gaps + gaps, texts: at.texts + texts });
  };
  for (const row of rows) {
    row.segments.forEach((segment, i) => {
      change(segment.box.x0, 0, 1);
      change(segment.box.x1, 0, -1);
      const next = row.segments[i + 1];
      if (next && next.box.x0 > segment.box.x1) {
        change(segment.box.x1, 1, 0);
        change(next.box.x0, -1, 0);
      }
    });
  }
  const places = [...changes.entries()].toSorted((a, b) => a[0] - b[0]);
  const slices: Slice[] = [];
  let gaps = 0;
  let texts = 0;
  places.forEach(([x, at], i) => {
    gaps += at.gaps;
    texts += at.texts;
    const next = places[i + 1];
    if (next) slices.push({ from: x, to: next[0], gaps, texts });
  });
  return slices;
}

/** The edge in a run of slices where a gap is; several when columns that few rows fill stand in it. */
function edgesIn(slices: readonly Slice[], rows: readonly TextRow[]): number[] {
  const from = slices[0]!.from;
  const to = slices.at(-1)!.to;
  const inside = rows.flatMap((row) => row.segments.filter((s) => s.box.x0 > from + 0.5 && s.box.x1 < to - 0.5));
  if (inside.length === 0) return [clearest(slices)];
  const clear: Slice[][] = [[]];
  for (const slice of slices) {
    if (inside.some((s) => overlap(s.box.x0, s.box.x1, slice.from, slice.to) > 0)) {
      if (clear.at(-1)!.length > 0) clear.push([]);
    } else {
      clear.at(-1)!.push(slice);
    }
  }
  return clear.filter((part) => part.length > 0).map(clearest);
}

/** The middle of the slice that fewest rows have text in, the widest of these. */
function clearest(slices: readonly Slice[]): number {
  const best = slices.reduce((a, b) =>
    b.texts < a.texts || (b.texts === a.texts && b.to - b.from > a.to - a.from) ? b : a,
  );
  return (best.from + best.to) / 2;
}

/** Left edge that most segments of each column begin at, or null where none begins twice at the same x. */
export function commonLefts(rows: readonly TextRow[], xs: readonly number[]): (number | null)[] {
  const counts = xs.slice(1).map(() => new Map<number, number>());
  for (const row of rows) {
    for (const segment of row.segments) {
      const column = xs.findIndex(
        (x, i) => i + 1 < xs.length && segment.box.x0 >= x - 1 && segment.box.x0 < xs[i + 1]! - 1,
      );
      if (column < 0) continue;
      const x = Math.round(segment.box.x0);
      counts[column]!.set(x, (counts[column]!.get(x) ?? 0) + 1);
    }
  }
  return counts.map((count) => {
    let best: [number, number] | null = null;
    for (const entry of count) if (entry[1] >= 2 && (!best || entry[1] > best[1])) best = entry;
    return best ? best[0] : null;
  });
}

/** A segment in the columns that it covers. */
export interface Placed {
  segment: Segment;
  column: number;
  /** Last column covered. */
  last: number;
}

/**
 * Puts the row's segments into columns. A segment across an edge is cut there when a run of it begins where the column's
 * text does (a cell so full that no gap is left); else it covers several columns.
 */
export function placeSegments(row: TextRow, xs: readonly number[], lefts: readonly (number | null)[]): Placed[] {
  const placed: Placed[] = [];
  // a row with many texts is one of cells, whatever the gaps between them; one with few may be a remark
  const cells = row.segments.length >= 3;
  for (const segment of row.segments) {
    const parts = cutAtLefts(segment, { xs, lefts, cells }).map((part) => placeOne(part, xs, row.size));
    parts.forEach((part, i) => {
      const next = parts[i + 1];
      placed.push(next ? { ...part, last: Math.max(part.column, Math.min(part.last, next.column - 1)) } : part);
    });
  }
  return placed;
}

function placeOne(segment: Segment, xs: readonly number[], size: number): Placed {
  const { x0, x1 } = segment.box;
  const columns = xs.length - 1;
  const reached: number[] = [];
  let most = 0;
  let mostCommon = -1;
  for (let i = 0; i < columns; i += 1) {
    const common = overlap(x0, x1, i === 0 ? -Infinity : xs[i]!, i + 1 === columns ? Infinity : xs[i + 1]!);
    if (common > mostCommon) [most, mostCommon] = [i, common];
    if (common > Math.max(2, 0.3 * size)) reached.push(i);
  }
  return { segment, column: reached[0] ?? most, last: reached.at(-1) ?? most };
}

interface Cutting {
  xs: readonly number[];
  lefts: readonly (number | null)[];
  cells: boolean;
}

function cutAtLefts(segment: Segment, { xs, lefts, cells }: Cutting): Segment[] {
  const starts = lefts.filter(
    (left, i) => i > 0 && left !== null && xs[i]! > segment.box.x0 && xs[i]! < segment.box.x1,
  );
  if (starts.length === 0 || segment.runs.length < 2) return [segment];
  const parts: Segment[] = [];
  for (const run of segment.runs) {
    const open = parts.at(-1);
    const gap = open ? run.box.x0 - open.box.x1 : 0;
    // an ordinary space parts words, not cells
    const full = cells || gap < 0.14 * run.size || gap > 0.36 * run.size;
    const cut = !open || (full && starts.some((left) => Math.abs(run.box.x0 - left!) <= 1.5));
    if (cut) {
      parts.push({ runs: [run], box: { ...run.box } });
    } else {
      open.runs.push(run);
      open.box = {
        ...open.box,
        x1: Math.max(open.box.x1, run.box.x1),
        y0: Math.min(open.box.y0, run.box.y0),
        y1: Math.max(open.box.y1, run.box.y1),
      };
    }
  }
  return parts;
}
