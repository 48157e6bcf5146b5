/**
 * Block quotes: paragraphs of running text whose lines begin right of the column's text and end left of its right edge.
 *
 * Questions, in their order: may a quote begin here (`QUOTE_START`)? How far does the indented text go (`INDENTED_TEXT`)?
 * Which of its paragraphs are set as quotes (quote-appearance.ts), and is it one then (`BLOCK_QUOTE`)? Which single lines
 * beside those are of it (`QUOTE_MEMBER`)?
 */
import { textBlockSubject } from '../text-blocks/subject.js';
import type { Heading } from '../levels/levels.js';
import { isSameSize } from '../measures.js';
import type { ParsedPage } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import type { Line } from '../text/line.js';
import type { ColumnEdges } from '../text-blocks/column-edges.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { INDENTED_TEXT, isIndentedText } from './indented-text.js';
import { ALIKE, INDENT, isSetAsQuote } from './quote-appearance.js';

/** Lines of the column that reach both its edges: fewer show no body to be indented against. */
const BODY_LINES = 2;
/** In body sizes: text that begins nearer to the column's left edge begins at it. */
const AT_EDGE = 0.3;
/** How many text blocks back the text before a quote is looked for, past tables, figures and notes. */
const NEAR_BEFORE = 4;

export interface QuoteContext {
  headings: ReadonlyMap<TextBlock, Heading>;
  items: ReadonlySet<TextBlock>;
  style: DocumentStyle;
  pageOf: (page: number) => ParsedPage;
}

export interface QuoteStart {
  textBlock: TextBlock;
  /** The text before it, past tables, figures and notes. */
  before: TextBlock | undefined;
  isBeforeItem: boolean;
  /** Headings so far but for the title, and paragraphs of running text since the last. */
  sections: number;
  paragraphs: number;
}

export const QUOTE_START: DecisionTable<QuoteStart, 'may-begin' | 'refused'> = {
  name: 'quote-start',
  rules: [
    {
      name: 'right-below-heading',
      why: 'Between a heading and the first text of its section stands an abstract or an epigraph, not a quote.',
      test: ({ paragraphs }) => refusedIf(paragraphs === 0),
    },
    {
      name: 'before-first-section',
      why: 'The first page before its first section holds authors, addresses and abstracts.',
      test: ({ sections, textBlock }) => refusedIf(sections === 0 && textBlock.page === 1),
    },
    {
      name: 'no-text-before',
      why: 'A quote comes within text.',
      test: ({ before }) => refusedIf(before === undefined),
    },
    {
      name: 'in-a-list',
      why: 'Indented text below an item or a clause is another paragraph of it.',
      test: ({ before, isBeforeItem }) => refusedIf(isBeforeItem || (before !== undefined && before.marker !== null)),
    },
    {
      name: 'below-bold-text',
      why: 'Indented text below bold text explains a term or belongs to a label.',
      test: ({ before }) => refusedIf(before?.bold === true),
    },
  ],
  otherwise: 'may-begin',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ textBlock, sections, paragraphs }) => ({
    leftInPoints: textBlock.left,
    sectionsBefore: sections,
    paragraphsSinceHeading: paragraphs,
  }),
};

export interface QuoteGroup {
  group: readonly TextBlock[];
  /** Those of them that are set as quotes. */
  quoted: readonly TextBlock[];
}

export const BLOCK_QUOTE: DecisionTable<QuoteGroup, 'quote' | 'refused'> = {
  name: 'block-quote',
  rules: [
    {
      name: 'none-set-as-quote',
      why: 'No paragraph of the indented text is set as a quote.',
      test: ({ quoted }) => refusedIf(quoted.length === 0),
    },
    {
      name: 'bold-label',
      why: 'A label in bold over it makes a note, an example or a theorem of it.',
      test: ({ group, quoted }) => refusedIf(group.some((textBlock) => textBlock.bold && !quoted.includes(textBlock))),
    },
    {
      name: 'one-is-set-as-quote',
      why: 'A paragraph of the indented text is set as a quote.',
      test: ({ quoted }) => (quoted.length > 0 ? 'quote' : null),
    },
  ],
  otherwise: 'refused',
  subject: ({ group }) => textBlockSubject(group[0]!),
  numbers: ({ group, quoted }) => ({ paragraphs: group.length, setAsQuote: quoted.length }),
};

export interface QuoteMember {
  textBlock: TextBlock;
  quoted: readonly TextBlock[];
  /** Indent of first lines, in points. */
  indent: number | null;
}

