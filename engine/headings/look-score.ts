/** How likely it is that a text block is a heading by its look alone (looks.ts), of which people said what it is (bench/headings). */
import { learnedScore } from '../learned-score.js';
import { NAMES, TREES } from './look-weights.js';

/** Score below which size or weight alone make no heading of a text block, and from which its look alone does. */
export const UNLIKELY = 0.1;
export const LIKELY = 0.6;
/** `LIKELY` of plain type, or above a table. */
export const SURE = 0.7;

export const { score: lookScore, reasons: lookReasons } = learnedScore(NAMES, TREES);
