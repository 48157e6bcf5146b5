/**
 * Names, numbers and places below each other: a letterhead, an address or a signature. In a column as narrow as the widest of
 * them no line shows that it ends early; in a column with other text the widest line of an address shows nothing, and the
 * others speak for it.
 */
import { isSameSize } from '../measures.js';
import { isAddress, isDate } from '../text/dates-and-addresses.js';
import { endsAsNoTitle, endsSentenceInCapitals, endsWithinPhrase, holdsUnspacedScript } from '../text-rules.js';
import type { Line } from '../text/line.js';
import type { ColumnEdges } from './column-edges.js';
import { ADDRESS, areAligned, hadRoom } from './line-ends.js';
import { areCentred, widthOf, type LinePair } from './line-pair.js';
import type { LineSetting } from './line-settings.js';
import { markerOf } from './markers.js';

/** In font sizes: a column of an address is narrower than this. */
const NARROW_COLUMN = 26;
/** Lines that it has at most: more of them are a list, or text. */
const MOST_LINES = 16;
/** How many of them are names, numbers and places. */
const OF_NAMES = 0.75;
/** In capitals, text looks like names: numbers and addresses in so many lines tell these from it. */
const MOSTLY_CAPITALS = 0.5;
const WITH_NUMBERS = 1 / 3;
/** A name goes on behind these. */
const NAME_OPEN = /[,&/-]$/u;
/** Before the name of one who signed. */
const SIGNED = /^\/?s\/\s*/u;
const SIGNATURE = /^\/?s\/\s?\p{Lu}/u;
/** Small words that names and addresses hold. */
const NAME_PARTICLE = /^(?:of|the|and|for|in|at|de|la|du|des|von|van|der|und|et|y|e)$/u;
/** A capital, which not all scripts have, or a number as long as that of a telephone or a case. */
const NAME = /\p{Lu}|\d\D*(?:\d\D*){5}/u;

/** The stop of a sentence: behind a longer word than what is abbreviated. */
const SENTENCE_STOP = /\p{L}{5}[.!?](?:\s|$)/u;

/** Lines of names within other text, at least: two lines in title case may be one title. */
const LEAST_WITHIN_TEXT = 3;
/** Share of them that end early. */
const END_EARLY = 1 / 3;
/** In usual distances: lines further apart are not of one address. */
const ONE_ADDRESS = 1.3;
/** A telephone number, whatever stands before it. */
const TELEPHONE = /(?:^|\s)\+?\(?\d{2,4}\)?[-.\s]\d{3}[-.\s]?\d{4}$/u;

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
  if (!ofNames || isOther || !isSameSize(above.size, below.size)) return false;
  const isOpen = endsWithinPhrase(above.text) || endsAsNoTitle(above.text.toLowerCase());
  if (!areAligned(above, below) || NAME_OPEN.test(above.text) || isOpen) return false;
  return isOfNames(below.text) && paragraph.lines.every(({ text }) => isOfNames(text));
}

/** "/s/ Ada Moran": a signature that was typed, and no more. */
export const isSignature = (text: string): boolean => SIGNATURE.test(text) && isOfNames(text);

/** Lines below others of which all are names, numbers and places, in a column that holds other text as well. */
export interface NamesWithinText {
  all: ReadonlySet<Line>;
  /** Those among which an address or a telephone number stands. */
  withAddress: ReadonlySet<Line>;
}

export function namesWithinText(lines: readonly Line[], settings: readonly LineSetting[]): NamesWithinText {
  const [all, withAddress] = [new Set<Line>(), new Set<Line>()];
  for (let start = 0, end = 1; start < lines.length; start = end, end += 1) {
    if (!mayBeName(lines[start]!)) continue;
    while (end < lines.length && isNextName(lines[end - 1]!, lines[end]!, settings[end]!.leading)) end += 1;
    const names = lines.slice(start, end);
    if (names.length < LEAST_WITHIN_TEXT || names.length > MOST_LINES) continue;
    const isPlaced = names.some(isPlace);
    if (!isPlaced && !endEarly(names, settings.slice(start, end))) continue;
    for (const line of names.slice(1)) {
      all.add(line);
      if (isPlaced) withAddress.add(line);
    }
  }
  return { all, withAddress };
}

const isPlace = ({ text }: Line): boolean => isAddress(text) || TELEPHONE.test(text);

/** Of a column of names: it says when, where or by whom something was signed. */
export const holdsPlace = (lines: readonly Line[]): boolean =>
  lines.some((line) => isPlace(line) || isDate(line.text) || isSignature(line.text));

function isNextName(above: Line, below: Line, leading: number): boolean {
  const step = below.baseline - above.baseline;
  const isNear = step > 0 && step < ONE_ADDRESS * leading;
  return isNear && mayBeName(below) && isSameSize(above.size, below.size) && areAligned(above, below);
}

const mayBeName = ({ blocks, text, box, size }: Line): boolean =>
  !blocks && box.x1 - box.x0 < NARROW_COLUMN * size && !isMarked(text) && isOfNames(text);

/** Begins with a mark that is no area code. */
const isMarked = (text: string): boolean => markerOf(text) !== null && !TELEPHONE.test(text);

/** In capitals all lines look like names: how they end tells nothing. */
function endEarly(names: readonly Line[], settings: readonly LineSetting[]): boolean {
  const above = names.slice(0, -1);
  const early = above.filter((line, i) => hadRoom(line, names[i + 1]!, settings[i]!.right));
  return names.some(({ text }) => /\p{Ll}/u.test(text)) && early.length >= END_EARLY * above.length;
}

/** The lines around an address, or a day below or above another or in the middle: what stands for itself, however bold. */
export function isOfLetterhead(pair: LinePair): boolean {
  const days = [pair.above, pair.below].filter(({ text }) => isDate(text)).length;
  return days > 1 || (days === 1 && areCentred(pair)) || (pair.withAddress && areNamesBelowEachOther(pair));
}

/**
 * No word but an address and the small ones within names begins with a small letter, and no sentence ends. Scripts without
 * spaces have neither such letters nor words that would tell.
 */
function isOfNames(text: string): boolean {
  if (holdsUnspacedScript(text) || SENTENCE_STOP.test(text) || endsSentenceInCapitals(text)) return false;
  const words = text.replace(SIGNED, '').split(/\s+/u);
  const isPart = (word: string): boolean => !/^\p{Ll}/u.test(word) || NAME_PARTICLE.test(word) || ADDRESS.test(word);
  return (NAME.test(text) || ADDRESS.test(text)) && !/^[.…]/u.test(text) && words.every(isPart);
}
