/** What was painted at a word. */
import { BoxIndex } from '../box-index.js';
import type { Box } from '../model.js';

/** Paintings at one word: with more nothing is sure. */
export const MOST_AT_WORD = 100;
/** In points: places are rounded. */
const REACH = 0.05;

/** Finds the paintings that touch a box, or MOST_AT_WORD of them. */
export function finderOf<Painting extends { box: Box }>(paintings: readonly Painting[]): (box: Box) => Painting[] {
  const byBox = new Map(paintings.map((painting) => [painting.box, painting]));
  const index = new BoxIndex([...byBox.keys()]);
  return (box) => index.touching(box, MOST_AT_WORD).map((found) => byBox.get(found)!);
}

/** Whether the area lies at all of a word. */
export const holds = (area: Box, { x0, y0, x1, y1 }: Box): boolean =>
  area.x0 <= x0 + REACH && area.y0 <= y0 + REACH && area.x1 >= x1 - REACH && area.y1 >= y1 - REACH;
