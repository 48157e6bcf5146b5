/**
 * Check boxes: four rulings that make a small empty square. They stand within the cells of forms and are no cells themselves.
 */
import type { Box, ParsedPage, Rule, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';

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

/** A small square that rulings make. */
export interface Square {
  /** Number of the page. */
  page: number;
  box: Box;
  /** The page's text. */
  runs: readonly TextRun[];
}

export const CHECK_BOX: DecisionTable<Square, 'check-box' | 'cell'> = {
  name: 'check-box',
  rules: [
    {
      name: 'holds-text',
      why: 'A square with text in it is a small cell of a table.',
      test: ({ box, runs }) => (holdsText(box, runs) ? 'cell' : null),
    },
  ],
  otherwise: 'check-box',
  subject: ({ page, box }) => ({ page, box, text: '' }),
  numbers: ({ box }) => ({ widthInPoints: box.x1 - box.x0, heightInPoints: box.y1 - box.y0 }),
};

/** The page's rulings without those that make check boxes. */
export function withoutCheckBoxes(
  { number, rules }: Pick<ParsedPage, 'number' | 'rules'>,
  runs: readonly TextRun[],
): readonly Rule[] {
  const small = rules.filter(({ box, orientation }) =>
    isSide(orientation === 'horizontal' ? box.x1 - box.x0 : box.y1 - box.y0),
  );
  if (small.length < SIDES) return rules;
  const byPlace = new Map<string, Rule[]>();
  for (const rule of small) {
    const key = placeOf(rule.box.x0, rule.box.y0);
    const known = byPlace.get(key);
    if (known) known.push(rule);
    else byPlace.set(key, [rule]);
  }
  const dropped = new Set<Rule>();
  for (const top of small) {
    if (top.orientation !== 'horizontal') continue;
    const sides = boxUnder(top, near(byPlace, top.box));
    if (sides && decide(CHECK_BOX, { page: number, box: sides.box, runs }) === 'check-box')
      for (const rule of sides.rules) dropped.add(rule);
  }
  return dropped.size === 0 ? rules : rules.filter((rule) => !dropped.has(rule));
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
function boxUnder(top: Rule, others: readonly Rule[]): { box: Box; rules: Rule[] } | null {
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

function holdsText({ x0, y0, x1, y1 }: Box, runs: readonly TextRun[]): boolean {
  return runs.some(({ box }) => {
    const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
    return x > x0 && x < x1 && y > y0 && y < y1;
  });
}
