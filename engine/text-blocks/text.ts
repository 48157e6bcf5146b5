/**
 * Lines to running text. Whether a hyphen at a line's end belongs to the word is decided by, in this order:
 *   1. a soft hyphen goes; before a capital or a digit, and in typewriter text, a hyphen stays;
 *   2. the word as it stands elsewhere in the document, whole or with a hyphen;
 *   3. it stays where the document does not break words, where either part is hyphened elsewhere, where both parts are
 *      words of the document, and after an adverb ("newly-made"); else it goes.
 *
 * Never drops any other character.
 */
import type { ParsedPage, Span } from '../model.js';
import type { Line } from '../text/line.js';
import { append, lineSpans, plainText } from '../text/spans.js';
import { beginsWide, endsWide } from '../text/wide.js';

/** What the document itself says about its words. All lower case. */
export interface Vocabulary {
  /** Words as they stand within lines, those with hyphens whole. */
  words: ReadonlySet<string>;
  /** First and last parts of words with hyphens. */
  heads: ReadonlySet<string>;
  tails: ReadonlySet<string>;
  /** Whether words are broken at line ends at all. */
  hyphenates: boolean;
}

/** Most words by far: nothing to be taken off, no hyphen. */
const PLAIN_WORD = /^[a-z0-9]+$/;

export function vocabularyOf(lines: readonly Line[]): Vocabulary {
  const words = new Set<string>();
  const heads = new Set<string>();
  const tails = new Set<string>();
  const ends: [string, string][] = [];
  let afterBreak = false;
  for (const [i, line] of lines.entries()) {
    const tokens = line.text.toLowerCase().split(/\s+/);
    const broken = /\p{L}[-\u2010]$/u.test(line.text) && line.mono < 0.9;
    // neither half of a broken word is a witness
    const whole = broken ? tokens.slice(0, -1) : tokens;
    for (const token of afterBreak ? whole.slice(1) : whole) {
      if (PLAIN_WORD.test(token)) {
        words.add(token);
        continue;
      }
      const word = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
      if (word === '') continue;
      words.add(word);
      const parts = word.split(/[-\u2010]/u);
      if (parts.length > 1) {
        heads.add(parts[0] ?? '');
        tails.add(parts.at(-1) ?? '');
      }
    }
    if (broken) ends.push([letters(tokens.at(-1)), letters(lines[i + 1]?.text.toLowerCase().split(/\s+/)[0])]);
    afterBreak = broken;
  }
  const proven = ends.some(([head, tail]) => tail !== '' && words.has(head + tail));
  return { words, heads, tails, hyphenates: proven || ends.length > 0.04 * lines.length };
}

function letters(token = ''): string {
  return token.replace(/[^\p{L}\p{N}]+/gu, '');
}

export interface TextContext {
  pageOf(number: number): ParsedPage;
  vocabulary: Vocabulary;
}

/** Text of several lines, broken words joined. */
export function linesToSpans(lines: readonly Line[], context: TextContext): Span[] {
  return joinSpans(
    lines.map((line) => lineSpans(context.pageOf(line.page), line)),
    context.vocabulary,
  );
}

/** Joins the texts of lines or of parts of a paragraph. */
export function joinSpans(parts: readonly Span[][], vocabulary: Vocabulary): Span[] {
  const joined: Span[] = [];
  // kept from part to part: looked for in all of the text, it would take time by the square of the parts
  let token = '';
  for (const part of parts) {
    const text = plainText(part);
    const last = joined.at(-1);
    const [first] = part;
    if (!last || !first) {
      joined.push(...part.map((span) => ({ ...span })));
      token = lastToken(token, text);
      continue;
    }
    const seam = seamOf(token, text, { vocabulary, code: last.code === true && first.code === true });
    if (seam === 'drop') last.text = last.text.replace(HYPHEN, '');
    for (const [i, span] of part.entries()) append(joined, span, i === 0 && seam === 'space');
    token = lastToken(seam === 'space' ? '' : seam === 'drop' ? token.replace(HYPHEN, '') : token, text);
  }
  return joined;
}

const HYPHEN = /[-\u00ad\u2010]$/u;

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
  { vocabulary, code }: { vocabulary: Vocabulary; code: boolean },
): 'space' | 'none' | 'drop' {
  if (/\u00ad$/u.test(before)) return 'drop';
  if (endsWide(before) || beginsWide(after)) return 'none';
  const head = /([\p{L}\p{N}][\p{L}\p{N}'’-]*)[-\u2010]$/u.exec(before)?.[1];
  if (head !== undefined) {
    const tail = /^[\p{L}\p{N}][\p{L}\p{N}'’-]*/u.exec(after)?.[0];
    if (tail === undefined) return 'space';
    return code || keepsHyphen(head.toLowerCase(), tail, vocabulary) ? 'none' : 'drop';
  }
  if (/[^\s—–][—–]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) return 'none';
  // addresses and paths go on after a slash, options after their dashes
  if (
    /(?:https?:\/\/|www\.)\S*[._=&?-]$|[\p{L}\p{N}_.:~]\/$|(?:^|\s)--?$/u.test(before) &&
    /^[\p{L}\p{N}_]/u.test(after)
  )
    return 'none';
  return 'space';
}

function keepsHyphen(head: string, tail: string, { words, heads, tails, hyphenates }: Vocabulary): boolean {
  if (!/^\p{Ll}/u.test(tail)) return true;
  const end = tail.toLowerCase().replace(/['’]s$/u, '');
  const first = end.split('-')[0] ?? end;
  const last = head.split('-').at(-1) ?? head;
  if (words.has(last + first)) return false;
  if (words.has(`${last}-${first}`) || words.has(`${head}-${end}`)) return true;
  if (!hyphenates || (heads.has(last) && words.has(first)) || (tails.has(first) && words.has(last))) return true;
  return (words.has(last) && words.has(first) && last.length > 3 && first.length > 3) || /^\p{L}{3,}ly$/u.test(last);
}
