/**
 * Side boxes: text on a background of its own, or in a frame, beside the running text or within a sentence of it, as brochures,
 * annual reports and textbooks have it. The lines of a box are taken out and a stand-in is left in their place, so that the
 * text around is read as if the box were a figure; the box is read at its place, past the sentence that it interrupts
 * (text-blocks/column-joins.ts).
 *
 * Shaded cells and rows of tables, listings and notes that stand in the flow of the text stay what they are.
 */
import { holdsCentre, overlap, unionBox } from '../geometry.js';
import { BASELINE_SHARE, isLargerThanBody, MOSTLY } from '../measures.js';
import type { Box, Page } from '../model.js';
import { decide, refusedIf, type DecisionTable, type Rule } from '../rules.js';
import { beginsLowerCase, endsSentence, totalLength } from '../text-rules.js';
import { isValue } from '../tables/kinds.js';
import { firstFrom } from '../text/from-baseline.js';
import { areLevel, makeStandIn, type Line } from '../text/line.js';
import { boxAreas } from './box-areas.js';
import { regionOf } from './rows.js';

/** Lines and letters that the text of a box has at least: fewer are a label or the head of a table. */
const LEAST_LINES = 3;
const LEAST_LETTERS = 80;
/** In points, and in shares of their widths: areas that differ by less are of one size. */
const SAME_HEIGHT = 3;
const SAME_WIDTH = 0.1;
/** Words of a line of a card, on average, at least; share of its lines that are values, at most. */
const WORDS_PER_LINE = 2;
const MOSTLY_VALUES = 0.5;
/** Share of the page's lines: what holds more is the page's own background. */
const MOST_LINES = 0.75;
/** In points: text that reaches so far over the edge does not stand in the box. */
const OVER_EDGE = 4;
/** Lines of the text beside a box, at least. */
const LEAST_BESIDE = 2;
/** Share of the lines that stand on a baseline of the text beside, from which they are cells of rows. */
const IN_STEP = 0.7;
/** Share of the lines that begin within a sentence in running text. */
const WRAPPED = 0.2;
/** Share of the lines that are monospaced type in a listing. */
const LISTING = 0.5;
/** Lines of a page that are looked at: more of them are letters that stand alone, on a map or a drawing. */
const MOST_LOOKED_AT = 4_000;

/** A drawn area, the lines in it and those around it. */
export interface BoxedText {
  area: Box;
  /** Other areas of this size that are level with it, with a gap between, and lines of their own. */
  twins: readonly Box[];
  inside: readonly Line[];
  outside: readonly Line[];
}

type Verdict = 'box' | 'refused';

const boxIf = (condition: boolean): Verdict | null => (condition ? 'box' : null);
const share = (lines: readonly Line[], is: (line: Line) => boolean): number =>
  lines.length === 0 ? 0 : lines.filter(is).length / lines.length;
/** Lines left or right of the box, within its height. */
const besideOf = ({ area, outside }: BoxedText): Line[] =>
  outside.filter(
    ({ box, blocks }) =>
      !blocks && (box.y0 + box.y1) / 2 > area.y0 && (box.y0 + box.y1) / 2 < area.y1 && isClear(box, area),
  );
const isClear = (box: Box, area: Box): boolean => box.x1 <= area.x0 + OVER_EDGE || box.x0 >= area.x1 - OVER_EDGE;

/** Whether one of the other lines stands on the baseline of a line, without a look at them all. */
function levelWithOneOf(others: readonly Line[]): (line: Line) => boolean {
  const sorted = [...others].sort((a, b) => a.baseline - b.baseline);
  return (line) => {
    const reach = BASELINE_SHARE * line.size;
    for (let at = firstFrom(sorted, line.baseline - reach); at < sorted.length; at++) {
      if (sorted[at]!.baseline > line.baseline + reach) return false;
      if (areLevel(line, sorted[at]!)) return true;
    }
    return false;
  };
}

const isRunningText = (lines: readonly Line[]): boolean => share(lines, ({ text }) => beginsLowerCase(text)) >= WRAPPED;

/** Text reaches over an edge of the area, from within or from outside. */
function isCrossed({ area, inside, outside }: BoxedText): boolean {
  const reachesOut = ({ box }: Line): boolean => box.x0 < area.x0 - OVER_EDGE || box.x1 > area.x1 + OVER_EDGE;
  const reachesIn = ({ box, blocks }: Line): boolean => {
    const middle = (box.y0 + box.y1) / 2;
    return !blocks && middle > area.y0 && middle < area.y1 && !isClear(box, area);
  };
  return inside.some(reachesOut) || outside.some(reachesIn);
}

/** Above the box a sentence has not ended, or below it one continues. */
function isWithinSentence({ area, outside }: BoxedText): boolean {
  const near = outside.filter(({ box, blocks }) => !blocks && overlap(box.x0, box.x1, area.x0, area.x1) > 0);
  const above = near.filter(({ box }) => box.y1 <= area.y0 + OVER_EDGE).sort((a, b) => a.baseline - b.baseline);
  const below = near.filter(({ box }) => box.y0 >= area.y1 - OVER_EDGE).sort((a, b) => a.baseline - b.baseline);
  const [last, first] = [above.at(-1), below[0]];
  const continues = first !== undefined && beginsLowerCase(first.text);
  return continues && (last === undefined || !endsSentence(last.text));
}

/**
 * It has twins, nothing stands beside it but in them, and its first line is in heavier type than the next. Shaded columns have
 * labels beside them, or hold numbers and single words.
 */
