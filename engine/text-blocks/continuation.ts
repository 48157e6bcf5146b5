/**
 * Whether the text at a column's top, or below a float within it, is the rest of the paragraph before it.
 *
 * The rules decide in their order: where the two texts are (at a column's end, beside each other, past smaller or larger type), then the
 * tags, then what begins or ends a paragraph by itself (a marker, a blank to fill in), then the type, and last the sentence,
 * with the width of its last line and the indent below it.
 *
 * The groups of rules, each from its first to its last:
 *   - `column-not-ended` … `past-larger-type`: where the two parts stand
 *   - `sentence-over-elements` … `other-tag`: tags
 *   - `marker` … `price-below-price`: what begins or ends something by itself
 *   - `other-type` … `typewriter`: a change of type
 *   - `hyphenated` … `unfinished-and-not-indented`: how the text above ends and the one below begins
 */
import { isSameSize, isSmallerThanBody, mayBeSameSize } from '../measures.js';
import type { DecisionTable, Rule } from '../rules.js';
import {
  beginsLowerCase,
  continuesSentence,
  endsAsNoTitle,
  endsHyphenated,
  endsInPrice,
  endsSentence,
  endsWithAbbreviation,
  endsWithinPhrase,
} from '../text-rules.js';
import { isAddress, isDate, isSalutation } from '../text/dates-and-addresses.js';
import { areLevel } from '../text/line.js';
import { isNarrow } from './entry-lines.js';
import { isOfNames, isTypedSignature } from './name-lines.js';
import { textBlockSubject } from './subject.js';
import type { NewTextBlock } from './text-blocks.js';

export interface ColumnBreak {
  /** The last text block before the column's end that is neither a footnote nor a float. */
  before: NewTextBlock;
  /** The first one at the top of the next column. */
  after: NewTextBlock;
  /** How many text blocks in smaller type stand between. */
  passed: number;
  /** How many in larger type do. */
  titles: number;
  /** Right below `before` stands a table. */
  aboveTable: boolean;
  /** In points: the size of the running text. */
  bodySize: number;
  /** How far first lines are indented in this document, in points; null where they are not. */
  indent: number | null;
}

type Verdict = 'continues' | 'begins';

/** In font sizes: a line indented by more begins a paragraph. */
const FIRST_LINE_INDENT = 0.6;
/** In font sizes: what begins no further from the column's edge is not indented. */
const AT_EDGE = 0.3;
/** An internet address alone. */
const ADDRESS = /^(?:https?:\/\/|www\.)\S+$/u;
/** A line to be filled in: underscores or dots. */
const BLANK_TO_FILL = /_{4}$|\.{8}$/;

const continues = (condition: boolean): Verdict | null => (condition ? 'continues' : null);
const begins = (condition: boolean): Verdict | null => (condition ? 'begins' : null);
const isOpen = ({ before }: Pick<ColumnBreak, 'before'>): boolean =>
  !endsSentence(before.text) || endsWithAbbreviation(before.text);
const indent = ({ before, after }: ColumnBreak): number => Math.abs(after.left - before.textLeft);

/** A lower-case letter below text that ends no sentence: a text that was split by mistake. */
const isMidPhrase = (above: string, below: string): boolean =>
  continuesSentence(above, below) && !below.includes('@') && !ADDRESS.test(below);

const isSameColumn = (before: NewTextBlock, after: NewTextBlock): boolean => before.column.id === after.column.id;

/** A sentence that a float interrupts: its line above is full, or its last word broken. */
const isCutSentence = (before: NewTextBlock, after: NewTextBlock): boolean =>
  isMidPhrase(before.text, after.text) && (before.full || endsHyphenated(before.text));

/** Two elements of one page, of one role and level, for the two parts of a sentence. */
const isCutByTags = (before: NewTextBlock, after: NewTextBlock): boolean =>
  before.tag !== null &&
  after.tag !== null &&
  before.tag.element !== after.tag.element &&
  before.tag.role === after.tag.role &&
  before.full &&
  after.marker === null &&
  isSameSize(before.size, after.size) &&
  isMidPhrase(before.text, after.text);

/** Texts in one band of a page, the first lines on one level. */
function areBeside(before: NewTextBlock, after: NewTextBlock): boolean {
  const [first, second] = [before.lines[0], after.lines[0]];
  const isFew = before.column.beside === true || after.column.beside === true;
  return isFew && before.page === after.page && first !== undefined && second !== undefined && areLevel(first, second);
}

