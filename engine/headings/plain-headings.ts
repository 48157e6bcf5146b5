/**
 * Headings that their form shows: a number whose clauses come next ("4. Fees" above "4.1"), capitals above running text, a
 * sentence in bold with a number, as briefs name their arguments, bold capitals in the middle of lined paper, a line that is
 * underlined, or one of italics, above running text.
 *
 * None of them says much alone. Each counts where it comes twice, and only with running text or a clause below it, most with
 * space above: names in a block of signatures and words of a title page have neither.
 */
import { isSameSize } from '../measures.js';
import { decide, type DecisionTable } from '../rules.js';
import { beginsLowerCase, isInCapitals } from '../text-rules.js';
import type { MarkerKind } from '../text-blocks/markers.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { hasSpaceAbove, headingIf, type HeadingVerdict } from './candidate.js';
import { divisionNumber } from './numbers.js';
import { textBlockSubject } from '../text-blocks/subject.js';

/** The most lines and letters of a heading in plain type. */
const MAX_LINES = 3;
const MAX_LETTERS = 120;
/** The same of a sentence that names an argument. */
const MAX_POINT_LINES = 4;
const MAX_POINT_LETTERS = 240;
/** Letters from which a text block reads as running text. */
const TEXT_LETTERS = 60;
/** Kinds of numbers before the arguments of a brief. */
const POINT_NUMBERS: ReadonlySet<MarkerKind> = new Set(['upper-roman', 'upper', 'decimal']);
/** In points: text that begins within so much of the column's left edge is not indented. */
const NOT_INDENTED = 3;
/** How many there must be of a kind. */
const LEAST_COUNT = 2;

/** How many text blocks of the document have each form. */
export interface PlainCounts {
  numbered: number;
  capitals: number;
  points: number;
  centred: number;
  underlined: number;
  italics: number;
  /** Of the italics, those with space above. */
  spacedItalics: number;
}

export interface PlainEvidence {
  textBlock: TextBlock;
  /** A number above its first clause, capitals above text, a numbered sentence in bold, or bold capitals in the middle. */
  form: 'numbered' | 'capitals' | 'points' | 'centred' | null;
  /** A title that is underlined, above text. */
  underlined: boolean;
  /** A line of italics above upright text. */
  italics: boolean;
  counts: PlainCounts;
}

export const PLAIN_HEADING: DecisionTable<PlainEvidence, HeadingVerdict> = {
  name: 'plain-heading',
  rules: [
    {
      name: 'above-its-first-clause',
      why: 'The text below is clause 1 of the number that this line begins with, here and elsewhere in the document.',
      test: ({ form, counts }) => headingIf(form === 'numbered' && counts.numbered >= LEAST_COUNT),
    },
    {
      name: 'capitals-above-text',
      why: 'Short lines in capitals stand above running text more than once.',
      test: ({ form, counts }) => headingIf(form === 'capitals' && counts.capitals >= LEAST_COUNT),
    },
    {
      name: 'point-of-an-argument',
      why: 'Briefs name each argument by a sentence in bold with a number, above text that begins left of its words.',
      test: ({ form, counts }) => headingIf(form === 'points' && counts.points >= LEAST_COUNT),
    },
    {
      name: 'bold-capitals-in-the-middle',
      why: 'On lined paper headings have no space above them: bold capitals in the middle, above text, more than once.',
      test: ({ form, counts }) => headingIf(form === 'centred' && counts.centred >= LEAST_COUNT),
    },
    {
      name: 'underlined-above-text',
      why: 'Who types a document underlines its headings: such lines stand above running text more than once, or one of capitals or with a number in the middle.',
      test: ({ underlined, textBlock, counts }) =>
        headingIf(underlined && (counts.underlined >= LEAST_COUNT || isCentredTitle(textBlock))),
    },
    {
      name: 'italics-above-text',
      why: 'Lines of italics stand above upright text more than once, most with space above, which speaks for all.',
      test: ({ italics, counts }) =>
        headingIf(italics && counts.spacedItalics >= LEAST_COUNT && 2 * counts.spacedItalics >= counts.italics),
    },
  ],
  otherwise: 'refused',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ textBlock, counts }) => ({ spaceInLeadings: textBlock.space, ...counts }),
};

/** The text blocks that are such headings. */
export function plainHeadings(textBlocks: readonly TextBlock[]): Set<TextBlock> {
  const counts: PlainCounts = {
    numbered: 0,
    capitals: 0,
    points: 0,
    centred: 0,
    underlined: 0,
    italics: 0,
    spacedItalics: 0,
  };
  const candidates: PlainEvidence[] = [];
  for (const [i, textBlock] of textBlocks.entries()) {
    const below = textBlocks[i + 1];
    if (!below) continue;
    const italics = isShortLine(textBlock) && isItalicHead(textBlock, below);
    const underlined = isShortLine(textBlock) && isUnderlinedTitle(textBlock) && isParagraphBelow(textBlock, below);
    const form = formOf(textBlocks, i);
    if (!italics && !underlined && !form) continue;
    candidates.push({ textBlock, form, underlined, italics, counts });
    if (form) counts[form] += 1;
    if (underlined) counts.underlined += 1;
    if (italics) counts.italics += 1;
    if (italics && hasSpaceAbove(textBlock)) counts.spacedItalics += 1;
  }
  return new Set(
    candidates.filter((candidate) => decide(PLAIN_HEADING, candidate) === 'heading').map(({ textBlock }) => textBlock),
  );
}

