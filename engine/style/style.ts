/** The appearance of a document's running text: headings, notes and code differ from it. */
import { median } from '../geometry.js';
import { MOSTLY } from '../measures.js';
import type { Line } from '../text/line.js';
import type { OrderedPage } from '../reading-order/stage.js';

/** More than this share of the letters is most of them. */
const HALF = 0.5;
/** In points: the body size of a document without text. */
const UNKNOWN_SIZE = 10;
/** In font sizes: baselines within a paragraph are at least and at most this far apart; triple spacing is no leading. */
const LEAST_STEP = 0.85;
const MOST_STEP = 2.2;
/** A size has a usual leading where it occurs so often. */
const LEAST_STEPS = 3;
/** Times the size of tables: lines of text above them are often a little larger, titles more. */
const CLEARLY_LARGER = 1.3;
/** Lines of text, a page, of documents that are tables with titles. */
const TITLE_LINES = 2;
/** In font sizes: the leading of a size that is too rare to show its own. */
const USUAL_LEADING = 1.25;
/** In font sizes: the indent of a first line. */
const LEAST_INDENT = 0.6;
const MOST_INDENT = 4;
/** In fractions of the column's width: a line that ends further from its edge is no full one. */
const SHORT_LINE = 0.15;
/** In font sizes: a line that begins no further from the column's edge is not indented. */
const AT_EDGE = 0.3;
/** In points: indents that differ by less are one. */
const SAME_INDENT = 1.5;

export interface DocumentStyle {
  /** Font size of most letters. */
  bodySize: number;
  /** Whether most letters are bold, so that bold says nothing. */
  boldBody: boolean;
  /** Usual distance of baselines by font size in half points. */
  leading: Record<number, number>;
  /** How far first lines of paragraphs are indented, in points; null where they are not. */
  indent: number | null;
}

const sizeKey = (size: number): number => Math.round(size * 2);

export function documentStyle(pages: readonly OrderedPage[]): DocumentStyle {
  const steps = new Map<number, number[]>();
  for (const column of pages.flatMap((page) => page.columns)) {
    for (const [i, line] of column.lines.entries()) {
      const before = column.lines[i - 1];
      if (!before || line.blocks || before.blocks || sizeKey(before.size) !== sizeKey(line.size)) continue;
      const step = line.baseline - before.baseline;
      if (step < LEAST_STEP * line.size || step > MOST_STEP * line.size) continue;
      const list = steps.get(sizeKey(line.size));
      if (list) list.push(step);
      else steps.set(sizeKey(line.size), [step]);
    }
  }
  const { key, isBold } = usualType(pages, (size) => (steps.get(size) ?? []).length >= LEAST_STEPS);
  return {
    bodySize: (key ?? 2 * UNKNOWN_SIZE) / 2,
    boldBody: isBold,
    leading: Object.fromEntries(
      [...steps].filter(([, list]) => list.length >= LEAST_STEPS).map(([key, list]) => [key, usual(list)]),
    ),
    indent: firstLineIndent(pages),
  };
}

/**
 * The size in half points that most letters have, of type that is not monospaced; undefined without text. Where no lines of that
 * size follow each other, and a page has a title in bold or clearly larger type and little else beside its tables, the text of
 * these counts, too.
 */
function usualType(
  pages: readonly OrderedPage[],
  isOfParagraphs: (size: number) => boolean,
): { key: number | undefined; isBold: boolean } {
  const lines = pages.flatMap((page) => page.columns.flatMap((column) => column.lines));
  const texts = lines.filter(({ blocks }) => !blocks);
  const outside = texts.map(({ size, bold, mono, text }) => ({ size, bold, mono, letters: text.length }));
  const type = typeOf(outside);
  if ((type.key !== undefined && isOfParagraphs(type.key)) || texts.length > TITLE_LINES * pages.length) return type;
  const inside = lines.flatMap(({ typeInside }) => (typeInside ? [{ ...typeInside, mono: 0 }] : []));
  const withTables = typeOf([...outside, ...inside]);
  const areTitles = type.isBold || (type.key ?? 0) > CLEARLY_LARGER * (withTables.key ?? 0);
  return areTitles && withTables.letters > 2 * type.letters ? withTables : type;
}

function typeOf(texts: readonly (Pick<Line, 'size' | 'bold' | 'mono'> & { letters: number })[]) {
  const bySize = new Map<number, number>();
  let [all, bold] = [0, 0];
  for (const { size, mono, letters, bold: share } of texts) {
    const key = sizeKey(size);
    if (mono < HALF) bySize.set(key, (bySize.get(key) ?? 0) + letters);
    all += letters;
    bold += share * letters;
  }
  const [most] = [...bySize].sort((a, b) => b[1] - a[1]);
  return { key: most?.[0], isBold: bold > HALF * all, letters: all };
}

/** Indents of this many full lines, each followed by one at the column's edge, make a document's habit. */
const LEAST_INDENTS = 4;

function firstLineIndent(pages: readonly OrderedPage[]): number | null {
  const found: number[] = [];
  for (const { lines } of pages.flatMap((page) => page.columns)) {
    const text = lines.filter((line) => !line.blocks && line.mono < MOSTLY);
    const [left, right] = [Math.min(...text.map(({ box }) => box.x0)), Math.max(...text.map(({ box }) => box.x1))];
    for (const [i, { box, size }] of text.entries()) {
      const [indent, next] = [box.x0 - left, text[i + 1]];
      const opens =
        indent > LEAST_INDENT * size && indent < MOST_INDENT * size && box.x1 > right - SHORT_LINE * (right - left);
      if (opens && next && next.box.x0 - left < AT_EDGE * size) found.push(indent);
    }
  }
  const most = median(found);
  const alike = found.filter((indent) => Math.abs(indent - most) < SAME_INDENT).length;
  return alike >= LEAST_INDENTS && alike > HALF * found.length ? most : null;
}

/** How often, against the step that occurs most, a smaller one must occur to be the one within paragraphs. */
const SMALLER_SHARE = 0.25;

/**
 * The smallest of the steps that occur often: space between paragraphs is more than within, and where most paragraphs have
 * one line it occurs more often.
 */
function usual(steps: number[]): number {
  const bins = new Map<number, number[]>();
  for (const step of steps) {
    const bin = Math.round(step * 2);
    const list = bins.get(bin);
    if (list) list.push(step);
    else bins.set(bin, [step]);
  }
  const most = Math.max(...[...bins.values()].map((bin) => bin.length));
  const often = [...bins].filter(([, bin]) => bin.length >= SMALLER_SHARE * most).sort(([a], [b]) => a - b);
  return median(often[0]?.[1] ?? [12]);
}

/** Distance of baselines within a paragraph of this font size. Rare sizes are spaced like the body, if that is wide. */
export function leadingOf(style: DocumentStyle, line: Line): number {
  const body = (style.leading[sizeKey(style.bodySize)] ?? 0) / style.bodySize;
  return style.leading[sizeKey(line.size)] ?? Math.max(USUAL_LEADING, body) * line.size;
}
