/**
 * Font sizes of pages whose fonts are drawn in a unit of their own. TeX's bitmap fonts (Type 3) may be scaled by the matrix of
 * the font, so that all of them have one size, a tenth of a point, say. The print shows it: the letters of a line are half
 * as wide as their size on average.
 */
import { unionBox } from '../geometry.js';
import type { ParsedPage, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { centres, BINS } from './even-sizes.js';
import { totalLength } from '../text-rules.js';

/** In font sizes: no letter is so wide. */
const WIDEST = 1.5;
/** In font sizes: the width of a letter in running text on average. */
const USUAL = 0.45;
/** In font sizes: the width of a digit, in nearly all typefaces. */
const DIGIT = 0.5;
/** Share by which the sizes of lines differ that are one: capitals and narrow letters make that much. */
const LINE_ALIKE_SHARE = 0.16;
/** Letters of a page, and of a line, that are evidence enough. */
const LEAST_LETTERS = 40;
const LETTERS_OF_LINE = 12;
/** In points: baselines of one line; a gap that no line of text has. */
const SAME_BASELINE = 0.5;
const WIDEST_GAP = 15;
/** In font sizes: how far letters reach above and below the baseline. */
const ASCENT = 0.76;
const DESCENT = 0.22;

export interface SizedPage {
  page: Pick<ParsedPage, 'number' | 'runs'>;
  letters: number;
  /** Of a letter on average, in the sizes that the fonts are said to have. */
  width: number;
}

export const FONT_SIZES: DecisionTable<SizedPage, 'read' | 'measured'> = {
  name: 'font-sizes',
  rules: [
    {
      name: 'few-letters',
      why: 'The widths of a few characters prove nothing.',
      test: ({ letters }) => (letters < LEAST_LETTERS ? 'read' : null),
    },
    {
      name: 'letters-wider-than-their-size',
      why: 'Letters that are wider than their size are set in fonts with a unit of their own.',
      test: ({ width }) => (width > WIDEST ? 'measured' : null),
    },
  ],
  otherwise: 'read',
  subject: ({ page: { number, runs } }) => ({ page: number, box: unionBox(runs.map(({ box }) => box)), text: '' }),
  numbers: ({ letters, width }) => ({ letters, widthInSizes: width }),
};

const DIGITS = /^[0-9]{1,3}$/u;
const widthOf = ({ box }: ParsedRun): number => box.x1 - box.x0;
/** The pages with sizes that their letters can have; those of one document are few. */
export function withMeasuredSizes(pages: readonly ParsedPage[]): readonly ParsedPage[] {
  const own = new Set(pages.filter(isOfOwnUnit));
  if (own.size === 0) return pages;
  const counts = new Map<number, number>();
  const bins = new Map<ParsedRun, number>();
  for (const line of [...own].flatMap(({ runs }) => linesOf(runs))) {
    const letters = totalLength(line);
    if (letters < LETTERS_OF_LINE) continue;
    const bin = Math.round((BINS * line.reduce((sum, run) => sum + widthOf(run), 0)) / letters / USUAL);
    counts.set(bin, (counts.get(bin) ?? 0) + letters);
    for (const run of line) bins.set(run, bin);
  }
  const [usual] = [...counts].sort((x, y) => y[1] - x[1] || x[0] - y[0])[0] ?? [];
  if (usual === undefined) return pages;
  const even = centres(counts, LINE_ALIKE_SHARE);
  const sizeOf = (run: ParsedRun): number => {
    // marks of notes stand alone on their baselines
    const bin = bins.get(run) ?? (DIGITS.test(run.text) ? digitBin(run) : usual);
    return even.get(bin) ?? bin / BINS;
  };
  return pages.map((page) =>
    own.has(page)
      ? { ...page, runs: page.runs.map((run) => (run.rotation === 0 ? resized(run, sizeOf(run)) : run)) }
      : page,
  );
}

const digitBin = (run: ParsedRun): number => Math.round((BINS * widthOf(run)) / run.text.length / DIGIT);

function resized(run: ParsedRun, size: number): ParsedRun {
  return { ...run, size, box: { ...run.box, y0: run.baseline - ASCENT * size, y1: run.baseline + DESCENT * size } };
}

function isOfOwnUnit(page: ParsedPage): boolean {
  const level = page.runs.filter(({ rotation, size }) => rotation === 0 && size > 0);
  const letters = totalLength(level);
  const width = level.reduce((sum, run) => sum + widthOf(run) / run.size, 0) / Math.max(1, letters);
  // asked of pages that show it: nothing is to be recorded of all others
  return width > WIDEST && decide(FONT_SIZES, { page, letters, width }) === 'measured';
}

/** Level runs that follow each other on one baseline. */
function linesOf(runs: readonly ParsedRun[]): ParsedRun[][] {
  const lines: ParsedRun[][] = [];
  for (const run of runs) {
    if (run.rotation !== 0) continue;
    const last = lines.at(-1)?.at(-1);
    const gap = last ? run.box.x0 - last.box.x1 : Infinity;
    const continues = last && Math.abs(run.baseline - last.baseline) < SAME_BASELINE && Math.abs(gap) < WIDEST_GAP;
    if (continues) lines.at(-1)!.push(run);
    else lines.push([run]);
  }
  return lines;
}
