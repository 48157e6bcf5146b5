/** Whether a line ends because the author ended it, or because it was full. */
import { SAME_EDGE } from '../measures.js';
import {
  beginsLowerCase,
  continuesSentence,
  endsHyphenated,
  endsSentence,
  endsSentenceOrClause,
  endsWithinPhrase,
} from '../text-rules.js';
import type { Line } from '../text/line.js';
import { scriptOf } from '../text/scripts.js';
import { spaceBetween } from '../text/spacing.js';
import { SAME_CENTRE, isFirstLine, shift, widthOf, type LinePair } from './line-pair.js';

/** The number of a division or item, as a run of its own. */
const HANGING_NUMBER = /^(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[A-Z]\.|\(\w{1,4}\))$/u;
/** A label with its value: a line of a form. */
const FIELD = /^\p{Lu}[\p{L} ]{1,30}:/u;
/** In parts of the column's width: a line that reaches so far was not ended by its author. */
const LONG_SHARE = 0.7;
/** Formulas have none. */
const WORD = /\p{L}{3}/u;
/** In parts of the column's width: a line narrower than this cannot be justified. */
const JUSTIFIED_WIDTH = 0.5;
/** In points: lines of one justified paragraph begin no further apart than this. */
const JUSTIFIED_INDENT = 30;
/** In font sizes: room for a space that a line must have left besides the next word. */
const SPARE_ROOM = 0.7;
/** In font sizes: a line that is shorter than this may be a verse or a line of an address. */
export const LONG_LINE = 22;
/** In font sizes: a line that ends within a phrase is no shorter than this. */
export const LEAST_PHRASE = 10;
/** In font sizes: the gap between a label and its value. */
const CLEAR = 0.8;
/** Characters typed in a row as a rule. */
const TYPED_RULING = /^(?:[_\s]{8,}|[-–—\s]{8,}|[=\s]{8,})$/u;
/** E-mail and internet addresses, which begin with a lower-case letter and stand on lines of their own. */
export const ADDRESS = /^(?:\S+@|https?:|www\.)/u;
/** One of its words is such an address. */
export const holdsAddress = (text: string): boolean => text.split(' ').some((word) => ADDRESS.test(word));

/**
 * The first word of `below` would have fitted behind `above`, so that the break is the author's. Lines that end alike are
 * justified to an edge of their own.
 */
export function endsEarly({ above, below, paragraph, edges, right }: LinePair): boolean {
  const endsLikeAbove = (line: Line | undefined): boolean =>
    line !== undefined &&
    Math.abs(line.box.x1 - above.box.x1) < SAME_CENTRE &&
    Math.abs(line.box.x0 - below.box.x0) < JUSTIFIED_INDENT;
  const isWide = above.box.x1 - above.box.x0 > JUSTIFIED_WIDTH * widthOf(edges);
  if (isWide && (endsLikeAbove(paragraph.lines.at(-2)) || endsLikeAbove(below))) return false;
  return !endsHyphenated(above.text) && hadRoom(above, below, right);
}

/** The first word of `below` would have fitted between `above` and the edge `right`. */
export const hadRoom = (above: Line, below: Line, right: number): boolean =>
  right - above.box.x1 > firstWordWidth(below) + SPARE_ROOM * above.size;

/** The sentence continues: the line above is full, or the one below begins in lower case, and no sentence ends between. */
export function isMidSentence(pair: LinePair): boolean {
  const { above, below, right } = pair;
  if (endsEarly(pair) || endsSentence(above.text)) return false;
  return beginsLowerCase(below.text) || Math.abs(right - above.box.x1) < SAME_EDGE;
}

/** The lines share their middle and neither edge. */
export function shareOneMiddle({ above, below }: Pick<LinePair, 'above' | 'below'>): boolean {
  const isSame = Math.abs(above.box.x0 + above.box.x1 - below.box.x0 - below.box.x1) < 2 * SAME_CENTRE;
  return isSame && Math.abs(above.box.x0 - below.box.x0) >= SAME_CENTRE;
}

/** The lines share an edge, or their middle. */
export const areAligned = (above: Line, below: Line): boolean =>
  shareOneMiddle({ above, below }) ||
  Math.abs(below.box.x0 - above.box.x0) < SAME_EDGE ||
  Math.abs(below.box.x1 - above.box.x1) < SAME_EDGE;

/**
 * The lines share their middle alone, wherever the column's middle is, and below one that ends no sentence stands a small
 * letter, which begins no address in the net.
 */
export function isCentredSentence(pair: LinePair): boolean {
  const { above, below } = pair;
  if (!shareOneMiddle(pair)) return false;
  const isText = WORD.test(above.text) && WORD.test(below.text) && !/^\S+(?:@|:\/\/)/.test(below.text);
  return isText && continuesSentence(above.text, below.text);
}

