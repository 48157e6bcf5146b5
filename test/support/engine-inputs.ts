/** Lines, columns and text blocks written by hand, for tests of single rules. */
import type { HeadingCandidate } from '../../engine/headings/candidate.js';
import { divisionNumber } from '../../engine/headings/numbers.js';
import type { Page, TextRun } from '../../engine/model.js';
import type { OrderedColumn } from '../../engine/reading-order/stage.js';
import type { DocumentStyle } from '../../engine/style/style.js';
import type { LineGroup } from '../../engine/text-blocks/line-groups.js';
import { markerOf } from '../../engine/text-blocks/markers.js';
import type { TextBlock } from '../../engine/text-blocks/text-blocks.js';
import type { Vocabulary } from '../../engine/text-blocks/vocabulary.js';
import { unionBox } from '../../engine/geometry.js';
import { makeLine, type Line } from '../../engine/text/line.js';
import { page, PLAIN, words, type BOLD, type ITALIC, type MONO } from './pages.js';

/** Where a column of text begins, in points, and how wide it is. */
export const LEFT = 72;
export const RIGHT = 472;
export const SIZE = 10;
export const LEADING = 12;

/** Running text of 10 points with 12 points between baselines. */
export const style = (over: Partial<DocumentStyle> = {}): DocumentStyle => ({
  bodySize: SIZE,
  boldBody: false,
  leading: { [2 * SIZE]: LEADING },
  indent: null,
  ...over,
});

/** Of a document without words. */
export const noVocabulary: Vocabulary = { words: new Set(), heads: new Set(), tails: new Set(), hyphenates: false };

export interface LineOptions {
  /** Left edge and baseline in points. */
  x?: number;
  y?: number;
  size?: number;
  /** Index of one of the fonts of pages.ts. */
  font?: typeof PLAIN | typeof BOLD | typeof MONO | typeof ITALIC;
}

let nextId = 1;

/** The words of a text as runs, each letter half a font size wide. */
export const runs = (text: string, { x = LEFT, y = 100, size = SIZE, font = PLAIN }: LineOptions = {}): TextRun[] =>
  words({ text, x, y, size, font }).map((run) => ({ ...run, id: nextId++ }));

/** A page of 595 x 842 points with the four fonts of pages.ts and nothing on it. */
export const emptyPage = (over: Partial<Page> = {}): Page => ({ ...page([]), runs: [], ...over });

export const line = (text: string, options: LineOptions = {}, over: Partial<Line> = {}): Line => ({
  ...makeLine(emptyPage(), runs(text, options)),
  ...over,
});

/** A line that ends at the column's right edge: `text`, stretched. */
export function fullLine(text: string, options: LineOptions = {}): Line {
  const short = line(text, options);
  const last = short.runs.at(-1)!;
  const stretched = { ...last, box: { ...last.box, x1: RIGHT } };
  return makeLine(emptyPage(), [...short.runs.slice(0, -1), stretched]);
}

/** Lines of these texts one below the other, the first with its baseline at `y`. */
export const linesBelow = (texts: readonly string[], { y = 100, ...options }: LineOptions = {}): Line[] =>
  texts.map((text, i) => line(text, { ...options, y: y + i * LEADING }));

/** Lines one below the other, the first with its baseline at `top`. */
export const column = (
  lines: readonly (string | Line)[],
  { top = 100, ...over }: { top?: number } & Partial<OrderedColumn> = {},
): OrderedColumn => {
  const made = lines.map((one, i) => (typeof one === 'string' ? line(one, { y: top + i * LEADING }) : one));
  return { id: 0, lines: made, box: { ...unionBox(made.map(({ box }) => box)), x0: LEFT, x1: RIGHT }, ...over };
};

/** A line alone, in the middle of its column. */
export const lineGroup = (one: Line): LineGroup => ({
  lines: [one],
  column: { id: 0, left: LEFT, right: RIGHT },
  first: false,
  last: false,
  full: false,
  marker: null,
  belowAddressLine: false,
  space: 1,
});

/** A text block of lines that stand one below the other. */
export function textBlock(text: string | readonly Line[], over: Partial<TextBlock> = {}): TextBlock {
  const lines = typeof text === 'string' ? [line(text)] : [...text];
  const first = lines[0]!;
  const whole = lines.map((one) => one.text).join(' ');
  return {
    id: nextId++,
    lines,
    spans: [{ text: whole }],
    text: whole,
    marker: markerOf(whole),
    source: [{ page: first.page, box: unionBox(lines.map(({ box }) => box)) }],
    page: first.page,
    size: first.size,
    bold: first.bold > 0.9,
    italic: first.italic > 0.9,
    mono: first.mono > 0.9,
    left: first.box.x0 - LEFT,
    textLeft: (lines[1] ?? first).box.x0 - LEFT,
    column: { id: 0, left: LEFT, right: RIGHT },
    space: 1,
    centred: false,
    role: 'text',
    blocks: [],
    full: false,
    columnEnd: false,
    tag: null,
    ...over,
  };
}

/** A text block that may be a heading: with the number that its text begins with, and no other sign of one. */
export const candidateOf = (block: TextBlock, over: Partial<HeadingCandidate> = {}): HeadingCandidate => ({
  textBlock: block,
  bookmark: null,
  contents: null,
  tag: null,
  number: divisionNumber(block.text),
  runIn: false,
  ...over,
});
