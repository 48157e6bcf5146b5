/**
 * Whether a text block with some sign of a heading is one, by a bookmark, a tag, a number or its type.
 *
 * The rules of `HEADING` in their order, each group from its first to its last:
 *   - `caption` … `listed-sentence`: what bookmarks list too, although it is no heading
 *   - `bookmark-names-it` … `cell-in-a-row`: the document's own word: bookmark, printed contents, tag, run-in, another tag
 *   - `leaders` … `name-of-a-section`: an entry of contents, a numbered series, and the name of a section
 *   - `typewriter` … `tiny-print`: what can be no heading is refused, but for a version with its day
 *   - `plain-heading` … `margin-title`: the appearance: capitals or italics above text, a face of its own, the margin
 *   - `unlikely-by-its-look` … `larger-type`: size, unless the learned score speaks against it
 *   - `ends-like-a-sentence` … `text-beside-others`: what weight and number make no heading of
 *   - `bold-type` … `likely-by-its-look`: weight, the number, and last the learned score
 */
import { SAME_SIZE_SHARE } from '../measures.js';
import { refusedIf, type DecisionTable, type Rule } from '../rules.js';
import type { TagRole } from '../tag-model.js';
import { goesOn, isInRunningType } from '../text-blocks/running-type.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { captionOf } from '../text/captions.js';
import { beginsLowerCase, endsAsNoTitle, endsAsQuestion, endsSentence, isCall, isInCapitals } from '../text-rules.js';
import { headingIf, MAX_LETTERS, MAX_LINES, titleLines, type HeadingVerdict } from './candidate.js';
import { looksLikeHeading, type HeadingEvidence } from './evidence.js';
import { lookReasons, UNLIKELY } from './look-score.js';
import { NOT_TITLE_RULES } from './not-title-rules.js';
import { isVersionWithDay } from './not-titles.js';

/** Letters from which bookmarked text that ends like a sentence is one. */
const MAX_SENTENCE = 80;
/** Words of a title that only its capitals and its place show. */
const LEAST_TITLE_WORDS = 3;
/** Lines of a numbered heading in italics of the body's size: the weakest signal, so that it must be short. */
const MAX_ITALIC_LINES = 2;
/** In multiples of the usual distance of lines: from here on there is space above. */
const LEAST_SPACE = 1.05;
/** In body sizes: below it, type that is not bold is small print. */
const SMALL_PRINT = 1 - SAME_SIZE_SHARE;
/** In body sizes: labels within figures of textbooks (7 points beside 11), below any sidebar's headings. */
const TINY_PRINT = 0.7;
/** More dots than "To be continued . . ." has, with spaces between them or without; characters at the end that are looked at. */
const LEADERS = /(?:(?:\s\.){5,}|\.{6,})\s*$/u;
const MOST_LEADERS = 20;
/** Kinds of tags that headings do not have. */
const NOT_HEADINGS: ReadonlySet<TagRole> = new Set(['item', 'note', 'contents', 'caption']);

/** "J." at the end is an initial or an abbreviation and ends no sentence; questions are titles as often as sentences. */
const endsLikeSentence = (text: string): boolean =>
  endsSentence(text) && !endsAsQuestion(text) && !/\b\p{L}\.$/u.test(text);

/**
 * Capitals and a letter or roman numeral head what follows the colon: "FINDINGS:", "B. Children at home:". Statutes close
 * the name of a section by a full stop: "SEC. 2. FINDINGS.".
 */
const announces = ({ textBlock: { text }, number }: HeadingEvidence): boolean =>
  text.endsWith(':')
    ? isInCapitals(text) || number?.kind === 'roman' || number?.kind === 'letter'
    : number?.kind === 'named' && isInCapitals(text) && text.length > number.text.length + 1;

