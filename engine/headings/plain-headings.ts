/**
 * Headings in the type of the text: capitals or a line of italics above running text, or a number whose clauses come next
 * ("4. Fees" above "4.1").
 *
 * Neither says much alone. A look counts where it comes twice, and only with space above it and running text or a clause
 * below: names in a block of signatures and words of a title page have neither.
 */
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { divisionNumber } from './numbers.js';

const MAX_LINES = 3;
const MAX_LETTERS = 120;
/** Letters from which on a text block reads as running text. */
const TEXT_LETTERS = 60;
/** Space above, in multiples of the usual distance of lines. */
const LEAST_SPACE = 1.15;
const LEAST_COUNT = 2;

/** The text blocks that are such headings. */
export function plainHeadings(textBlocks: readonly TextBlock[]): Set<TextBlock> {
  const capitals: TextBlock[] = [];
  const numbered: TextBlock[] = [];
  const italics: TextBlock[] = [];
  for (const [i, textBlock] of textBlocks.entries()) {
    const next = textBlocks[i + 1];
    if (!next || !isLine(textBlock)) continue;
    if (isItalicHead(textBlock, next)) italics.push(textBlock);
    if (!hasSpace(textBlock)) continue;
    if (isOpenedBy(textBlock, next)) numbered.push(textBlock);
    else if (isCapitals(textBlock.text) && isText(textBlocks, i + 1)) capitals.push(textBlock);
  }
  // space above most of them speaks for the others too
  const spaced = italics.filter(hasSpace);
  if (2 * spaced.length < italics.length || spaced.length < LEAST_COUNT) italics.length = 0;
  return new Set([capitals, numbered, italics].flatMap((found) => (found.length < LEAST_COUNT ? [] : found)));
}

/** A line or two of their own, with space above, that end like no sentence. */
const isShort = (textBlock: TextBlock): boolean => isLine(textBlock) && hasSpace(textBlock);

const hasSpace = ({ space }: TextBlock): boolean => space === 0 || space > LEAST_SPACE;

function isLine({ role, mono, lines, text, marker }: TextBlock): boolean {
  if (role !== 'text' || mono || lines.length > MAX_LINES || text.length > MAX_LETTERS) return false;
  return !/[.,;:]$/.test(text) && marker?.kind !== 'bullet' && !marker?.frame.includes('(');
}

/** One line of italics at the left edge, right above upright text of the same size. */
function isItalicHead({ italic, lines, left, text, size, page, marker }: TextBlock, next: TextBlock): boolean {
  if (!italic || lines.length > 1 || Math.abs(left) > 3 || marker || !/^\p{Lu}/u.test(text)) return false;
  const isOfText = next.role === 'text' && !next.italic && !next.marker && next.page === page;
  return isOfText && Math.abs(next.size - size) < 0.07 * size && next.text.length >= TEXT_LETTERS;
}

/** All capitals, a word of at least three letters among them. */
export function isCapitals(text: string): boolean {
  return /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** Running text, a clause or an item; or a further heading in capitals above such. */
function isText(textBlocks: readonly TextBlock[], at: number): boolean {
  const textBlock = textBlocks[at];
  if (!textBlock || textBlock.role !== 'text') return textBlock?.role === 'ready';
  if (textBlock.marker !== null || textBlock.text.length >= TEXT_LETTERS) return true;
  const below = textBlocks[at + 1];
  return isShort(textBlock) && isCapitals(textBlock.text) && below !== undefined && below.text.length >= TEXT_LETTERS;
}

/** The next text block is the first clause of the division that this one names. */
function isOpenedBy({ text }: TextBlock, { marker, role }: TextBlock): boolean {
  const number = divisionNumber(text);
  if (!number || !marker || role !== 'text' || marker.value !== 1) return false;
  if (number.text === text) return false;
  if (marker.kind === 'clause') return marker.prefix === `${/\d+(?:\.\d+)*$/.exec(number.text)?.[0] ?? ''}.`;
  return marker.kind === 'decimal' && (number.kind === 'roman' || number.kind === 'named');
}
