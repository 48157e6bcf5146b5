/**
 * Sizes of recognised lines: the height of a line's letters, which depends on what letters it has, corrected by the lines
 * around it.
 */
import { median } from '../geometry.js';
import { totalLength } from '../text-rules.js';
import type { SeenLine } from './tesseract.js';

/** From ascender to descender a line has this share of its font size in common typefaces. */
const ROW_SHARE = 0.92;
/** Distance of baselines by the size, where the size itself cannot be measured. */
const USUAL_LEADING = 1.15;
/** Baselines that are nearer belong to one line that was seen twice, in points. */
const LEAST_DISTANCE = 4;
/** Lines of other columns that may lie between one and the next. */
const NEIGHBOURS = 8;
/** A line of fewer characters is measured badly. */
const SHORT_LINE = 6;
/** Share of the shorter line's width that two lines of one column have in common. */
const SAME_COLUMN_SHARE = 0.5;
/** Share of a short line's height from which it is in a longer line's row. */
const SAME_ROW_SHARE = 0.6;
/** Share of the longer line's width that two lines of one paragraph have in common: its last line may keep its own size. */
const SAME_EXTENT_SHARE = 0.8;
/** Share by which the distance from line to line differs within a paragraph at most, and by which sizes are measured badly. */
const SAME_LEADING = 0.12;
const BADLY_MEASURED = 0.12;
/** Lines of a paragraph from which most of them say its size. */
const LEAST_LINES = 3;

export interface ReadLine {
  line: SeenLine;
  size: number;
  baseline: number;
  letters: number;
}

/** The lines with their sizes and baselines, in points. @param scale pixels in a point */
export function sizedLines(lines: readonly SeenLine[], scale: number): ReadLine[] {
  const read = lines.map((line) => measured(line, scale));
  const long = read.filter(({ letters }) => letters > SHORT_LINE).sort((a, b) => a.baseline - b.baseline);
  fitLeading(long);
  evenParagraphs(long);
  alignShort(read, long);
  return read;
}

function measured(line: SeenLine, scale: number): ReadLine {
  const { baseline, rowAttributes, words } = line;
  return {
    line,
    size: rowAttributes.rowHeight / scale / ROW_SHARE,
    baseline: (baseline.y0 + baseline.y1) / 2 / scale,
    letters: totalLength(words),
  };
}

/**
 * Where lines are close together, the height of one is measured together with parts of the next: none is larger than its
 * distance from the next.
 */
function fitLeading(long: readonly ReadLine[]): void {
  for (const [at, upper] of long.entries()) {
    const lower = nextOf(long, at);
    const distance = lower ? lower.baseline - upper.baseline : Infinity;
    for (const line of lower ? [upper, lower] : []) if (line.size > distance) line.size = distance / USUAL_LEADING;
  }
}

const common = ({ line: { bbox: a } }: ReadLine, { line: { bbox: b } }: ReadLine): number =>
  Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
const widthOf = ({ line: { bbox } }: ReadLine): number => bbox.x1 - bbox.x0;

/** Whether most of the shorter of two lines lies in the longer one's column. */
const isBelow = (a: ReadLine, b: ReadLine): boolean =>
  common(a, b) > SAME_COLUMN_SHARE * Math.min(widthOf(a), widthOf(b));

/** Whether two lines begin and end at nearly the same places. */
const isOfExtent = (a: ReadLine, b: ReadLine): boolean =>
  common(a, b) > SAME_EXTENT_SHARE * Math.max(widthOf(a), widthOf(b));

/** The line below each in its column; null where the one that follows is another's. */
function nextOf(long: readonly ReadLine[], at: number): ReadLine | null {
  const upper = long[at]!;
  return (
    long
      .slice(at + 1, at + 1 + NEIGHBOURS)
      .find((lower) => lower.baseline - upper.baseline >= LEAST_DISTANCE && isBelow(lower, upper)) ?? null
  );
}

/** Lines of one extent at equal distances are a paragraph, set in one size: the letters of some lines have neither tails nor tall ones. */
function evenParagraphs(long: readonly ReadLine[]): void {
  const next = new Map(long.map((line, at) => [line, nextOf(long, at)]));
  const seen = new Set<ReadLine>();
  for (const first of long) {
    if (seen.has(first)) continue;
    const paragraph = [first];
    let step: number | null = null;
    for (let below = next.get(first) ?? null; below && !seen.has(below); below = next.get(below) ?? null) {
      const distance = below.baseline - paragraph.at(-1)!.baseline;
      const isOfParagraph = isOfExtent(below, paragraph.at(-1)!);
      if (!isOfParagraph || (step !== null && Math.abs(distance - step) > SAME_LEADING * step)) break;
      step ??= distance;
      paragraph.push(below);
    }
    if (paragraph.length < LEAST_LINES) continue;
    const size = median(paragraph.map((line) => line.size));
    for (const line of paragraph) {
      seen.add(line);
      if (Math.abs(line.size - size) <= BADLY_MEASURED * size) line.size = size;
    }
  }
}

/** A short line takes baseline and size of the longer line in its row. */
function alignShort(lines: readonly ReadLine[], long: readonly ReadLine[]): void {
  for (const short of lines) {
    if (short.letters > SHORT_LINE) continue;
    const { y0, y1 } = short.line.bbox;
    let best: ReadLine | null = null;
    let bestShared = SAME_ROW_SHARE;
    for (const one of long) {
      const box = one.line.bbox;
      if (box.y0 > y1) break;
      const shared = (Math.min(y1, box.y1) - Math.max(y0, box.y0)) / (y1 - y0);
      if (shared > bestShared) [best, bestShared] = [one, shared];
    }
    if (best) Object.assign(short, { size: best.size, baseline: best.baseline });
  }
}