/**
 * The sentence continues below although the next word had room: a long line without punctuation at its end above a small
 * letter, or one that ends with an article or a preposition. Only beside tables and frames is a column so much wider.
 */
export function isCutSentence(pair: LinePair): boolean {
  const { above, below, marker } = pair;
  const isAligned = Math.abs(shift(pair)) <= SAME_EDGE || beginsBelowValue(pair);
  if (marker !== null || !isAligned || ADDRESS.test(below.text) || !endsEarly(pair)) return false;
  const length = (above.box.x1 - above.box.x0) / above.size;
  if (length > LEAST_PHRASE && endsWithinPhrase(above.text)) return true;
  return length > LONG_LINE && continuesSentence(above.text, below.text);
}

/** Below the value that stands clear of its label in the line above. */
const beginsBelowValue = ({ above: { runs, size }, below }: LinePair): boolean =>
  runs.some(
    ({ box }, i) =>
      i > 0 && Math.abs(box.x0 - below.box.x0) <= SAME_EDGE && box.x0 - runs[i - 1]!.box.x1 > CLEAR * size,
  );

/** A long line with a number is no sentence yet, and the next begins exactly where its text does. */
export function hangsBelowText({ above, below, edges, marker }: LinePair): boolean {
  const [first] = above.runs;
  if (marker !== null || !first || !HANGING_NUMBER.test(first.text) || FIELD.test(below.text)) return false;
  const text = above.runs.find(({ box }) => box.x0 > first.box.x1);
  const isLong = above.box.x1 - edges.left > LONG_SHARE * widthOf(edges);
  return (
    isLong &&
    text !== undefined &&
    Math.abs(text.box.x0 - below.box.x0) < SAME_EDGE &&
    !endsSentenceOrClause(above.text)
  );
}

/** A bracket with words in it; intervals and faces made of signs have none. */
const OPENS_BRACKET = /(?:^|\s)\([\p{L}\p{N}][^()[\]]*$/u;
const CLOSES_BRACKET = /^[^()[\]]*[\p{L}\p{N}.]\)/u;

/** A bracket is open at the end of the line above, and the first one of the line below closes it. */
export function isBracketContinued(pair: LinePair): boolean {
  const { above, below, marker } = pair;
  const holdsBoth = above.text.includes('(') && below.text.includes(')');
  const isOpen = holdsBoth && OPENS_BRACKET.test(above.text) && CLOSES_BRACKET.test(below.text);
  const isText = marker === null || (marker.frame === ')' && !/[:;]$/u.test(above.text) && !endsEarly(pair));
  return isOpen && isText && below.box.x0 > above.box.x0 - SAME_EDGE;
}

/** Stars that a line begins with, and those that another ends with. One, or some at a word, are the mark of a note. */
const OPENS_STARS = /^(\*{2,4})\s[\p{L}\p{N}][^*]*$/u;
const CLOSES_STARS = /^[^*]*\s(\*{2,4})$/u;

/** A notice of two centred lines with as many stars before it as behind it. */
export function isBetweenStars(pair: LinePair): boolean {
  // the stars behind it first: the other pattern is dear to compile
  const stars = CLOSES_STARS.exec(pair.below.text)?.[1];
  const isNotice = stars !== undefined && OPENS_STARS.exec(pair.above.text)?.[1] === stars;
  return isNotice && isFirstLine(pair) && shareOneMiddle(pair);
}

/** A caption of two centred lines: the second continues in lower case. */
export function isCaptionContinued(
  { above, below, paragraph }: LinePair,
  isCaption: (text: string) => boolean,
): boolean {
  return isCaption(paragraph.lines[0]?.text ?? '') && beginsLowerCase(below.text) && !endsSentenceOrClause(above.text);
}

/** The line above is full and ends no sentence, and the next begins in the same font with a lower-case letter. */
export function isFontContinued(pair: LinePair): boolean {
  const { above, below } = pair;
  const isSameFont = above.runs.at(-1)?.font === below.runs[0]?.font;
  return isSameFont && continuesSentence(above.text, below.text) && !endsEarly(pair);
}

/** Underscores, dashes or the like and nothing else. */
export const isTypedRuling = ({ text }: Line): boolean => TYPED_RULING.test(text);

/** In points, with the raised mark behind the word, which no line begins with. */
export function firstWordWidth(line: Line): number {
  const { runs } = line;
  const first = runs[0];
  // one without room behind it is before the next word, as in "the ²³⁵U"
  const isMark = (i: number): boolean => {
    const [run, next] = [runs[i]!, runs[i + 1]];
    return scriptOf(line, run) === 'super' && (next === undefined || spaceBetween(run, next));
  };
  const end = runs.findIndex((run, i) => i > 0 && spaceBetween(runs[i - 1]!, run) && !isMark(i));
  const last = runs[(end < 0 ? runs.length : end) - 1];
  return first && last ? last.box.x1 - first.box.x0 : 0;
}
