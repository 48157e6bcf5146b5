/**
 * The last line of a text over the full width, a caption or an abstract above two columns: it may end before the gutter, and
 * would begin the left column then.
 */
import { unionBox } from '../geometry.js';
import { isSameSize } from '../measures.js';
import { decide, type DecisionTable } from '../rules.js';
import type { Line } from '../text/line.js';

/** In font sizes: lines of one text have no wider gap between them. */
const MOST_GAP = 0.5;
/** In points: lines that begin no further apart are aligned. */
const SAME_LEFT = 3;
/** In font sizes: the space before a word, and what may be left behind it: lines are not always filled to the last point. */
const SPACE = 0.25;
const MOST_LEFT = 1;

export interface LineBelowAcross {
  /** Left of the gutter, right below a line over it, in the same type at the same left edge. */
  line: Line;
  above: Line;
  /** Left and right edge of the lines. */
  left: number;
  right: number;
  /** Something stands beside it, right of the gutter. */
  hasBeside: boolean;
  /** The line below continues at its left edge in its type. */
  continues: boolean;
}

/** In font sizes: what the line above would have left with the first word in it. */
const room = ({ line, above, right }: LineBelowAcross): number => {
  const { x0, x1 } = line.runs[0]!.box;
  return (right - above.box.x1 - (x1 - x0)) / line.size - SPACE;
};

export const LAST_LINE_ACROSS: DecisionTable<LineBelowAcross, 'across' | 'column'> = {
  name: 'last-line-across',
  rules: [
    {
      name: 'text-beside',
      why: 'Where text stands beside it, both are lines of their columns.',
      test: ({ hasBeside }) => (hasBeside ? 'column' : null),
    },
    {
      name: 'beside-a-margin',
      why: 'Text that begins right of the left edge has a margin beside it, with notes of its own.',
      test: ({ line, left }) => (line.box.x0 - left > SAME_LEFT ? 'column' : null),
    },
    {
      name: 'more-below',
      why: 'Text that continues below is a column beside which nothing stands yet.',
      test: ({ continues }) => (continues ? 'column' : null),
    },
    {
      name: 'no-room-above',
      why: 'Its first word had hardly room in the line above, which runs to the right edge: the text goes on.',
      test: (below) => (room(below) < MOST_LEFT ? 'across' : null),
    },
  ],
  otherwise: 'column',
  subject: ({ line }) => line,
  numbers: (below) => ({ roomInSizes: room(below) }),
};

/** What is known of lines around a gutter. */
export interface PlacedLines {
  isAcross: (line: Line) => boolean;
  isLeft: (line: Line) => boolean;
  areBeside: (a: Line, b: Line) => boolean;
}

/** The lines that end such texts. `sorted` is from the top. */
export function lastLinesAcross(sorted: readonly Line[], { isAcross, isLeft, areBeside }: PlacedLines): Line[] {
  const { x0: left, x1: right } = unionBox(sorted.map(({ box }) => box));
  return sorted.filter((line, i) => {
    const above = sorted[i - 1];
    if (!above || above.blocks || line.blocks || !isAcross(above) || !isLeft(line) || !goesOn(above, line))
      return false;
    const hasBeside = sorted.some((other) => other !== line && other.box.x0 > line.box.x1 && areBeside(line, other));
    const continues = sorted.slice(i + 1).some((other) => !other.blocks && goesOn(line, other));
    return decide(LAST_LINE_ACROSS, { line, above, left, right, hasBeside, continues }) === 'across';
  });
}

const goesOn = (above: Line, line: Line): boolean =>
  isSameSize(above.size, line.size) &&
  Math.abs(above.box.x0 - line.box.x0) < SAME_LEFT &&
  line.box.y0 - above.box.y1 <= MOST_GAP * line.size;