export const QUOTE_MEMBER: DecisionTable<QuoteMember, 'quote' | 'refused'> = {
  name: 'quote-member',
  rules: [
    {
      name: 'set-as-quote',
      why: 'It is set as a quote itself.',
      test: ({ textBlock, quoted }) => (quoted.includes(textBlock) ? 'quote' : null),
    },
    {
      name: 'indented-as-first-lines',
      why: 'First lines of paragraphs are indented as far in this document: the text continues here.',
      test: ({ textBlock: { left }, indent }) => refusedIf(indent !== null && Math.abs(left - indent) < ALIKE),
    },
    {
      name: 'beside-a-quote',
      why: 'A single line between or beside lines that are set as a quote is one of it.',
      test: () => 'quote',
    },
  ],
  otherwise: 'quote',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ textBlock, indent }) => ({
    leftInPoints: textBlock.left,
    ...(indent === null ? {} : { indentOfFirstLinesInPoints: indent }),
  }),
};

/** The text blocks that are quotes, each with the first text block of its quote. */
export function findQuotes(textBlocks: readonly TextBlock[], context: QuoteContext): Map<TextBlock, TextBlock> {
  const quotes = new Map<TextBlock, TextBlock>();
  const { style, headings, items } = context;
  const body = bodyLines(textBlocks, style);
  let [sections, paragraphs] = [0, 0];
  for (let i = 0; i < textBlocks.length; i++) {
    const textBlock = textBlocks[i]!;
    const heading = headings.get(textBlock);
    if (heading) [sections, paragraphs] = [sections + (heading.title ? 0 : 1), 0];
    else if (isBody(textBlock, style)) paragraphs += 1;
    if (heading || !isIndentedText(textBlock, style)) continue;
    const before = textBlocks.slice(Math.max(0, i - NEAR_BEFORE), i).findLast(({ role }) => role === 'text');
    const isBeforeItem = before !== undefined && items.has(before);
    if (decide(QUOTE_START, { textBlock, before, isBeforeItem, sections, paragraphs }) === 'refused') continue;
    let end = i;
    while (end < textBlocks.length && continues(textBlocks, { start: i, at: end }, context)) end += 1;
    const group = textBlocks.slice(i, end);
    for (const part of membersOf(group, body, context)) quotes.set(part.textBlock, part.first);
    i = Math.max(i, end - 1);
  }
  return quotes;
}

/** The text blocks of a group that are one quote, from the first to the last that is surely of it. */
function membersOf(
  group: readonly TextBlock[],
  body: (textBlock: TextBlock) => number,
  { style, pageOf }: QuoteContext,
): { textBlock: TextBlock; first: TextBlock }[] {
  if (group.length === 0) return [];
  const quoted = group.filter((part) => body(part) >= BODY_LINES && isSetAsQuote(part, style, pageOf(part.page)));
  if (decide(BLOCK_QUOTE, { group, quoted }) === 'refused') return [];
  const sure = group.map((textBlock) => decide(QUOTE_MEMBER, { textBlock, quoted, indent: style.indent }) === 'quote');
  const members = group.slice(sure.indexOf(true), sure.lastIndexOf(true) + 1);
  return members.map((textBlock) => ({ textBlock, first: members[0]! }));
}

function continues(
  textBlocks: readonly TextBlock[],
  { start, at }: { start: number; at: number },
  { headings, items, style }: QuoteContext,
): boolean {
  const textBlock = textBlocks[at]!;
  const evidence = {
    first: textBlocks[start]!,
    textBlock,
    next: textBlocks[at + 1],
    isHeading: headings.has(textBlock),
    isItem: items.has(textBlock),
    bodySize: style.bodySize,
  };
  return decide(INDENTED_TEXT, evidence) === 'goes-on';
}

/** Running text at its column's edges. */
function isBody({ role, mono, marker, textLeft, lines, full, size }: TextBlock, { bodySize }: DocumentStyle): boolean {
  if (role !== 'text' || mono || marker || !isSameSize(size, bodySize)) return false;
  return (lines.length > 1 && textLeft < AT_EDGE * bodySize) || full;
}

/** Tells how many lines reach both edges of a column, also above and below what stands across the page and splits it. */
function bodyLines(textBlocks: readonly TextBlock[], style: DocumentStyle): (textBlock: TextBlock) => number {
  const found = new Map<number, Map<number, ColumnEdges & { lines: number }>>();
  for (const textBlock of textBlocks) {
    const { column, lines, page } = textBlock;
    if (!isBody(textBlock, style)) continue;
    const reach = ({ box, page: at }: Line): boolean =>
      at === page &&
      Math.abs(box.x0 - column.left) < ALIKE &&
      Math.abs(column.right - box.x1) < INDENT * style.bodySize;
    const reaching = lines.filter(reach).length;
    if (reaching === 0) continue;
    const ofPage = found.get(page) ?? new Map<number, ColumnEdges & { lines: number }>();
    found.set(page, ofPage);
    ofPage.set(column.id, { ...column, lines: reaching + (ofPage.get(column.id)?.lines ?? 0) });
  }
  return ({ page, column: { left, right } }) =>
    [...(found.get(page)?.values() ?? [])]
      .filter((other) => Math.abs(other.left - left) < ALIKE && Math.abs(other.right - right) < ALIKE)
      .reduce((sum, { lines }) => sum + lines, 0);
}
