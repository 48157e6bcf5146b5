/**
 * Whether text that was set apart as furniture can be that: it is short, has the form of a stamp, repeats on other pages, or
 * repeats a heading.
 * Anything else was text, and its loss must show.
 */
import { hasFormOfStamp } from '../furniture/forms.js';
import { MOST_PAGES_ALONE } from '../furniture/lined-page.js';
import { signedNumber } from '../furniture/numbered-head.js';
import { NO_BOX } from '../geometry.js';
import type { StructuredDocument } from '../block-model.js';
import { wordsOf } from '../markdown/text.js';
import { decide, type DecisionTable } from '../rules.js';

type Furniture = StructuredDocument['furniture'];

/** Words that a page number with its surroundings has at most ("Page 12"). */
const SHORT_WORDS = 2;
/** Words that a line of a letter's head or foot has at most. */
const SINGLE_PAGE_WORDS = 12;
/**
 * Words as printed that a head beside its number has at most, and its letters, which in scripts without spaces say more:
 * "co-keeper" is one word here, where texts are compared it is two.
 */
const HEAD_WORDS = 12;
const HEAD_LETTERS = 100;
const isHeadLine = ({ text }: Furniture[number]): boolean =>
  text.length <= HEAD_LETTERS && text.split(/\s+/u).length <= HEAD_WORDS;

/** Words that a line of an imprint has at most. */
const EDGE_WORDS = 24;
/** Words from which a foot has words of its own, so that others do not begin with it by chance. */
const OWN_WORDS = 4;
/** Pages that have it. */
const OTHER_PAGES = 2;
/** With the signs that Adobe's fonts have at code points of their own for the one with serifs and the one without. */
const IMPRINT = /^(?:doi\b|https?:\/\/(?:dx\.)?doi\.org\/|[ep]?-?issn\b)|[©\uf6d9\uf8e9]|\(c\) (?:19|20)\d\d\b/iu;
/** "22 (2019) 451–457", "(2004) 271, 147–152", "vol. 28, 2019, p. 83-108.". */
const YEAR_AND_PAGES = /(?:\((?:19|20)\d\d\),? (?:\d{1,4}, )?|\b(?:19|20)\d\d, pp?\. ?)\d{1,5}\s?[-–—]\s?\d{1,5}\.?$/u;

/** The permanent address of a copy by one of the known resolvers, alone or behind a label ("URL:"). */
const PERMANENT_ADDRESS =
  /^(?:[\p{L} ]{1,20}: ?)?https?:\/\/(?:(?:dx\.)?doi\.org|hdl\.handle\.net|nbn-resolving\.(?:de|org)|arxiv\.org)\/\S+$/iu;

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

/** A text that was set apart as furniture, and what the rules compare it with. */
export interface FurnitureClaim {
  item: Furniture[number];
  words: readonly string[];
  /** The one before or after it is the number of its page, on the only page any number. */
  isBesideNumber: boolean;
  /** Pages of the document. */
  pageCount: number;
  /** Another page has furniture like it. */
  isRepeated: () => boolean;
  /** It goes on behind the words of a foot or head that several other pages have alone. */
  extendsRepeated: () => boolean;
  /** Words of all pages in order, with a space before and after each. */
  printed: string;
}

