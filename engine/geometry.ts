/** Measures of boxes and numbers that several stages share. */
import type { Box, ParsedPage } from './model.js';

/** Of decisions about what has no place of its own on a page. */
export const NO_BOX: Box = { x0: 0, y0: 0, x1: 0, y1: 0 };

/** Smallest box around all of them; at least one is needed. */
export function unionBox(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x0, y0, x1, y1 } of boxes) {
    left = Math.min(left, x0);
    top = Math.min(top, y0);
    right = Math.max(right, x1);
    bottom = Math.max(bottom, y1);
  }
  return { x0: left, y0: top, x1: right, y1: bottom };
}

/** The middle one of the values, the upper of two; 0 for none. */
export function median(values: readonly number[]): number {
  const [first = 0] = values;
  if (values.every((value) => value === first)) return first;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Length that the intervals have in common, 0 when they are apart. */
export function overlap(a0: number, a1: number, b0: number, b1: number): number {
  return Math.max(0, Math.min(a1, b1) - Math.max(a0, b0));
}

/** Whether the centre of `inner` lies in `outer`, widened by `slack` points. */
export function holdsCentre(outer: Box, inner: Box, slack = 0): boolean {
  const x = (inner.x0 + inner.x1) / 2;
  const y = (inner.y0 + inner.y1) / 2;
  return x >= outer.x0 - slack && x <= outer.x1 + slack && y >= outer.y0 - slack && y <= outer.y1 + slack;
}

/** Share of the page that its pictures cover; those that overlap count twice. */
export const pictureShare = ({ images, width, height }: Pick<ParsedPage, 'images' | 'width' | 'height'>): number =>
  images.reduce((sum, { x0, y0, x1, y1 }) => sum + Math.max(0, x1 - x0) * Math.max(0, y1 - y0), 0) / (width * height);

/** Whether at least half of the boxes have their middle on a picture of the page. */
export function lieOnPictures({ images }: Pick<ParsedPage, 'images'>, boxes: readonly Box[]): boolean {
  const isOn = ({ x0, y0, x1, y1 }: Box): boolean => {
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    return images.some((image) => x >= image.x0 && x <= image.x1 && y >= image.y0 && y <= image.y1);
  };
  return 2 * boxes.filter(isOn).length >= boxes.length;
}

/** Values that lie within `tolerance` of their neighbour become one: their means, ascending. */
export function clusterValues(values: readonly number[], tolerance: number): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const out: number[] = [];
  let sum = 0;
  let count = 0;
  let last = -Infinity;
  for (const value of sorted) {
    if (count > 0 && value - last > tolerance) {
      out.push(sum / count);
      sum = 0;
      count = 0;
    }
    sum += value;
    count += 1;
    last = value;
  }
  if (count > 0) out.push(sum / count);
  return out;
}

/** Index i with edges[i] <= value < edges[i + 1]; values outside go to the first or last interval. */
export function intervalOf(edges: readonly number[], value: number): number {
  let low = 0;
  let high = edges.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (edges[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Index of the first of ascending values that is at least `value`; their number where none is. */
export function firstAtLeast(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Groups of indices that are joined directly or through others. */
export class Groups {
  readonly #parent: number[];

  constructor(size: number) {
    this.#parent = Array.from({ length: size }, (_, i) => i);
  }

  find(i: number): number {
    let root = i;
    while (this.#parent[root] !== root) root = this.#parent[root]!;
    while (this.#parent[i] !== root) {
      const next = this.#parent[i]!;
      this.#parent[i] = root;
      i = next;
    }
    return root;
  }

  join(a: number, b: number): void {
    this.#parent[this.find(a)] = this.find(b);
  }
}

/** Where a box of the page comes to lie when the page is turned back by `turn` clockwise degrees. */
export function turnBox(b: Box, size: { width: number; height: number }, turn: number): Box {
  switch (turn) {
    case 90:
      return { x0: b.y0, y0: size.width - b.x1, x1: b.y1, y1: size.width - b.x0 };
    case 180:
      return { x0: size.width - b.x1, y0: size.height - b.y1, x1: size.width - b.x0, y1: size.height - b.y0 };
    case 270:
      return { x0: size.height - b.y1, y0: b.x0, x1: size.height - b.y0, y1: b.x1 };
    default:
      return b;
  }
}
