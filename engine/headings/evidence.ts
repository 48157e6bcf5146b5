/** What is known of a text block before it is decided whether it is a heading (heading-rules.ts). */
import { holdsCentre } from '../geometry.js';
import type { Look } from '../learned-score.js';
import type { DocumentInfo } from '../model.js';
import { once } from '../once.js';
import type { PageOf } from '../page-finder.js';
import type { DocumentStyle } from '../style/style.js';
import { endsAsQuestion, endsSentenceOrClause } from '../text-rules.js';
import { areLevel } from '../text/line.js';
import { isContentsTitle } from '../text-blocks/contents-page.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { isSameSize, SMALLER_THAN_BODY } from '../measures.js';
import { authorLines } from './author-lines.js';
import { bookmarkDepths } from './bookmarks.js';
import { isNamed, MAX_LETTERS, MAX_LINES, type HeadingCandidate } from './candidate.js';
import { beginsYesOrNo, isQuantity } from './not-titles.js';
import { divisionNumber } from './numbers.js';
import { ownTypeHeadings } from './own-type.js';
import { LIKELY, lookScore, SURE } from './look-score.js';
import { isSetApart, looksOf } from './looks.js';
import { plainHeadings } from './plain-headings.js';
import { isSectionName } from './section-names.js';
import { signatureLines } from './signatures.js';

export interface HeadingContext {
  style: DocumentStyle;
  info: DocumentInfo;
  pageOf: PageOf;
}

/** What is known of a text block before it is a heading. */
export interface HeadingEvidence extends HeadingCandidate {
  /** In a numbered series of centred lines, lines in capitals (series.ts) or lone numbers (lone-numbers.ts). */
  inSeries: boolean;
  /** In capitals or italics above text, or above its first clause (plain-headings.ts). */
  plain: boolean;
  /** In larger type than the running text (larger-type.ts). */
  larger: boolean;
  /** Bold, in a document whose text is not. */
  bold: boolean;
  /** The first text of the document. */
  opens: boolean;
  /** In a face that no running text has (own-type.ts). */
  ownType: boolean;
  /** The title of the printed contents below it. */
  headsContents: boolean;
  /** Its tag calls it a cell, and something stands beside it: a row of a table that was not found as one. */
  inRow: boolean;
  /** It stands at the other end of the row that the text block before it begins (reading-order/join-rows.ts). */
  beside: boolean;
  /** It stands right below a large number that is set by itself ("2.5"). */
  belowQuantity: boolean;
  /** The name of a person above where they work, in smaller type than the title of the page. */
  author: boolean;
  /** Of a signature block (signatures.ts). */
  signed: boolean;
  /** A question, with a check box for yes or no right behind it. */
  asks: boolean;
  /** Right before or behind it stands an item of a list, by its tag, with a number of the same depth. */
  amongItems: boolean;
  /** Plain running text follows below in its column. */
  aboveText: boolean;
  /** A table, or another block that is ready, such as a figure, follows below in its column. */
  aboveTable: boolean;
  /** It opens its page in the place and type in which others are opened as well, as slides are. */
  headsPage: boolean;
  /** Another text block has the same words and no others. */
  repeated: boolean;
  /** The usual name of a section, alone on a line that stands apart (section-names.ts). */
  sectionName: boolean;
  /** A link that leads elsewhere: its colour or underline says no more. */
  linked: () => boolean;
  /** Its look, and how likely that makes a heading of it, 0 to 1 (look-score.ts); worked out when they are asked for. */
  look: () => Look;
  score: () => number;
  style: DocumentStyle;
}

