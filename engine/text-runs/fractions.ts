/**
 * Fractions: what stands above a drawn bar and what stands below it become one text run on the line that the bar is in, as
 * "(a)/(b)". Inner fractions come first, so that one can be a part of another.
 *
 * Never drops a character: the run holds all the text of both parts.
 */
import { overlap, unionBox } from '../geometry.js';
import type { Box, Page, TextRun } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { isMathFont } from '../text/line.js';
import { SCRIPT_SHARE } from '../text/scripts.js';
import { fromLeft, textOfRuns } from '../text/spacing.js';
import { firstFrom } from '../text/from-baseline.js';
import { totalLength } from '../text-rules.js';

/** In points: longer lines are rulings of tables. */
const LONGEST_BAR = 300;
/**
 * A page with more bars is a drawing or a grid, and none of them is looked at. It bounds the work on pages made to be slow, as
 * the next number does.
 */
const MOST_BARS = 300;
const MOST_NEAR = 400;
/** In points: type is searched for so far above and below a bar. */
const REACH = 40;
/** In font sizes, between a bar and the type above or below: it may overlap by its line height, and is no further away. */
const OVERLAP = 0.3;
const FARTHEST = 0.6;
/** In points: what is as wide as the bar ends with it; and how far the middles of bar and part differ at most. */
const BAR_END = 1.5;
const SAME_MIDDLE = 2.5;
/** In points: a ruling so near to an end of the bar meets it; the strokes of an absolute value stand further off. */
const MEETS = 1;
/** In bar widths: the wider of the two parts makes the bar as long as it is. */
const WIDER_PART = 0.6;
/** In font sizes: a bar is so far above the baseline of the line that it is in. */
const LOWEST_BAR = 0.08;
const HIGHEST_BAR = 0.5;
const USUAL_BAR = 0.25;
/** In font sizes: the next character of that line is no further from the bar; one that calls for a term before it may be. */
const NEXT_CHARACTER = 1.2;
const NEXT_OPERATOR = 3;
const OPERATOR = /[=≈≤≥<>+−×÷·]$/u;
/** In font sizes: signs of one part are no further from each other. */
const WIDEST_GAP = 2.5;
/** Share of characters in mathematical type from which a bar needs no line that it is in. */
const MATH_SHARE = 0.3;

export interface BarWithType {
  page: number;
  bar: Box;
  /** Type above and below, within the bar's width. */
  above: readonly TextRun[];
  below: readonly TextRun[];
  /** Type above or below reaches beyond the bar's ends. */
  overhung: boolean;
  /** Upright rulings meet both of the bar's ends. */
  walled: boolean;
  /** Another bar of its height begins or ends where this one ends. */
  continued: boolean;
  /** A character next to the bar, or an operator somewhat before it, on the line that the bar is in. */
  beside: TextRun | undefined;
  /** Share of the characters above and below in mathematical type. */
  math: number;
}

type Verdict = 'fraction' | 'refused';

const widthOf = ({ x0, x1 }: Box): number => x1 - x0;
const middleOf = ({ x0, x1 }: Box): number => (x0 + x1) / 2;
const textOf = (runs: readonly TextRun[]): string => textOfRuns(fromLeft(runs));
const boxOf = (runs: readonly TextRun[]): Box => unionBox(runs.map(({ box }) => box));

/** In font sizes; signs above each other have none between them. */
function widestGapIn(part: readonly TextRun[]): number {
  let widest = 0;
  let end = Infinity;
  for (const { box, size } of fromLeft(part)) {
    widest = Math.max(widest, (box.x0 - end) / size);
    end = Math.max(box.x1, end < Infinity ? end : box.x1);
  }
  return widest;
}

