/**
 * What a text block looks like, in numbers: its type, its words, its place, its neighbours, and how often the document uses such
 * type and for what. They alone decide the learned score of a heading (look-score.ts); none is a rule.
 *
 * If these numbers change, learn the weights again (docs/benchmark.md).
 */
import { unionBox } from '../geometry.js';
import type { Look } from '../learned-score.js';
import { lookOfWords } from '../look-of-words.js';
import type { DocumentInfo } from '../model.js';
import { mostOf } from '../most-of.js';
import type { PageOf } from '../page-finder.js';
import type { DocumentStyle } from '../style/style.js';
import { isInCapitals } from '../text-rules.js';
import type { Line } from '../text/line.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { divisionNumber } from './numbers.js';

export interface LookContext {
  style: DocumentStyle;
  info: Pick<DocumentInfo, 'pageCount'>;
  pageOf: PageOf;
}

/** Text blocks of one appearance: size, weight, slant, capitals, font and colour. */
interface Appearance {
  count: number;
  letters: number;
  /** Those that stand above running text, or a table, of another appearance. */
  above: number;
  long: number;
  pages: Set<number>;
}

interface Setting {
  font: string;
  color: string;
  appearance: string;
}

/** Letters from which a text block reads as running text, and from which it is long. */
const TEXT_LETTERS = 60;
const LONG_LETTERS = 100;
/** Stands for what is not there: a neighbour, or the number of a division. */
const NONE = -1;
/** In multiples of the usual distance of lines: at the end of a column, and the least that others are compared with. */
const SPACE_AT_END = 3;
const LEAST_SPACE = 0.2;
/** Text blocks before and after one among which those of its row are; in font sizes, how far the baselines of a row differ. */
const ROW_REACH = 30;
const SAME_ROW = 0.4;

const isText = ({ role, text }: TextBlock): boolean => role === 'text' && text !== '';

