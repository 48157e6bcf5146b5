/** Lines that stand below each other as their author broke them (stacked-lines.ts) make one paragraph with line breaks. */
import { LINE_BREAK, type Span } from '../block-model.js';
import { unionBox } from '../geometry.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { captionOf } from '../text/captions.js';
import { endsHyphenated } from '../text-rules.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { ALIKE } from './quote-appearance.js';
import { isCode } from './same-block.js';
import { MOST_SPACE, STACKED_LINE } from './stacked-lines.js';

/** Lines of the longest address or title page. */
const MOST_LINES = 20;
/** Lines of an entry of a list, which are fewer than those of a paragraph. */
const ENTRY_LINES = 3;
/** In font sizes: a line of an address that had to be broken is shorter than the first of such an entry. */
const ENTRY_WIDTH = 20;

export interface Stack {
  /** Text blocks of one line each. */
  lines: readonly TextBlock[];
  /** The text blocks above and below, of the same text. */
  above: TextBlock | undefined;
  below: TextBlock | undefined;
}

export const STACK: DecisionTable<Stack, 'stack' | 'refused'> = {
  name: 'stack',
  rules: [
    {
      name: 'many-lines',
      why: 'So many lines are a list or an index, each line an entry.',
      test: ({ lines }) => refusedIf(lines.length > MOST_LINES),
    },
    {
      name: 'among-entries',
      why: 'Above or below, at the same edge and distance, stands an entry of two or three lines: each line is an entry, too.',
      test: ({ lines, above, below }) =>
        refusedIf(isEntryAbove(above, lines[0]!) || isEntryBelow(below, lines.at(-1)!)),
    },
  ],
  otherwise: 'stack',
  subject: ({ lines }) => textBlockSubject(lines[0]!),
  numbers: ({ lines }) => ({ lines: lines.length }),
};

const isEntryAbove = (entry: TextBlock | undefined, line: TextBlock): boolean =>
  entry !== undefined && isEntryBeside(entry, line) && isNear(line);

const isEntryBelow = (entry: TextBlock | undefined, line: TextBlock): boolean =>
  entry !== undefined && isEntryBeside(entry, line) && isNear(entry);

const isNear = ({ space }: TextBlock): boolean => space > 0 && space <= MOST_SPACE;

/** In the same column, at the same edge, a text block of a few lines, the first of which is long. */
function isEntryBeside({ lines, page, column, role, size }: TextBlock, line: TextBlock): boolean {
  const { box } = lines[0]!;
  const isBeside = page === line.page && column.id === line.column.id && role === 'text';
  const isEntry = lines.length > 1 && lines.length <= ENTRY_LINES && box.x1 - box.x0 > ENTRY_WIDTH * size;
  return isBeside && isEntry && Math.abs(box.x0 - line.lines[0]!.box.x0) < ALIKE;
}

/** A paragraph of words as far as a text block tells by itself, without the number of a clause. */
const mayStack = (textBlock: TextBlock): boolean =>
  textBlock.role === 'text' &&
  /[\p{L}\p{N}]/u.test(textBlock.text) &&
  textBlock.marker?.kind !== 'clause' &&
  !isCode(textBlock) &&
  !endsHyphenated(textBlock.text) &&
  captionOf(textBlock.text) === null;

export interface StackContext {
  indent: number | null;
  /** Whether both are plain text of one quote or of none, as far as others know. */
  areOfOneText: (above: TextBlock, below: TextBlock) => boolean;
}

/** The stacks of two lines or more, by their first lines. */
export function findStacks(
  textBlocks: readonly TextBlock[],
  { indent, areOfOneText }: StackContext,
): Map<TextBlock, readonly TextBlock[]> {
  const neighbour = (at: number, of: TextBlock): TextBlock | undefined => {
    const other = textBlocks[at];
    return other && areOfOneText(other, of) ? other : undefined;
  };
  const goesOn = (at: number): boolean => {
    const [above, textBlock] = [textBlocks[at - 1]!, textBlocks[at]!];
    const mayGoOn = mayStack(above) && mayStack(textBlock) && areOfOneText(above, textBlock);
    return mayGoOn && decide(STACKED_LINE, { above, textBlock, indent }) === 'stacked';
  };
  const stacks = new Map<TextBlock, readonly TextBlock[]>();
  for (let start = 0, end = 1; start < textBlocks.length; start = end, end += 1) {
    while (end < textBlocks.length && goesOn(end)) end += 1;
    if (end === start + 1) continue;
    const lines = textBlocks.slice(start, end);
    const around = { above: neighbour(start - 1, lines[0]!), below: neighbour(end, lines.at(-1)!) };
    if (decide(STACK, { lines, ...around }) === 'stack') stacks.set(lines[0]!, lines);
  }
  return stacks;
}

/** The text of the lines of a stack, and the place of each. */
export function stackOf(stack: readonly TextBlock[]): Pick<TextBlock, 'spans' | 'source'> {
  const [first] = stack;
  if (!first || stack.length === 1) return { spans: first?.spans ?? [], source: first?.source ?? [] };
  const spans = stack.flatMap((textBlock, at): Span[] =>
    at > 0 ? [{ text: LINE_BREAK }, ...textBlock.spans] : textBlock.spans,
  );
  const source = stack.map((textBlock) => ({
    page: textBlock.page,
    box: unionBox(textBlock.source.map(({ box }) => box)),
  }));
  return { spans, source };
}
