/**
 * Strokes: the rulings of a page as long straight lines.
 *
 * Producers draw one printed line in many parts (a side of each cell, one part a row), some of them twice. Parts on the same
 * line that touch or nearly touch become one stroke. A page with more strokes than any table needs is a drawing: it gets none,
 * which also bounds the work of whatever compares strokes with each other.
 */
import type { Rule } from '../model.js';

export interface Stroke {
  /** y of a horizontal stroke, x of a vertical one. */
  at: number;
  /** Extent along the line. */
  from: number;
  to: number;
}

export interface Strokes {
  horizontal: Stroke[];
  vertical: Stroke[];
}

/** In points: parts this far apart across the line are the same line, the borders of two neighbouring cells. */
const SAME_LINE = 1.6;
/** In points: gaps up to this along the line are joints, not ends. */
const JOINT = 3;
/** More strokes than any table has. */
const MAX_STROKES = 3000;

function merge(parts: Stroke[]): Stroke[] {
  const sorted = parts.toSorted((a, b) => a.at - b.at || a.from - b.from);
  const out: Stroke[] = [];
  for (let i = 0; i < sorted.length;) {
    const first = sorted[i]!.at;
    let end = i;
    while (end < sorted.length && sorted[end]!.at - first <= SAME_LINE) end += 1;
    const line = sorted.slice(i, end).toSorted((a, b) => a.from - b.from);
    const at = line.reduce((sum, part) => sum + part.at, 0) / line.length;
    let open: Stroke | undefined;
    for (const part of line) {
      if (open && part.from - open.to <= JOINT) {
        open.to = Math.max(open.to, part.to);
      } else {
        open = { at, from: part.from, to: part.to };
        out.push(open);
      }
    }
    i = end;
  }
  return out;
}

/** The strokes of a page; none when there are too many for any table. */
export function strokesOf(rules: readonly Rule[]): Strokes {
  const horizontal: Stroke[] = [];
  const vertical: Stroke[] = [];
  for (const { box, orientation } of rules) {
    if (orientation === 'horizontal') horizontal.push({ at: (box.y0 + box.y1) / 2, from: box.x0, to: box.x1 });
    else vertical.push({ at: (box.x0 + box.x1) / 2, from: box.y0, to: box.y1 });
  }
  const strokes = { horizontal: merge(horizontal), vertical: merge(vertical) };
  if (strokes.horizontal.length + strokes.vertical.length > MAX_STROKES) return { horizontal: [], vertical: [] };
  return strokes;
}
