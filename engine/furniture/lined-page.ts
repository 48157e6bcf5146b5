import { captionOf } from '../text/captions.js';
import type { Rule } from '../model.js';
import type { Line } from '../text/line.js';
import { scriptOf } from '../text/scripts.js';

export interface LinedPage {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  /** The page's number as the file's labels say it. */
  label?: string;
  lines: readonly Line[];
  rules?: readonly Rule[];
}

/** Greatest distance between the baselines of one row at a page's edge, in points. */
export const ROW_TOLERANCE = 2;
/** Left and right pages have heads of their own, so that in a document of two pages nothing repeats. */
export const MOST_PAGES_ALONE = 2;
/**
 * In body sizes: a number alone at the foot may be larger than the text, since on a page with a table most of the text is
 * small print. Such numbers were 1.38 times as large.
 */
export const LARGEST_NUMBER = 1.4;
/** In points: sizes of heads and feet that differ by less are one. */
export const SAME_SIZE_POINTS = 0.3;

/** A footnote, which begins with a raised mark, or a caption: of the text wherever it stands. */
export function isOfText(line: Line): boolean {
  const run = line.runs[0];
  return (run !== undefined && scriptOf(line, run) === 'super') || captionOf(line.text) !== null;
}
