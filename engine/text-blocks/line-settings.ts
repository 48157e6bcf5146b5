/**
 * How each line of a column is set: the distance of baselines within its paragraph, and where the text around it ends on the
 * right. Both belong to the text around a line: a brief is double-spaced and its quotes are not, and below a wide table or
 * frame the text keeps its own right edge. Too few lines to tell by themselves are spaced as other text of the document.
 */
import { SAME_EDGE, isSameSize } from '../measures.js';
import { leadingOf, type DocumentStyle } from '../style/style.js';
import { beginsLowerCase, continuesSentence, endsWithinPhrase } from '../text-rules.js';
import type { Line } from '../text/line.js';
import type { ColumnEdges } from './column-edges.js';
import { SAME_CENTRE } from './line-pair.js';

/** In font sizes: baselines of double-spaced text are at least and at most this far apart (Word: 2.3, typewriters: 2). */
const LEAST_SPACED = 1.4;
const MOST_SPACED = 2.9;
/** Steps that differ by less than this share are equal. */
const SAME_STEP = 0.05;
/** Equal steps that make a habit. */
const LEAST_STEPS = 3;
/** In parts of the column's width: a line that ends this near to its edge is full; and how many of the lines are. */
const NEAR_EDGE = 0.2;
const FULL_LINES = 0.5;
/** Share of the lines that begin with a lower-case letter: in running text words wrap, entries of a list begin with capitals. */
const WRAPPED = 0.4;
/** The same of justified lines, of which names may begin most. */
const WRAPPED_JUSTIFIED = 0.25;
/** In usual distances: lines further apart are not of one text. */
const ONE_TEXT = 1.2;
/** In font sizes: first lines and items begin no further from the text's left edge. */
export const MOST_INDENT = 4;
/** In font sizes: text narrower than this shows no edge of its own. */
const LEAST_WIDTH = 10;

export interface LineSetting {
  /** In points: the usual distance of baselines. */
  leading: number;
  /** Right edge of the text. */
  right: number;
}

/**
 * For each line of a column, in their order.
 *
 * @param spacedTypes the double-spaced text of all columns.
 */
export function lineSettings(
  lines: readonly Line[],
  edges: ColumnEdges,
  style: DocumentStyle,
  spacedTypes: () => readonly SpacedType[],
): LineSetting[] {
  const settings = lines.map((line) => ({ leading: leadingOf(style, line), right: edges.right }));
  for (const { from, to, leading } of spacedStretches(lines, edges, spacedTypes))
    for (let i = from; i <= to; i++) settings[i]!.leading = leading;
  const isOneText = (above: Line, below: Line, i: number): boolean =>
    below.baseline > above.baseline &&
    below.baseline - above.baseline < ONE_TEXT * settings[i]!.leading &&
    Math.abs(below.box.x0 - above.box.x0) < MOST_INDENT * below.size;
  for (const { from, to } of stretches(lines, isOneText)) {
    const text = lines.slice(from, to + 1);
    const [left, right] = [Math.min(...text.map(({ box }) => box.x0)), Math.max(...text.map(({ box }) => box.x1))];
    if (right - left < LEAST_WIDTH * text[0]!.size || !isWrapped(text, { right, width: right - left, share: WRAPPED }))
      continue;
    for (let i = from; i <= to; i++) settings[i]!.right = Math.min(right, edges.right);
  }
  return settings;
}

interface Stretch {
  from: number;
  to: number;
}

/**
 * Stretches of lines in one size of which each pair of neighbours is alike.
 *
 * @param alike is given the line before the two where that is of the stretch.
 */
function stretches(
  lines: readonly Line[],
  alike: (above: Line, below: Line, i: number, before: Line | undefined) => boolean,
): Stretch[] {
  const found: Stretch[] = [];
  let from = -1;
  for (const [i, below] of lines.entries()) {
    const above = lines[i - 1];
    const isPair = above && !above.blocks && !below.blocks && isSameSize(above.size, below.size);
    if (isPair && from >= 0 && alike(above, below, i, from < i - 1 ? lines[i - 2] : undefined)) continue;
    if (from >= 0) found.push({ from, to: i - 1 });
    // the line that ends one stretch of equal steps may begin the next
    from = isPair && alike(above, below, i, undefined) ? i - 1 : -1;
  }
  if (from >= 0) found.push({ from, to: lines.length - 1 });
  return found;
}

/** Double-spaced text of a document: its size, and the distance of its baselines, both in points. */
export interface SpacedType {
  size: number;
  leading: number;
}

interface SpacedStretch extends Stretch, SpacedType {
  text: readonly Line[];
}

function equalSteps(lines: readonly Line[]): SpacedStretch[] {
  return stretches(lines, stepsAlike).map(({ from, to }) => ({
    ...{ from, to, text: lines.slice(from, to + 1), size: lines[to]!.size },
    leading: (lines[to]!.baseline - lines[from]!.baseline) / (to - from),
  }));
}

