/**
 * Which pieces are headings. Signals, in order:
 *   1. a bookmark with the same text on the same page;
 *   2. the tag of a heading, in documents whose tags can be believed (layout/tags.ts);
 *   3. a number or name of a division ("2.1", "Chapter 3") in a look that running text does not have;
 *   4. a look of its own: larger, or bold through and through, short, with space above;
 *   5. a numbered series set in capitals or in the middle (series.ts), a run-in heading (run-in.ts), or what
 *      plain-headings.ts says.
 *
 * A bookmark or a heading's tag makes a heading whatever the later signals say. Without them, what is tagged as an item,
 * note, entry of the contents or cell is none; and where bookmarks and tags name three headings or more, type no larger
 * than the text's makes no other. Never a piece that ends like a sentence, unless a bookmark or tag says so.
 */
import type { Bookmark, DocumentInfo, ParsedPage } from '../model.js';
import { median } from '../text/line.js';
import { captionOf } from '../text/captions.js';
import type { Piece } from '../text-blocks/text-blocks.js';
import type { DocumentStyle } from '../style/style.js';
import { divisionNumber, type DivisionNumber } from './numbers.js';
import { plainHeadings } from './plain-headings.js';
import { seriesHeadings } from './series.js';

const MAX_LINES = 4;
const MAX_LETTERS = 240;

export interface HeadingCandidate {
  piece: Piece;
  /** Depth in the bookmarks, from 1; null without one. */
  bookmark: number | null;
  /** Level of its tag, from 1; 0 for a heading's tag without one, null without a tag. */
  tag: number | null;
  number: DivisionNumber | null;
  /** It began a paragraph (run-in.ts). */
  runIn: boolean;
}

export interface HeadingContext {
  style: DocumentStyle;
  info: DocumentInfo;
  /** Headings that began their paragraphs (run-in.ts). */
  runIns: ReadonlySet<Piece>;
  pageOf: (page: number) => ParsedPage;
}

export function findHeadings(
  pieces: readonly Piece[],
  { style, info, runIns, pageOf }: HeadingContext,
): HeadingCandidate[] {
  const series = seriesHeadings(pieces, pageOf);
  const bookmarks = bookmarkIndex(info.bookmarks);
  const look = lookOfText(pieces, style);
  const found: HeadingCandidate[] = [];
  for (const piece of pieces) {
    if (piece.role !== 'text' || piece.text === '' || piece.aside) continue;
    const tag = headingTag(piece);
    if (tag === null && captionOf(piece.text) !== null) continue;
    const bookmark = matchBookmark(bookmarks, piece);
    const number = divisionNumber(piece.text);
    const looks =
      runIns.has(piece) || (mayBeHeading(piece) && (series.has(piece) || looksLikeHeading(piece, number, look)));
    if (bookmark !== null || tag !== null || looks)
      found.push({ piece, bookmark, tag, number, runIn: runIns.has(piece) });
  }
  const isSure = ({ piece, runIn }: HeadingCandidate): boolean => series.has(piece) || runIn;
  const others = found.filter((candidate) => !isSure(candidate));
  const after = new Map(pieces.map((piece, i) => [piece, pieces[i + 1]]));
  const stand = standsOut(others, after, look);
  const kept = new Set(
    confirmed(
      found.filter((candidate) => isSure(candidate) || stand(candidate)),
      after,
      look,
    ),
  );
  return found.filter((candidate) => isSure(candidate) || kept.has(candidate));
}

/** What a piece's look is judged by. */
interface Look {
  style: DocumentStyle;
  isLarger: (piece: Piece) => boolean;
  /** Headings in the type of the text. */
  plain: ReadonlySet<Piece>;
}

/** Share of the letters from which on a larger size is one of running text too: a form before its small print. */
const TEXT_SHARE = 0.03;
/** Letters of a piece that is running text by its length. */
const LONG = 200;

/** Larger than the text, and not in a size that other text is set in, unless bold. */
function lookOfText(pieces: readonly Piece[], style: DocumentStyle): Look {
  const letters = new Map<number, number>();
  let all = 0;
  for (const { size, bold, text, role, lines } of pieces) {
    if (role !== 'text') continue;
    all += text.length;
    if (text.length < LONG || lines.length < 2 || bold) continue;
    letters.set(Math.round(size * 2), (letters.get(Math.round(size * 2)) ?? 0) + text.length);
  }
  const isText = ({ size, bold }: Piece): boolean =>
    !bold && (letters.get(Math.round(size * 2)) ?? 0) > TEXT_SHARE * all;
  return {
    style,
    plain: plainHeadings(pieces),
    isLarger: (piece) => piece.size > 1.07 * style.bodySize && !isText(piece),
  };
}

function headingTag({ tag, text }: Piece): number | null {
  // longer text is a paragraph that was tagged for its looks
  return tag?.role === 'heading' && text.length <= MAX_LETTERS && /[\p{L}\p{N}]/u.test(text) ? tag.level : null;
}

const mayBeHeading = ({ tag }: Piece): boolean => !tag || tag.role === 'paragraph' || tag.role === 'heading';

/** Space above by space below from which on bold type of the text's size makes a heading. */
const LEAST_RATIO = 1.12;
/** Below the levels that bookmarks name, space below too, in multiples of the usual: terms stand right above their text. */
const LEAST_BELOW = 1.15;

interface Standing {
  /** Space above by space below, of the candidates of one look that have both. */
  ratios: number[];
  /** How many more of them have their explanation below than not. */
  terms: number;
}

/**
 * Bold type of the text's size makes a heading only where the space above is more than below, taken over all of one look,
 * and where the text below is not indented as a whole: terms that are explained stand like paragraphs.
 */
