/** What blend modes make of a colour on another: those that work on each part of it alone. Parts are from 0 to 1. */

/** The usual mode, by the name that pdf.js gives it: what is painted is what is seen. */
export const NORMAL = 'source-over';

type Blend = (ground: number, paint: number) => number;

const multiply: Blend = (ground, paint) => ground * paint;
const screen: Blend = (ground, paint) => ground + paint - ground * paint;

/** Of a part of a colour: where the modes that do both go over from Multiply to Screen. */
const HALF = 0.5;

const BLENDS: ReadonlyMap<string, Blend> = new Map([
  [NORMAL, (_, paint) => paint],
  ['multiply', multiply],
  ['screen', screen],
  ['darken', Math.min],
  ['lighten', Math.max],
  ['difference', (ground, paint) => Math.abs(ground - paint)],
  ['exclusion', (ground, paint) => ground + paint - 2 * ground * paint],
  ['hard-light', (ground, paint) => (paint <= HALF ? multiply(ground, 2 * paint) : screen(ground, 2 * paint - 1))],
  ['overlay', (ground, paint) => (ground <= HALF ? multiply(paint, 2 * ground) : screen(paint, 2 * ground - 1))],
  ['color-dodge', (ground, paint) => (ground === 0 ? 0 : Math.min(1, ground / (1 - paint)))],
  ['color-burn', (ground, paint) => (ground === 1 ? 1 : 1 - Math.min(1, (1 - ground) / paint))],
]);

/** Modes that leave white out, in whatever colours a viewer blends. */
export const WITHOUT_WHITE: ReadonlySet<string> = new Set(['multiply', 'darken', 'color-burn']);

/** What is seen of a part of a colour on another; null for modes that take all parts together. */
export function blended(mode: string, ground: number, paint: number): number | null {
  return BLENDS.get(mode)?.(ground, paint) ?? null;
}