const RULES: readonly Rule<HeadingEvidence, HeadingVerdict | 'text'>[] = [
  {
    name: 'caption',
    why: 'A caption names a figure or table, and bookmarks list captions too; only the tag of a heading outweighs it.',
    test: ({ tag, textBlock }) => refusedIf(tag === null && captionOf(textBlock.text) !== null),
  },
  {
    name: 'listed-sentence',
    why: 'Programs bookmark every numbered paragraph: a long sentence is no heading although a bookmark repeats it.',
    test: ({ bookmark, tag, textBlock: { text } }) =>
      refusedIf(bookmark !== null && tag === null && text.length > MAX_SENTENCE && endsSentence(text)),
  },
  {
    name: 'bookmark-names-it',
    why: 'A bookmark to this page has the same text: the author or the program that wrote the file calls it a heading.',
    test: ({ bookmark }) => headingIf(bookmark !== null),
  },
  {
    name: 'listed-in-mid-sentence',
    why: 'Entries of contents leave out marks at the end: in the type of the text a line that ends with a comma is a salutation or a line of a song.',
    test: ({ contents, tag, textBlock, style }) =>
      refusedIf(contents !== null && tag === null && goesOn(textBlock.text) && isInRunningType(textBlock, style)),
  },
  {
    name: 'contents-list-it',
    why: 'The printed contents have an entry of the same text, and its page agrees (text-blocks/outline-match.ts).',
    test: ({ contents }) => headingIf(contents !== null),
  },
  {
    name: 'heads-printed-contents',
    why: 'Its words are the title of a table of contents, and one stands below it.',
    test: ({ headsContents }) => headingIf(headsContents),
  },
  {
    name: 'doubtful-recognition',
    why: 'It was recognised with so little confidence that its words are as likely wrong: a logo, dirt, handwriting.',
    test: ({ textBlock }) => refusedIf(textBlock.lines.some(isDoubtful)),
  },
  {
    name: 'tagged-as-heading',
    why: 'The document has tags that can be believed (tags/tags.ts), and they call it a heading.',
    test: ({ tag }) => headingIf(tag !== null),
  },
  {
    name: 'run-in',
    why: 'It opened a paragraph in type of its own and was split from it (run-in.ts).',
    test: ({ runIn }) => headingIf(runIn),
  },
  {
    name: 'numbered-item-in-title-type',
    why: 'Word processors tag numbered titles as items of a list: bold, larger than the text that stands below, or in a series, and none right before or behind another.',
    test: (evidence) => {
      const { textBlock, larger, bold, number, aboveText, inSeries, amongItems } = evidence;
      const isTitle = titleLines(textBlock) <= MAX_LINES && number !== null && !endsLikeSentence(textBlock.text);
      return headingIf(
        isTitle && larger && bold && textBlock.tag?.role === 'item' && !amongItems && (aboveText || inSeries),
      );
    },
  },
  {
    name: 'tagged-as-other',
    why: 'Tags that can be believed call it an item, a note or an entry of the contents.',
    test: ({ textBlock: { tag } }) => refusedIf(tag !== null && NOT_HEADINGS.has(tag.role)),
  },
  {
    name: 'cell-in-a-row',
    why: 'Tags call it a cell and others stand beside it; a cell alone in its row, or the first text, may be a heading.',
    test: ({ inRow, opens }) => refusedIf(inRow && !opens),
  },
  {
    name: 'leaders',
    why: 'Dots at its end lead to the number of a page: it is an entry of contents whose number stands elsewhere.',
    test: ({ textBlock: { text } }) => refusedIf(LEADERS.test(text.slice(-MOST_LEADERS))),
  },
  {
    name: 'numbered-series',
    why: 'It is of a series of numbers, set in capitals or in the middle (series.ts), or alone there (lone-numbers.ts).',
    test: ({ inSeries }) => headingIf(inSeries),
  },
  {
    name: 'at-the-end-of-a-row',
    why: 'What stands at the other end of the row of a title says of what kind, when or where it is.',
    test: ({ beside }) => refusedIf(beside),
  },
  {
    name: 'name-of-a-section',
    why: '"Abstract" or "References" alone on a line of its own type heads a section, whatever that type is.',
    test: ({ sectionName }) => headingIf(sectionName),
  },
  {
    name: 'typewriter',
    why: 'Monospaced type is code, however large or bold.',
    test: ({ textBlock }) => refusedIf(textBlock.mono),
  },
  {
    name: 'too-long',
    why: 'A heading is short: this is a paragraph that was set in large or bold type.',
    test: ({ textBlock }) => refusedIf(titleLines(textBlock) > MAX_LINES || textBlock.text.length > MAX_LETTERS),
  },
  {
    name: 'version-with-its-day',
    why: 'In a list of changes a version and the day on which it was published head what was changed.',
    test: ({ textBlock: { text }, larger, bold }) => headingIf((larger || bold) && isVersionWithDay(text)),
  },
  {
    name: 'no-letters',
    why: 'Numbers and symbols alone are amounts, page numbers or ornaments.',
    test: ({ textBlock }) => refusedIf(!/\p{L}/u.test(textBlock.text)),
  },
  {
    name: 'number-alone',
    why: 'A letter or number without a name, where it is not in the middle, belongs to the text beside or below it.',
    test: ({ textBlock: { text, centred, marker } }) => refusedIf(!centred && marker?.text === text),
  },
  {
    name: 'ends-in-mid-sentence',
    why: 'After a comma or semicolon the sentence continues, which no heading does.',
    test: ({ textBlock }) => refusedIf(/[,;]$/.test(textBlock.text)),
  },
  {
    name: 'breaks-off',
    why: 'No title ends with an article, a preposition or "and": the line continues below.',
    test: ({ textBlock: { text } }) => refusedIf(endsAsNoTitle(text)),
  },
  {
    name: 'rest-of-a-sentence',
    why: 'It begins in lower case and ends with a stop: the rest of a sentence in type of its own.',
    test: ({ textBlock: { text } }) => refusedIf(beginsLowerCase(text) && endsSentence(text)),
  },
  ...NOT_TITLE_RULES,
  {
    name: 'tiny-print',
    why: 'Type far smaller than the body, bold or in capitals, labels the parts of a picture or a form.',
    test: ({ textBlock, style }) => refusedIf(textBlock.size < TINY_PRINT * style.bodySize),
  },
  {
    name: 'plain-heading',
    why: 'Capitals or italics stand above running text, or a number above its own first clause (plain-headings.ts).',
    test: ({ plain }) => headingIf(plain),
  },
  {
    name: 'opens-the-document',
    why: 'A centred line in capitals that everything else stands below names the document, or the court that issues it.',
    test: ({ opens, textBlock }) => headingIf(opens && textBlock.centred && isCapitalTitle(textBlock.text)),
  },
  {
    name: 'own-type',
    why: 'Several lines in a face that no running text is set in stand above such text (own-type.ts).',
    test: ({ ownType }) => headingIf(ownType),
  },
  {
    name: 'margin-title',
    why: 'It was printed in the margin beside the text that it names (reading-order/margin-titles.ts).',
    test: ({ textBlock }) => headingIf(textBlock.column.title === true),
  },
  {
    name: 'unlikely-by-its-look',
    why: 'Larger or bold type alone is weak: of labelled text blocks of such size, place and surroundings few are headings (look-score.ts).',
    test: ({ larger, bold, score }) => refusedIf((larger || bold) && score() < UNLIKELY),
  },
  {
    name: 'larger-type',
    why: 'Type larger than the running text makes a heading; if it ends like a sentence, weight or a number must agree, or it is a call of a few words above running text, or at the top of a slide like the titles of others, which is no slogan.',
    test: (evidence) => {
      const { larger, textBlock, number, aboveText, headsPage, repeated } = evidence;
      const isTitle = isCall(textBlock.text) && (aboveText || headsPage) && !repeated;
      return headingIf(larger && (!endsLikeSentence(textBlock.text) || isTitle || textBlock.bold || number !== null));
    },
  },
  {
    name: 'ends-like-a-sentence',
    why: 'Emphasised text that ends like a sentence is a sentence.',
    test: (evidence) => {
      const { textBlock, larger, bold } = evidence;
      const isSentence = endsLikeSentence(textBlock.text) && !(bold && announces(evidence));
      return refusedIf((larger || bold || textBlock.italic) && isSentence);
    },
  },
  {
    name: 'small-print',
    why: 'Type smaller than the body heads nothing unless it is bold.',
    test: ({ textBlock, bold, style }) => refusedIf(textBlock.size < SMALL_PRINT * style.bodySize && !bold),
  },
  {
    name: 'small-and-no-title',
    why: 'Small bold type that begins with no capital is a term that the margin explains, or what a device shows.',
    test: ({ textBlock: { size, text }, style }) =>
      refusedIf(size < SMALL_PRINT * style.bodySize && !/^[\p{Lu}\p{Lo}\d]/u.test(text)),
  },
  {
    name: 'text-beside-others',
    why: 'A bold name or label of a letterhead, stamp or address heads no section, although nothing stands above it.',
    test: ({ bold, textBlock: { column }, number }) => refusedIf(bold && column.beside === true && number === null),
  },
  {
    name: 'bold-type',
    why: 'A bold line with space above it, at the top of a column or with a number is a heading in text that is not bold.',
    test: ({ bold, textBlock: { space }, number }) =>
      headingIf(bold && (space === 0 || space > LEAST_SPACE || number !== null)),
  },
  {
    name: 'bold-without-space',
    why: 'A bold line at the usual distance below another is emphasis within the text.',
    test: ({ bold }) => refusedIf(bold),
  },
  {
    name: 'numbered-italics',
    why: 'A short line in italics that begins with the number of a division is a heading of a low level.',
    test: ({ textBlock, number }) =>
      headingIf(textBlock.italic && number !== null && textBlock.lines.length <= MAX_ITALIC_LINES),
  },
  {
    name: 'likely-by-its-look',
    why: 'Nothing refuses it, and of labelled text blocks of such type, place and surroundings most are headings: of those in plain type or above a table nearly all (look-score.ts).',
    test: (evidence) => headingIf(looksLikeHeading(evidence)),
  },
];

export const HEADING: DecisionTable<HeadingEvidence, HeadingVerdict | 'text'> = {
  name: 'heading',
  rules: RULES,
  otherwise: 'text',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ textBlock, style, bookmark, contents, tag, number, look }) => ({
    sizeInBodySizes: textBlock.size / style.bodySize,
    spaceInLeadings: textBlock.space,
    lines: textBlock.lines.length,
    letters: textBlock.text.length,
    bold: Number(textBlock.bold),
    italic: Number(textBlock.italic),
    ...(bookmark === null ? {} : { bookmarkDepth: bookmark }),
    ...(contents === null ? {} : { contentsDepth: contents }),
    ...(tag === null ? {} : { tagLevel: tag }),
    ...(number === null ? {} : { numberDepth: number.depth }),
    ...lookReasons(look()),
  }),
};

/** Several words in capitals: one alone is a stamp ("DRAFT"). */
const isCapitalTitle = (text: string): boolean => isInCapitals(text) && text.split(/\s+/).length >= LEAST_TITLE_WORDS;

const isDoubtful = ({ runs }: TextBlock['lines'][number]): boolean => runs.some(({ doubtful }) => doubtful === true);