/** Collects the evidence for a text block; null where nothing makes it a heading. */
export function evidenceOf(
  textBlocks: readonly TextBlock[],
  {
    style,
    info,
    pageOf,
    series,
    isLarger,
  }: HeadingContext & { series: ReadonlySet<TextBlock>; isLarger: (textBlock: TextBlock) => boolean },
): (textBlock: TextBlock) => HeadingEvidence | null {
  const plain = plainHeadings(textBlocks);
  const titles = contentsTitles(textBlocks);
  const ownType = ownTypeHeadings(textBlocks, { style, pageOf });
  const isInOtherType = (textBlock: TextBlock): boolean => isLarger(textBlock) || (textBlock.bold && !style.boldBody);
  const authors = authorLines(textBlocks, isInOtherType);
  const signed = signatureLines(textBlocks);
  const counts = new Map<string, number>();
  for (const { text } of textBlocks) counts.set(text, (counts.get(text) ?? 0) + 1);
  const after = belowEach(textBlocks);
  const bookmarks = bookmarkDepths(textBlocks, info.bookmarks, { style, after, isLarger });
  const pageHeads = headsOfPages(textBlocks);
  const before = new Map(textBlocks.slice(1).map((textBlock, i) => [textBlock, textBlocks[i]!]));
  const lookOf = looksOf(textBlocks, { style, info, pageOf });
  const behind = new Map(textBlocks.slice(0, -1).map((textBlock, i) => [textBlock, textBlocks[i + 1]!]));
  return (textBlock) => {
    if (textBlock.role !== 'text' || textBlock.text === '' || textBlock.aside) return null;
    const look = once(() => lookOf(textBlock));
    const evidence = {
      textBlock,
      bookmark: bookmarks.get(textBlock) ?? null,
      contents: textBlock.contentsDepth ?? null,
      tag: headingTag(textBlock),
      number: divisionNumber(textBlock.text),
      runIn: textBlock.runIn === true,
      inSeries: series.has(textBlock),
      plain: plain.has(textBlock),
      larger: isLarger(textBlock),
      bold: textBlock.bold && !style.boldBody,
      opens: textBlock === textBlocks[0] && textBlock.space === 0,
      ownType: ownType.has(textBlock),
      headsContents: titles.has(textBlock),
      inRow: textBlock.tag?.role === 'cell' && hasNeighbour(textBlock, textBlocks),
      beside: isBeside(textBlock, before.get(textBlock)),
      belowQuantity: isBelowQuantity(textBlock, before.get(textBlock)),
      author: authors.has(textBlock),
      signed: signed.has(textBlock),
      asks: endsAsQuestion(textBlock.text) && beginsYesOrNo(behind.get(textBlock)?.text ?? ''),
      amongItems: [before, behind].some((beside) => isItemLike(textBlock, beside.get(textBlock))),
      ...whatItIsAbove(textBlock, after.get(textBlock), style),
      headsPage: pageHeads.has(textBlock),
      repeated: (counts.get(textBlock.text) ?? 0) > 1,
      sectionName: isSectionName(textBlock),
      linked: () => isLink(textBlock, pageOf),
      look,
      score: once(() => lookScore(look())),
      style,
    };
    return hasSignal(evidence) ? evidence : null;
  };
}

/** Whether another text block is tagged as an item and has a number of the same depth. */
function isItemLike({ text }: TextBlock, other: TextBlock | undefined): boolean {
  if (other?.tag?.role !== 'item') return false;
  const depth = divisionNumber(text)?.depth;
  return depth !== undefined && divisionNumber(other.text)?.depth === depth;
}

/**
 * Anything that any rule makes a heading of, or the number of a division before a short text that is no sentence. What has
 * none is no heading without being asked about; a test has each accepting rule of `HEADING` reached through it.
 */
function hasSignal(evidence: HeadingEvidence): boolean {
  const { headsContents, sectionName, opens, ownType, runIn, inSeries, plain, larger, bold, textBlock, number } =
    evidence;
  if (isNamed(evidence) || headsContents || sectionName || opens) return true;
  if (ownType || runIn || inSeries || plain || larger || bold) return true;
  if (textBlock.column.title === true) return true;
  if (number !== null && (textBlock.italic || mayBeNumbered(textBlock))) return true;
  return looksLikeHeading(evidence);
}

/**
 * Its look alone makes a heading of it. Above running text, as names above a line to sign on are not, or a table; below larger
 * type stands a byline. Plain type above a table is text, and at the top of a page short paragraphs look alike.
 */
export function looksLikeHeading(evidence: HeadingEvidence): boolean {
  const { textBlock, aboveText, aboveTable, linked, look, score } = evidence;
  const isShort = textBlock.text.length <= MAX_LETTERS && textBlock.lines.length <= MAX_LINES;
  if (!isShort || !(aboveText || aboveTable)) return false;
  const isApart = textBlock.italic || isSetApart(look());
  const isBelowText = look()['firstOfPage'] === 0 && textBlock.space >= LEAST_SPACE_OF_PLAIN;
  if (!(isApart || (aboveText && isBelowText)) || look()['sizeInThatAbove']! <= SMALLER_THAN_BODY) return false;
  return score() >= (isApart && aboveText ? LIKELY : SURE) && !linked();
}