const isLong = ({ from, to }: Stretch): boolean => to - from >= LEAST_STEPS;

const isSpacedAlike = (a: SpacedType, b: SpacedType): boolean =>
  isSameSize(a.size, b.size) && Math.abs(a.leading - b.leading) < SAME_STEP * b.leading;

/** Of all columns together: one of each kind. */
export function distinctTypes(types: readonly SpacedType[]): SpacedType[] {
  const found: SpacedType[] = [];
  for (const type of types) if (!found.some((other) => isSpacedAlike(type, other))) found.push(type);
  return found;
}

/** Of a column: the stretches of double-spaced text that are long enough to tell. */
export const spacedText = (lines: readonly Line[], edges: ColumnEdges): SpacedType[] =>
  equalSteps(lines).filter((stretch) => isLong(stretch) && isSpacedText(stretch.text, edges));

/**
 * Stretches of double-spaced text. Those too short to tell by themselves, as the first lines of a paragraph that goes on overleaf,
 * are spaced where a longer one of the document is, by as much.
 */
function spacedStretches(
  lines: readonly Line[],
  edges: ColumnEdges,
  spacedTypes: () => readonly SpacedType[],
): SpacedStretch[] {
  const isKnown = (type: SpacedType): boolean => spacedTypes().some((other) => isSpacedAlike(type, other));
  return equalSteps(lines).filter((stretch) =>
    isLong(stretch) ? isSpacedText(stretch.text, edges) : isOneParagraph(stretch.text, edges) && isKnown(stretch),
  );
}

/** Of the lines of a title that is set about its middle the widest runs to the edge of the column, too. */
function areAboutOneMiddle(lines: readonly Line[]): boolean {
  const [first, last] = [lines[0]!.box, lines.at(-1)!.box];
  const between = (first.x0 + first.x1 - last.x0 - last.x1) / 2;
  return Math.abs(between) < SAME_CENTRE && Math.abs(first.x0 - last.x0) >= SAME_EDGE;
}

/** Whether a paragraph begins at the column's left edge, indented at most, and goes on at it. */
const beginsAt = (left: number, [first, ...others]: readonly Line[]): boolean =>
  first!.box.x0 - left < MOST_INDENT * first!.size && others.every(({ box }) => Math.abs(box.x0 - left) < SAME_EDGE);

/** Each line but the last is full, and each but the first begins within a sentence; in justified text it may begin with a name. */
const isOneParagraph = (lines: readonly Line[], { left, right }: ColumnEdges): boolean =>
  (isJustified(lines, right) && beginsAt(left, lines) && !areAboutOneMiddle(lines)) ||
  (lines.slice(0, -1).every(({ box }) => right - box.x1 < NEAR_EDGE * (right - left)) &&
    lines.slice(1).every(({ text }, i) => beginsWithin(lines[i]!.text, text, lines[i + 2]?.text)));

/**
 * A line begins in lower case, or with a name behind "by" and the like, or behind a comma where the next line goes on in lower
 * case. Entries of a list begin with the same word.
 */
const beginsWithin = (above: string, text: string, next: string | undefined): boolean =>
  beginsLowerCase(text) ||
  (firstWord(above) !== firstWord(text) &&
    (endsWithinPhrase(above) || (above.endsWith(',') && next !== undefined && continuesSentence(text, next))));

const firstWord = (text: string): string | undefined => text.split(/\s/u, 1)[0];

function stepsAlike(above: Line, below: Line, _: number, before: Line | undefined): boolean {
  const step = below.baseline - above.baseline;
  if (step < LEAST_SPACED * below.size || step > MOST_SPACED * below.size) return false;
  return before === undefined || Math.abs(step - (above.baseline - before.baseline)) < SAME_STEP * step;
}

const isSpacedText = (lines: readonly Line[], { left, right }: ColumnEdges): boolean =>
  isWrapped(lines, { right, width: right - left, share: isJustified(lines, right) ? WRAPPED_JUSTIFIED : WRAPPED });

/** All lines but the last run to the very edge, and all but the first begin at one: entries of a list seldom do. */
const isJustified = (lines: readonly Line[], right: number): boolean =>
  lines.slice(0, -1).every(({ box }) => Math.abs(right - box.x1) < SAME_CENTRE) &&
  lines.slice(1).every(({ box }) => Math.abs(lines[1]!.box.x0 - box.x0) < SAME_EDGE);

/** Running text: many lines are full, and many begin within a sentence. */
function isWrapped(
  lines: readonly Line[],
  { right, width, share }: { right: number; width: number; share: number },
): boolean {
  if (lines.length < LEAST_STEPS) return false;
  const full = lines.filter(({ box }) => right - box.x1 < NEAR_EDGE * width).length;
  const wrapped = lines.filter(({ text }, i) => i > 0 && beginsLowerCase(text)).length;
  return full >= FULL_LINES * lines.length && wrapped >= share * (lines.length - 1);
}
