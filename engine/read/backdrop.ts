/**
 * What lies behind text: every place of a page that is painted in anything but white. Other than the shapes that layout
 * works with, it has pictures, shadings and patterns, and leaves out what nobody can tell from the paper.
 */
import { BoxIndex } from '../box-index.js';
import { overlap } from '../geometry.js';
import type { Box } from '../model.js';
import type { GraphicsState } from './graphics-state.js';
import { intersect, multiply, transformBox, type Matrix } from './matrix.js';
import type { Mark } from './marks.js';

/** More are a map, on which nothing is sure. */
const MAX_BOXES = 100_000;
/** Share of a word's box: dots and hairlines do not make white type readable, a dark half of it does. */
const LEAST_SHARE = 1 / 3;
/** This many pieces behind one word are a picture or a gradient: what they cover together would take long to find out. */
const MAX_BEHIND = 60;

export interface Backdrop {
  /** As displayed. */
  boxes: Box[];
  /** There was more than is kept. */
  isFull: boolean;
}

export const emptyBackdrop = (): Backdrop => ({ boxes: [], isFull: false });

/** Adds what of a painted box its clip leaves. */
export function addBehind(backdrop: Backdrop, box: Box, clip: Box): void {
  const seen = intersect(box, clip);
  if (!(seen.x1 > seen.x0 && seen.y1 > seen.y0)) return;
  if (backdrop.boxes.length >= MAX_BOXES) backdrop.isFull = true;
  else backdrop.boxes.push(seen);
}

/** What decides whether, where and on what something is painted. */
export interface Painting {
  state: GraphicsState;
  marks: readonly Mark[];
  backdrop: Backdrop;
}

/** Whether the layers around it are shown. */
export const isPainting = ({ marks }: Pick<Painting, 'marks'>): boolean => marks.every((mark) => !mark.hidden);

/** Adds pictures, each in a unit square of its own. */
export function addPictures(painting: Painting, places: (Matrix | null)[]): void {
  const { state, backdrop } = painting;
  if (state.fillAlpha * state.groupAlpha === 0 || !isPainting(painting)) return;
  for (const place of places)
    if (place) addBehind(backdrop, transformBox(multiply(state.ctm, place), [0, 0, 1, 1]), state.clip);
}

/** Whether a box stands on the bare paper. */
export function paperOf({ boxes, isFull }: Backdrop): (box: Box) => boolean {
  const behind = new BoxIndex(boxes);
  return (box) => {
    const least = LEAST_SHARE * areaOf(box);
    if (isFull || !(least > 0)) return false;
    const parts = behind.touching(box, MAX_BEHIND + 1).map((other) => intersect(other, box));
    return parts.length <= MAX_BEHIND && !parts.some((part) => areaOf(part) >= least) && coveredArea(parts) < least;
  };
}

const areaOf = ({ x0, y0, x1, y1 }: Box): number => (x1 - x0) * (y1 - y0);

/** How much the parts cover together, in square points. */
function coveredArea(parts: readonly Box[]): number {
  const edges = [...new Set(parts.flatMap(({ x0, x1 }) => [x0, x1]))].toSorted((a, b) => a - b);
  let area = 0;
  for (const [at, x1] of edges.entries()) {
    const x0 = edges[at - 1];
    if (x0 === undefined) continue;
    const inStrip = parts.filter((part) => overlap(part.x0, part.x1, x0, x1) > 0);
    area += (x1 - x0) * coveredLength(inStrip.map(({ y0, y1 }) => [y0, y1]));
  }
  return area;
}

/** The length that the intervals cover together. */
function coveredLength(intervals: [from: number, to: number][]): number {
  let length = 0;
  let end = -Infinity;
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    length += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return length;
}
