/**
 * Block quotes: paragraphs of running text whose lines begin right of the column's text and end left of its right edge.
 *
 * What stands in a list, below a heading without text between (an
 * abstract, an epigraph), or on the first page before its first section is never a quote.
 */
import type { Line } from '../text/line.js';
import type { ParsedPage } from '../model.js';
import type { Heading } from '../levels/levels.js';
import { captionOf } from '../text/captions.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { ALIKE, INDENT, looksQuoted, RULED_INDENT } from './quote-look.js';
import type { DocumentStyle } from '../style/style.js';

/** Lines of the column that reach both its edges: fewer show no body to be indented against. */
const BODY_LINES = 2;
/** Least width of a column in body sizes. */
const MIN_COLUMN = 20;

export interface QuoteContext {
  headings: ReadonlyMap<TextBlock, Heading>;
  items: ReadonlySet<TextBlock>;
  style: DocumentStyle;
  pageOf: (page: number) => ParsedPage;
}

/** The text blocks that are quotes, each with the first text block of its quote. */
export function findQuotes(textBlocks: readonly TextBlock[], context: QuoteContext): Map<TextBlock, TextBlock> {
  const quotes = new Map<TextBlock, TextBlock>();
  const { style } = context;
  const body = bodyLines(textBlocks, style);
  let [sections, text] = [0, 0];
  for (let i = 0; i < textBlocks.length; i++) {
    const textBlock = textBlocks[i]!;
    const heading = context.headings.get(textBlock);
    if (heading) [sections, text] = [sections + (heading.title ? 0 : 1), 0];
    else if (isBody(textBlock, style)) text += 1;
    if (heading || text === 0 || (sections === 0 && textBlock.page === 1)) continue;
    const before = textBlocks.slice(Math.max(0, i - 4), i).findLast(({ role }) => role === 'text');
    if (!before || before.marker || before.bold || context.items.has(before)) continue;
    let end = i;
    while (end < textBlocks.length && continues(textBlocks, { start: i, at: end }, context)) end += 1;
    const group = textBlocks.slice(i, end);
    const plain = group.filter(
      (part) => (body.get(part.column.id) ?? 0) >= BODY_LINES && looksQuoted(part, style, context.pageOf(part.page)),
    );
    i = Math.max(i, end - 1);
    // a label over it in bold: a note, an example, a theorem
    if (plain.length === 0 || group.some(({ bold }) => bold)) continue;
    // single lines beside such a paragraph are of it, unless first lines are indented as far
    const isSure = (part: TextBlock): boolean => plain.includes(part) || !isFirstLine(part, style);
    const from = group.findIndex(isSure);
    const to = group.findLastIndex(isSure);
    for (const part of group.slice(from, to + 1)) quotes.set(part, group[from]!);
  }
  return quotes;
}

/** Running text at its column's edges. */
function isBody({ role, mono, marker, textLeft, lines, full, size }: TextBlock, { bodySize }: DocumentStyle): boolean {
  if (role !== 'text' || mono || marker || Math.abs(size - bodySize) > 0.07 * bodySize) return false;
  return (lines.length > 1 && textLeft < 0.3 * bodySize) || full;
}

/** How many lines reach both edges, by the column's id. */
function bodyLines(textBlocks: readonly TextBlock[], style: DocumentStyle): Map<number, number> {
  const found = new Map<number, number>();
  for (const textBlock of textBlocks) {
    const { column, lines, page } = textBlock;
    if (!isBody(textBlock, style)) continue;
    const reach = ({ box, page: at }: Line): boolean =>
      at === page &&
      Math.abs(box.x0 - column.left) < ALIKE &&
      Math.abs(column.right - box.x1) < INDENT * style.bodySize;
    found.set(column.id, (found.get(column.id) ?? 0) + lines.filter(reach).length);
  }
  return found;
}

/** Whether a text block may be of the quote that the one at `start` begins: indented text alone in its rows. */
function continues(
  textBlocks: readonly TextBlock[],
  { start, at }: { start: number; at: number },
  { headings, items, style }: QuoteContext,
): boolean {
  const [first, textBlock, next] = [textBlocks[start]!, textBlocks[at]!, textBlocks[at + 1]];
  const { role, marker, mono, aside, column, size } = textBlock;
  if (role !== 'text' || marker || mono || aside || headings.has(textBlock) || items.has(textBlock)) return false;
  if (captionOf(textBlock.text) || size > 1.02 * style.bodySize || Math.abs(size - first.size) > 0.2) return false;
  if (textBlock.tag && textBlock.tag.role !== 'paragraph') return false;
  if (Math.abs(textBlock.textLeft - first.textLeft) > ALIKE || textBlock.left < RULED_INDENT * style.bodySize)
    return false;
  const besides = next?.column.id === column.id && next.space < 0.6;
  return (
    !besides &&
    (textBlock.space === 0 || textBlock.space > 0.6) &&
    column.right - column.left > MIN_COLUMN * style.bodySize
  );
}

function isFirstLine({ left }: TextBlock, { indent }: DocumentStyle): boolean {
  return indent !== null && Math.abs(left - indent) < ALIKE;
}
