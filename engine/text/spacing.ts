/** White space between the runs of a line. */
import type { TextRun } from '../model.js';
import { beginsWide, endsWide } from './wide.js';

/** A gap of this share of the font size is a space. */
const SPACE_GAP = 0.14;
/** In font sizes: runs with a drawn space between them may overlap by kerning, but no further. */
const SPACE_OVERLAP = 0.5;

/** Whether white space stands between two runs of one line. */
export function spaceBetween(left: TextRun, right: TextRun): boolean {
  const gap = right.box.x0 - left.box.x1;
  const size = Math.min(left.size, right.size);
  if (right.space === true && gap > -SPACE_OVERLAP * size) return true;
  return gap > SPACE_GAP * Math.max(left.size, right.size) && !bothWide(left, right, gap);
}

/** CJK text has no spaces, however its characters are set. */
function bothWide(left: TextRun, right: TextRun, gap: number): boolean {
  return gap < left.size && endsWide(left.text) && beginsWide(right.text);
}

/** The runs from left to right. Mostly they are already. */
export function fromLeft(runs: readonly TextRun[]): TextRun[] {
  const isSorted = runs.every((run, i) => i === 0 || runs[i - 1]!.box.x0 <= run.box.x0);
  return isSorted ? [...runs] : runs.toSorted((a, b) => a.box.x0 - b.box.x0);
}
