/**
 * Whether a line at a page's edge is printed for the page's sake. What the other pages say of it is gathered in furniture.ts;
 * the rules here name the evidence that decides. A second table takes back rows that text stands outside of.
 *
 * The rules of `FURNITURE` in their order, each group from its first to its last:
 *   - `artifact` … `count-of-pages`: the tags, and the numbers of pages
 *   - `title-that-repeats` … `ends-a-sentence-of-the-text`: what stays text although it repeats
 *   - `repeats-at-this-height` … `repeats-in-the-margin`: what other pages repeat
 *   - `beyond-the-foot` … `stamp`: its place on the sheet, and the form of a stamp
 *   - `row-with-page-number` … `small-foot-of-only-page`: what the page alone says
 */
import type { DecisionTable, Rule } from '../rules.js';
import type { Line } from '../text/line.js';

/** What pages say about one line. */
export interface EdgeEvidence {
  line: Line;
  /** Marked as artifact in a tagged page, and believed (artifacts.ts). */
  isArtifact: boolean;
  /** A number that keeps step with the pages, at one height with another. */
  isPageNumber: boolean;
  /** The number of its own page and that of all pages in words, above or below the text (forms.ts). */
  isPageOfPages: boolean;
  /** The number of the document's pages, alone below the page's own and at one height on several of them. */
  isPageCount: boolean;
  /** In type larger than the text's at the top of the first page, with words that repeat there on the others. */
  isTitle: boolean;
  /** At its height, in its size: pages that have text there, and of them those where it repeats; 0 where too few do. */
  pagesAtHeight: number;
  pagesRepeating: number;
  /** At the foot of a copy of another page, in the type of the text: it ends the sentence of the line above (sentences.ts). */
  goesOn: boolean;
  /** In the outermost row, with the same words in one place on most pages. */
  repeatsOutermost: boolean;
  /** In the outermost row, with the words and the size of the heads of at least two other pages, a little higher or lower. */
  hasWordsOfHeads: boolean;
  /** Beside the text, with the same words or a number in step in this place on several pages (margins.ts). */
  repeatsInMargin: boolean;
  /** Below a foot that is sure, in small type as it is (beyond-the-foot.ts). */
  isBeyondFoot: boolean;
  /** In a foot of several rows in small type, all of which other pages repeat (deep-feet.ts). */
  isOfDeepFoot: boolean;
  /** It stands at the very edge of the sheet, further out than all else (sheet-edge.ts). */
  isAtSheetEdge: boolean;
  /** It has the form of a stamp or a page's number in words (forms.ts). */
  isStamp: boolean;
  /** What the page alone says of its foot and head (only-page.ts, numbered-head.ts). */
  foot:
    | 'numbered-row'
    | 'numbered-head'
    | 'like-numbered-row'
    | 'number-alone'
    | 'number-beyond-text'
    | 'two-ended'
    | 'row-of-issue'
    | 'small-foot'
    | null;
}

/** What is known of a line before its page is compared with others. */
export const NO_EVIDENCE: Omit<EdgeEvidence, 'line'> = {
  isArtifact: false,
  isPageNumber: false,
  isPageOfPages: false,
  isPageCount: false,
  isTitle: false,
  pagesAtHeight: 0,
  pagesRepeating: 0,
  goesOn: false,
  repeatsOutermost: false,
  hasWordsOfHeads: false,
  repeatsInMargin: false,
  isBeyondFoot: false,
  isOfDeepFoot: false,
  isAtSheetEdge: false,
  isStamp: false,
  foot: null,
};

type Verdict = 'furniture' | 'text';

/** Pages on which a row must repeat to be furniture whatever it says, and for what stands below it to be furniture, too. */
export const SURE_PAGES = 3;

const furniture = (condition: boolean): Verdict | null => (condition ? 'furniture' : null);

