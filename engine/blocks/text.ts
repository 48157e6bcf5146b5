/**
 * Lines to running text. A hyphen at a line's end goes when the word is known without it or not known with it:
 *   1. a soft hyphen always goes;
 *   2. before a capital or a digit, and in typewriter text, it stays;
 *   3. the whole word or the hyphened one elsewhere in the document decides;
 *   4. both parts known as words of their own: it stays; else it goes.
 *
 * Never drops any other character.
 */
import type { ParsedPage, Span } from '../model.js';
import type { Line } from '../layout/line.js';
import { append, lineSpans, plainText } from '../layout/spans.js';

/** Words of the document as they stand within lines, lower case. */
export type Vocabulary = ReadonlySet<string>;

export function vocabularyOf(lines: Iterable<Line>): Vocabulary {
  const words = new Set<string>();
  for (const line of lines) {
    const tokens = line.text.toLowerCase().split(/\s+/);
    for (const [i, token] of tokens.entries()) {
      const word = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
      // what a line's end broke is no witness
      if (word !== '' && !(i === tokens.length - 1 && /[-\u00ad\u2010]$/u.test(token))) words.add(word);
    }
  }
  return words;
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
  for (const part of parts) {
    const last = joined.at(-1);
    const [first] = part;
    if (!last || !first) {
      joined.push(...part.map((span) => ({ ...span })));
      continue;
    }
    const seam = seamOf(plainText(joined), plainText(part), { vocabulary, code: last.code === true && first.code === true });
    if (seam === 'drop') last.text = last.text.replace(/[-\u00ad\u2010]$/u, '');
    for (const [i, span] of part.entries()) append(joined, span, i === 0 && seam === 'space');
  }
  return joined;
}

/** What stands between two lines: a space, nothing, or nothing and the hyphen goes. */
function seamOf(before: string, after: string, { vocabulary, code }: { vocabulary: Vocabulary; code: boolean }): 'space' | 'none' | 'drop' {
  if (/\u00ad$/u.test(before)) return 'drop';
  const head = /([\p{L}\p{N}][\p{L}\p{N}'’-]*)[-\u2010]$/u.exec(before)?.[1];
  if (head !== undefined) {
    const tail = /^[\p{L}\p{N}][\p{L}\p{N}'’-]*/u.exec(after)?.[0];
    if (tail === undefined) return 'space';
    return code || keepsHyphen(head.toLowerCase(), tail, vocabulary) ? 'none' : 'drop';
  }
  if (/\S[—–]$/u.test(before) && !/\s[—–]$/u.test(before) && /^\p{L}/u.test(after)) return 'none';
  // an address goes on after its slash
  if (/(?:https?:\/\/|www\.)\S*[/._=&?-]$/u.test(before)) return 'none';
  return 'space';
}

function keepsHyphen(head: string, tail: string, vocabulary: Vocabulary): boolean {
  if (!/^\p{Ll}/u.test(tail)) return true;
  const end = tail.toLowerCase();
  const first = end.split('-')[0] ?? end;
  const last = head.split('-').at(-1) ?? head;
  if (vocabulary.has(last + first)) return false;
  if (vocabulary.has(`${last}-${first}`) || vocabulary.has(`${head}-${end}`)) return true;
  return vocabulary.has(last) && vocabulary.has(first) && last.length > 3 && first.length > 3;
}
