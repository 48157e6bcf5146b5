/**
 * Which lines stand below each other as their author broke them: the lines of an address, of a signature, of a title page.
 * Each is a text block of its own (`ends-early` in text-blocks/full-line-rules.ts), since a heading or an item may be among
 * them; stacks.ts makes one paragraph with line breaks of those that are neither.
 */
import { refusedIf, type DecisionTable } from '../rules.js';
import {
  ABSTRACT_START,
  endsSentenceInCapitals,
  endsSentenceSurely,
  holdsSentenceEnd,
  isWithoutCase,
} from '../text-rules.js';
import { plainText } from '../text/spans.js';
import type { Line } from '../text/line.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { ALIKE } from './quote-appearance.js';

export interface StackedLine {
  /** The text block above. */
  above: TextBlock;
  textBlock: TextBlock;
  /** Indent of first lines, in points. */
  indent: number | null;
}

/** In multiples of the usual distance of lines: with more space between them, lines are parts of their own. */
export const MOST_SPACE = 1.3;
/** Share of the larger of two sizes: names in a larger type than the line below are titles. */
const OTHER_SIZE = 0.12;
/** In font sizes: a line of an address may begin so much further right, behind a space that was typed. */
const TYPED_INDENT = 0.8;
/** In font sizes: a longer line is text, not a line of an address. */
const LONGEST = 34;
/** The last word of a sentence is no name, as that of "Moran Shipping, Inc." is, or other words of it are none. */
const LAST_WORD_SMALL = /(?:^|\s)[^\s\p{L}]*\p{Ll}\S*$/u;
const SMALL_WORDS = 3;
/** Small words of names, of signatures and of places: as many of them make no sentence. */
export const OF_NAMES = /^(?:of|the|and|for|in|at|by|to|de|la|du|des|von|van|der|und|et|y|e)$/u;
/** What ends in a stop of its own: "Inc.", "St.", the initials of a name. */
const ABBREVIATED = /(?<!\p{L})(?:Inc|Ltd|Co|Corp|Bros|Esq|Jr|Sr|St|Ave|Blvd|Rd|Dept|Univ|\p{L})\.$/u;
/** So many words of a script without case and no number are text; its names do not show. */
const WORDS_OF_TEXT = 6;
/** The label of an entry of a bibliography or of a note. */
const LABEL = /^\[\p{L}?[\p{L}\d+]{1,8}\]/u;

