/** Borders of links: frames around single words that programs draw so that readers see where to click. They rule no table. */
import type { Box, ParsedPage, Rule } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';

/** In points: how far a border lies from the link's edge. */
const REACH = 2.5;
/** In points: a link on more than one line is no word. */
const HIGHEST = 24;
/** Share of the link's side that a part of its border has at least. */
const LEAST_SHARE = 0.7;

/** Links at one corner; more are made to be slow. */
const MOST_NEAR = 20;

type Side = 'top' | 'bottom' | 'left' | 'right';
const SIDES = 4;

export interface FramedLink {
  page: number;
  box: Box;
  /** Its sides along which something is drawn that is no longer than they are. */
  sides: ReadonlySet<Side>;
}

export const LINK_BORDER: DecisionTable<FramedLink, 'border' | 'rulings'> = {
  name: 'link-border',
  rules: [
    {
      name: 'four-sides',
      why: 'Lines along all four sides of a link that end where it does are its border; those of a cell go on.',
      test: ({ sides }) => (sides.size === SIDES ? 'border' : null),
    },
  ],
  otherwise: 'rulings',
  subject: ({ page, box }) => ({ page, box, text: '' }),
  numbers: ({ sides }) => ({ sides: sides.size }),
};

interface Frame {
  box: Box;
  sides: Map<Side, Rule[]>;
}

/** The page's rulings without the borders of links. */
export function withoutLinkBorders({
  number,
  rules,
  links,
}: Pick<ParsedPage, 'number' | 'rules' | 'links'>): readonly Rule[] {
  const frames = links.flatMap(({ box }): Frame[] => (box.y1 - box.y0 <= HIGHEST ? [{ box, sides: new Map() }] : []));
  if (frames.length === 0 || rules.length < SIDES) return rules;
  const byCorner = new Map<string, Frame[]>();
  for (const frame of frames) {
    const { x0, y0, x1, y1 } = frame.box;
    for (const key of new Set([placeOf(x0, y0), placeOf(x0, y1), placeOf(x1, y0)])) {
      const known = byCorner.get(key);
      if (known && known.length < MOST_NEAR) known.push(frame);
      if (!known) byCorner.set(key, [frame]);
    }
  }
  for (const rule of rules) {
    for (const frame of near(byCorner, rule.box)) {
      const side = sideOf(rule, frame.box);
      if (side === null) continue;
      const known = frame.sides.get(side);
      if (known) known.push(rule);
      else frame.sides.set(side, [rule]);
    }
  }
  const borders = frames.filter(
    ({ box, sides }) =>
      sides.size > 0 && decide(LINK_BORDER, { page: number, box, sides: new Set(sides.keys()) }) === 'border',
  );
  const dropped = new Set(borders.flatMap(({ sides }) => [...sides.values()].flat()));
  return dropped.size === 0 ? rules : rules.filter((rule) => !dropped.has(rule));
}

const placeOf = (x: number, y: number): string => `${Math.floor(x / REACH)} ${Math.floor(y / REACH)}`;

/** Links one corner of which is near the upper left end of the ruling. */
function near(byCorner: ReadonlyMap<string, readonly Frame[]>, { x0, y0 }: Box): Set<Frame> {
  const steps = [-REACH, 0, REACH];
  return new Set(steps.flatMap((dx) => steps.flatMap((dy) => byCorner.get(placeOf(x0 + dx, y0 + dy)) ?? [])));
}

/** The side of the link that the ruling lies along; null for none, and for one that reaches beyond it. */
function sideOf({ box, orientation }: Rule, link: Box): Side | null {
  const isWithin = (from: number, to: number, least: number, most: number): boolean =>
    from >= least - REACH && to <= most + REACH && to - from >= LEAST_SHARE * (most - least);
  const meets = (a: number, b: number): boolean => Math.abs(a - b) <= REACH;
  if (orientation === 'horizontal') {
    const y = (box.y0 + box.y1) / 2;
    if (!isWithin(box.x0, box.x1, link.x0, link.x1)) return null;
    return meets(y, link.y0) ? 'top' : meets(y, link.y1) ? 'bottom' : null;
  }
  const x = (box.x0 + box.x1) / 2;
  if (!isWithin(box.y0, box.y1, link.y0, link.y1)) return null;
  return meets(x, link.x0) ? 'left' : meets(x, link.x1) ? 'right' : null;
}
