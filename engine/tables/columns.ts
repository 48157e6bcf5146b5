/**
 * Columns: where the columns are of a table of which only the text is known.
 *
 * Each row votes with its gaps. A place x separates two columns when at least two rows have a gap there, when few rows have text
 * across it (headings over several columns and remarks over all of them do), and when the gaps outnumber such texts. What
 * stands alone inside such a gap is a narrow column of its own.
 *
 * Limits: a column is not found where no row has a gap wider than a space between it and its neighbour.
 */
import { overlap } from '../geometry.js';
import type { TextRow } from './segments.js';

/** Share of the rows that may have text across a column edge: a third, so that one of three may be a heading. */
const SPANNING = 0.34;
/** A place is a gap when it is one in this many times more rows than have text there. */
const GAPS_PER_TEXT = 1.5;
/** Rows that must have a gap at one place: one alone may be chance. */
const LEAST_GAPS = 2;
/** In points: what begins or ends this close to a gap's side is that side. */
const AT_SIDE = 0.5;
/** In points: a text may begin this far left of its column's edge. */
const BEFORE_EDGE = 1;
/** Texts that begin at one x, rounded to points, for it to be their column's left edge. */
const LEAST_ALIKE = 2;
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
  const enough = Math.min(LEAST_GAPS, rows.length);
  const edges: number[] = [];
  let open: Slice[] = [];
  for (const slice of [...slices, null]) {
    if (slice && slice.gaps >= enough && slice.texts <= allowed && slice.gaps > GAPS_PER_TEXT * slice.texts) {
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
    const at = changes.get(x);
    if (!at) return void changes.set(x, { gaps, texts });
    at.gaps += gaps;
    at.texts += texts;
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
  const inside = rows.flatMap((row) =>
    row.segments.filter((s) => s.box.x0 > from + AT_SIDE && s.box.x1 < to - AT_SIDE),
  );
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

/**
 * The middle of the slice that fewest rows have text in, of these one where most rows have a gap, the widest: a text across
 * an edge is better one that stands alone in its row than one that has another beside it, with which it would be one cell.
 */
function clearest(slices: readonly Slice[]): number {
  const [best] = slices.toSorted((a, b) => a.texts - b.texts || b.gaps - a.gaps || b.to - b.from - (a.to - a.from));
  return (best!.from + best!.to) / 2;
}

/**
 * Left edge that most segments of each column begin at, or null where none begins twice at the same x, or more of them end
 * at one x: in a column that is set to the right some begin at one place by chance.
 */
export function commonLefts(rows: readonly TextRow[], xs: readonly number[]): (number | null)[] {
  const counts = xs.slice(1).map(() => ({ lefts: new Map<number, number>(), rights: new Map<number, number>() }));
  for (const row of rows) {
    for (const { box } of row.segments) {
      const column = xs.findIndex(
        (x, i) => i + 1 < xs.length && box.x0 >= x - BEFORE_EDGE && box.x0 < xs[i + 1]! - BEFORE_EDGE,
      );
      if (column < 0) continue;
      countAt(counts[column]!.lefts, box.x0);
      countAt(counts[column]!.rights, box.x1);
    }
  }
  return counts.map(({ lefts, rights }) => {
    const [left, right] = [mostCommon(lefts), mostCommon(rights)];
    return left && left[1] >= LEAST_ALIKE && left[1] >= (right?.[1] ?? 0) ? left[0] : null;
  });
}

function countAt(counts: Map<number, number>, x: number): void {
  const place = Math.round(x);
  counts.set(place, (counts.get(place) ?? 0) + 1);
}

/** The first of the most frequent places, and how often it occurs. */
function mostCommon(counts: ReadonlyMap<number, number>): [number, number] | null {
  let best: [number, number] | null = null;
  for (const entry of counts) if (!best || entry[1] > best[1]) best = entry;
  return best;
}