export const FRACTION: DecisionTable<BarWithType, Verdict> = {
  name: 'fraction',
  rules: [
    {
      name: 'one-side-empty',
      why: 'A fraction has a numerator and a denominator; a line with type on one side alone is an underline or the bar of a root.',
      test: ({ above, below }) => refusedIf(above.length === 0 || below.length === 0),
    },
    {
      name: 'type-runs-over-its-ends',
      why: 'The bar is as long as the longer part: type that reaches beyond its ends is a line of text.',
      test: ({ overhung }) => refusedIf(overhung),
    },
    {
      name: 'side-of-a-cell',
      why: 'Upright rulings at both ends of the bar make it the border between two cells of a table.',
      test: ({ walled }) => refusedIf(walled),
    },
    {
      name: 'continued',
      why: 'A bar that another one continues is a piece of the ruling between two rows, as tables without outer walls have it at their sides.',
      test: ({ continued }) => refusedIf(continued),
    },
    {
      name: 'shorter-than-the-bar',
      why: 'A line much longer than the type above and below it is a ruling.',
      test: ({ bar, above, below }) =>
        refusedIf(Math.max(widthOf(boxOf(above)), widthOf(boxOf(below))) < WIDER_PART * widthOf(bar)),
    },
    {
      name: 'off-the-middle',
      why: 'Both parts are centred on the bar.',
      test: ({ bar, above, below }) =>
        refusedIf([above, below].some((part) => Math.abs(middleOf(boxOf(part)) - middleOf(bar)) > SAME_MIDDLE)),
    },
    {
      name: 'row-of-cells',
      why: 'Words far from each other on one side of the line are the cells of a row, and the line is the ruling between two rows. Formulas have wide space too.',
      test: ({ above, below, math }) =>
        refusedIf(math < MATH_SHARE && [above, below].some((part) => widestGapIn(part) > WIDEST_GAP)),
    },
    {
      name: 'in-a-line',
      why: 'The line continues beside the bar, which is as high above its baseline as a minus sign.',
      test: ({ beside }) => (beside ? 'fraction' : null),
    },
    {
      name: 'mathematical-type',
      why: 'Mathematical symbols above and below a bar that is alone in its line.',
      test: ({ math }) => (math >= MATH_SHARE ? 'fraction' : null),
    },
  ],
  otherwise: 'refused',
  subject: ({ page, bar, above, below }) => ({
    page,
    box: unionBox([bar, ...[...above, ...below].map(({ box }) => box)]),
    text: `${textOf(above)} / ${textOf(below)}`,
  }),
  numbers: ({ bar, above, below, math }) => ({
    barWidth: widthOf(bar),
    above: above.length,
    below: below.length,
    mathShare: math,
  }),
};

/** The runs with those of each fraction as one. */
export function withFractions(runs: readonly TextRun[], page: Page): readonly TextRun[] {
  const bars = page.rules.filter(({ orientation, box }) => orientation === 'horizontal' && widthOf(box) < LONGEST_BAR);
  if (bars.length === 0 || bars.length > MOST_BARS) return runs;
  const walls = page.rules.filter(({ orientation }) => orientation === 'vertical').map(({ box }) => box);
  let current = byBaseline(runs);
  const order = bars.map(({ box }) => box).sort((a, b) => widthOf(a) - widthOf(b));
  let changed = false;
  for (const bar of order) {
    const evidence = evidenceOf(bar, current, { page, walls, bars: order });
    // nothing above and nothing below is no question
    if (evidence.above.length + evidence.below.length === 0) continue;
    if (decide(FRACTION, evidence) === 'refused') continue;
    const parts = new Set([...evidence.above, ...evidence.below]);
    current = byBaseline([...current.filter((run) => !parts.has(run)), fractionOf(evidence)]);
    changed = true;
  }
  return changed ? current.sort((a, b) => a.id - b.id) : runs;
}

const byBaseline = (runs: readonly TextRun[]): TextRun[] => runs.toSorted((a, b) => a.baseline - b.baseline);

interface Drawn {
  page: Page;
  /** Its upright rulings. */
  walls: readonly Box[];
  bars: readonly Box[];
}

