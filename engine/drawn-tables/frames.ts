/** Frames as high as a line of text: four rulings of their own, which no other frame shares. */
import type { Box, Rule } from '../model.js';

/** In points: heights of a frame around a word. */
const LOWEST = 4;
const HIGHEST = 24;
/** In points: how far sides may lie from where they should meet. */
const REACH = 1.2;
/** Rulings that begin at one place; more are a raster. It bounds the work on pages made to be slow. */
const MOST_AT_PLACE = 500;

export interface Frame {
  box: Box;
  rules: Rule[];
}

const meets = (a: number, b: number): boolean => Math.abs(a - b) <= REACH;
const middleX = ({ box }: Rule): number => (box.x0 + box.x1) / 2;
const middleY = ({ box }: Rule): number => (box.y0 + box.y1) / 2;

/** All frames, from the top. */
export function frames(rules: readonly Rule[]): Frame[] {
  const level = byPlace(
    rules.filter(({ orientation }) => orientation === 'horizontal'),
    ({ box }) => box.x0,
  );
  const upright = byPlace(
    rules.filter(({ box, orientation }) => orientation === 'vertical' && isHeight(box.y1 - box.y0)),
    middleX,
  );
  return rules.flatMap((top) => {
    if (top.orientation !== 'horizontal') return [];
    const frame = frameUnder(top, near(level, top.box.x0), (x) => near(upright, x));
    return frame ? [frame] : [];
  });
}

const isHeight = (length: number): boolean => length >= LOWEST && length <= HIGHEST;

/** Rulings by the whole points at which they stand. */
const byPlace = (rules: readonly Rule[], at: (rule: Rule) => number): Map<number, Rule[]> =>
  Map.groupBy(rules, (rule) => Math.floor(at(rule)));

/** Rulings at about `x`; none where they are too many for frames. */
function near(places: ReadonlyMap<number, Rule[]>, x: number): Rule[] {
  const place = Math.floor(x);
  const found: Rule[] = [];
  for (let at = place - 2; at <= place + 2; at++) found.push(...(places.get(at) ?? []));
  return found.length > MOST_AT_PLACE ? [] : found;
}

/** The frame that `top` is the upper side of. */
function frameUnder(top: Rule, level: readonly Rule[], uprightAt: (x: number) => readonly Rule[]): Frame | null {
  const { x0, x1 } = top.box;
  const y0 = middleY(top);
  for (const bottom of level) {
    const y1 = middleY(bottom);
    if (!isHeight(y1 - y0) || !meets(bottom.box.x0, x0) || !meets(bottom.box.x1, x1)) continue;
    const sideAt = (x: number): Rule | undefined =>
      uprightAt(x).find((side) => meets(middleX(side), x) && meets(side.box.y0, y0) && meets(side.box.y1, y1));
    const [left, right] = [sideAt(x0), sideAt(x1)];
    if (left && right) return { box: { x0, y0, x1, y1 }, rules: [top, bottom, left, right] };
  }
  return null;
}
