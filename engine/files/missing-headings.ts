/** Titles that the document itself lists, in its bookmarks or a printed table of contents, and that no heading has. */
import type { AuditFinding } from '../../contract/vocabulary.js';
import { finding } from '../findings.js';
import { NO_BOX } from '../geometry.js';
import { plainText } from '../markdown/text.js';
import type { Block } from '../block-model.js';
import type { Bookmark, DocumentInfo } from '../model.js';
import { once } from '../once.js';
import { decide, type DecisionTable } from '../rules.js';
import { captionOf } from '../text/captions.js';
import { withoutNumber } from '../text/numerals.js';
import { lettersOf } from '../text/similarity.js';

/** Fewer titles say little about a document's structure. */
const LEAST_TITLES = 3;
/** Share of the titles without a heading from which the structure is not the document's, and below which it is worth no word. */
const MOST = 0.5;
const SOME = 0.1;
/** Letters of a title that a heading may have others around of: shorter ones are within words. */
const LEAST_LETTERS = 6;
/** Titles that are quoted. */
const QUOTED = 3;
/** More titles than these are not looked for within headings, which costs their number times that of the headings. */
const MOST_SOUGHT = 500;

export interface ListedTitles {
  /** How the finding calls what lists them. */
  listedBy: 'bookmarks' | 'entries of the printed contents';
  titles: readonly string[];
  missing: readonly string[];
}

export const LISTED_TITLES: DecisionTable<ListedTitles, 'found' | 'some-missing' | 'most-missing'> = {
  name: 'listed-titles',
  rules: [
    {
      name: 'few-titles',
      why: 'Of one or two titles a missing one may be a cover or a name of the file.',
      test: ({ titles }) => (titles.length < LEAST_TITLES ? 'found' : null),
    },
    {
      name: 'most-missing',
      why: 'Where half of the listed titles are no headings the tree is not divided as its author divided it.',
      test: ({ titles, missing }) => (missing.length >= MOST * titles.length ? 'most-missing' : null),
    },
    {
      name: 'some-missing',
      why: 'A few titles are worded otherwise on the page; more are headings that were not seen.',
      test: ({ titles, missing }) =>
        missing.length > 1 && missing.length >= SOME * titles.length ? 'some-missing' : null,
    },
  ],
  otherwise: 'found',
  subject: ({ listedBy, missing: [first = ''] }) => ({
    page: 1,
    box: NO_BOX,
    text: `${listedBy}: ${first}`,
  }),
  numbers: ({ titles, missing }) => ({ titles: titles.length, missing: missing.length }),
};

/** A remark for each list that names headings which are not there. */
export function missingHeadings(info: DocumentInfo, blocks: readonly Block[]): AuditFinding[] {
  // hardly half of the documents list titles
  const known = once(() => {
    const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [plainText(block.spans)] : []));
    return new Set(headings.flatMap((text) => [lettersOf(text), lettersOf(withoutNumber(text))]));
  });
  const all = once(() => `\n${[...known()].join('\n')}\n`);
  let sought = 0;
  // the number of a title may stand in a line of its own or nowhere
  const isFound = (title: string): boolean => {
    const [whole, bare] = [lettersOf(title), lettersOf(withoutNumber(title))];
    if (known().has(whole) || known().has(bare)) return true;
    return bare.length >= LEAST_LETTERS && ++sought <= MOST_SOUGHT && all().includes(bare);
  };
  const lists: [ListedTitles['listedBy'], string[]][] = [
    ['bookmarks', titlesOf(info.bookmarks)],
    ['entries of the printed contents', blocks.flatMap((block) => entriesOf(block, info.pageCount))],
  ];
  return lists.flatMap(([listedBy, listed]) => {
    const titles = listed.filter((title) => lettersOf(title) !== '' && captionOf(title) === null);
    const missing = titles.filter((title) => !isFound(title));
    const verdict = decide(LISTED_TITLES, { listedBy, titles, missing });
    if (verdict === 'found') return [];
    const quoted = missing.slice(0, QUOTED).map((title) => `“${title}”`);
    const message = `${missing.length} of ${titles.length} ${listedBy} have no heading of their title: ${quoted.join(', ')}${missing.length > QUOTED ? ' ...' : ''}.`;
    return [finding('headings_missing', message, { severity: verdict === 'most-missing' ? 'review' : 'warning' })];
  });
}

/** A bookmark that a program made of a page and not of a title. */
const PAGE_NAME = /^(?:page|slide(?: number)?|seite|folie|diapositiva?|cover|blank page)(?:\s*\d+)?$/i;

/** Titles of bookmarks that lead into this file: a part cut out of a document keeps the bookmarks of all of it. */
const titlesOf = (bookmarks: readonly Bookmark[]): string[] =>
  bookmarks.flatMap(({ title, page, children }) => {
    const isTitle = page !== null && !PAGE_NAME.test(title.trim());
    return [...(isTitle ? [title] : []), ...titlesOf(children)];
  });

/** Titles of a printed table of contents on pages that the file may have: pages of a part that was cut out are others. */
const entriesOf = (block: Block, pageCount: number): string[] =>
  block.kind === 'contents'
    ? block.entries.flatMap(({ spans, pageLabel }) => (Number(pageLabel) > pageCount ? [] : [plainText(spans)]))
    : [];
