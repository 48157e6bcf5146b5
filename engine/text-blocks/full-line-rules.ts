/**
 * Whether a paragraph ends below a full line: a line that ends early is its last, and below a full one a marker or the
 * indent of the next line begins another. The last rules of `PARAGRAPH_BREAK` (paragraph-breaks.ts).
 */
import { SAME_EDGE } from '../measures.js';
import type { Rule } from '../rules.js';
import { hangs, isIndentAfterFullLine } from './indents.js';
import { endsEarly, hangsBelowText, isCutSentence, shareOneMiddle } from './line-ends.js';
import { broken, isAligned, isFirstLine, joined, shift, type BreakVerdict, type LinePair } from './line-pair.js';
import { opensList } from './line-starts.js';
import { isAllBold } from './line-types.js';
import { follows } from './markers.js';
import { isBehindLabel, isInitialContinued, isRestOfDatedReference, isRestOfReference } from './references.js';

/** In font sizes: the least indent of a first line. */
const LEAST_INDENT = 0.6;

/** In order of precedence. */
export const FULL_LINE_RULES: readonly Rule<LinePair, BreakVerdict>[] = [
  {
    name: 'sentence-cut',
    why: 'Within a sentence a long line above a lower-case letter is no end, however far the edge of a wide column is.',
    test: (pair) => joined(isCutSentence(pair)),
  },
  {
    name: 'hangs-below-its-text',
    why: 'Right below the first word behind a number stands the rest of a long numbered title.',
    test: (pair) => joined(isFirstLine(pair) && hangsBelowText(pair)),
  },
  {
    name: 'ends-early',
    why: 'The first word of the next line would have had room: the author ended the line.',
    test: (pair) => broken(endsEarly(pair)),
  },
  {
    name: 'hangs-in-references',
    why: 'In a bibliography the second lines of the entries stand below each other: one that begins with a volume ("379.") or a capital ("J.") opens nothing.',
    test: (pair) => joined(isRestOfReference(pair)),
  },
  {
    name: 'hangs-behind-label',
    why: 'Right below the first word behind "[21]" stands the rest of that entry, whatever its first line ends with.',
    test: (pair) => joined(isBehindLabel(pair)),
  },
  {
    name: 'hangs-below-author-and-year',
    why: 'The first line of an entry of a bibliography begins with an author and a year: what is indented below it is its rest.',
    test: (pair) => joined(isRestOfDatedReference(pair)),
  },
  {
    name: 'initial-goes-on',
    why: 'Below a full line that ends within a sentence "H." is the initial of a name, and no item of a list.',
    test: (pair) => joined(isInitialContinued(pair)),
  },
  {
    name: 'marker-not-aligned',
    why: "An item's text is aligned right of its marker: a marker that begins elsewhere begins something new.",
    test: (pair) => broken(pair.marker !== null && !isAligned(pair)),
  },
  {
    name: 'next-marker',
    why: 'The marker continues the series of one that stands above it on the same vertical.',
    test: ({ marker, markers, below }) => {
      const sibling = marker && markers.find(({ x }) => Math.abs(x - below.box.x0) < SAME_EDGE);
      return broken(marker !== null && !!sibling && follows(sibling.marker, marker));
    },
  },
  {
    name: 'marker-after-finished-text',
    why: 'A marker with hanging text opens a list where the text before it has come to an end.',
    test: (pair) => broken(pair.marker !== null && opensList(pair, pair.marker)),
  },
  {
    name: 'title-about-its-middle',
    why: 'Bold lines that share their middle, of which the upper one left no room, are one title also beside other text, as in the caption of a court paper; what looks like an indent is its shorter line.',
    test: (pair) =>
      joined(pair.marker === null && isAllBold(pair.above) && isAllBold(pair.below) && shareOneMiddle(pair)),
  },
  {
    name: 'indent-after-full-line',
    why: 'A paragraph of one full line is followed by another that begins with the indent of this document.',
    test: (pair) => broken(isIndentAfterFullLine(pair)),
  },
  {
    name: 'back-from-indent',
    why: 'Below several indented lines a line at the left edge begins something new: a quotation or list has ended.',
    test: (pair) => broken(shift(pair) < -LEAST_INDENT * pair.below.size && pair.paragraph.lines.length > 1),
  },
  {
    name: 'not-indented',
    why: 'A line that is not indented continues.',
    test: (pair) => joined(shift(pair) < LEAST_INDENT * pair.below.size),
  },
  {
    name: 'hangs',
    why: 'Below the first line of an item or of a hanging paragraph the rest is indented.',
    test: (pair) => joined(hangs(pair) || (pair.paragraph.marker !== null && isFirstLine(pair))),
  },
  {
    name: 'first-line-indent',
    why: 'An indented line begins a paragraph below several lines, or where the next line returns to the left.',
    test: ({ paragraph, below, next }) =>
      broken(
        paragraph.lines.length > 1 || (next !== undefined && next.box.x0 < below.box.x0 - LEAST_INDENT * below.size),
      ),
  },
];