function standsOut(
  found: readonly HeadingCandidate[],
  after: ReadonlyMap<Piece, Piece | undefined>,
  { style, isLarger }: Look,
): (candidate: HeadingCandidate) => boolean {
  const looks = new Map<string, Standing>();
  for (const { piece, number } of found) {
    if (number !== null) continue;
    const next = after.get(piece);
    const look = looks.get(lookKey(piece)) ?? { ratios: [], terms: 0 };
    looks.set(lookKey(piece), look);
    if (next) look.terms += explains(next, piece, style) ? 1 : -1;
    if (next && piece.space !== 0 && next.space !== 0) look.ratios.push(piece.space / next.space);
  }
  return ({ piece, bookmark, tag, number }) => {
    if (bookmark !== null || tag !== null || number !== null || piece.column.title || isLarger(piece)) return true;
    const { ratios, terms } = looks.get(lookKey(piece)) ?? { ratios: [], terms: 0 };
    if (terms > 0 || explains(after.get(piece), piece, style)) return false;
    return ratios.length === 0 || median(ratios) > LEAST_RATIO;
  };
}

/** Text below a term that is indented as a whole explains it. */
function explains(text: Piece | undefined, term: Piece, { indent }: DocumentStyle): boolean {
  if (!text || text.role !== 'text' || text.page !== term.page || text.marker || text.centred) return false;
  const shift = Math.min(text.left, text.textLeft) - term.left;
  const firstLine = text.lines.length === 1 && indent !== null && Math.abs(shift - indent) < 1.5;
  return shift > 0.8 * term.size && !firstLine;
}

/**
 * Where bookmarks or tags name the headings, type no larger than the text's makes no other, but for levels below the deepest
 * that bookmarks name: a number that goes on a known one ("2.1.3"), or bold type with space above and below.
 */
function confirmed(
  found: HeadingCandidate[],
  after: ReadonlyMap<Piece, Piece | undefined>,
  { isLarger }: Look,
): HeadingCandidate[] {
  const isNamed = ({ bookmark, tag }: HeadingCandidate): boolean => bookmark !== null || tag !== null;
  const known = found.filter(isNamed);
  const parentOf = ({ text }: DivisionNumber): string => text.replace(/\.\d+$/, '');
  if (known.length < 3) return found;
  const tagged = known.some(({ tag }) => tag !== null);
  const numbers = new Set(known.map(({ number }) => number?.text));
  for (const { number, runIn } of found) if (number && runIn) numbers.add(parentOf(number));
  return found.filter((candidate) => {
    const { piece, number } = candidate;
    if (isNamed(candidate) || isLarger(piece)) return true;
    if (tagged) return false;
    if (number !== null) return number.depth > 1 && numbers.has(parentOf(number));
    const below = after.get(piece)?.space ?? 0;
    return piece.bold && piece.left < 3 && below > LEAST_BELOW && piece.space > LEAST_RATIO * below;
  });
}

function lookKey(piece: Piece): string {
  return `${Math.round(piece.size * 2)} ${piece.bold} ${piece.italic}`;
}

function looksLikeHeading(piece: Piece, number: DivisionNumber | null, { style, isLarger, plain }: Look): boolean {
  if (piece.mono || piece.lines.length > MAX_LINES || piece.text.length > MAX_LETTERS) return false;
  if (!/\p{L}/u.test(piece.text) || /[,;]$/.test(piece.text)) return false;
  if (piece.marker?.kind === 'bullet' || isIdentifier(piece.text)) return false;
  if (plain.has(piece) || piece.column.title) return true;
  const larger = isLarger(piece);
  const bold = piece.bold && !style.boldBody;
  const sentence = /[.!?:]["'”’)\]]*$/u.test(piece.text) && !/\b\p{L}\.$/u.test(piece.text);
  if (larger) return !sentence || piece.bold || number !== null;
  if (piece.size < 0.93 * style.bodySize && !bold) return false;
  if (bold) return !sentence && (piece.space === 0 || piece.space > 1.05 || number !== null);
  const italicNumbered = piece.italic && number !== null && !sentence;
  return italicNumbered && piece.lines.length <= 2;
}

/** Names of a programming language, one or several: terms that text explains, not headings, unless bookmarked. */
function isIdentifier(text: string): boolean {
  return text
    .split(/[\s,]+/)
    .every((word) => /^[\w.]*(?:_\w|[a-z][A-Z]|[A-Z]{2}[a-z]+[A-Z]?|\(\))[\w.()]*$/.test(word));
}

type BookmarkIndex = Map<string, { depth: number; page: number | null }[]>;

function bookmarkIndex(bookmarks: readonly Bookmark[]): BookmarkIndex {
  const index: BookmarkIndex = new Map();
  const add = (items: readonly Bookmark[], depth: number): void => {
    for (const { title, page, children } of items) {
      const key = squash(title);
      const list = index.get(key);
      if (list) list.push({ depth, page });
      else if (key !== '') index.set(key, [{ depth, page }]);
      add(children, depth + 1);
    }
  };
  add(bookmarks, 1);
  return index;
}

/** Letters and digits alone: bookmarks differ from the page in spaces, quotes and dashes. */
function squash(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function matchBookmark(index: BookmarkIndex, piece: Piece): number | null {
  if (piece.lines.length > MAX_LINES) return null;
  const whole = squash(piece.text);
  const bare = squash(piece.text.slice(divisionNumber(piece.text)?.text.length ?? 0));
  for (const key of [whole, bare]) {
    const hit = key === '' ? undefined : index.get(key)?.find(({ page }) => page === null || page === piece.page);
    if (hit) return hit.depth;
  }
  return null;
}
