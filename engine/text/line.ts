/**
 * Lines of a page: words on one baseline, left to right, up to the next wide gap or vertical line. Raised and lowered marks
 * belong to the line they touch.
 *
 * Never drops a word: each run that is given comes out in exactly one line.
 */
import { median, unionBox } from '../geometry.js';
import type { Block } from '../block-model.js';
import type { Box, FontStyle, Rule, TextRun } from '../model.js';
import { BASELINE_SHARE } from '../measures.js';
import { findChannels } from './channels.js';
import type { BlockTag } from '../tag-model.js';
import { attachScripts, SCRIPT_SHARE, scriptOf } from './scripts.js';
import { fromLeft, spaceBetween, textOfRuns } from './spacing.js';

/** A printed line or a part of it. On a page of two columns the two halves of a row are two lines. */
export interface Line {
  /** Unique on its page: the id of its first run; of a stand-in, what it stands for says. */
  id: number;
  page: number;
  /** Left to right. */
  runs: TextRun[];
  /** The runs' text with spaces between words. */
  text: string;
  box: Box;
  baseline: number;
  /** Font size that most of its letters have. */
  size: number;
  /** Share of the letters, 0 to 1. */
  bold: number;
  italic: number;
  mono: number;
  /** Share of its characters in mathematical type, or mathematical by themselves. */
  math: number;
  /** Set for a stand-in without text: ready blocks (a table) that take their place among the lines by their area. */
  blocks?: Block[];
  /** Of the stand-in for a table: the type of the text in it. */
  typeInside?: { size: number; bold: number; letters: number };
  /** What the document's tags say of it, where they can be believed. */
  tag?: BlockTag;
}

/** A gap of this share of the font size divides a row into lines. */
const PART_GAP = 0.95;
/** A run whose size differs by less than this share is in the line's own size. */
const MAIN_SIZE_SHARE = 0.1;
/** In font sizes: a stand-in counts as a line whose leading is its height. */
const STAND_IN_LEADING = 1.2;
/** In sizes of the larger capitals: small capitals are in this range, on one baseline (in points). */
const SMALLER_CAPITAL = 0.95;
const SMALLEST_CAPITAL = 0.65;
const SAME_BASELINE = 0.5;
/** A letter that stands for a quantity; in sizes of it, how far off its baseline such a script is: versals are lowered by less. */
const SYMBOL = /^\p{L}{1,2}$/u;
const LEAST_SHIFT = 0.13;
/** Letters of the scripts of a symbol. */
const LONGEST_SCRIPT = 8;
const WORD_IN_SMALL_LETTERS = /\p{Ll}{2}/u;

const MATH_FONT =
  /math|^(?:CM|LM|EU|TX|PX|MT)?(?:MI|SY|EX|MIB|BSY)\d*$|^(?:MSAM|MSBM|RSFS|EUFM|EUSM)|^(?:CM|LM)(?:MI|SY|EX|BSY|MIB)\d|^Symbol/i;

const MATH_SYMBOL = /[\p{Sm}\p{Script=Greek}]/gu;
/** What no other text has a mathematical symbol in. */
const MAY_BE_MATH = /[+<=>|~\u0080-\uffff]/;
/** What `isMathFont` has said: a page has a dozen fonts and thousands of runs. */
const mathFonts = new WeakMap<FontStyle, boolean>();

export function isMathFont(font: FontStyle): boolean {
  const known = mathFonts.get(font);
  if (known !== undefined) return known;
  const isMath = MATH_FONT.test(font.name);
  mathFonts.set(font, isMath);
  return isMath;
}

/** What lines need of a page. */
export interface LinePage {
  number: number;
  fonts: FontStyle[];
  rules: Rule[];
}

/** Lines from top to bottom, those of one row from left to right. */
export function buildLines(page: LinePage, runs: readonly TextRun[]): Line[] {
  const rows = attachScripts(rowsOf(runs)).map(fromLeft);
  const verticals = page.rules.filter((rule) => rule.orientation === 'vertical').map(({ box }) => box);
  const edges = [...verticals, ...findChannels(rows, page.fonts)];
  return rows
    .flatMap((row) => splitRow(row, edges))
    .map((part) => makeLine(page, part))
    .sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0);
}

