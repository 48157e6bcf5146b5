/** Small squares that four rulings make: check boxes, or cells of a lattice as small as that. */
import type { Box, Rule } from '../model.js';

/** Sides of a check box, in points. */
const SMALLEST = 4;
const LARGEST = 14;
/** Width and height differ by this share of the width at most. */
const SQUARE = 0.3;
/** In points: how far sides may lie from where they should meet. */
const REACH = 1.2;
/** A square's. */
const SIDES = 4;
/** Small rulings about one place; more are a pattern. It bounds the work on pages made to be slow. */
const MOST_NEAR = 100;

/** A small square with the rulings along its sides. */
export interface RuledSquare {
  box: Box;
  rules: Rule[];
}

export function ruledSquares(rules: readonly Rule[]): RuledSquare[] {
  const small = rules.filter(({ box, orientation }) =>
    isSide(orientation === 'horizontal' ? box.x1 - box.x0 : box.y1 - box.y0),
  );
  if (small.length < SIDES) return [];
  const byPlace = Map.groupBy(small, ({ box }) => placeOf(box.x0, box.y0));
  return small.flatMap((top) => {
    const square = top.orientation === 'horizontal' ? squareUnder(top, near(byPlace, top.box)) : null;
    return square ? [square] : [];
  });
}

function isSide(length: number): boolean {
  return length >= SMALLEST && length <= LARGEST;
}

function placeOf(x: number, y: number): string {
  return `${Math.floor(x / LARGEST)} ${Math.floor(y / LARGEST)}`;
}

/** Small rulings whose upper left end is at most a box's size away; none where they are too many for boxes. */
function near(byPlace: ReadonlyMap<string, Rule[]>, { x0, y0 }: Box): Rule[] {
  const steps = [-LARGEST, 0, LARGEST];
  const places = steps.flatMap((dx) => steps.map((dy) => byPlace.get(placeOf(x0 + dx, y0 + dy)) ?? []));
  return places.reduce((sum, { length }) => sum + length, 0) > MOST_NEAR ? [] : places.flat();
}

/** The square that `top` is the upper side of, all rulings along its sides included. */
function squareUnder(top: Rule, others: readonly Rule[]): RuledSquare | null {
  const { x0, x1 } = top.box;
  const y0 = (top.box.y0 + top.box.y1) / 2;
  const width = x1 - x0;
  const meets = (a: number, b: number): boolean => Math.abs(a - b) <= REACH;
  const level = others.filter(
    ({ box, orientation }) => orientation === 'horizontal' && meets(box.x0, x0) && meets(box.x1, x1),
  );
  for (const bottom of level) {
    const y1 = (bottom.box.y0 + bottom.box.y1) / 2;
    if (Math.abs(y1 - y0 - width) > SQUARE * width) continue;
    const upright = others.filter(
      ({ box, orientation }) => orientation === 'vertical' && meets(box.y0, y0) && meets(box.y1, y1),
    );
    const at = (x: number): Rule[] => upright.filter(({ box }) => meets((box.x0 + box.x1) / 2, x));
    const [left, right] = [at(x0), at(x1)];
    if (left.length > 0 && right.length > 0)
      return {
        box: { x0, y0, x1, y1 },
        rules: [...level.filter(({ box }) => meets(box.y0, y0) || meets(box.y1, y1)), ...left, ...right],
      };
  }
  return null;
}