function isCard(text: BoxedText): boolean {
  const [title, next] = text.inside;
  if (text.twins.length === 0 || !title || !next) return false;
  const isTitled = isLargerThanBody(title.size, next.size) || (title.bold > MOSTLY && next.bold < MOSTLY);
  const isAmongTwins = besideOf(text).every(({ box }) => text.twins.some((twin) => holdsCentre(twin, box)));
  const rest = text.inside.slice(1);
  const words = rest.reduce((sum, line) => sum + line.text.split(' ').length, 0);
  const hasText = words >= WORDS_PER_LINE * rest.length && share(rest, (line) => isValue(line.text)) < MOSTLY_VALUES;
  return isTitled && isAmongTwins && hasText;
}

const RULES: readonly Rule<BoxedText, Verdict>[] = [
  {
    name: 'little-text',
    why: 'A few words on a background of their own are a label, a heading or the head of a table.',
    test: (text) =>
      refusedIf(text.inside.length < LEAST_LINES || (totalLength(text.inside) < LEAST_LETTERS && !isCard(text))),
  },
  {
    name: 'ground-of-the-page',
    why: 'An area that holds nearly all the text is the background of the page.',
    test: ({ inside, outside }) => refusedIf(inside.length > MOST_LINES * (inside.length + outside.length)),
  },
  {
    name: 'text-over-its-edge',
    why: 'Text that reaches over the edge does not stand in the box: the area is an ornament.',
    test: (text) => refusedIf(isCrossed(text)),
  },
  {
    name: 'listing',
    why: 'Code is set on a background of its own in the place where the text wants it.',
    test: ({ inside }) => refusedIf(share(inside, ({ mono }) => mono > MOSTLY) > LISTING),
  },
  {
    name: 'card',
    why: 'Boxes of one size beside each other, each with a title above its text, are cards: each is read to its end.',
    test: (text) => boxIf(isCard(text)),
  },
  {
    name: 'cells-of-rows',
    why: 'Short lines level with those beside them are a shaded column of a table.',
    test: (text) => {
      const beside = besideOf(text);
      const inStep = share(text.inside, levelWithOneOf(beside));
      return refusedIf(inStep > IN_STEP && !(isRunningText(text.inside) && isRunningText(beside)));
    },
  },
  {
    name: 'text-beside',
    why: 'Other text stands beside the box: line by line both would be woven into each other.',
    test: (text) => boxIf(besideOf(text).length >= LEAST_BESIDE),
  },
  {
    name: 'within-a-sentence',
    why: 'The sentence above the box continues below it, or on this page below a box at its top.',
    test: (text) => boxIf(isWithinSentence(text)),
  },
];

/** Whether the text in a drawn area is read apart from the text around it. */
export const SIDE_BOX: DecisionTable<BoxedText, Verdict> = {
  name: 'side-box',
  rules: RULES,
  otherwise: 'refused',
  subject: ({ area, inside }) => ({ ...regionOf(inside), box: area }),
  numbers: ({ inside, outside }) => ({
    linesInside: inside.length,
    linesOutside: outside.length,
    letters: totalLength(inside),
  }),
};

/** The line that stands in the place of a box. */
export interface BoxStandIn extends Line {
  /** The lines of the box, inner boxes not yet taken out. */
  boxed: readonly Line[];
}

export const isStandIn = (line: Line): line is BoxStandIn => 'boxed' in line;

/** For areas with lines in them that stand by themselves, those of their size beside them. */
function twinsOf(areas: readonly Box[], lines: readonly Line[]): Map<Box, Box[]> {
  const filled = areas.filter((area) => lines.filter(({ box }) => holdsCentre(area, box)).length >= LEAST_LINES);
  const apart = filled.filter((area) => !filled.some((other) => other !== area && touchesLevel(area, other)));
  return new Map(apart.map((area) => [area, apart.filter((other) => other !== area && areTwins(area, other))]));
}

const gapBetween = (a: Box, b: Box): number => Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1);
const isLevelWith = (a: Box, b: Box): boolean =>
  [a.y0 - b.y0, a.y1 - b.y1].every((shift) => Math.abs(shift) < SAME_HEIGHT);
const touchesLevel = (a: Box, b: Box): boolean => isLevelWith(a, b) && Math.abs(gapBetween(a, b)) <= OVER_EDGE;

function areTwins(a: Box, b: Box): boolean {
  const [width, other] = [a.x1 - a.x0, b.x1 - b.x0];
  return (
    isLevelWith(a, b) && gapBetween(a, b) > OVER_EDGE && Math.abs(width - other) < SAME_WIDTH * Math.max(width, other)
  );
}

/** The lines, each box replaced by its stand-in; those of boxes within boxes stay with the outer one. */
export function withSideBoxes(page: Page, lines: readonly Line[]): readonly Line[] {
  if (lines.length > MOST_LOOKED_AT) return lines;
  let rest = lines;
  const areas = boxAreas(page);
  const twins = twinsOf(areas, lines);
  for (const area of areas) {
    const inside = rest.filter(({ box }) => holdsCentre(area, box));
    if (inside.length < LEAST_LINES || inside.length === rest.length) continue;
    const members = new Set(inside);
    const outside = rest.filter((line) => !members.has(line));
    if (decide(SIDE_BOX, { area, twins: twins.get(area) ?? [], inside, outside }) === 'refused') continue;
    const box = unionBox(inside.map((line) => line.box));
    const standIn: BoxStandIn = { ...makeStandIn(page.number, { id: inside[0]!.id, box, blocks: [] }), boxed: inside };
    rest = [...outside, standIn];
  }
  return rest === lines ? lines : rest.toSorted((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0);
}
