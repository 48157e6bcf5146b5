/**
 * Whether a paragraph ends between two lines of a column. The rules below decide in their order, some that it ends and some
 * that it continues; where none applies, the lines are one paragraph. Each group from its first rule to its last:
 *   - `stand-in`: a table or figure in the place of its lines
 *   - `other-tag` … `same-tag`: tags
 *   - `size-changes` … `bold-begins`: a change of type
 *   - `note-mark` … `next-reference`: what begins a paragraph by itself: a note's mark, an entry of a contents page, a reference
 *   - `steps-up` … `gap-after-finished-text`: where the lines lie, and how far apart; signatures, entries of an index
 *   - `bullet-before-typewriter` … `typewriter-changes`: code
 *   - `number-below-number` … `centred-lines`: lines of an address, and alignment about the middle
 *   - `bracket-goes-on` … `entries-below-each-other`: brackets, lines of a list, an agenda or an address
 *   - `sentence-cut` … `marker-after-finished-text`: the line's end, unless the text continues all the same; then markers
 *   - `title-about-its-middle` … `first-line-indent`: the next line's indent
 * The last two groups are in full-line-rules.ts.
 */
import { isSameSize } from '../measures.js';
import type { DecisionTable, Rule } from '../rules.js';
import { beginsLowerCase } from '../text-rules.js';
import { areLevel } from '../text/line.js';
import { captionOf } from '../text/captions.js';
import { contentsEntry } from './contents.js';
import { FULL_LINE_RULES } from './full-line-rules.js';
import {
  endsEarly,
  isBetweenStars,
  isBracketContinued,
  isCaptionContinued,
  isCentredSentence,
  isFontContinued,
  isMidSentence,
  isTypedRuling,
} from './line-ends.js';
import {
  areCentred,
  areSpaced,
  broken,
  isCentred,
  joined,
  shift,
  step,
  widthOf,
  type BreakVerdict,
  type LinePair,
} from './line-pair.js';
import {
  isAffiliationContinued,
  isFirstBelowNumber,
  isRoleOfParty,
  startsNextTypedNote,
  startsNote,
} from './line-starts.js';
import {
  endsInSizeBelow,
  isAllBold,
  isMeasuredApart,
  isMonospaced,
  isTitleType,
  separatesTypes,
} from './line-types.js';
import { isRestOfEntry } from './index-entries.js';
import { areNamesBelowEachOther, isTypedSignature } from './name-lines.js';
import { isNextReference } from './references.js';
import { isNextTime } from './times-of-day.js';

/** In font sizes beyond the usual distance of lines: a gap that no line within a paragraph has. */
const WIDE_GAP = 0.5;
/** In fractions of the column's width: a jump to the left from text that is set to the right, a number or a date. */
const JUMP_LEFT = 0.4;
/** Shares of bold letters below which a line is not bold at all, or hardly. */
const NOT_BOLD = 0.05;
const HARDLY_BOLD = 0.3;

