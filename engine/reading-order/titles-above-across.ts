/**
 * The title of a text or table over the full width, below two columns: it may end before the gutter, and would end the left
 * column then, before all of the right one. So does the salutation of a letter, below an address and the date beside it.
 */
import { ALL_BOLD, isLargerThanBody, isSameSize } from '../measures.js';
import { decide, type DecisionTable } from '../rules.js';
import { isSalutation } from '../text/dates-and-addresses.js';
import { beginsLowerCase, continuesSentence } from '../text-rules.js';
import type { Line } from '../text/line.js';
import type { PlacedLines } from './last-lines-across.js';

/** In points: lines that begin no further apart are aligned. */
const SAME_LEFT = 3;
/** Lines of a title, at most; in font sizes: there is no more white than this between them. */
const MOST_LINES = 3;
const WITHIN_TITLE = 0.5;
/** What is above a title is this much further away than what it heads, and than this in font sizes. */
const FURTHER = 1.2;
const LEAST_SPACE_ABOVE = 0.6;
/** In font sizes: room for a space that a line has left besides the next word where it is not full. */
const SPARE_ROOM = 0.7;

export interface TitleAboveAcross {
  /** Left of the gutter, from the top, in one type; right above a line over the gutter, or above the salutation there. */
  lines: readonly Line[];
  salutation: Line | null;
  /** Null where the area ends: a table or a line drawn across is next. */
  below: Line | null;
  /** The lowest line above all of them on their side; null where there is none. */
  above: Line | null;
  /** Something stands beside one of them, right of the gutter. */
  hasBeside: boolean;
  /** What the right column begins with, above them; null where nothing stands there. */
  rightTop: Line | null;
  /** Right edge of the left column above them. */
  edge: number;
}

const distance = (upper: Line, lower: Line): number => lower.box.y0 - upper.box.y1;
const isBold = ({ bold }: Line): boolean => bold >= ALL_BOLD;

/** What a title heads as a whole, a table or an area, has space around it. */
const spaceBelow = ({ lines, salutation, below }: TitleAboveAcross): number => {
  const next = salutation ?? below;
  return lines.length > 0 && next && !next.blocks ? distance(lines.at(-1)!, next) : 0;
};
const spaceAbove = ({ lines, salutation, above }: TitleAboveAcross): number =>
  above ? distance(above, (lines[0] ?? salutation)!) : 0;

/** Larger than the text above and below; above a table or a salutation bold type is enough, which a name at the end of a letter has, too. */
function isHeading({ lines: [title], salutation, above, below }: TitleAboveAcross): boolean {
  if (!title) return false;
  const others = [above, salutation ?? below].filter((line) => line !== null && !line.blocks) as Line[];
  if (others.every(({ size }) => isLargerThanBody(title.size, size))) return others.length > 0 || isBold(title);
  return (salutation !== null || below?.blocks !== undefined) && isBold(title) && !others.some(isBold);
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
        if (!isHeading(title)) return null;
        const least = Math.max(LEAST_SPACE_ABOVE * title.lines[0]!.size, spaceBelow(title));
        return spaceAbove(title) > FURTHER * least ? 'across' : null;
      },
    },
    {
      name: 'sentence-goes-on-at-the-right',
      why: 'Where a full line above breaks off and goes on in the right column, what stands apart below it is no end of the left one.',
      test: (title) => {
        const { above, rightTop, edge, lines } = title;
        const [first] = lines;
        const goesOn = above !== null && rightTop !== null && breaksOff(above, rightTop, edge);
        if (!goesOn || !first || beginsLowerCase(first.text)) return null;
        const least = Math.max(LEAST_SPACE_ABOVE * first.size, spaceBelow(title));
        return spaceAbove(title) > FURTHER * least ? 'across' : null;
      },
    },
    {
      name: 'salutation',
      why: 'Who is addressed ("Dear Ms Grant,") opens the letter below, as does the subject and what else stands between that and the address.',
      test: (found) =>
        found.salutation && spaceAbove(found) > LEAST_SPACE_ABOVE * found.salutation.size ? 'across' : null,
    },
  ],
  otherwise: 'column',
  subject: ({ lines, salutation }) => (lines[0] ?? salutation)!,
  numbers: (title) => ({ lines: title.lines.length, above: spaceAbove(title), below: spaceBelow(title) }),
};

