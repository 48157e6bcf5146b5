/**
 * Lines set to the right, one below the other: the sender of a letter, the dates and numbers of a bill. Each begins where its
 * own length has it begin, and stands for itself.
 */
import { SAME_EDGE, isSameSize } from '../measures.js';
import { beginsLowerCase, isWithoutSmallLetters } from '../text-rules.js';
import type { Line } from '../text/line.js';
import { breaksOff } from './entry-lines.js';
import { ADDRESS } from './line-ends.js';
import { isOfNames, NARROW_COLUMN } from './name-lines.js';

/** Share of the lines with a left edge of their own: those of justified text and of its lists have a few in common. */
const RAGGED = 0.6;
/** Lines that show by their edges alone that they are set to the right: two may be a paragraph with an indent. */
const LEAST_LINES = 3;
/** In font sizes: lines that begin no further apart have one left edge; baselines of one such text are no further apart. */
const SAME_LEFT = 0.6;
const MOST_STEP = 1.8;
/** A name or an address of two lines goes on behind these. */
const OPEN = /[,:&/-]$/u;
/** Share of the lines that may begin in lower case, as those of a sentence do. */
const OF_A_SENTENCE = 1 / 3;

/** The lines of a column that stand below another one of such a text, of which they are no continuation. */
export function rightAligned(lines: readonly Line[]): ReadonlySet<Line> {
  const found = new Set<Line>();
  for (let start = 0, end = 1; start < lines.length; start = end, end += 1) {
    while (end < lines.length && areBothRight(lines[end - 1]!, lines[end]!)) end += 1;
    const block = lines.slice(start, end);
    if (!standForThemselves(block)) continue;
    for (const [i, line] of block.slice(1).entries())
      if (!isContinuation(line) && !breaksOff(block[i]!.text)) found.add(line);
  }
  return found;
}

const isContinuation = ({ text }: Line): boolean => beginsLowerCase(text) && !ADDRESS.test(text);

function areBothRight(above: Line, below: Line): boolean {
  if (above.blocks || below.blocks || !isSameSize(above.size, below.size)) return false;
  const step = below.baseline - above.baseline;
  return (
    step > 0 &&
    step < MOST_STEP * below.size &&
    [above, below].every(({ box, size }) => box.x1 - box.x0 < NARROW_COLUMN * size) &&
    Math.abs(above.box.x1 - below.box.x1) < SAME_EDGE
  );
}

const areNames = (above: Line, below: Line): boolean =>
  isOfNames(above.text) && isOfNames(below.text) && !OPEN.test(above.text);

function standForThemselves(block: readonly Line[]): boolean {
  if (block.length < 2) return false;
  const lefts = block.map(({ box }) => box.x0).sort((a, b) => a - b);
  const distinct = lefts.filter((x, i) => i === 0 || x - lefts[i - 1]! > SAME_LEFT * block[0]!.size);
  const areRagged = distinct.length >= Math.max(2, RAGGED * block.length);
  const isShown = block.length >= LEAST_LINES ? distinct.length >= LEAST_LINES : areNames(block[0]!, block[1]!);
  // in capitals a sentence begins all its lines as names do
  const inCapitals = block.every(({ text }) => isWithoutSmallLetters(text) && !/\d/u.test(text));
  return areRagged && isShown && !inCapitals && block.filter(isContinuation).length <= OF_A_SENTENCE * block.length;
}