/** The last sentence has not ended, and what follows begins like the rest of one. */
const isUnfinished = (at: ColumnBreak): boolean => isOpen(at) && /^[\p{Ll}(]/u.test(at.after.text);
/** The last word is broken, or one that no sentence ends with. */
const breaksOff = ({ before: { text, full } }: ColumnBreak): boolean =>
  endsHyphenated(text) || (full && endsWithinPhrase(text));

/**
 * Text of scanned pages that breaks off as no title does above a small letter, in one weight and nearly the same size:
 * programs that recognise the text of a picture measure each paragraph by itself. Type smaller than the body continues none
 * in its size: it is the credit of a picture, behind which the rest follows.
 */
export function arePartsMeasuredApart({
  before,
  after,
  bodySize,
}: Pick<ColumnBreak, 'before' | 'after' | 'bodySize'>): boolean {
  if (!before.scanned || !after.scanned || before.bold !== after.bold) return false;
  const isCredit = isSmallerThanBody(after.size, bodySize) && !isSmallerThanBody(before.size, bodySize);
  if (isCredit || !mayBeSameSize(before.size, after.size)) return false;
  const isCut = endsHyphenated(before.text) || (before.full && endsAsNoTitle(before.text));
  return isCut && isMidPhrase(before.text, after.text);
}

/** First lines are indented in this document, and this one is not. */
const lacksIndent = ({ after, indent: usual }: ColumnBreak): boolean =>
  usual !== null && after.left < AT_EDGE * after.size && after.lines.length > 1;

/** A single narrow line that is a date or an address, or ends in a number above other names. */
function endsInAddress({ before, after }: ColumnBreak): boolean {
  const [line] = before.lines;
  if (!line || before.lines.length > 1 || !isNarrow(line)) return false;
  const areNames = /\d$/u.test(before.text) && [before.text, after.lines[0]?.text ?? ''].every(isOfNames);
  return areNames || isDate(before.text) || isAddress(before.text);
}

const RULES: readonly Rule<ColumnBreak, Verdict>[] = [
  {
    name: 'column-not-ended',
    why: 'Only text that reaches the end of its column continues at the top of the next.',
    test: ({ before, after }) => begins(before.role !== after.role || !before.columnEnd),
  },
  {
    name: 'float-within-column',
    why: 'Within a column a float splits no paragraph unless a lower-case letter below it continues the sentence of a full line above.',
    test: ({ before, after }) => begins(isSameColumn(before, after) && !isCutSentence(before, after)),
  },
  {
    name: 'rest-of-note',
    why: 'A note that has no room at the foot of its column continues, without a mark, at the foot of the next.',
    test: ({ before }) => continues(before.role === 'footnote'),
  },
  {
    name: 'text-beside-others',
    why: 'Each of a few texts beside each other ends for itself; so does what stands above and below them.',
    test: ({ before, after }) => begins(before.column.beside === true && !isMidPhrase(before.text, after.text)),
  },
  {
    name: 'level-with-its-beginning',
    why: 'Of a few texts beside each other one begins on the level of the other, and continues none.',
    test: ({ before, after }) => begins(areBeside(before, after)),
  },
  {
    name: 'past-smaller-type',
    why: 'Labels, captions and side notes in smaller type stand between two parts of a sentence or, where first lines are indented, of a paragraph; else they end the text.',
    test: (at) => begins(at.passed > 0 && !isUnfinished(at) && !breaksOff(at) && !(at.before.full && lacksIndent(at))),
  },
  {
    name: 'past-larger-type',
    why: 'The titles of a box in smaller type stand between two parts of a sentence alone: below a full line within a sentence a lower-case letter continues.',
    test: ({ before, after, titles, passed }) => begins(titles > 0 && (passed === 0 || !isCutSentence(before, after))),
  },
  {
    name: 'sentence-over-elements',
    why: 'Tags that were made by a program end a paragraph with its column: below a full line within a sentence a lower-case letter continues.',
    test: ({ before, after }) => continues(isCutByTags(before, after)),
  },
  {
    name: 'element-of-the-page',
    why: "Tags keep a block as one element over a column's end.",
    test: ({ before, after }) => {
      if (!before.tag || !after.tag || before.tag.page !== after.tag.page) return null;
      return before.tag.element === after.tag.element ? 'continues' : 'begins';
    },
  },
  {
    name: 'other-tag',
    why: "A page's end cuts a block into two elements, but both have one role and level.",
    test: ({ before, after }) =>
      begins(
        before.tag !== null &&
          after.tag !== null &&
          (before.tag.role !== after.tag.role || before.tag.level !== after.tag.level),
      ),
  },
  {
    name: 'marker',
    why: 'A list mark or clause number begins something new.',
    test: ({ after }) => begins(after.marker !== null),
  },
  {
    name: 'blank-to-fill',
    why: 'A line to be filled in ends what it belongs to.',
    test: ({ before }) => begins(BLANK_TO_FILL.test(before.text)),
  },
  {
    name: 'price-below-price',
    why: 'Where the line before and the one after it end in a price, each is an entry of a list; wide ones within a sentence are text.',
    test: ({ before, after }) => begins(areEntriesWithPrices(before, after)),
  },
  {
    name: 'other-type',
    why: 'A paragraph has one font size and weight; of scans the parts of a word or phrase that is cut may have been measured apart.',
    test: ({ before, after, bodySize }) =>
      begins(
        before.bold !== after.bold ||
          (!isSameSize(before.size, after.size) && !arePartsMeasuredApart({ before, after, bodySize })),
      ),
  },
  {
    name: 'typewriter',
    why: 'Code continues in code and nowhere else; an address in monospaced type is part of its sentence.',
    test: ({ before, after }) => {
      if (before.mono === after.mono && !after.mono) return null;
      if (!before.mono && isOpen({ before }) && ADDRESS.test(after.text)) return before.full ? 'continues' : null;
      return before.mono && after.mono ? 'continues' : 'begins';
    },
  },
  {
    name: 'hyphenated',
    why: 'The last word continues in the next column.',
    test: ({ before }) => continues(endsHyphenated(before.text)),
  },
  {
    name: 'centred',
    why: 'Centred text is a title or a line by itself.',
    test: ({ before, after }) => begins(before.centred || after.centred),
  },
  {
    name: 'signature',
    why: 'A signature that was typed ("s/ Ada Moran") continues no text.',
    test: ({ after }) => begins(isTypedSignature(after.lines[0]?.text ?? '')),
  },
  {
    name: 'sentence-goes-on',
    why: 'An unfinished sentence continues with a lower-case letter or a bracket, however short its last line is.',
    test: (at) => continues(isUnfinished(at)),
  },
  {
    name: 'last-line-not-full',
    why: 'A line with room for another word was ended by the author.',
    test: ({ before }) => begins(!before.full),
  },
  {
    name: 'title-of-a-table',
    why: 'A line right above the last table of its page, in bold type or with another line alone on the next page, is the title of the table.',
    test: ({ before, after, aboveTable }) =>
      begins(
        aboveTable &&
          before.page !== after.page &&
          before.lines.length === 1 &&
          (before.bold || after.lines.length === 1) &&
          !endsWithinPhrase(before.text) &&
          !/[,;–—、，-]$/u.test(before.text) &&
          !endsSentence(after.text),
      ),
  },
  {
    name: 'head-of-a-letter',
    why: 'In the head of a letter addresses, telephone numbers and the date each end for themselves, and the salutation continues none.',
    test: (at) => begins(isSalutation(at.after.lines[0]?.text ?? '') || endsInAddress(at)),
  },
  {
    name: 'lacks-first-line-indent',
    why: 'Where first lines are indented, a full line is followed by the rest of its paragraph if that is not.',
    test: (at) => continues(lacksIndent(at)),
  },
  {
    name: 'unfinished-and-not-indented',
    why: 'An unfinished sentence continues unless the next line has the indent of a first line, seen from the text before.',
    test: (at) => continues(isOpen(at) && indent(at) < FIRST_LINE_INDENT * at.after.size),
  },
];

export const CONTINUATION: DecisionTable<ColumnBreak, Verdict> = {
  name: 'paragraph-continuation',
  rules: RULES,
  otherwise: 'begins',
  subject: ({ after }) => textBlockSubject(after),
  numbers: (at) => ({
    sizeBefore: at.before.size,
    sizeAfter: at.after.size,
    indentInSizes: indent(at) / at.after.size,
    lastLineFull: Number(at.before.full),
  }),
};

function areEntriesWithPrices(before: NewTextBlock, after: NewTextBlock): boolean {
  const lines = [...before.lines.slice(-1), ...after.lines.slice(0, 1)];
  return (
    lines.every(({ text }) => endsInPrice(text)) &&
    (!beginsLowerCase(after.text) || lines.every((line) => isNarrow(line)))
  );
}