function evidenceOf(bar: Box, runs: readonly TextRun[], { page, walls, bars }: Drawn): BarWithType {
  const from = firstFrom(runs, bar.y0 - REACH);
  const near = runs.slice(from, Math.min(from + MOST_NEAR, firstFrom(runs, bar.y1 + REACH)));
  const over = near.filter(({ box }) => box.x1 > bar.x0 && box.x0 < bar.x1);
  // no run is in both parts: in small fractions an index above the bar touches an exponent below it
  const above = partOf(
    over.filter(({ box }) => middleY(box) < bar.y0),
    ({ box, size }) => isNear(bar.y0 - box.y1, size),
  );
  const below = partOf(
    over.filter(({ box }) => middleY(box) > bar.y1),
    ({ box, size }) => isNear(box.y0 - bar.y1, size),
  );
  const parts = [...above, ...below];
  const signs = totalLength(parts);
  const math = parts.reduce((sum, { text, font }) => sum + (isMath(text, page, font) ? text.length : 0), 0);
  return {
    page: page.number,
    bar,
    above,
    below,
    overhung: parts.some(({ box }) => box.x0 < bar.x0 - BAR_END || box.x1 > bar.x1 + BAR_END),
    walled: [bar.x0, bar.x1].every((end) => walls.some((wall) => meetsAt(wall, bar, end))),
    continued: bars.some((other) => continues(other, bar)),
    beside: near.find((run) => !parts.includes(run) && isBeside(run, bar)),
    math: signs === 0 ? 0 : math / signs,
  };
}

const meetsAt = (wall: Box, bar: Box, end: number): boolean =>
  overlap(wall.y0 - MEETS, wall.y1 + MEETS, bar.y0, bar.y1) > 0 && wall.x0 < end + MEETS && wall.x1 > end - MEETS;

const continues = (other: Box, bar: Box): boolean =>
  overlap(other.y0, other.y1, bar.y0, bar.y1) > 0 &&
  (Math.abs(other.x1 - bar.x0) < MEETS || Math.abs(other.x0 - bar.x1) < MEETS);

const isNear = (gap: number, size: number): boolean => gap > -OVERLAP * size && gap < FARTHEST * size;

/** What is next to the bar on one side of it, with its indexes and exponents, and theirs. */
function partOf(side: readonly TextRun[], isNext: (run: TextRun) => boolean): TextRun[] {
  const part = new Set(side.filter(isNext));
  for (let size = 0; size < part.size;) {
    size = part.size;
    const { y0, y1 } = boxOf([...part]);
    const largest = Math.max(...[...part].map((run) => run.size));
    for (const run of side) {
      const middle = middleY(run.box);
      const isScript = run.size < SCRIPT_SHARE * largest && run.box.y1 > y0 && run.box.y0 < y1;
      if (isScript || (middle > y0 && middle < y1)) part.add(run);
    }
  }
  return [...part];
}

const middleY = ({ y0, y1 }: Box): number => (y0 + y1) / 2;

function isBeside({ box, baseline, size, text }: TextRun, bar: Box): boolean {
  const rise = (baseline - bar.y1) / size;
  const gap = Math.max(bar.x0 - box.x1, box.x0 - bar.x1) / size;
  const widest = OPERATOR.test(text) && box.x1 < bar.x0 ? NEXT_OPERATOR : NEXT_CHARACTER;
  return rise > LOWEST_BAR && rise < HIGHEST_BAR && gap > -LOWEST_BAR && gap < widest;
}

function isMath(text: string, page: Page, font: number): boolean {
  const style = page.fonts[font];
  return (style !== undefined && isMathFont(style)) || /[\p{Sm}\p{Script=Greek}]/u.test(text);
}

function fractionOf({ bar, above, below, beside }: BarWithType): TextRun {
  const [first] = above as [TextRun];
  const size = beside?.size ?? Math.max(...above.map((run) => run.size));
  return {
    ...first,
    font: beside?.font ?? first.font,
    text: `(${textOf(above)})/(${textOf(below)})`,
    size,
    baseline: beside?.baseline ?? bar.y1 + USUAL_BAR * size,
    box: unionBox([bar, boxOf(above), boxOf(below)]),
  };
}
