/** How wide a hyphen is in a font. */

/** In ems: points and colons are narrower, other characters wider. */
const IN_EMS = { least: 0.3, most: 0.42 };
/** In widths of the widest of the letters below, which tells more: faces are wide and narrow. Monospaced faces have 1. */
const IN_LETTERS = { least: 0.58, most: 0.8 };
/** As wide as digits or nearly so. */
const ROUND_LETTERS = ['a', 'e', 'n', 'o', 'u'];

/** The width of the widest of the round letters, 0 where none is known. */
export const letterWidthOf = (widths: Readonly<Record<string, number>>): number =>
  Math.max(...ROUND_LETTERS.map((letter) => widths[letter] ?? 0));

/**
 * Whether a glyph may be a hyphen.
 *
 * @param width of the glyph, in ems
 * @param letterWidth of the font's round letters, in ems, or 0
 */
export function isAsWideAsHyphen(width: number, letterWidth: number): boolean {
  if (width < IN_EMS.least) return false;
  if (letterWidth === 0) return width <= IN_EMS.most;
  return width >= IN_LETTERS.least * letterWidth && width <= IN_LETTERS.most * letterWidth;
}
