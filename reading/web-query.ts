/** Queries as people type them into a search box: words, "phrases", -without, or. */
import { wordsOf } from './words.js';

/** More are left out: each costs a look-up in the index. */
const MAX_WORDS = 50;

/**
 * The query in the syntax of PostgreSQL's websearch_to_tsquery, with nothing in it but normalised words, quotes, `-` and
 * `or`. What is written together ("5.2", "e-mail", 合同) is a phrase. Null when it names no word to look for.
 */
export function webQuery(q: string): string | null {
  const parts: string[] = [];
  let found = 0;
  let named = 0;
  for (const { groups } of q.matchAll(/(?<minus>-?)(?:"(?<phrase>[^"]*)(?:"|$)|(?<word>[^\s"]+))/g)) {
    const { minus = '', phrase, word = '' } = groups ?? {};
    if (phrase === undefined && /^or$/i.test(word) && minus === '') {
      parts.push('or');
      continue;
    }
    const words = wordsOf(phrase ?? word).slice(0, MAX_WORDS - named);
    if (words.length === 0) continue;
    named += words.length;
    if (minus === '') found += 1;
    // in quotes a word is never an operator
    parts.push(`${minus}"${words.join(' ')}"`);
    if (named >= MAX_WORDS) break;
  }
  return found === 0 ? null : parts.join(' ');
}
