/**
 * The title of a text or table over the full width, below two columns: it may end before the gutter, and would end the left
 * column then, before all of the right one.
 */
import { ALL_BOLD, isLargerThanBody, isSameSize } from '../measures.js';
import { decide, type DecisionTable } from '../rules.js';
import type { Line } from '../text/line.js';

/** In points: lines that begin no further apart are aligned. */
const SAME_LEFT = 3;
/** Lines of a title, at most; in font sizes: there is no more white than this between them. */
const MOST_LINES = 3;
const WITHIN_TITLE = 0.5;
/** What is above a title is this much further away than what it heads, and than this in font sizes. */
const FURTHER = 1.2;
const LEAST_SPACE_ABOVE = 0.6;

export interface TitleAboveAcross {
  /** Left of the gutter, from the top, in one type; the last is right above a line over the gutter. */
  lines: readonly Line[];
  /** Null where the area ends: a table or a line drawn across is next. */
  below: Line | null;
  /** The lowest line above them on their side; null where there is none. */
  above: Line | null;
  /** Something stands beside one of them, right of the gutter. */
  hasBeside: boolean;
}

const distance = (upper: Line, lower: Line): number => lower.box.y0 - upper.box.y1;
const isBold = ({ bold }: Line): boolean => bold >= ALL_BOLD;

/** What a title heads as a whole, a table or an area, has space around it. */
const spaceBelow = ({ lines, below }: TitleAboveAcross): number =>
  below && !below.blocks ? distance(lines.at(-1)!, below) : 0;
const spaceAbove = ({ lines, above }: TitleAboveAcross): number => (above ? distance(above, lines[0]!) : 0);

/** Larger than the text above and below; above a table bold type is enough, which a name at the end of a letter has, too. */
function isHeading({ lines: [title], above, below }: TitleAboveAcross): boolean {
  const others = [above, below].filter((line) => line !== null && !line.blocks) as Line[];
  if (others.every(({ size }) => isLargerThanBody(title!.size, size))) return others.length > 0 || isBold(title!);
  return below?.blocks !== undefined && isBold(title!) && !others.some(isBold);
}

export const TITLE_ABOVE_ACROSS: DecisionTable<TitleAboveAcross, 'across' | 'column'> = {
  name: 'title-above-across',
  rules: [
    {
      name: 'text-beside',
      why: 'Where text stands beside it, both are lines of their columns.',
      test: ({ hasBeside }) => (hasBeside ? 'column' : null),
    },
    {
      name: 'nothing-above',
      why: 'What the column begins with is its own.',
      test: ({ above }) => (above === null ? 'column' : null),
    },
    {
      name: 'title-of-what-is-below',
      why: 'A title stands closer to what it heads, in heavier type than the text above and below it; a column ends with none.',
      test: (title) => {
        const least = Math.max(LEAST_SPACE_ABOVE * title.lines[0]!.size, spaceBelow(title));
        return isHeading(title) && spaceAbove(title) > FURTHER * least ? 'across' : null;
      },
    },
  ],
  otherwise: 'column',
  subject: ({ lines }) => lines[0]!,
  numbers: (title) => ({ lines: title.lines.length, above: spaceAbove(title), below: spaceBelow(title) }),
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
  return sorted.flatMap((line, i) => {
    const below = sorted[i + 1] ?? null;
    if (line.blocks || !isLeft(line) || !isRightAbove(line, below, isAcross)) return [];
    let from = i;
    while (
      i - from + 1 < MOST_LINES &&
      isLeft(sorted[from - 1] ?? line) &&
      areOneTitle(sorted[from - 1], sorted[from]!)
    )
      from -= 1;
    const lines = sorted.slice(from, i + 1);
    const above = sorted.slice(0, from).findLast((other) => isLeft(other) || isAcross(other)) ?? null;
    const isBeside = (other: Line): boolean => lines.some((one) => other.box.x0 > one.box.x1 && areBeside(one, other));
    const title = { lines, below, above, hasBeside: sorted.some(isBeside) };
    return decide(TITLE_ABOVE_ACROSS, title) === 'across' ? lines : [];
  });
}

/** What is next is the end of the area, or lies across the gutter from the same left edge on. */
const isRightAbove = (line: Line, below: Line | null, isAcross: (line: Line) => boolean): boolean =>
  below === null || (isAcross(below) && Math.abs(line.box.x0 - below.box.x0) <= SAME_LEFT);

const areOneTitle = (above: Line | undefined, below: Line): boolean =>
  above !== undefined &&
  !above.blocks &&
  isSameSize(above.size, below.size) &&
  isBold(above) === isBold(below) &&
  Math.abs(above.box.x0 - below.box.x0) <= SAME_LEFT &&
  distance(above, below) <= WITHIN_TITLE * below.size;
