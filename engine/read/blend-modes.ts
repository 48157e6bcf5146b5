/** What blend modes make of a colour on another: those that work on each part of it alone. Parts are from 0 to 1. */

/** The usual mode, by the name that pdf.js gives it: what is painted is what is seen. */
export const NORMAL = 'source-over';

type Blend = (background: number, paint: number) => number;

const multiply: Blend = (background, paint) => background * paint;
const screen: Blend = (background, paint) => background + paint - background * paint;

/** Of a part of a colour: where the modes that do both go over from Multiply to Screen. */
const HALF = 0.5;

const BLENDS: ReadonlyMap<string, Blend> = new Map([
  [NORMAL, (_, paint) => paint],
  ['multiply', multiply],
  ['screen', screen],
  ['darken', Math.min],
  ['lighten', Math.max],
  ['difference', (background, paint) => Math.abs(background - paint)],
  ['exclusion', (background, paint) => background + paint - 2 * background * paint],
  [
    'hard-light',
    (background, paint) => (paint <= HALF ? multiply(background, 2 * paint) : screen(background, 2 * paint - 1)),
  ],
  [
    'overlay',
    (background, paint) => (background <= HALF ? multiply(paint, 2 * background) : screen(paint, 2 * background - 1)),
  ],
  ['color-dodge', (background, paint) => (background === 0 ? 0 : Math.min(1, background / (1 - paint)))],
  ['color-burn', (background, paint) => (background === 1 ? 1 : 1 - Math.min(1, (1 - background) / paint))],
]);

/** Modes that leave white out, in whatever colours a viewer blends. */
export const WITHOUT_WHITE: ReadonlySet<string> = new Set(['multiply', 'darken', 'color-burn']);

/** What is seen of a part of a colour on another; null for modes that take all parts together. */
export function blended(mode: string, background: number, paint: number): number | null {
  return BLENDS.get(mode)?.(background, paint) ?? null;
}