/** Makes one line of runs that belong together, in the order left to right. */
export function makeLine(page: Pick<LinePage, 'number' | 'fonts'>, runs: readonly TextRun[]): Line {
  const sorted = fromLeft(runs);
  const size = capitalsSize(sorted) ?? mainSize(sorted, page.fonts);
  const letters = { all: 0, bold: 0, italic: 0, mono: 0, math: 0 };
  for (const run of sorted) {
    const font = page.fonts[run.font];
    const length = run.text.length;
    letters.all += length;
    if (font?.bold) letters.bold += length;
    if (font?.italic) letters.italic += length;
    if (font?.mono) letters.mono += length;
    if (font && isMathFont(font)) letters.math += length;
    else if (MAY_BE_MATH.test(run.text)) letters.math += run.text.match(MATH_SYMBOL)?.length ?? 0;
  }
  const number = numberOfTitle(page, sorted);
  const main = sorted.filter((run) => Math.abs(run.size - size) < MAIN_SIZE_SHARE * size);
  return {
    id: sorted[0]!.id,
    page: page.number,
    runs: sorted,
    text: textOfRuns(sorted),
    box: unionBox(sorted.map((run) => run.box)),
    baseline: median((main.length > 0 ? main : sorted).map((run) => run.baseline)),
    size,
    bold: letters.bold / (letters.all - number.bold),
    italic: letters.italic / (letters.all - number.italic),
    mono: letters.mono / letters.all,
    math: letters.math / letters.all,
  };
}

/** "2.3": what stands before the name of a title. "1." is as often the mark of an item, whose bold words head nothing. */
const NUMBER_OF_TITLE = /^\d{1,3}(?:\.\d{1,3})+\.?$/u;

/** Letters of a title's number that are not of its weight or slant: many classes set the name alone in bold or italics. */
function numberOfTitle(
  page: Pick<LinePage, 'fonts'>,
  [first, next]: readonly TextRun[],
): Record<'bold' | 'italic', number> {
  if (!first || !next || !NUMBER_OF_TITLE.test(first.text)) return { bold: 0, italic: 0 };
  const [font, nextFont] = [page.fonts[first.font], page.fonts[next.font]];
  const lettersIf = (isPlain: boolean): number => (isPlain ? first.text.length : 0);
  return {
    bold: lettersIf(!font?.bold && !!nextFont?.bold),
    italic: lettersIf(!font?.italic && !!nextFont?.italic),
  };
}

/** Whether two lines stand on one baseline. */
export const areLevel = (a: Line, b: Line): boolean =>
  Math.abs(a.baseline - b.baseline) <= BASELINE_SHARE * Math.min(a.size, b.size);

/** A stand-in for ready blocks. */
export function makeStandIn(page: number, { id, box, blocks }: { id: number; box: Box; blocks: Block[] }): Line {
  const height = box.y1 - box.y0;
  const plain = { runs: [], text: '', size: height / STAND_IN_LEADING, bold: 0, italic: 0, mono: 0, math: 0 };
  return { ...plain, id, page, box, baseline: box.y0 + Math.min(10, height), blocks };
}

/** Rows of runs with the same baseline. */
function rowsOf(runs: readonly TextRun[]): TextRun[][] {
  const sorted = [...runs].sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0);
  const rows: TextRun[][] = [];
  let row: TextRun[] = [];
  let baseline = 0;
  for (const run of sorted) {
    // the row's first baseline counts, so that a slope of many small steps does not run through the page
    if (row.length > 0 && run.baseline - baseline <= BASELINE_SHARE * Math.min(run.size, row[0]?.size ?? run.size)) {
      row.push(run);
    } else {
      row = [run];
      rows.push(row);
      baseline = run.baseline;
    }
  }
  return rows;
}

