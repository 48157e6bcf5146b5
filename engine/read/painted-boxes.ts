/** What was painted at a word. */
import { BoxIndex } from '../box-index.js';
import type { Box } from '../model.js';
import { intersect } from './matrix.js';

/** Paintings at one word: with more nothing is sure. */
export const MOST_AT_WORD = 100;
/** In points: places are rounded. */
const REACH = 0.05;
/** Share of a word's box from which on what is there may be what it stands on; of lines that are set closely it is less. */
const LEAST_SHARE = 0.2;

/** Finds the paintings that touch a box, or MOST_AT_WORD of them. */
export function finderOf<Painting extends { box: Box }>(paintings: readonly Painting[]): (box: Box) => Painting[] {
  const byBox = new Map(paintings.map((painting) => [painting.box, painting]));
  const index = new BoxIndex([...byBox.keys()]);
  return (box) => index.touching(box, MOST_AT_WORD).map((found) => byBox.get(found)!);
}

/** Whether the area lies at all of a word. */
export const holds = (area: Box, { x0, y0, x1, y1 }: Box): boolean =>
  area.x0 <= x0 + REACH && area.y0 <= y0 + REACH && area.x1 >= x1 - REACH && area.y1 >= y1 - REACH;

/** Whether so much of a word lies on what is painted in a box that it may be seen there. */
export const coversMuch = (box: Box, word: Box): boolean => areaOf(intersect(box, word)) > LEAST_SHARE * areaOf(word);

/** A word, which may be a sign such as a disc. */
export interface PaintedWord {
  box: Box;
  /** Its place among the words as they are painted. */
  order: number;
}

/** Finds out whether another word lies where one is, of those that are painted before the one at that place. */
export function wordsAt(words: readonly PaintedWord[]): (box: Box, before?: number) => boolean {
  const find = finderOf(words);
  return (box, before = Infinity) =>
    find(box).some((other) => other.box !== box && other.order < before && coversMuch(other.box, box));
}

const areaOf = ({ x0, y0, x1, y1 }: Box): number => Math.max(0, x1 - x0) * Math.max(0, y1 - y0);
