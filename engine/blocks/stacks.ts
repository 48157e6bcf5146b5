/** Lines that stand below each other as their author broke them (stacked-lines.ts) make one paragraph with line breaks. */
import { LINE_BREAK, type Span } from '../block-model.js';
import { unionBox } from '../geometry.js';
import { isWorkplace } from '../headings/authors.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import { captionOf } from '../text/captions.js';
import { beginsLowerCase, endsHyphenated } from '../text-rules.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { ALIKE } from './quote-appearance.js';
import { isCode } from './same-block.js';
import { isSentence, MOST_SPACE, OF_NAMES, STACKED_LINE, withoutMarks } from './stacked-lines.js';

/** Lines of the longest address or title page. */
const MOST_LINES = 20;
/** Lines of an entry of a list, which are fewer than those of a paragraph. */
const ENTRY_LINES = 3;
/** In font sizes: a line of an address that had to be broken is shorter than the first of such an entry. */
const ENTRY_WIDTH = 20;

/** The end of a verse or of a part of a sentence. */
const GOES_ON = /[,;，；、—–]$/u;
/** In widths of the sentence below it: a label is narrower. */
const LABEL_WIDTH = 0.75;
/** Words of a point, and which of them begin with capitals in a title, mostly. */
const POINT_WORDS = 4;
const LONG_WORD = /^\p{L}{4}/u;
const MOSTLY_CAPITAL = 0.5;

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
      name: 'lines-kept',
      why: 'Lines of a stanza are one text, however many they are.',
      test: ({ lines }) => (lines.some(({ belowKeptLine }) => belowKeptLine) ? 'stack' : null),
    },
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
    {
      name: 'label-above-sentence',
      why: 'A line alone above a longer one that is a sentence is the label of that, or what stood before it.',
      test: ({ lines }) => refusedIf(lines.length === 2 && isLabelAbove(lines[0]!, lines[1]!)),
    },
    {
      name: 'points',
      why: 'Phrases of some words in title case, without a number or a comma, are points of a slide: names of persons, streets and places are shorter, and offices say what they are.',
      test: ({ lines }) =>
        refusedIf(lines.every(({ text }) => isPoint(text)) && !lines.some(({ text }) => isWorkplace(text))),
    },
  ],
  otherwise: 'stack',
  subject: ({ lines }) => textBlockSubject(lines[0]!),
  numbers: ({ lines }) => ({ lines: lines.length }),
};

/**
 * A label is narrower than its sentence, and ends with a colon or begins its words with capitals as a title does; a verse does
 * neither.
 */
function isLabelAbove(label: TextBlock, sentence: TextBlock): boolean {
  if (!isSentence(withoutMarks(sentence)) || GOES_ON.test(label.text) || beginsLowerCase(sentence.text)) return false;
  const isTitle = label.text.split(/\s+/u).every((word) => !/^\p{Ll}/u.test(word) || OF_NAMES.test(word));
  const isLabel = /\p{L}[^.!?]$/u.test(label.text) && (isTitle || label.text.endsWith(':'));
  return isLabel && widthOf(label) < LABEL_WIDTH * widthOf(sentence);
}

const widthOf = ({ lines }: TextBlock): number => Math.max(...lines.map(({ box }) => box.x1 - box.x0));

/** Four words or more, most long ones with a capital, as in titles. */
function isPoint(text: string): boolean {
  const words = text.split(/\s+/u);
  const long = words.filter((word) => LONG_WORD.test(word));
  const withCapital = long.filter((word) => /^\p{Lu}/u.test(word));
  const isPhrase = words.length >= POINT_WORDS && /\p{Ll}/u.test(text) && !/[\d,;:@/()]/u.test(text);
  return isPhrase && withCapital.length > MOSTLY_CAPITAL * long.length;
}

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
