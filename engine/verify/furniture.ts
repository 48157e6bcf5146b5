/**
 * Whether what was set apart as furniture can be that: running heads and page numbers come again on other pages, or are
 * a word or two. Anything else was text, and its loss must show.
 */
import type { StructuredDocument } from '../model.js';
import { wordsOf } from '../files/text.js';

type Furniture = StructuredDocument['furniture'];

/** Words that a page number with its surroundings has at most ("Page 12"). */
const SHORT_WORDS = 2;
/** On the only page of a document nothing can come again: what has no more words than a line of a letter's head or foot is believed. */
const SINGLE_PAGE_WORDS = 12;

/** The text with numbers that count with the pages taken as the same everywhere. */
const countingKey = ({ page, text }: Furniture[number]): string =>
  wordsOf(text)
    .map((word) => (/^\d{1,6}$/.test(word) ? `#${Number(word) - page}` : word))
    .join(' ');

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
  for (const item of furniture) {
    note(countingKey(item), item.page);
    note(wordsOf(item.text).join(' '), item.page);
  }
  const text = ` ${printed.join(' ')} `;
  return furniture.filter((item) => {
    const words = wordsOf(item.text);
    if (words.length <= short) return true;
    const plain = words.join(' ');
    if ((pagesOf.get(countingKey(item))?.size ?? 0) > 1 || (pagesOf.get(plain)?.size ?? 0) > 1) return true;
    // A running head of one page names a heading that stands somewhere in the text as well.
    const title = plain.replace(/^\d+ | \d+$/g, '');
    const first = text.indexOf(` ${title} `);
    return first >= 0 && text.includes(` ${title} `, first + 1);
  });
}
