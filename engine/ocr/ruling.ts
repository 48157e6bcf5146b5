/**
 * Ruling lines in a page's picture: long, thin, straight runs of dark pixels, as tables and forms have them. They are
 * found and erased before recognition, since letters that touch a line are recognised badly.
 */
import type { Bitmap, Box, Rule } from '../model.js';

/** Shortest rule in points. Strokes of letters are shorter but in the largest titles. */
const MIN_LENGTH = { horizontal: 20, vertical: 20 };
/** In points: a shorter vertical run that meets no horizontal one is the stem of a large letter. */
const LONE_LENGTH = 60;
/** In points: lines that meet lie no farther apart. */
const MEETING = 1.5;
/** A thicker run is a bar or part of a picture. */
const MAX_THICKNESS = 3;
/** White between two parts of one rule, in points: worn print. */
const JOINT = 0.8;
/** Share of a stretch that is dark: less is a dotted line or a row of letters. */
const DARK_SHARE = 0.8;
/** A row of pixels is measured at its middle. */
const CENTRE = 0.5;
/** Rows from one stretch of a line to the next. */
const MAX_STEP = 2;
/** More are a drawing or a photograph. */
const MAX_RULES = 1500;
/** A rule's line may be paler than letters: so far from the ink's threshold towards white. */
const PALE = 0.35;

type Orientation = Rule['orientation'];

/** Runs along the rule's direction; `at` is the row of a horizontal one, the column of a vertical one. */
interface Stretch {
  at: number;
  from: number;
  to: number;
}

/** A picture seen with rows along the rules that are looked for. */
interface View {
  length: number;
  count: number;
  grey: Uint8Array;
  /** Darker is dark. */
  limit: number;
  /** Pixels from one row to the next, and from one place in a row to the next. */
  acrossStep: number;
  alongStep: number;
}

const isDark = ({ grey, limit, acrossStep, alongStep }: View, at: number, along: number): boolean =>
  grey[at * acrossStep + along * alongStep]! < limit;

/** The rules, in points; wipes them out of the bitmap. */
export function takeRules(bitmap: Bitmap, threshold: number): Rule[] {
  const limit = threshold + (255 - threshold) * PALE;
  const found = (['horizontal', 'vertical'] as const).flatMap((orientation) => {
    const view = viewOf(bitmap, limit, orientation);
    return linesOf(view, bitmap.scale, orientation).map((stretches) => ({ orientation, view, stretches }));
  });
  if (found.length > MAX_RULES) return [];
  const rules = found.map((one) => ({ ...one, rule: ruleOf(one.stretches, one.orientation, bitmap.scale) }));
  const across = rules.flatMap(({ rule }) => (rule.orientation === 'horizontal' ? [rule.box] : []));
  const kept = rules.filter(({ rule: { orientation, box } }) => {
    return orientation === 'horizontal' || box.y1 - box.y0 > LONE_LENGTH || across.some((other) => meets(box, other));
  });
  for (const { view, stretches } of kept) wipe(view, stretches, MAX_THICKNESS * bitmap.scale);
  return kept.map(({ rule }) => rule);
}

/** Whether a horizontal rule ends at a vertical one or crosses it. */
const meets = (vertical: Box, horizontal: Box): boolean =>
  vertical.x0 < horizontal.x1 + MEETING &&
  vertical.x1 > horizontal.x0 - MEETING &&
  vertical.y0 < horizontal.y1 + MEETING &&
  vertical.y1 > horizontal.y0 - MEETING;

function viewOf({ width, height, grey }: Bitmap, limit: number, orientation: Orientation): View {
  return orientation === 'horizontal'
    ? { length: width, count: height, grey, limit, acrossStep: width, alongStep: 1 }
    : { length: height, count: width, grey, limit, acrossStep: 1, alongStep: width };
}