const RULES: readonly Rule<EdgeEvidence, Verdict>[] = [
  {
    name: 'artifact',
    why: "The document's tags say that it is no content. Programs say so of the head of all pages, also where it is the title.",
    test: ({ isArtifact, isTitle }) => furniture(isArtifact && !isTitle),
  },
  {
    name: 'page-number-in-step',
    why: 'A number that grows with the pages ("7" on page 11, "8" on page 12) is the number of the page.',
    test: ({ isPageNumber }) => furniture(isPageNumber),
  },
  {
    name: 'own-page-of-pages',
    why: '"Page 3 of 9" at an edge of the third page is its number, also where an imprint or fields of many rows stand outside of it.',
    test: ({ isPageOfPages }) => furniture(isPageOfPages),
  },
  {
    name: 'count-of-pages',
    why: 'In "Page 10 / 46" that is broken to fit its column, the number of all pages stands alone below.',
    test: ({ isPageCount }) => furniture(isPageCount),
  },
  {
    name: 'title-that-repeats',
    why: 'Large type at the top of the first page is the title, which further pages repeat: read once, it is not lost.',
    test: ({ isTitle }) => (isTitle ? 'text' : null),
  },
  {
    name: 'ends-a-sentence-of-the-text',
    why: 'The copies of a form repeat its last lines: on few pages that shows no foot where a line ends the sentence above it.',
    test: ({ goesOn, pagesRepeating }) => (goesOn && pagesRepeating < SURE_PAGES ? 'text' : null),
  },
  {
    name: 'repeats-at-this-height',
    why: 'Where at least half of the pages repeat at a height, everything there is a running head, also one that changes with the chapter.',
    test: ({ pagesRepeating }) => furniture(pagesRepeating > 0),
  },
  {
    name: 'outermost-row-of-most-pages',
    why: 'The same words in one place on most pages are a head in any size; margins have a type of their own.',
    test: ({ repeatsOutermost }) => furniture(repeatsOutermost),
  },
  {
    name: 'words-of-the-heads',
    why: 'A first page or one of another size has the head of the others at a height of its own; the mirrored heads of a left and a right page show each other.',
    test: ({ hasWordsOfHeads }) => furniture(hasWordsOfHeads),
  },
  {
    name: 'repeats-in-the-margin',
    why: 'Alone beside the text, in one place on many pages, stand the head of a journal and its page numbers; labels are more.',
    test: ({ repeatsInMargin }) => furniture(repeatsInMargin),
  },
  {
    name: 'beyond-the-foot',
    why: 'No text stands below the foot of a page: what does, in small type, is an imprint or a stamp of this page alone.',
    test: ({ isBeyondFoot }) => furniture(isBeyondFoot),
  },
  {
    name: 'foot-of-many-rows',
    why: 'Small type below the text that has the same words in the same place on three pages, row by row, is the address, bank or register of who writes.',
    test: ({ isOfDeepFoot }) => furniture(isOfDeepFoot),
  },
  {
    name: 'edge-of-the-sheet',
    why: 'Further out than printers reach, on a page that has margins, programs stamp the moment of a copy, and archives their names at head and foot.',
    test: ({ isAtSheetEdge }) => furniture(isAtSheetEdge),
  },
  {
    name: 'stamp',
    why: 'Its words are those of a stamp: printed for a reader of this copy, not as part of the text.',
    test: ({ isStamp }) => furniture(isStamp),
  },
  {
    name: 'row-with-page-number',
    why: "The last row stands apart from the text and has the page's number.",
    test: ({ foot }) => furniture(foot === 'numbered-row'),
  },
  {
    name: 'head-with-outer-number',
    why: "Words in small type apart from the text, and at the text's edge a number that the page's label, the other page or its place as the second confirms, are the head; in any type above text that is cut out of a longer one.",
    test: ({ foot }) => furniture(foot === 'numbered-head'),
  },
  {
    name: 'head-like-numbered-foot',
    why: "The first row is set apart in the type of the numbered foot, smaller than the text's.",
    test: ({ foot }) => furniture(foot === 'like-numbered-row'),
  },
  {
    name: 'number-alone-at-foot',
    why: 'A number alone in the last row, apart from the text, numbers the page: on all pages, or on the only one.',
    test: ({ foot }) => furniture(foot === 'number-alone'),
  },
  {
    name: 'number-beyond-the-text',
    why: 'The number of the only page in its last row, far off and right of all other text, stands in the margin.',
    test: ({ foot }) => furniture(foot === 'number-beyond-text'),
  },
  {
    name: 'two-ended-row-of-only-page',
    why: 'A foot with text at one end and a number at the other serves the page, and so does a head like it.',
    test: ({ foot }) => furniture(foot === 'two-ended'),
  },
  {
    name: 'row-of-issue',
    why: 'A number alone at an end of an outermost row, beside the range of pages that it is in, a month with its year or, far below, title and year apart, numbers the only page; and the range may stand with its year at the foot where the number is in the head, or begins it and is known from other pages.',
    test: ({ foot }) => furniture(foot === 'row-of-issue'),
  },
  {
    name: 'small-foot-of-only-page',
    why: 'Small type at the very foot of a single page, apart from the text, is an imprint or a page number.',
    test: ({ foot }) => furniture(foot === 'small-foot'),
  },
];