/** @param edges drawn lines and channels down the page. */
function splitRow(row: readonly TextRun[], edges: readonly Box[]): TextRun[][] {
  const parts: TextRun[][] = [];
  let part: TextRun[] = [];
  let right = 0;
  const { y0, y1 } = unionBox(row.map((run) => run.box));
  const near = edges.filter((box) => box.y0 <= y1 && box.y1 >= y0);
  for (const run of row) {
    const gap = run.box.x0 - right;
    if (part.length > 0 && (gap > PART_GAP * run.size || edgeBetween(near, right, run))) part = [];
    if (part.length === 0) {
      parts.push(part);
      right = run.box.x1;
    }
    part.push(run);
    right = Math.max(right, run.box.x1);
  }
  return parts;
}

function edgeBetween(edges: readonly Box[], right: number, run: TextRun): boolean {
  const middle = (run.box.y0 + run.box.y1) / 2;
  return edges.some((box) => box.x0 >= right - 1 && box.x1 <= run.box.x0 + 1 && box.y0 <= middle && box.y1 >= middle);
}

/** Small capitals are often larger capitals and smaller ones on one baseline: the size is that of the larger. */
function capitalsSize(runs: readonly TextRun[]): number | null {
  if (runs.some((run) => /\p{Ll}/u.test(run.text))) return null;
  const letters = runs.filter((run) => /\p{L}/u.test(run.text));
  const [first] = letters;
  if (!first || letters.length < 2) return null;
  const largest = letters.reduce((most, run) => Math.max(most, run.size), 0);
  const smaller = letters.filter((run) => run.size < SMALLER_CAPITAL * largest);
  const alike = letters.every(
    (run) => run.size > SMALLEST_CAPITAL * largest && Math.abs(run.baseline - first.baseline) < SAME_BASELINE,
  );
  return alike && smaller.some((run) => run.text.length > 1) && first.size === largest ? largest : null;
}

/**
 * The size that most letters have. Monospaced type in a line of text is often set smaller and does not count, unless the mark
 * of a note is all else.
 */
function mainSize(runs: readonly TextRun[], fonts: readonly FontStyle[]): number {
  const [first] = runs;
  if (first && runs.every(({ size }) => size === first.size)) return first.size;
  const proportional = runs.filter((run) => !fonts[run.font]?.mono);
  const letters = new Map<number, number>();
  const largest = runs.reduce((most, { size }) => Math.max(most, size), 0);
  const text = proportional.some(({ text: word, size }) => size === largest || /\p{L}/u.test(word))
    ? proportional
    : runs;
  for (const run of text) letters.set(run.size, (letters.get(run.size) ?? 0) + run.text.length);
  let best = (text[0] ?? first)?.size ?? 0;
  for (const [size, count] of letters) if (count > (letters.get(best) ?? 0)) best = size;
  return hostSize(runs, best) ?? textSize(runs, best);
}

/** The size of a symbol that all the rest of the line is a script of: "V" with "REF" below it has more letters in the script. */
function hostSize([symbol, ...scripts]: readonly TextRun[], best: number): number | null {
  if (!symbol || best > SCRIPT_SHARE * symbol.size) return null;
  const letters = scripts.reduce((sum, { text }) => sum + text.length, 0);
  const areScripts = scripts.every((run, i) => {
    const isOffBaseline = Math.abs(run.baseline - symbol.baseline) > LEAST_SHIFT * symbol.size;
    const touches = !spaceBetween(i === 0 ? symbol : scripts[i - 1]!, run);
    return run.size === best && isOffBaseline && touches && scriptOf(symbol, run) !== null;
  });
  return SYMBOL.test(symbol.text) && letters <= LONGEST_SCRIPT && areScripts ? symbol.size : null;
}

/** @returns the size of the text around small capitals of size `best`, else `best`. */
function textSize(runs: readonly TextRun[], best: number): number {
  if (runs.some((run) => run.size === best && /\p{Ll}/u.test(run.text))) return best;
  const text = runs.find((run) => run.size > best && WORD_IN_SMALL_LETTERS.test(run.text));
  return text && best > SMALLEST_CAPITAL * text.size ? text.size : best;
}
