/**
 * Names, numbers and places below each other: a letterhead, an address or a signature. In a column as narrow as the widest of
 * them no line shows that it ends early.
 */
import { isSameSize } from '../measures.js';
import { endsAsNoTitle, endsSentenceInCapitals, endsWithinPhrase, holdsUnspacedScript } from '../text-rules.js';
import type { Line } from '../text/line.js';
import type { ColumnEdges } from './column-edges.js';
import { ADDRESS, areAligned } from './line-ends.js';
import { widthOf, type LinePair } from './line-pair.js';

/** In font sizes: a column of an address is narrower than this. */
export const NARROW_COLUMN = 26;
/** Lines that it has at most: more of them are a list, or text. */
export const MOST_LINES = 16;
/** How many of them are names, numbers and places. */
const OF_NAMES = 0.75;
/** In capitals, text looks like names: numbers and addresses in so many lines tell these from it. */
const MOSTLY_CAPITALS = 0.5;
const WITH_NUMBERS = 1 / 3;
/** A name goes on behind these. */
const NAME_OPEN = /[,&/-]$/u;
/** Before the name of one who signed. */
const SIGNED = /^\/?s\/\s*/u;
const TYPED_SIGNATURE = /^\/?s\/\s?\p{Lu}/u;
/** Small words that names and addresses hold. */
const NAME_PARTICLE = /^(?:of|the|and|for|in|at|de|la|du|des|von|van|der|und|et|y|e)$/u;
/** A capital, which not all scripts have, or a number as long as that of a telephone or a case. */
const NAME = /\p{Lu}|\d\D*(?:\d\D*){5}/u;

/** The stop of a sentence: behind a longer word than what is abbreviated. */
const SENTENCE_STOP = /\p{L}{5}[.!?](?:\s|$)/u;

/** Whether a column holds a few names and addresses and hardly any text. */
export function isColumnOfNames(lines: readonly Line[], edges: ColumnEdges): boolean {
  if (lines.length > MOST_LINES || lines.some(({ blocks, size }) => blocks || widthOf(edges) > NARROW_COLUMN * size))
    return false;
  const inCapitals = lines.filter(({ text }) => !/\p{Ll}/u.test(text));
  const withNumbers = lines.filter(({ text }) => /\d/u.test(text) || ADDRESS.test(text));
  if (inCapitals.length > MOSTLY_CAPITALS * lines.length && withNumbers.length < WITH_NUMBERS * lines.length)
    return false;
  return lines.filter(({ text }) => isOfNames(text)).length >= OF_NAMES * lines.length;
}

/** The line below is the next of an address or the like, not the rest of a name. */
export function areNamesBelowEachOther(pair: LinePair): boolean {
  const { above, below, marker, paragraph, ofNames } = pair;
  const isOther = marker !== null || paragraph.marker !== null || above.tag?.role === 'heading';
  if (!ofNames || paragraph.lines.length > MOST_LINES || isOther || !isSameSize(above.size, below.size)) return false;
  const isOpen = endsWithinPhrase(above.text) || endsAsNoTitle(above.text.toLowerCase());
  if (!areAligned(above, below) || NAME_OPEN.test(above.text) || isOpen) return false;
  return isOfNames(below.text) && paragraph.lines.every(({ text }) => isOfNames(text));
}

/** "/s/ Ada Moran": a signature that was typed, and no more. */
export const isTypedSignature = (text: string): boolean => TYPED_SIGNATURE.test(text) && isOfNames(text);

/**
 * No word but an address and the small ones within names begins with a small letter, and no sentence ends. Scripts without
 * spaces have neither such letters nor words that would tell.
 */
export function isOfNames(text: string): boolean {
  if (holdsUnspacedScript(text) || SENTENCE_STOP.test(text) || endsSentenceInCapitals(text)) return false;
  const words = text.replace(SIGNED, '').split(/\s+/u);
  const isPart = (word: string): boolean => !/^\p{Ll}/u.test(word) || NAME_PARTICLE.test(word) || ADDRESS.test(word);
  return (NAME.test(text) || ADDRESS.test(text)) && !/^[.…]/u.test(text) && words.every(isPart);
}
