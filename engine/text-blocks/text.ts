/**
 * Lines to running text. A soft hyphen at a line's end goes, in monospaced text a hyphen stays, and elsewhere hyphens.ts
 * decides whether it belongs to the word.
 *
 * Never drops any other character.
 */
import type { Span } from '../block-model.js';
import type { ParsedPage } from '../model.js';
import type { Line } from '../text/line.js';
import { isDivisionLabel } from '../text/numerals.js';
import { append, lineSpans, plainText } from '../text/spans.js';
import { beginsWide, endsWide } from '../text/wide.js';
import { keepsHyphen, type Place } from './hyphens.js';
import type { Vocabulary } from './vocabulary.js';

export interface TextContext {
  pageOf(number: number): ParsedPage;
  vocabulary: Vocabulary;
}

/** Text of several lines, broken words joined. */
export function linesToSpans(lines: readonly Line[], context: TextContext): Span[] {
  return joinSpans(
    lines.map((line) => lineSpans(context.pageOf(line.page), line)),
    context.vocabulary,
    (part) => lines[part]!,
  );
}

/**
 * Joins the texts of lines or of parts of a paragraph.
 *
 * @param placeOf where a part is printed: asked of those that end in a hyphen.
 */
export function joinSpans(parts: readonly Span[][], vocabulary: Vocabulary, placeOf: (part: number) => Place): Span[] {
  const joined: Span[] = [];
  // kept from part to part: looked for in all of the text, it would take time by the square of the parts
  let token = '';
  for (const [at, part] of parts.entries()) {
    const text = plainText(part);
    const last = joined.at(-1);
    const [first] = part;
    if (!last || !first) {
      joined.push(...part.map((span) => ({ ...span })));
      token = lastToken(token, text);
      continue;
    }
    const code = last.code === true && first.code === true;
    // "Chapter 1" above a name in a script without spaces would run into it
    const isLabel = at === 1 && beginsWide(text) && isDivisionLabel(plainText(joined));
    const seam = isLabel ? 'space' : seamOf(token, text, { vocabulary, code, place: () => placeOf(at - 1) });
    if (seam === 'drop') last.text = last.text.replace(HYPHEN, '');
    for (const [i, span] of part.entries()) append(joined, span, i === 0 && seam === 'space');
    token = lastToken(seam === 'space' ? '' : seam === 'drop' ? token.replace(HYPHEN, '') : token, text);
  }
  return joined;
}

const HYPHENS = '-\u2010';
const HYPHEN = new RegExp(`[${HYPHENS}\u00ad]$`, 'u');
/** The last part of a word that is broken at its hyphen. */
const HEAD = new RegExp(String.raw`([\p{L}\p{N}][\p{L}\p{N}'’-]*)[${HYPHENS}]$`, 'u');
const headOf = (before: string): string | undefined => (HYPHEN.test(before) ? HEAD.exec(before)?.[1] : undefined);

/** What stands after the last space of `text`, or with what stood before it. */
function lastToken(before: string, text: string): string {
  const space = text.lastIndexOf(' ');
  return space < 0 ? before + text : text.slice(space + 1);
}

/**
 * What stands between two lines: a space, nothing, or nothing and the hyphen goes.
 *
 * @param before the last token of the text before.
 */
function seamOf(
  before: string,
  after: string,
  { vocabulary, code, place }: { vocabulary: Vocabulary; code: boolean; place: () => Place },
): 'space' | 'none' | 'drop' {
  if (before.endsWith('\u00ad')) return 'drop';
  if (endsWide(before) || beginsWide(after)) return 'none';
  const head = headOf(before);
  if (head !== undefined) {
    const tail = /^[\p{L}\p{N}][\p{L}\p{N}'’-]*/u.exec(after)?.[0];
    if (tail === undefined) return 'space';
    return code || keepsHyphen({ printed: head, tail, place: place() }, vocabulary) ? 'none' : 'drop';
  }
  if (/[^\s—–][—–]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) return 'none';
  if (isCut(before) && /^[\p{L}\p{N}_]/u.test(after)) return 'none';
  return continuesAddress(before, after) ? 'none' : 'space';
}

const CUT_ADDRESS = /(?:https?:\/\/|www\.)\S*[._=&?-]$/u;
const OPEN_OPTION = /(?:^|\s)--?$/u;
const OPEN_PATH = /(?:[\p{L}\p{N}_.:~]|:\/)\/$/u;
const OPEN_MAIL = /[\p{L}\p{N}]@$/u;

/**
 * Addresses and paths continue after a slash or an at sign, options after their dashes. Patterns with classes of letters are
 * dear to compile: their last character is looked at first.
 */
const isCut = (before: string): boolean =>
  CUT_ADDRESS.test(before) ||
  OPEN_OPTION.test(before) ||
  (before.endsWith('/') && OPEN_PATH.test(before)) ||
  (before.endsWith('@') && OPEN_MAIL.test(before));

/** The address is broken behind its scheme ("https:"). */
const continuesAddress = (before: string, after: string): boolean =>
  /\b(?:https?|ftp):$/u.test(before) && /^\/\/\S/u.test(after);
