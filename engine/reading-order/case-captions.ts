/** The caption of a court paper: the parties of the case on the left, its number and the paper's name on the right. */
import type { ColumnPair } from './rows.js';

/** A line that stands alone between the parties. */
const VERSUS = /^[-–—]?\s*(?:vs?\.|against|versus)\s*[-–—]?$/iu;
const CASE_NUMBER = /\b(?:Nos?\.|Case|Docket|Cause|Civil|Criminal|Index|Action)(?=[\s:#]|$)/u;
/** Rows of the right side at most: more of them are a column of text. */
const MOST_ROWS = 12;
/** In font sizes: what stands higher above the first of the parties is the court's name, in the middle of the page. */
const MOST_ABOVE = 1;

/** Whether the right side is the number of the case whose parties stand on the left. */
export const isCaseCaption = ({ left, right }: ColumnPair): boolean =>
  right.length <= MOST_ROWS &&
  right.every((line) => left.some(({ box, size }) => line.baseline > box.y0 - MOST_ABOVE * size)) &&
  left.some(({ text }) => VERSUS.test(text.trim())) &&
  right.some(({ text }) => CASE_NUMBER.test(text));