/** The look of any text block of the document that has role `text` and some text. */
export function looksOf(textBlocks: readonly TextBlock[], context: LookContext): (textBlock: TextBlock) => Look {
  const { style, info } = context;
  const texts = textBlocks.filter(isText);
  const settings = new Map(texts.map((textBlock) => [textBlock, settingOf(textBlock, context)]));
  const at = new Map(textBlocks.map((textBlock, i) => [textBlock, i]));
  const appearances = appearancesOf(textBlocks, settings);
  const letters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const bySetting = (key: 'font' | 'color'): string =>
    mostOf(texts, (textBlock) => settings.get(textBlock)![key]) ?? '';
  const [bodyFont, bodyColor] = [bySetting('font'), bySetting('color')];
  const shareFromSize = sharesFromSize(texts, letters);
  const counts = new Map<string, number>();
  for (const { text } of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const short = texts.filter(({ text }) => text.length < TEXT_LETTERS).length / Math.max(1, texts.length);
  return (textBlock) => {
    const i = at.get(textBlock)!;
    const setting = settings.get(textBlock)!;
    const appearance = appearances.get(setting.appearance)!;
    return {
      sizeInBodySizes: textBlock.size / style.bodySize,
      lettersOfItsSizeOrLarger: shareFromSize(textBlock.size),
      ...typeOf(textBlock),
      otherFont: Number(setting.font !== bodyFont),
      otherColor: Number(setting.color !== bodyColor),
      ...wordsOf(textBlock),
      ...placeOf(textBlocks, i, context),
      ...neighboursOf(textBlocks, i),
      blocksOfItsAppearance: Math.log1p(appearance.count),
      lettersOfItsAppearance: Math.log1p(appearance.letters / appearance.count),
      shareOfLetters: appearance.letters / letters,
      shareAboveText: appearance.above / appearance.count,
      shareLong: appearance.long / appearance.count,
      pagesByBlocks: appearance.pages.size / appearance.count,
      repeated: Number((counts.get(textBlock.text) ?? 0) > 1),
      shortTextBlocks: short,
      pages: Math.log1p(info.pageCount),
    };
  };
}

/** The first line tells the type of a paragraph. */
function settingOf(textBlock: TextBlock, { pageOf }: LookContext): Setting {
  const { lines, page, size, bold, italic, text } = textBlock;
  const runs = lines[0]?.runs ?? [];
  const { fonts } = pageOf(page);
  const font = mostOf(runs, (run) => fonts[run.font]?.name ?? '') ?? '';
  const color = mostOf(runs, (run) => run.color ?? '') ?? '';
  return { font, color, appearance: [Math.round(2 * size), bold, italic, isInCapitals(text), color, font].join(' ') };
}

function appearancesOf(
  textBlocks: readonly TextBlock[],
  settings: ReadonlyMap<TextBlock, Setting>,
): Map<string, Appearance> {
  const appearances = new Map<string, Appearance>();
  for (const [i, textBlock] of textBlocks.entries()) {
    const key = settings.get(textBlock)?.appearance;
    if (key === undefined) continue;
    const known = appearances.get(key) ?? { count: 0, letters: 0, above: 0, long: 0, pages: new Set<number>() };
    appearances.set(key, known);
    const below = textBlocks[i + 1];
    known.count += 1;
    known.letters += textBlock.text.length;
    known.long += Number(textBlock.text.length > LONG_LETTERS);
    known.pages.add(textBlock.page);
    if (!below || settings.get(below)?.appearance === key) continue;
    known.above += Number(below.role === 'ready' || (below.role === 'text' && below.text.length >= TEXT_LETTERS));
  }
  return appearances;
}

/** The share of the letters that are of a size or larger. */
function sharesFromSize(texts: readonly TextBlock[], letters: number): (size: number) => number {
  const bySize = new Map<number, number>();
  const inHalfPoints = (size: number): number => Math.round(2 * size);
  for (const { size, text } of texts)
    bySize.set(inHalfPoints(size), (bySize.get(inHalfPoints(size)) ?? 0) + text.length);
  const shares = new Map<number, number>();
  let larger = 0;
  for (const size of [...bySize.keys()].sort((a, b) => b - a)) {
    larger += bySize.get(size)!;
    shares.set(size, larger / letters);
  }
  return (size) => shares.get(inHalfPoints(size))!;
}

/** Weight, colour or a face of its own, capitals or a line below set it apart from the running text. */
export const isSetApart = ({ bold, capitals, underlined, otherFont, otherColor }: Look): boolean =>
  [bold, capitals, underlined, otherFont, otherColor].some((sign) => sign === 1);

const typeOf = ({ bold, mono, underlined, text }: TextBlock): Look => ({
  bold: Number(bold),
  mono: Number(mono),
  underlined: Number(underlined === true),
  capitals: Number(isInCapitals(text, 2)),
});

const NUMBER_KINDS = ['decimal', 'roman', 'letter', 'named', 'part', 'chapter'];

function wordsOf({ text }: TextBlock): Look {
  const number = divisionNumber(text);
  return {
    ...lookOfWords(text),
    numberKind: number ? NUMBER_KINDS.indexOf(number.kind) : NONE,
    numberDepth: number?.depth ?? 0,
  };
}

function placeOf(textBlocks: readonly TextBlock[], at: number, { pageOf }: LookContext): Look {
  const textBlock = textBlocks[at]!;
  const { lines, page, left, size, space, column } = textBlock;
  const { width, height } = pageOf(page);
  const { x0, x1, y0 } = unionBox(lines.map(({ box }) => box));
  const above = space === 0 ? SPACE_AT_END : space;
  const below = isSameColumn(textBlock, textBlocks[at + 1]) ? textBlocks[at + 1]!.space : SPACE_AT_END;
  return {
    spaceInLeadings: above,
    spaceBelowInLeadings: below,
    spaceAboveByBelow: above / Math.max(LEAST_SPACE, below),
    leftInSizes: left / size,
    widthInColumns: (x1 - x0) / Math.max(1, column.right - column.left),
    widthInPages: (x1 - x0) / width,
    fromLeftInPages: x0 / width,
    fromTopInPages: y0 / height,
    firstOfPage: Number(textBlocks[at - 1]?.page !== page),
    besideIt: textBlocks
      .slice(Math.max(0, at - ROW_REACH), at + ROW_REACH + 1)
      .filter((other) => other.page === page && isInRow(lines[0]!, other)).length,
  };
}

const isSameColumn = (a: TextBlock, b: TextBlock | undefined): boolean =>
  b !== undefined && a.page === b.page && a.column.id === b.column.id;

/** A line of the other text block stands left or right of the line. */
const isInRow = ({ box, baseline, size }: Line, other: TextBlock): boolean =>
  other.lines.some(
    (line) => Math.abs(line.baseline - baseline) < SAME_ROW * size && (line.box.x0 > box.x1 || line.box.x1 < box.x0),
  );

/** Of the text blocks right above and below in the column. */
function neighboursOf(textBlocks: readonly TextBlock[], at: number): Look {
  const textBlock = textBlocks[at]!;
  const [above, below] = [textBlocks[at - 1], textBlocks[at + 1]].map((one) =>
    isSameColumn(textBlock, one) ? one : undefined,
  );
  const sizeIn = (other: TextBlock | undefined): number =>
    other && other.role !== 'ready' ? textBlock.size / other.size : 1;
  return {
    lettersBelow: below ? Math.log1p(below.text.length) : NONE,
    linesBelow: below ? below.lines.length : NONE,
    sizeInThatBelow: sizeIn(below),
    indentBelowInSizes: below ? (Math.min(below.left, below.textLeft) - textBlock.left) / textBlock.size : 0,
    lettersAbove: above ? Math.log1p(above.text.length) : NONE,
    sizeInThatAbove: sizeIn(above),
  };
}