/** The rules, in order of precedence. */
const RULES: readonly Rule<LinePair, BreakVerdict>[] = [
  {
    name: 'stand-in',
    why: 'A table or figure that stands in the place of its lines is a block of its own.',
    test: ({ above, below }) => broken(above.blocks !== undefined || below.blocks !== undefined),
  },
  {
    name: 'other-tag',
    why: 'The tags of the document give the two lines to different blocks.',
    test: ({ above, below }) =>
      broken(above.tag !== undefined && below.tag !== undefined && above.tag.element !== below.tag.element),
  },
  {
    name: 'same-tag',
    why: 'The tags give both lines to one block, and none of them ends before its time: an address is one element as well.',
    test: (pair) =>
      joined(
        pair.above.tag !== undefined &&
          pair.below.tag !== undefined &&
          !endsEarly(pair) &&
          !areNamesBelowEachOther(pair),
      ),
  },
  {
    name: 'size-changes',
    why: 'A paragraph has one font size, but for a bold label that it begins with, whose face is often set smaller or larger, and for lines of a scan, which were measured one by one.',
    test: (pair) =>
      broken(!isSameSize(pair.above.size, pair.below.size) && !endsInSizeBelow(pair) && !isMeasuredApart(pair)),
  },
  {
    name: 'bold-goes-on',
    why: 'A beginning in bold type is longer than its line: the next one continues in it with a lower-case letter.',
    test: (pair) => joined(isAllBold(pair.above) && isFontContinued(pair)),
  },
  {
    name: 'bold-ends',
    why: 'Text that was bold throughout is a heading above lines that are hardly bold.',
    test: ({ paragraph, below }) => broken(below.bold < HARDLY_BOLD && paragraph.lines.every(isAllBold)),
  },
  {
    name: 'bold-begins',
    why: 'A line all in bold is a heading below text that is not, unless the bold type began within a line.',
    test: ({ above, below }) => broken(isAllBold(below) && above.bold < NOT_BOLD),
  },
  {
    name: 'note-mark',
    why: 'A raised mark at the beginning of a line opens a note.',
    test: ({ below }) => broken(startsNote(below)),
  },
  {
    name: 'next-typed-note',
    why: 'Below a table "**" opens the next note behind the sentence of the one that began with "*", however full its line is.',
    test: (pair) => broken(startsNextTypedNote(pair)),
  },
  {
    name: 'contents-entry',
    why: 'An entry of a table of contents ends with its page number.',
    test: ({ above }) => broken(contentsEntry(above) !== null),
  },
  {
    name: 'next-reference',
    why: '"[4]" below a paragraph that begins with "[3]" is the next entry of a bibliography, "4:" below "3:" the next step of an algorithm.',
    test: ({ paragraph, below }) => broken(isNextReference(paragraph, below)),
  },
  {
    name: 'steps-up',
    why: 'A line that lies higher than the one before is at the top of something else.',
    test: (pair) => broken(step(pair) < 0),
  },
  {
    name: 'beside',
    why: 'Two lines on one baseline were left apart: what stands at the other end of the row is something else.',
    test: ({ above, below }) => broken(areLevel(above, below)),
  },
  {
    name: 'typed-ruling',
    why: 'A row of underscores or dashes alone is a rule that was typed: it separates what stands above and below.',
    test: ({ above, below }) => broken(isTypedRuling(above) || isTypedRuling(below)),
  },
  {
    name: 'signature',
    why: 'A signature that was typed ("s/ Ada Moran") stands on a line of its own.',
    test: ({ above, below }) => broken(isTypedSignature(above.text) || isTypedSignature(below.text)),
  },
  {
    name: 'wide-gap',
    why: 'So much space never stands within a paragraph.',
    test: (pair) => broken(step(pair) > pair.leading + WIDE_GAP * pair.below.size),
  },
  {
    name: 'rest-of-index-entry',
    why: 'In an index the rest of an entry that filled its line is set in, or has pages alone.',
    test: (pair) => joined(pair.inIndex && isRestOfEntry(pair)),
  },
  {
    name: 'index-entry',
    why: 'Any other line of an index is an entry, however full the one above is.',
    test: ({ inIndex }) => broken(inIndex),
  },
  {
    name: 'jumps-left',
    why: 'A number or date that is set to the right does not continue at the left edge.',
    test: (pair) => broken(-shift(pair) > JUMP_LEFT * widthOf(pair.edges)),
  },
  {
    name: 'gap-after-finished-text',
    why: 'Some more space than usual parts paragraphs, unless the sentence plainly continues below it.',
    test: (pair) => broken(areSpaced(pair) && !isMidSentence(pair)),
  },
  {
    name: 'bullet-before-typewriter',
    why: 'A bullet in another font than the code behind it opens an item.',
    test: ({ below, marker }) => broken(marker?.kind === 'bullet' && isMonospaced(below)),
  },
  {
    name: 'typewriter-goes-on',
    why: 'Lines of code end where they like, and belong together all the same.',
    test: ({ above, below, paragraph }) =>
      joined(isMonospaced(above) && isMonospaced(below) && paragraph.lines.every(isMonospaced)),
  },
  {
    name: 'typewriter-changes',
    why: 'Code begins or ends where the type changes at a line that ends early, or that is not aligned with the next.',
    test: (pair) => broken(isMonospaced(pair.above) !== isMonospaced(pair.below) && separatesTypes(pair)),
  },
  {
    name: 'number-below-number',
    why: 'Courts set the number of a part and that of its first section ("II", "A") below each other, each a heading.',
    test: (pair) => broken(isFirstBelowNumber(pair)),
  },
  {
    name: 'line-of-an-address',
    why: 'A street or a town is no part of a title or a sentence: the lines of an address stand each for itself, however bold.',
    test: (pair) => broken(pair.inAddress && areNamesBelowEachOther(pair)),
  },
  {
    name: 'centred-title-goes-on',
    why: 'Centred lines in large or bold type are one title; its first line may be as wide as the column.',
    test: (pair) => joined(areCentred(pair) && isTitleType(pair)),
  },
  {
    name: 'caption-goes-on',
    why: 'A caption of two lines is often centred; the second continues in lower case.',
    test: (pair) => joined(isCaptionContinued(pair, (text) => captionOf(text) !== null)),
  },
  {
    name: 'centred-sentence-goes-on',
    why: 'What is set about one middle and continues in lower case is one sentence: the words below a figure, a dedication.',
    test: (pair) => joined(isCentredSentence(pair)),
  },
  {
    name: 'stars-around-a-notice',
    why: 'Two stars or more that a centred line begins with, and as many at the end of the next, hold both together.',
    test: (pair) => joined(isBetweenStars(pair)),
  },
  {
    name: 'affiliation-goes-on',
    why: 'A raised mark opens one institution with its place: what is centred below a comma, "&" or a word that no line ends with continues it, but for a mark, an address in the net or a date.',
    test: (pair) => joined(areCentred(pair) && isAffiliationContinued(pair)),
  },
  {
    name: 'centred-lines',
    why: 'Centred lines in the type of the text (names, addresses) stand each for itself.',
    test: (pair) => broken(areCentred(pair) && isCentred(pair.above, pair.edges)),
  },
  {
    name: 'bracket-goes-on',
    why: 'A bracket that opens in a line and closes in the next holds both together, however much room the first line left; below a full line "3)" closes one, too.',
    test: (pair) => joined(isBracketContinued(pair)),
  },
  {
    name: 'names-below-each-other',
    why: 'A few names, numbers and places in a narrow column of their own, the widest of which fills it, stand each for itself, unless their type is that of a title.',
    test: (pair) => broken(!isTitleType(pair) && areNamesBelowEachOther(pair)),
  },
  {
    name: 'right-aligned',
    why: 'Lines that share their right edge alone are each set to it: the sender of a letter, the numbers of a bill. A title may be so set, too.',
    test: (pair) => broken(pair.isRightAligned && !isTitleType(pair)),
  },
  {
    name: 'role-of-a-party',
    why: 'Courts print in what role a party appears ("Plaintiffs-Appellants,") on a line of its own, indented below the name.',
    test: (pair) => broken(isRoleOfParty(pair)),
  },
  {
    name: 'price-ends-entry',
    why: 'The price ends an entry of a list in which each has its own, and a text to the right of which it stands.',
    test: ({ isPriced }) => broken(isPriced),
  },
  {
    name: 'dates-end-entry',
    why: 'The years at the right end of a line ("2011 – 2013") end an entry of a career or a list of events.',
    test: ({ isDated, below }) => broken(isDated && !beginsLowerCase(below.text)),
  },
  {
    name: 'next-time-of-day',
    why: 'Below an entry that begins with a time ("6:30 - 6:45") another time begins the next, however full the line above is.',
    test: (pair) => broken(isNextTime(pair)),
  },
  {
    name: 'lines-kept',
    why: 'Each line of a stanza, or of a letter set line by line, ends where its author ended it, also within a sentence: line breaks hold them together later.',
    test: ({ areKept }) => broken(areKept),
  },
  {
    name: 'entries-below-each-other',
    why: 'Lines that all begin with capitals, some of which end early and none within a sentence, are entries or points.',
    test: ({ isNextEntry }) => broken(isNextEntry),
  },
  ...FULL_LINE_RULES,
];

export const PARAGRAPH_BREAK: DecisionTable<LinePair, BreakVerdict> = {
  name: 'paragraph-break',
  rules: RULES,
  otherwise: 'join',
  subject: ({ below }) => below,
  numbers: (pair) => ({
    stepInLeadings: step(pair) / pair.leading,
    shiftInSizes: shift(pair) / pair.below.size,
    roomInSizes: (pair.right - pair.above.box.x1) / pair.above.size,
    sizeAbove: pair.above.size,
    sizeBelow: pair.below.size,
    boldAbove: pair.above.bold,
    boldBelow: pair.below.bold,
  }),
};