export const STACKED_LINE: DecisionTable<StackedLine, 'stacked' | 'refused'> = {
  name: 'stacked-line',
  rules: [
    {
      name: 'other-page-or-column',
      why: 'The space between the lines of two columns or pages is not known.',
      test: ({ above, textBlock }) =>
        refusedIf(
          above.page !== textBlock.page ||
            above.column.id !== textBlock.column.id ||
            textBlock.aside === true ||
            textBlock.space <= 0,
        ),
    },
    {
      name: 'more-space',
      why: 'More space than usual parts two addresses, or a line from the text.',
      test: ({ textBlock }) => refusedIf(textBlock.space > MOST_SPACE),
    },
    {
      name: 'several-lines',
      why: 'A paragraph of several lines is text, which ends where it ends.',
      test: ({ above, textBlock }) => refusedIf(above.lines.length > 1 || textBlock.lines.length > 1),
    },
    {
      name: 'other-size',
      why: 'Lines that belong together are set in about one size; what is filled into a form differs a little from its labels.',
      test: ({ above: { size }, textBlock }) =>
        refusedIf(Math.abs(size - textBlock.size) > OTHER_SIZE * Math.max(size, textBlock.size)),
    },
    {
      name: 'lines-kept',
      why: 'The author ended each line of a stanza: sentences end in it, and its lines may be long.',
      test: ({ textBlock }) => stackedIf(textBlock.belowKeptLine === true),
    },
    {
      name: 'long-line',
      why: 'A line so long is text.',
      test: ({ above, textBlock }) => refusedIf([above, textBlock].some((one) => widthInSizes(one) > LONGEST)),
    },
    {
      name: 'sentence-ends',
      why: 'A line that ends a sentence is a paragraph.',
      test: ({ above }) => refusedIf(isSentence(withoutMarks(above))),
    },
    {
      name: 'text-without-case',
      why: 'In a script without capitals names do not show, but so many words without a number are text.',
      test: ({ above, textBlock }) => refusedIf([above, textBlock].some(({ text }) => isTextWithoutCase(text))),
    },
    {
      name: 'entry-of-a-list',
      why: 'References with labels ("[4]") are entries, each a paragraph.',
      test: ({ above, textBlock }) => refusedIf(LABEL.test(above.text) && LABEL.test(textBlock.text)),
    },
    {
      name: 'begins-a-part',
      why: 'An abstract and clauses with their names before their text are parts of the document, which begin a paragraph.',
      test: ({ above, textBlock }) =>
        refusedIf(ABSTRACT_START.test(textBlock.text) || [above, textBlock].every(beginsWithName)),
    },
    {
      name: 'first-line-indent',
      why: 'Where first lines of paragraphs are indented, lines with that indent are paragraphs, as in a dialogue.',
      test: ({ above, textBlock, indent }) =>
        refusedIf(indent !== null && [above, textBlock].every(({ left }) => Math.abs(left - indent) < ALIKE)),
    },
    {
      name: 'same-left-edge',
      why: 'Both begin on about one vertical, at the usual distance of lines.',
      test: ({ above, textBlock }) =>
        stackedIf(differ(above, textBlock, ({ box }) => box.x0) < TYPED_INDENT * textBlock.size),
    },
    {
      name: 'below-the-value',
      why: 'Below the first name behind "cc:" stands the next.',
      test: ({ above, textBlock }) => stackedIf(beginsBelowValue(above.lines[0]!, textBlock.lines[0]!)),
    },
    {
      name: 'same-middle',
      why: 'Both are set about one middle.',
      test: ({ above, textBlock }) => stackedIf(differ(above, textBlock, ({ box }) => (box.x0 + box.x1) / 2) < ALIKE),
    },
    {
      name: 'same-right-edge',
      why: 'Both are set to one right edge.',
      test: ({ above, textBlock }) => stackedIf(differ(above, textBlock, ({ box }) => box.x1) < ALIKE),
    },
  ],
  otherwise: 'refused',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ above, textBlock }) => ({
    spaceInLeadings: textBlock.space,
    shiftInPoints: textBlock.left - above.left,
    widthAboveInSizes: widthInSizes(above),
    widthInSizes: widthInSizes(textBlock),
  }),
};

const stackedIf = (condition: boolean): 'stacked' | null => (condition ? 'stacked' : null);

/** The text without the raised marks of notes. */
export const withoutMarks = ({ spans }: TextBlock): string =>
  plainText(spans.filter(({ superscript, footnote }) => !superscript && footnote === undefined)).trim();

/** A sentence, or the end of one: an abbreviation or a name with a stop is none. */
export function isSentence(text: string): boolean {
  if (endsSentenceSurely(text) || endsSentenceInCapitals(text)) return true;
  if (holdsSentenceEnd(text) && LAST_WORD_SMALL.test(text)) return true;
  if (!text.endsWith('.')) return false;
  const small = text.split(/\s+/u).filter((word) => /^\p{Ll}/u.test(word));
  return small.length >= SMALL_WORDS || (!ABBREVIATED.test(text) && small.some((word) => !OF_NAMES.test(word)));
}

const isTextWithoutCase = (text: string): boolean =>
  isWithoutCase(text) && !/\d/u.test(text) && text.split(/\s+/u).length >= WORDS_OF_TEXT;

/** A name in bold type with a full stop before the text ("**Fees.** The Client pays"); behind a label stands a colon. */
function beginsWithName({ spans }: TextBlock): boolean {
  const end = spans.findIndex(({ bold, text }) => !bold && text.trim() !== '');
  return end > 0 && /^\p{L}.+\.$/u.test(plainText(spans.slice(0, end)).trim());
}

const widthInSizes = ({ lines, size }: TextBlock): number =>
  Math.max(...lines.map(({ box }) => box.x1 - box.x0)) / size;

/** Of a line that begins with a label: what is behind it begins where the line below does. */
const beginsBelowValue = (above: Line, { box }: Line): boolean =>
  above.runs.some((run, i) => i > 0 && above.runs[i - 1]!.text.endsWith(':') && Math.abs(run.box.x0 - box.x0) < ALIKE);

/** How far the first lines of two text blocks are apart in what is measured of a line, in points. */
const differ = (a: TextBlock, b: TextBlock, of: (line: Line) => number): number =>
  Math.abs(of(a.lines[0]!) - of(b.lines[0]!));
