/**
 * Large symbols of TeX's extension fonts hang below their baseline: brackets around a fraction, sums, integrals; so do the
 * radical signs of its symbol fonts. They come to the baseline of the line that they are in, and the limits above and below a
 * sum come into its run: "∑[i=1..n]".
 */
import { unionBox } from '../geometry.js';
import type { Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { fromLeft, textOfRuns } from '../text/spacing.js';
import { firstFrom } from '../text/from-baseline.js';

const EXTENSION_FONT = /^(?:CM|LM|TX|PX|EU|MT)?(?:Math)?EX(?:A|\d*)(?:-|$)|^(?:CM|LM|TX|PX)(?:Math)?E[Xx]\w*\d/i;
const SYMBOL_FONT = /^(?:CM|LM|TX|PX|MT)B?(?:Math)?SY(?:[MNS\d-]|$)/i;
const RADICAL = '√';
/** A symbol of more pieces is drawn from several: those of a matrix. */
const WHOLE_SYMBOL = /^[^\p{L}\p{N}⎛-⎭]{1,2}$/u;
const WITH_LIMITS = /^[∑∏⋃⋂⋁⋀∐⨁⨂]$/u;
/** A page with more of them shows a table of symbols. */
const MOST = 400;
const MOST_NEAR = 300;
/** In font sizes: a line is so far below the baseline of the symbol that hangs into it. */
const LEAST_DROP = 0.4;
const MOST_DROP = 2;
/** A radical sign of a symbol font is as high as one line. */
const RADICAL_DROP = 1.2;
/** In font sizes: the next letter of the line beside the symbol. */
const NEXT_LETTER = 1;
/** Limits are smaller than this share of the symbol's size, their middles are as near, and they are no further, in font sizes. */
const LIMIT_SIZE = 0.85;
const LIMIT_OFF = 0.7;
const LIMIT_REACH = 2.2;
const LEAST_REACH = 0.55;
/** In font sizes: an exponent touches its bracket; on the line it is raised by so much. */
const EXPONENT_GAP = 0.25;
const EXPONENT_RISE = 0.5;
/** In font sizes: the symbols of one limit. */
const LIMIT_GAP = 0.35;

export interface HangingSign {
  page: number;
  sign: TextRun;
  /** The letter beside it whose baseline is that of the line. */
  beside: TextRun | undefined;
}

export const HANGING_SIGN: DecisionTable<HangingSign, 'hangs' | 'stays'> = {
  name: 'hanging-sign',
  rules: [
    {
      name: 'letter-beside-it',
      why: 'A symbol of an extension font, or the radical sign of a symbol font, hangs into the line whose letters are beside its lower part.',
      test: ({ beside }) => (beside ? 'hangs' : null),
    },
  ],
  otherwise: 'stays',
  subject: ({ page, sign: { box, text } }) => ({ page, box, text }),
  numbers: ({ sign, beside }) => ({ dropInSizes: beside ? (beside.baseline - sign.baseline) / sign.size : 0 }),
};

/** The runs with such symbols on the baselines of their lines. */
export function withLevelSymbols(runs: readonly TextRun[], page: Page): readonly TextRun[] {
  const extension = page.fonts.map(({ name }) => EXTENSION_FONT.test(name));
  const symbols = page.fonts.map(({ name }) => SYMBOL_FONT.test(name));
  if (![...extension, ...symbols].includes(true)) return runs;
  const isRadical = ({ font, text }: TextRun): boolean => text === RADICAL && symbols[font] === true;
  const signs = runs.filter((run) => (extension[run.font] && WHOLE_SYMBOL.test(run.text)) || isRadical(run));
  if (signs.length === 0 || signs.length > MOST) return runs;
  const others = runs.filter((run) => extension[run.font] !== true).sort((a, b) => a.baseline - b.baseline);
  const changed = new Map<TextRun, TextRun>();
  const taken = new Set<TextRun>();
  for (const sign of signs) {
    const from = firstFrom(others, sign.baseline - sign.size);
    const near = others.slice(from, Math.min(from + MOST_NEAR, firstFrom(others, sign.baseline + 4 * sign.size)));
    const beside = letterBeside(sign, near, isRadical(sign) ? RADICAL_DROP : MOST_DROP);
    if (decide(HANGING_SIGN, { page: page.number, sign, beside }) === 'stays') continue;
    const { baseline, size } = beside!;
    const level = { ...sign, baseline, size, box: { ...sign.box, y0: beside!.box.y0, y1: beside!.box.y1 } };
    changed.set(sign, WITH_LIMITS.test(sign.text) ? withLimits(level, near, taken) : level);
    const exponent = near.find((run) => isExponent(run, sign, level));
    if (exponent) changed.set(exponent, { ...exponent, baseline: baseline - EXPONENT_RISE * size });
  }
  if (changed.size === 0) return runs;
  return runs.flatMap((run) => (taken.has(run) ? [] : [changed.get(run) ?? run]));
}

/** The nearest letter of the largest type beside the symbol, on a baseline at most so many font sizes below its own. */
function letterBeside(sign: TextRun, near: readonly TextRun[], mostDrop: number): TextRun | undefined {
  const gapTo = ({ box }: TextRun): number => Math.max(sign.box.x0 - box.x1, box.x0 - sign.box.x1);
  const beside = near.filter((run) => {
    const drop = (run.baseline - sign.baseline) / sign.size;
    const gap = gapTo(run) / sign.size;
    return drop > LEAST_DROP && drop < mostDrop && gap > -LIMIT_GAP && gap < NEXT_LETTER;
  });
  const largest = Math.max(...beside.map(({ size }) => size));
  return beside.filter(({ size }) => size > LIMIT_SIZE * largest).sort((a, b) => gapTo(a) - gapTo(b))[0];
}

/** Beside the upper end of a bracket, higher than on any letter. */
function isExponent({ box, size, baseline }: TextRun, sign: TextRun, level: TextRun): boolean {
  const gap = (box.x0 - sign.box.x1) / level.size;
  const isBeside = Math.abs(gap) < EXPONENT_GAP && size < LIMIT_SIZE * level.size;
  return isBeside && baseline < level.baseline - EXPONENT_RISE * level.size && baseline > sign.baseline - size;
}

/** The symbol with the limits above and below it. */
function withLimits(sign: TextRun, near: readonly TextRun[], taken: Set<TextRun>): TextRun {
  const small = near.filter((run) => run.size < LIMIT_SIZE * sign.size && !taken.has(run));
  const [lower, upper] = [1, -1].map((side) => limitOf(sign, small, side));
  if (!lower?.length) return sign;
  for (const run of [...lower, ...(upper ?? [])]) taken.add(run);
  const range = [lower, upper ?? []].filter((some) => some.length > 0).map((some) => textOfRuns(some));
  const box = unionBox([sign.box, ...[...lower, ...(upper ?? [])].map((run) => run.box)]);
  return { ...sign, text: `${sign.text}[${range.join('..')}]`, box: { ...sign.box, y0: box.y0, y1: box.y1 } };
}

/** @param side 1 for the limit below the symbol, -1 for the one above. */
function limitOf(sign: TextRun, small: readonly TextRun[], side: number): TextRun[] {
  const middle = (sign.box.x0 + sign.box.x1) / 2;
  const level = small.filter((run) => {
    const shift = (side * (run.baseline - sign.baseline)) / sign.size;
    return shift > LEAST_REACH && shift < LIMIT_REACH;
  });
  const rowAt = fromLeft(level);
  // the symbols that are joined to one in the middle
  const start = rowAt.findIndex(({ box }) => box.x0 <= sign.box.x1 && box.x1 >= sign.box.x0);
  if (start < 0) return [];
  const isJoined = (a: TextRun, b: TextRun): boolean => b.box.x0 - a.box.x1 < LIMIT_GAP * sign.size;
  let [from, to] = [start, start];
  while (from > 0 && isJoined(rowAt[from - 1]!, rowAt[from]!)) from -= 1;
  while (to + 1 < rowAt.length && isJoined(rowAt[to]!, rowAt[to + 1]!)) to += 1;
  const limit = rowAt.slice(from, to + 1);
  const { x0, x1 } = unionBox(limit.map(({ box }) => box));
  return Math.abs((x0 + x1) / 2 - middle) < LIMIT_OFF * sign.size ? limit : [];
}