export const BELIEVED_FURNITURE: DecisionTable<FurnitureClaim, 'furniture' | 'text'> = {
  name: 'believed-furniture',
  rules: [
    {
      name: 'short',
      why: 'A page number, alone or with a word beside it, may be lost without harm.',
      test: ({ words }) => (words.length <= SHORT_WORDS ? 'furniture' : null),
    },
    {
      name: 'line-of-single-page',
      why: "On the only page of a document nothing repeats; a line of a letter's head or foot is believed.",
      test: ({ words, pageCount }) => (pageCount === 1 && words.length <= SINGLE_PAGE_WORDS ? 'furniture' : null),
    },
    {
      name: 'beside-page-number',
      why: 'Of two pages the left and the right have heads of their own, with the number of the page, and so has a page cut out of a longer document.',
      test: ({ item, pageCount, isBesideNumber }) =>
        isBesideNumber && pageCount <= MOST_PAGES_ALONE && isHeadLine(item) ? 'furniture' : null,
    },
    {
      name: 'beside-own-number',
      why: 'The heads of two pages may have their numbers behind a sign ("8 · Lamps").',
      test: ({ item, pageCount }) =>
        pageCount === MOST_PAGES_ALONE && signedNumber(item.text) !== undefined && isHeadLine(item)
          ? 'furniture'
          : null,
    },
    {
      name: 'stamp',
      why: 'Its words are those of a stamp (furniture/forms.ts), which a single page is enough to know.',
      test: ({ item: { text } }) => (hasFormOfStamp(text) ? 'furniture' : null),
    },
    {
      name: 'repeated',
      why: 'Running heads and feet repeat on other pages, page numbers with the number of their page.',
      test: ({ isRepeated }) => (isRepeated() ? 'furniture' : null),
    },
    {
      name: 'goes-on-behind-repeated',
      why: 'The foot of a first page begins as those of the others do, and has the volume and the pages as well.',
      test: ({ words, extendsRepeated }) => (words.length <= EDGE_WORDS && extendsRepeated() ? 'furniture' : null),
    },
    {
      name: 'imprint',
      why: 'A line at the edge that begins with a DOI or an ISSN, or has a copyright sign, is an imprint.',
      test: ({ words, item: { text } }) => (words.length <= EDGE_WORDS && IMPRINT.test(text) ? 'furniture' : null),
    },
    {
      name: 'permanent-address',
      why: 'Archives print the permanent address of the copy below the foot of the first page.',
      test: ({ item: { text } }) => (PERMANENT_ADDRESS.test(text) ? 'furniture' : null),
    },
    {
      name: 'year-and-pages',
      why: 'A line at the edge that ends in a year and a range of pages names the article and its journal.',
      test: ({ words, item: { text } }) =>
        words.length <= EDGE_WORDS && YEAR_AND_PAGES.test(text) ? 'furniture' : null,
    },
    {
      name: 'repeats-heading',
      why: 'The running head of a single page names a heading, which is printed in the text as well.',
      test: ({ words, printed }) => {
        const title = words.join(' ').replace(/^\d+ | \d+$/g, '');
        const first = printed.indexOf(` ${title} `);
        return first >= 0 && printed.includes(` ${title} `, first + 1) ? 'furniture' : null;
      },
    },
  ],
  otherwise: 'text',
  // furniture is handed on without its place
  subject: ({ item: { page, text } }) => ({ page, box: NO_BOX, text }),
  numbers: ({ words, pageCount }) => ({ words: words.length, pages: pageCount }),
};

/** Whether an item is the number of a page: a page that was cut out of a longer document has that of its place there. */
const isNumberOf = (page: number, item: Furniture[number], pageCount: number): boolean =>
  item.page === page && (item.text === String(page) || (pageCount === 1 && /^\d{1,4}$/.test(item.text)));

/** The furniture that can be furniture. `printed` are the words of all pages in order. */
export function believedFurniture(
  furniture: Furniture,
  { printed, pageCount }: { printed: readonly string[]; pageCount: number },
): Furniture {
  const pagesOf = new Map<string, Set<number>>();
  const note = (key: string, page: number): void => void pagesOf.set(key, (pagesOf.get(key) ?? new Set()).add(page));
  const keys = furniture.map(keysOf);
  for (const [i, { page }] of furniture.entries()) for (const key of keys[i]!) note(key, page);
  const text = ` ${printed.join(' ')} `;
  const extendsRepeated = ({ page, text: own }: Furniture[number]): boolean => {
    const words = wordsOf(own);
    const begins = words.map((_, at) => words.slice(0, at).join(' ')).slice(OWN_WORDS);
    return begins.some((begin) => {
      const pages = pagesOf.get(begin);
      return pages !== undefined && pages.size - Number(pages.has(page)) >= OTHER_PAGES;
    });
  };
  return furniture.filter((item, i) => {
    const claim = {
      item,
      words: wordsOf(item.text),
      isBesideNumber: [furniture[i - 1], furniture[i + 1]].some(
        (next) => next && isNumberOf(item.page, next, pageCount),
      ),
      pageCount,
      isRepeated: () => [...keys[i]!].some((key) => pagesOf.get(key)!.size > 1),
      extendsRepeated: () => extendsRepeated(item),
      printed: text,
    };
    return decide(BELIEVED_FURNITURE, claim) === 'furniture';
  });
}
