/** Affine matrices as PDF writes them: [a, b, c, d, e, f] maps (x, y) to (a x + c y + e, b x + d y + f). */
import type { Box } from '../model.js';

export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The mapping that applies `inner` first and `outer` after it. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return [
    outer[0] * inner[0] + outer[2] * inner[1],
    outer[1] * inner[0] + outer[3] * inner[1],
    outer[0] * inner[2] + outer[2] * inner[3],
    outer[1] * inner[2] + outer[3] * inner[3],
    outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
    outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
  ];
}

/** Reads six finite numbers, else null: operands of a broken file can be anything. */
export function toMatrix(value: unknown): Matrix | null {
  const list = value as ArrayLike<unknown> | null;
  if (!list || list.length < 6) return null;
  const numbers = [list[0], list[1], list[2], list[3], list[4], list[5]];
  return numbers.every((n) => Number.isFinite(n)) ? (numbers as unknown as Matrix) : null;
}

export function apply(m: Matrix, x: number, y: number): [number, number] {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
}

/** Two opposite corners of a rectangle. */
export type Corners = readonly [x0: number, y0: number, x1: number, y1: number];

/** The upright rectangle around a transformed rectangle. */
export function transformBox(m: Matrix, [x0, y0, x1, y1]: Corners): Box {
  const corners = [apply(m, x0, y0), apply(m, x1, y0), apply(m, x0, y1), apply(m, x1, y1)];
  const xs = corners.map((c) => c[0]);
  const ys = corners.map((c) => c[1]);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

/** The part two boxes share; its width or height is negative where they share none. */
export function intersect(a: Box, b: Box): Box {
  return {
    x0: Math.max(a.x0, b.x0),
    y0: Math.max(a.y0, b.y0),
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
  };
}

/** Hundredths of a point are more than any conclusion needs, and keep stored pages small. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function roundBox(box: Box): Box {
  return { x0: round(box.x0), y0: round(box.y0), x1: round(box.x1), y1: round(box.y1) };
}