function formOf(textBlocks: readonly TextBlock[], at: number): PlainEvidence['form'] {
  const textBlock = textBlocks[at]!;
  const below = textBlocks[at + 1]!;
  if (!isShortLine(textBlock))
    return isPoint(textBlock, below) && !isItem(textBlock, textBlocks[at - 1]) ? 'points' : null;
  if (!hasSpaceAbove(textBlock)) return isCentredName(textBlock) && isTextBelow(textBlock, below) ? 'centred' : null;
  if (isOpenedBy(textBlock, below)) return 'numbered';
  return isInCapitals(textBlock.text) && isText(textBlocks, at + 1) ? 'capitals' : null;
}

/** A sentence in bold behind a number or a capital letter, above running text that begins left of its words. */
function isPoint(textBlock: TextBlock, below: TextBlock): boolean {
  const { role, mono, bold, lines, text, marker, textLeft } = textBlock;
  if (role !== 'text' || mono || !bold || !text.endsWith('.')) return false;
  if (lines.length > MAX_POINT_LINES || text.length > MAX_POINT_LETTERS) return false;
  const isNumbered = marker !== null && POINT_NUMBERS.has(marker.kind) && text.length > marker.text.length;
  return isNumbered && !below.marker && isTextBelow(textBlock, below) && below.textLeft < textLeft - NOT_INDENTED;
}

/** The last of several in bold with numbers of one kind, which are a list. */
const isItem = ({ marker }: TextBlock, above: TextBlock | undefined): boolean =>
  above !== undefined && above.bold && above.marker !== null && above.marker.kind === marker?.kind;

/** Bold capitals in the middle of the column. */
export const isCentredName = ({ bold, centred, text }: TextBlock): boolean => bold && centred && isInCapitals(text);

/** A word of it is more than a mark, and it does not continue a sentence. */
export const isUnderlinedTitle = ({ underlined, text }: TextBlock): boolean =>
  underlined === true && /\p{L}{3}/u.test(text) && !beginsLowerCase(text);

/** One that is underlined alone in its document says more than that: a link that was printed is underlined as well. */
const isCentredTitle = ({ centred, text, marker }: TextBlock): boolean =>
  centred && (marker !== null || isInCapitals(text));

/** Text of several lines: below what was written on a form, or signed, its explanation stands in one line or in brackets. */
const isParagraphBelow = (textBlock: TextBlock, below: TextBlock): boolean =>
  isTextBelow(textBlock, below) && below.lines.length > 1 && !/^[([]/.test(below.text);

/** Running text of its size that is not bold; it may be numbered. */
export const isTextBelow = ({ size }: TextBlock, { role, bold, text, size: below }: TextBlock): boolean =>
  role === 'text' && !bold && text.length >= TEXT_LETTERS && isSameSize(below, size);

/** A line or two of their own that end like no sentence and are no item. */
function isShortLine({ role, mono, lines, text, marker }: TextBlock): boolean {
  if (role !== 'text' || mono || lines.length > MAX_LINES || text.length > MAX_LETTERS) return false;
  return !/[.,;:]$/.test(text) && marker?.kind !== 'bullet' && !marker?.frame.includes('(');
}

/** One line of italics at the left edge, right above upright text of the same size. */
function isItalicHead({ italic, lines, left, text, size, page, marker }: TextBlock, below: TextBlock): boolean {
  if (!italic || lines.length > 1 || Math.abs(left) > NOT_INDENTED || marker || !/^\p{Lu}/u.test(text)) return false;
  const isOfText = below.role === 'text' && !below.italic && !below.marker && below.page === page;
  return isOfText && isSameSize(below.size, size) && below.text.length >= TEXT_LETTERS;
}

/** Running text, a clause or an item; or a further heading in capitals above such. */
function isText(textBlocks: readonly TextBlock[], at: number): boolean {
  const textBlock = textBlocks[at];
  if (!textBlock || textBlock.role !== 'text') return textBlock?.role === 'ready';
  if (textBlock.marker !== null || textBlock.text.length >= TEXT_LETTERS) return true;
  const below = textBlocks[at + 1];
  const isHead = isShortLine(textBlock) && hasSpaceAbove(textBlock) && isInCapitals(textBlock.text);
  return isHead && below !== undefined && below.text.length >= TEXT_LETTERS;
}

/** The text block below is the first clause of the division that this one names. */
function isOpenedBy({ text }: TextBlock, { marker, role }: TextBlock): boolean {
  const number = divisionNumber(text);
  if (!number || !marker || role !== 'text' || marker.value !== 1) return false;
  if (number.text === text) return false;
  if (marker.kind === 'clause') return marker.prefix === `${/\d+(?:\.\d+)*$/.exec(number.text)?.[0] ?? ''}.`;
  return marker.kind === 'decimal' && (number.kind === 'roman' || number.kind === 'named');
}
