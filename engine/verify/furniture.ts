/**
 * Whether what was set apart as furniture can be that: running heads and page numbers come again on other pages, or are
 * a word or two. Anything else was text, and its loss must show.
 */
import type { StructuredDocument } from '../model.js';
import { wordsOf } from '../markdown/text.js';

type Furniture = StructuredDocument['furniture'];

/** Words that a page number with its surroundings has at most ("Page 12"). */
const SHORT_WORDS = 2;
/** On the only page of a document nothing can come again: what has no more words than a line of a letter's head or foot is believed. */
const SINGLE_PAGE_WORDS = 12;

/**
 * What the text has in common with its like on other pages: itself, and itself with the distance to the page for one of
 * its numbers ("Page 3 of 7") or for all of them.
 */
function keysOf({ page, text }: Furniture[number]): Set<string> {
  const words = wordsOf(text);
  const counting = (word: string): string => (/^\d{1,6}$/.test(word) ? `#${Number(word) - page}` : word);
  const one = words.map((_, at) => words.with(at, counting(words[at]!)).join(' '));
  return new Set([words.join(' '), words.map(counting).join(' '), ...one]);
}

/**
 * The furniture that is believed. `printed` are the words of all pages in order, for heads that repeat a
 * heading.
 */
export function believedFurniture(
  furniture: Furniture,
  { printed, pageCount }: { printed: readonly string[]; pageCount: number },
): Furniture {
  const short = pageCount === 1 ? SINGLE_PAGE_WORDS : SHORT_WORDS;
  const pagesOf = new Map<string, Set<number>>();
  const note = (key: string, page: number): void => void pagesOf.set(key, (pagesOf.get(key) ?? new Set()).add(page));
  for (const item of furniture) for (const key of keysOf(item)) note(key, item.page);
  const text = ` ${printed.join(' ')} `;
  return furniture.filter((item) => {
    const words = wordsOf(item.text);
    if (words.length <= short) return true;
    if ([...keysOf(item)].some((key) => pagesOf.get(key)!.size > 1)) return true;
    // A running head of one page names a heading that stands somewhere in the text as well.
    const title = words.join(' ').replace(/^\d+ | \d+$/g, '');
    const first = text.indexOf(` ${title} `);
    return first >= 0 && text.includes(` ${title} `, first + 1);
  });
}