function isLink({ page, lines }: TextBlock, pageOf: PageOf): boolean {
  const { links } = pageOf(page);
  return lines.every((line) => links.some(({ box }) => holdsCentre(box, line.box)));
}

/** The text block below each: the next one that does not stand beside it. */
export function belowEach(textBlocks: readonly TextBlock[]): Map<TextBlock, TextBlock | undefined> {
  return new Map(
    textBlocks.map((textBlock, i) => {
      const next = textBlocks[i + 1];
      return [textBlock, next && isBeside(next, textBlock) ? textBlocks[i + 2] : next];
    }),
  );
}

function isBeside({ page, column, lines: [line] }: TextBlock, before: TextBlock | undefined): boolean {
  const last = before?.lines.at(-1);
  if (!last || !line || before?.page !== page || before.column.id !== column.id) return false;
  return areLevel(last, line) && last.box.x1 < line.box.x0;
}

const isBelowQuantity = ({ page, column }: TextBlock, before: TextBlock | undefined): boolean =>
  before !== undefined && before.page === page && before.column.id === column.id && isQuantity(before.text);

/** Pages that are opened alike at least, and the letters of what opens them at most. */
const LEAST_PAGES = 3;
const HEAD_LETTERS = 60;

/** The first text blocks of pages that stand in one place in one type. */
function headsOfPages(textBlocks: readonly TextBlock[]): Set<TextBlock> {
  const firsts = textBlocks.filter(
    ({ page, text }, i) => textBlocks[i - 1]?.page !== page && text.length <= HEAD_LETTERS,
  );
  const alike = Map.groupBy(firsts, ({ lines: [line], size, bold }) =>
    [Math.round(line?.box.x0 ?? 0), Math.round(line?.baseline ?? 0), Math.round(2 * size), bold].join(' '),
  );
  return new Set([...alike.values()].filter((heads) => heads.length >= LEAST_PAGES).flat());
}

/** In multiples of the usual distance of lines: the least above a heading in plain type. */
const LEAST_SPACE_OF_PLAIN = 1.5;
/** Letters from which a text block reads as running text. */
const TEXT_LETTERS = 60;

const isInColumn = ({ page, column }: TextBlock, below: TextBlock | undefined): below is TextBlock =>
  below?.page === page && below.column.id === column.id;

function whatItIsAbove(
  textBlock: TextBlock,
  below: TextBlock | undefined,
  { bodySize }: DocumentStyle,
): Pick<HeadingEvidence, 'aboveText' | 'aboveTable'> {
  if (!isInColumn(textBlock, below)) return { aboveText: false, aboveTable: false };
  const { role, bold, text, size } = below;
  const aboveText = role === 'text' && !bold && text.length >= TEXT_LETTERS && isSameSize(size, bodySize);
  return { aboveText, aboveTable: role === 'ready' };
}

/** Text blocks before and after one among which those of its row are. */
const ROW_REACH = 60;

/** Another text block of the page stands on the height of this one's first line, left or right of it. */
function hasNeighbour(textBlock: TextBlock, textBlocks: readonly TextBlock[]): boolean {
  const at = textBlocks.indexOf(textBlock);
  const { box, baseline } = textBlock.lines[0]!;
  return textBlocks
    .slice(Math.max(0, at - ROW_REACH), at + ROW_REACH)
    .some(
      ({ page, lines }) =>
        page === textBlock.page &&
        lines.some(
          (line) => line.box.y0 < baseline && line.box.y1 > baseline && (line.box.x0 > box.x1 || line.box.x1 < box.x0),
        ),
    );
}

/** The text blocks that name a table of contents right above it. */
const contentsTitles = (textBlocks: readonly TextBlock[]): Set<TextBlock> =>
  new Set(textBlocks.filter((one, i) => isContentsTitle(one) && textBlocks[i + 1]?.role === 'contents'));

const mayBeNumbered = ({ text }: TextBlock): boolean => text.length <= MAX_LETTERS && !endsSentenceOrClause(text);

/** Level of the tag, where it is believed: longer text is a paragraph that was tagged for its appearance. */
function headingTag({ tag, text }: TextBlock): number | null {
  return tag?.role === 'heading' && text.length <= MAX_LETTERS && /[\p{L}\p{N}]/u.test(text) ? tag.level : null;
}