/** Long stretches that lie against each other, as lines; those too thick for one are left out. */
function linesOf(view: View, scale: number, orientation: Orientation): Stretch[][] {
  const minLength = MIN_LENGTH[orientation] * scale;
  const joint = Math.max(1, Math.round(JOINT * scale));
  const lines: Stretch[][] = [];
  let open: Stretch[][] = [];
  for (let at = 0; at < view.count; at++) {
    for (const stretch of stretchesOf(view, at, { minLength, joint })) {
      const [own, ...others] = open.filter((line) => touches(line, stretch, joint));
      if (!own) open.push([stretch]);
      else if (others.length === 0) own.push(stretch);
      else {
        const merged = [own, ...others].flat().sort((a, b) => a.at - b.at);
        open = [...open.filter((line) => line !== own && !others.includes(line)), [...merged, stretch]];
      }
    }
    const isOver = (line: Stretch[]): boolean => at - line.at(-1)!.at > MAX_STEP;
    lines.push(...open.filter(isOver));
    open = open.filter((line) => !isOver(line));
    // a page of nothing but bars: not worth more time
    if (open.length > MAX_RULES || lines.length > 4 * MAX_RULES) return [];
  }
  return [...lines, ...open].filter((line) => thicknessOf(line) <= MAX_THICKNESS * scale);
}

/** Whether a stretch lies against one of a line's last rows. */
function touches(line: readonly Stretch[], { at, from, to }: Stretch, joint: number): boolean {
  for (let i = line.length - 1; i >= 0; i--) {
    const one = line[i]!;
    if (at - one.at > MAX_STEP) return false;
    if (one.from <= to + joint && from <= one.to + joint) return true;
  }
  return false;
}

function stretchesOf(view: View, at: number, { minLength, joint }: { minLength: number; joint: number }): Stretch[] {
  const stretches: Stretch[] = [];
  let from = -1;
  let last = -1;
  let dark = 0;
  const close = (): void => {
    if (from >= 0 && last - from >= minLength && dark > DARK_SHARE * (last - from))
      stretches.push({ at, from, to: last + 1 });
    [from, dark] = [-1, 0];
  };
  // all pixels of the page come by here, twice
  const { grey, limit, length, alongStep } = view;
  for (let along = 0, place = at * view.acrossStep; along < length; along++, place += alongStep) {
    if (grey[place]! >= limit) continue;
    if (from >= 0 && along - last > joint) close();
    if (from < 0) from = along;
    last = along;
    dark += 1;
  }
  close();
  return stretches;
}

/** Mean number of stretches over the line's length, which for a line that is not quite level is not its height. */
function thicknessOf(line: readonly Stretch[]): number {
  const length = Math.max(...line.map(({ to }) => to)) - Math.min(...line.map(({ from }) => from));
  return line.reduce((sum, { from, to }) => sum + to - from, 0) / length;
}

function ruleOf(line: readonly Stretch[], orientation: Orientation, scale: number): Rule {
  const total = line.reduce((sum, { from, to }) => sum + to - from, 0);
  const centre = line.reduce((sum, { at, from, to }) => sum + (at + CENTRE) * (to - from), 0) / total;
  const half = thicknessOf(line) / 2;
  const points = (value: number): number => Math.round((value / scale) * 100) / 100;
  const [from, to] = [Math.min(...line.map((one) => one.from)), Math.max(...line.map((one) => one.to))].map(points);
  const [low, high] = [points(centre - half), points(centre + half)];
  const box =
    orientation === 'horizontal'
      ? { x0: from!, y0: low, x1: to!, y1: high }
      : { x0: low, y0: from!, x1: high, y1: to! };
  return { box, orientation };
}

/** Whitens the line but for where something crosses it. */
function wipe(view: View, line: readonly Stretch[], maxThickness: number): void {
  const reach = Math.ceil(maxThickness) + 1;
  const first = Math.min(...line.map(({ at }) => at));
  const last = Math.max(...line.map(({ at }) => at));
  for (const { at, from, to } of line) {
    for (let along = from; along < to; along++) {
      if (!isDark(view, at, along)) continue;
      const crossed =
        (first - reach >= 0 && isDark(view, first - 2, along) && isDark(view, first - reach, along)) ||
        (last + reach < view.count && isDark(view, last + 2, along) && isDark(view, last + reach, along));
      if (!crossed) view.grey[at * view.acrossStep + along * view.alongStep] = 255;
    }
  }
}
