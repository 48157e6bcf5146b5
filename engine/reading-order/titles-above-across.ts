/**
 * The title of a text or table over the full width, below two columns: it may end before the gutter, and would end the left
 * column then, before all of the right one.
 */
import { ALL_BOLD, isLargerThanBody, isSameSize } from '../measures.js';
import { decide, type DecisionTable } from '../rules.js';
import type { Line } from '../text/line.js';

/** In points: lines that begin no further apart are aligned. */
const SAME_LEFT = 3;
/** In font sizes: lines of one title have no wider gap between them. */
const MOST_GAP = 0.5;
/** In font sizes: lines of one text are closer. */
const LEAST_GAP = 0.5;
/** What is above a title is this much further away than what it heads. */
const FURTHER = 1.2;

export interface LineAboveAcross {
  /** Left of the gutter, right above a line over it. */
  line: Line;
  /** Null where the area ends: a table or a line drawn across is next. */
  below: Line | null;
  /** The lowest line above it on its side; null where there is none. */
  above: Line | null;
  /** Something stands beside it, right of the gutter. */
  hasBeside: boolean;
  /** The line below has been found to be of a title itself. */
  isBelowTitle: boolean;
}

const distance = (upper: Line, lower: Line): number => lower.box.y0 - upper.box.y1;
/** What a title heads as a whole, a table or an area, has space around it. */
const spaceBelow = (line: Line, below: Line | null): number => (below && !below.blocks ? distance(line, below) : 0);
const isBold = ({ bold }: Line): boolean => bold >= ALL_BOLD;
const hasTypeOf = (line: Line, other: Line): boolean =>
  !other.blocks && isSameSize(line.size, other.size) && isBold(line) === isBold(other);
const isHeavier = (line: Line, other: Line): boolean =>
  isLargerThanBody(line.size, other.size) || (isSameSize(line.size, other.size) && isBold(line) && !isBold(other));

export const LINE_ABOVE_ACROSS: DecisionTable<LineAboveAcross, 'across' | 'column'> = {
  name: 'line-above-across',
  rules: [
    {
      name: 'text-beside',
      why: 'Where text stands beside it, both are lines of their columns.',
      test: ({ hasBeside }) => (hasBeside ? 'column' : null),
    },
    {
      name: 'line-of-a-title',
      why: 'A title of several lines is set in one type, its lines close together.',
      test: ({ line, below, isBelowTitle }) =>
        isBelowTitle && hasTypeOf(line, below!) && distance(line, below!) <= MOST_GAP * line.size ? 'across' : null,
    },
    {
      name: 'nothing-above',
      why: 'What the column begins with is its own.',
      test: ({ above }) => (above === null ? 'column' : null),
    },
    {
      name: 'title-of-what-is-below',
      why: 'A title stands closer to what it heads, in heavier type than the text above and below it; a column ends with none.',
      test: ({ line, above, below, isBelowTitle }) => {
        const isHeading = [above!, below].every((other) => !other || other.blocks || isHeavier(line, other));
        const isCloser = distance(above!, line) > FURTHER * Math.max(LEAST_GAP * line.size, spaceBelow(line, below));
        return !isBelowTitle && isHeading && isCloser ? 'across' : null;
      },
    },
  ],
  otherwise: 'column',
  subject: ({ line }) => line,
  numbers: ({ line, above, below }) => ({
    above: above ? distance(above, line) : 0,
    below: spaceBelow(line, below),
    size: line.size,
  }),
};

/** The lines of such titles. `sorted` is from the top. */
export function titlesAboveAcross(
  sorted: readonly Line[],
  {
    isAcross,
    isLeft,
    areBeside,
  }: {
    isAcross: (line: Line) => boolean;
    isLeft: (line: Line) => boolean;
    areBeside: (a: Line, b: Line) => boolean;
  },
): Line[] {
  const titles = new Set<Line>();
  for (let i = sorted.length - 1; i >= 0; i--) {
    const [line, below] = [sorted[i]!, sorted[i + 1] ?? null];
    const isBelowTitle = below !== null && titles.has(below);
    if (line.blocks || !isLeft(line) || !(isBelowTitle || below === null || isAcross(below))) continue;
    if (below && Math.abs(line.box.x0 - below.box.x0) > SAME_LEFT) continue;
    const above = sorted.slice(0, i).findLast((other) => isLeft(other) || isAcross(other)) ?? null;
    const hasBeside = sorted.some((other) => other !== line && other.box.x0 > line.box.x1 && areBeside(line, other));
    const verdict = decide(LINE_ABOVE_ACROSS, { line, below, above, hasBeside, isBelowTitle });
    if (verdict === 'across') titles.add(line);
  }
  return [...titles];
}
