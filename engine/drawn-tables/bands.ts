/** Bands: filled areas side by side, as they mark the rows of a table. */
import type { Box } from '../model.js';
import type { Stroke } from '../tables/strokes.js';

/** In points: edges that differ by up to this are one. */
export const SAME_FILL_EDGE = 3;
/** In points: lower areas are thick lines, higher ones the background of a page. */
const LEAST_HEIGHT = 5;
const MOST_HEIGHT = 200;
/** More areas than any table has: a picture. It bounds the work on pages made to be slow. */
const MAX_FILLS = 4000;

export interface FillBand {
  box: Box;
  /** Inner edges. */
  edges: number[];
}

/** Areas of the same height that touch each other, as bands from the top; none on a page with more areas than tables have. */
export function bands(fills: readonly Box[]): FillBand[] {
  const areas = distinct(fills);
  if (areas.length > MAX_FILLS) return [];
  const sorted = areas
    .filter(
      (box) => box.y1 - box.y0 >= LEAST_HEIGHT && box.y1 - box.y0 <= MOST_HEIGHT && box.x1 - box.x0 >= LEAST_HEIGHT,
    )
    .toSorted((a, b) => Math.round(a.y0) - Math.round(b.y0) || a.x0 - b.x0);
  const out: FillBand[] = [];
  for (const box of sorted) {
    const last = out.at(-1);
    const beside =
      last &&
      Math.abs(last.box.y0 - box.y0) <= SAME_FILL_EDGE &&
      box.x0 - last.box.x1 <= SAME_FILL_EDGE &&
      box.x0 >= last.box.x1 - SAME_FILL_EDGE;
    if (last && beside) {
      last.edges.push((last.box.x1 + box.x0) / 2);
      last.box = { ...last.box, x1: box.x1, y1: Math.max(last.box.y1, box.y1) };
    } else {
      out.push({ box: { ...box }, edges: [] });
    }
  }
  return out;
}

/** Some programs paint the same area again and again, for each layer or clip: it is one area. */
const distinct = (fills: readonly Box[]): Box[] => [
  ...new Map(fills.map((box) => [`${box.x0} ${box.y0} ${box.x1} ${box.y1}`, box])).values(),
];

/** The strokes, and the upper and lower edges of bands that reach as far as one of them: a shaded row among ruled ones. */
export function withBandEdges(strokes: readonly Stroke[], all: readonly FillBand[]): Stroke[] {
  const out = [...strokes];
  for (const { box } of all) {
    const alike = strokes.filter(
      ({ from, to }) => Math.abs(from - box.x0) <= SAME_FILL_EDGE && Math.abs(to - box.x1) <= SAME_FILL_EDGE,
    );
    if (alike.length === 0) continue;
    for (const at of [box.y0, box.y1]) {
      if (!alike.some((stroke) => Math.abs(stroke.at - at) <= SAME_FILL_EDGE))
        out.push({ at, from: box.x0, to: box.x1 });
    }
  }
  return out.toSorted((a, b) => a.at - b.at);
}