/**
 * The line at the end of one column is full and ends as none of a finished text does, and the other column goes on in the same
 * type. Verses and items may have no stops, but end where they like.
 */
function breaksOff(last: Line, first: Line, edge: number): boolean {
  const goesOn = /[\p{L},-]$/u.test(last.text) && continuesSentence(last.text, first.text);
  if (!goesOn || !isSameSize(last.size, first.size)) return false;
  const { x0, x1 } = first.runs[0]!.box;
  return edge - last.box.x1 <= x1 - x0 + SPARE_ROOM * last.size;
}

/** The lines of such titles. `sorted` is from the top. */
export function titlesAboveAcross(sorted: readonly Line[], { isAcross, isLeft, areBeside }: PlacedLines): Line[] {
  return sorted.flatMap((line, i): readonly Line[] => {
    const below = sorted[i + 1] ?? null;
    if (line.blocks || !isLeft(line) || !isRightAbove(line, below, isAcross)) return [];
    const candidate = (from: number, salutation: Line | null): TitleAboveAcross => {
      const before = sorted.slice(0, from);
      const columns = before.slice(before.findLastIndex(isAcross) + 1);
      const all = sorted.slice(from, i + 1);
      const above = before.findLast((other) => isLeft(other) || isAcross(other)) ?? null;
      const isBeside = (other: Line): boolean => all.some((one) => other.box.x0 > one.box.x1 && areBeside(one, other));
      const lines = salutation ? all.slice(0, -1) : all;
      return {
        lines,
        salutation,
        below,
        above,
        hasBeside: sorted.some(isBeside),
        rightTop: columns.find((other) => !isLeft(other)) ?? null,
        edge: Math.max(...columns.filter(isLeft).map(({ box }) => box.x1)),
      };
    };
    const salutation = isSalutation(line.text) ? line : null;
    const titled = candidate(titleStart(sorted, salutation ? i : i + 1, isLeft), salutation);
    // what stands above the salutation may be an address
    const found = salutation && !isHeading(titled) ? candidate(i, salutation) : titled;
    if (decide(TITLE_ABOVE_ACROSS, found) === 'column') return [];
    if (!salutation) return found.lines;
    const from = sorted.slice(0, i).findLastIndex((other) => !isLeft(other)) + 1;
    return partedFrom(sorted.slice(0, from).findLast(isLeft) ?? null, sorted.slice(from, i + 1));
  });
}

/** The lines without those at the top that follow `above` closely: the rest of an address. */
function partedFrom(above: Line | null, lines: readonly Line[]): readonly Line[] {
  const start = lines.findIndex((line, i) => {
    const before = lines[i - 1] ?? above;
    return before === null || distance(before, line) > LEAST_SPACE_ABOVE * line.size;
  });
  return lines.slice(start);
}

/** Index of the first line of the title that ends before `end`; `end` itself where none does. */
function titleStart(sorted: readonly Line[], end: number, isLeft: (line: Line) => boolean): number {
  const last = sorted[end - 1];
  if (!last || last.blocks || !isLeft(last)) return end;
  let from = end - 1;
  for (; end - from < MOST_LINES; from -= 1) {
    const before = sorted[from - 1];
    if (!before || !isLeft(before) || !areOneTitle(before, sorted[from]!)) break;
  }
  return from;
}

/** What is next is the end of the area, or lies across the gutter from the same left edge on. */
const isRightAbove = (line: Line, below: Line | null, isAcross: (line: Line) => boolean): boolean =>
  below === null || (isAcross(below) && Math.abs(line.box.x0 - below.box.x0) <= SAME_LEFT);

const areOneTitle = (above: Line, below: Line): boolean =>
  !above.blocks &&
  isSameSize(above.size, below.size) &&
  isBold(above) === isBold(below) &&
  Math.abs(above.box.x0 - below.box.x0) <= SAME_LEFT &&
  distance(above, below) <= WITHIN_TITLE * below.size;