export const FURNITURE: DecisionTable<EdgeEvidence, Verdict> = {
  name: 'furniture',
  rules: RULES,
  otherwise: 'text',
  subject: ({ line }) => line,
  numbers: ({ line, pagesAtHeight, pagesRepeating }) => ({ size: line.size, pagesAtHeight, pagesRepeating }),
};

/** A line that the rules above call furniture, and its neighbours. */
export interface FurnitureRow {
  line: Line;
  side: 'head' | 'foot';
  /** In points. */
  pageHeight: number;
  /** Rows between it and the page's edge. */
  depth: number;
  /** The same of the outermost row on its side that has text which is no furniture. */
  textDepth: number;
  /** It stands in the margin beside the text. */
  inMargin: boolean;
  /** As in EdgeEvidence. */
  isPageNumber: boolean;
  isPageOfPages: boolean;
  /** At its height other pages have the same words with their number in the place of this page's. */
  inStep: boolean;
}

const ROW_RULES: readonly Rule<FurnitureRow, Verdict>[] = [
  {
    name: 'artifact-within',
    why: 'An artifact stays furniture, whatever stands around it.',
    test: ({ line }) => furniture(line.runs.every((run) => run.artifact)),
  },
  {
    name: 'beside-the-text',
    why: 'What stands in the margin is level with lines of the text, not below them.',
    test: ({ inMargin }) => furniture(inMargin),
  },
  {
    name: 'page-of-pages-within',
    why: 'The number of the page in words is nothing else, whatever stands around it.',
    test: ({ isPageOfPages }) => furniture(isPageOfPages),
  },
  {
    name: 'in-the-other-half',
    why: 'A head is in the upper half of its page and a foot in the lower: on pages with little on them text repeats, too.',
    test: ({ line: { baseline }, side, pageHeight, isPageNumber }) =>
      !isPageNumber && (side === 'head') === baseline > pageHeight / 2 ? 'text' : null,
  },
  {
    name: 'words-with-page-number',
    why: 'Words with the number of the page are its head or foot also where somebody stamped something outside of them.',
    test: ({ inStep }) => furniture(inStep),
  },
  {
    name: 'text-outside',
    why: 'A head has nothing of the text above it, and a foot nothing below.',
    test: ({ depth, textDepth }) => (depth > textDepth ? 'text' : null),
  },
  {
    name: 'outside-of-the-text',
    why: 'Nothing of the text stands above a head in its half of the page, or below a foot.',
    test: ({ depth, textDepth }) => furniture(depth <= textDepth),
  },
];

export const FURNITURE_ROW: DecisionTable<FurnitureRow, Verdict> = {
  name: 'furniture-row',
  rules: ROW_RULES,
  otherwise: 'text',
  subject: ({ line }) => line,
  numbers: ({ depth, textDepth }) => ({ depth, textDepth }),
};
