/** Areas that are drawn to hold text: backgrounds and frames. */
import type { Box, Page } from '../model.js';
import { strokesOf, type Stroke } from '../tables/strokes.js';

/** In points: the smallest area that holds some lines. */
const LEAST_WIDTH = 60;
const LEAST_HEIGHT = 30;
/** Share of the page: a larger area is its background. */
const MOST_OF_PAGE = 0.75;
/** In points: edges that differ by less are one, and areas that are nearer to each other touch. */
const TOUCHING = 2.5;
/** In points: how far the corners of a frame are rounded, at most. */
const CORNER = 14;
/** Backgrounds, upright strokes and areas of a page that are looked at. It bounds the work on drawings and maps. */
const MOST_AREAS = 100;
const MOST_FILLS = 400;
const MOST_UPRIGHT = 60;

/** The areas of a page, the largest first. */
export function boxAreas(page: Pick<Page, 'fills' | 'rules' | 'width' | 'height'>): Box[] {
  const most = MOST_OF_PAGE * page.width * page.height;
  return [...backgrounds(page.fills), ...frames(page)]
    .filter(({ x0, x1, y0, y1 }) => x1 - x0 >= LEAST_WIDTH && y1 - y0 >= LEAST_HEIGHT && (x1 - x0) * (y1 - y0) < most)
    .sort((a, b) => (b.x1 - b.x0) * (b.y1 - b.y0) - (a.x1 - a.x0) * (a.y1 - a.y0))
    .slice(0, MOST_AREAS);
}

/** Fills of one width that stand on each other are one background: many programs paint it line by line, or its head apart. */
function backgrounds(fills: readonly Box[]): Box[] {
  if (fills.length > MOST_FILLS) return [];
  const found: Box[] = [];
  for (const fill of [...fills].sort((a, b) => a.y0 - b.y0)) {
    const above = found.find(
      (one) =>
        Math.abs(one.x0 - fill.x0) < TOUCHING && Math.abs(one.x1 - fill.x1) < TOUCHING && fill.y0 - one.y1 < TOUCHING,
    );
    if (above) above.y1 = Math.max(above.y1, fill.y1);
    else found.push({ ...fill });
  }
  return found;
}

/** Rectangles of two upright strokes, with level ones between their ends. */
export function frames({ rules }: Pick<Page, 'rules'>): Box[] {
  if (!rules.some(({ orientation }) => orientation === 'vertical')) return [];
  const { horizontal, vertical } = strokesOf(rules);
  const upright = vertical.filter(({ from, to }) => to - from >= LEAST_HEIGHT).sort((a, b) => a.at - b.at);
  if (upright.length > MOST_UPRIGHT) return [];
  return upright.flatMap((left, i) => {
    const right = upright.slice(i + 1).find((other) => isOpposite(left, other));
    if (!right) return [];
    const closes = (y: number): boolean =>
      horizontal.some(
        ({ at, from, to }) => Math.abs(at - y) < CORNER && from < left.at + CORNER && to > right.at - CORNER,
      );
    return closes(left.from) && closes(left.to) ? [{ x0: left.at, x1: right.at, y0: left.from, y1: left.to }] : [];
  });
}

const isOpposite = (left: Stroke, right: Stroke): boolean =>
  right.at - left.at >= LEAST_WIDTH &&
  Math.abs(left.from - right.from) < TOUCHING &&
  Math.abs(left.to - right.to) < TOUCHING;
