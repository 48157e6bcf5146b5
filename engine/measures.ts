/** Measures that several stages judge type and space by, each with its unit and its reason, once. */

/**
 * Sizes that differ by less than this share of the larger are one size: programs that scale a page or a font leave
 * differences of up to 5 %, and no designer sets a heading off by less than 8 %.
 */
export const SAME_SIZE_SHARE = 0.07;

/** In multiples of the body size: from here on type is larger than the running text. */
export const LARGER_THAN_BODY = 1 + SAME_SIZE_SHARE;

/** Whether two font sizes (in points) are one. */
export const isSameSize = (a: number, b: number): boolean => Math.abs(a - b) <= SAME_SIZE_SHARE * Math.max(a, b);

/** On a scan sizes are measured line by line, and differ by up to this share of the larger within a paragraph. */
const BADLY_MEASURED_SHARE = 0.12;

/** Whether two font sizes (in points) may be one that was measured badly: of scans alone, and only where the words say so as well. */
export const mayBeSameSize = (a: number, b: number): boolean =>
  Math.abs(a - b) <= BADLY_MEASURED_SHARE * Math.max(a, b);

/** Whether type of `size` points is larger than the running text, which has `bodySize`. */
export const isLargerThanBody = (size: number, bodySize: number): boolean => size > LARGER_THAN_BODY * bodySize;

/** Whether it is smaller than that. */
export const isSmallerThanBody = (size: number, bodySize: number): boolean =>
  size < bodySize && !isSameSize(size, bodySize);

/** In multiples of a size: what is larger by less was meant to be the same size, and rounded by the program that set it. */
export const ROUNDED_SIZE = 1.02;

/** Share of a line's letters from which the line counts as set in that type: monospaced, bold, italic. */
export const MOSTLY = 0.9;

/** In font sizes: baselines that differ by less are one; descenders and scripts are lower by more. */
export const BASELINE_SHARE = 0.22;

/** In font sizes: baselines that differ by less are one row of a page; symbols and amounts are set a little off it. */
export const SAME_ROW = 0.35;

/** In font sizes: the same where type of several sizes or fonts stands in a row, such as ornaments or notes in a margin. */
export const MIXED_ROW = 0.5;

/** In font sizes: texts of drawn tables stand at one height where their baselines differ by less. */
export const SAME_HEIGHT = 0.2;

/** Share of bold letters from which a line is bold throughout: a character of it may be set otherwise. */
export const ALL_BOLD = 0.95;

/** In body sizes: notes and the feet of pages are set in smaller type than this. */
export const SMALLER_THAN_BODY = 0.95;

/** In points: strokes that begin or end this close to each other have one extent, and text may reach past it so far. */
export const SAME_END = 4;

/** In points: edges of lines that differ by less lie on one vertical. */
export const SAME_EDGE = 1.5;
