/**
 * Brings a page upright (text that runs up or down the page as a whole is turned) and picks the runs that a reader sees.
 */
import type { Box, Page, TextRun } from '../model.js';
import { median, turnBox } from '../geometry.js';

/**
 * The runs that count as the page's text. Hidden text counts only where nothing is painted: there it is the text layer of a
 * scan. Beside painted text it would double it.
 */
export function readableRuns(page: Page): TextRun[] {
  if (!page.runs.some((run) => run.invisible)) return page.runs;
  const painted = page.runs.filter((run) => !run.invisible);
  return painted.length > 0 ? painted : page.runs;
}

/** Sizes of rows that differ by less than this share are one size, measured badly. */
const ROW_ALIKE_SHARE = 0.35;
/** Distance of baselines in rows of a text layer, in fractions of the page's size. */
const ROW_SHARE = 0.45;

/**
 * A scan's text layer with the guesses of character recognition evened out: it measures the size and baseline of each
 * word by itself, from the lowest of its letters as often as not, and names one font for all. A row has the baseline and
 * size of its middle word, and rows of nearly the page's size have that. What is painted beside a layer stays as it is.
 */
export function evenTextLayer(page: Page): Page {
  const layer = layerOf(page);
  const usual = median(layer.map(({ size }) => size));
  const even = new Map<TextRun, TextRun>();
  for (const row of rowsOf(layer, usual)) {
    const own = median(row.map(({ size }) => size));
    const size = Math.abs(own - usual) < ROW_ALIKE_SHARE * usual ? usual : own;
    const baseline = median(row.map((run) => run.baseline));
    for (const run of row) even.set(run, { ...run, size, baseline });
  }
  const fonts = new Set(layer.map(({ font }) => font));
  return {
    ...page,
    runs: page.runs.map((run) => even.get(run) ?? run),
    fonts: page.fonts.map((font, i) => (fonts.has(i) ? { ...font, mono: false } : font)),
  };
}

/**
 * Whether the words of a stamped scan's layer were placed one by one, as those of most of its lines differ in baseline. Where
 * they agree, lines were measured as a whole, and small print is to stay smaller than the text above it.
 */
export function hasGuessedLayer(page: Page): boolean {
  if (!page.mixed) return false;
  const layer = layerOf(page);
  const lines = rowsOf(layer, median(layer.map(({ size }) => size))).filter((row) => row.length > 1);
  const uneven = lines.filter((row) => row.some(({ baseline }) => baseline !== row[0]!.baseline));
  return uneven.length > lines.length / 2;
}

const layerOf = (page: Page): TextRun[] =>
  page.runs.filter(({ invisible, layer: isOfLayer }) => invisible ?? isOfLayer);

/** Words that follow each other along a line. @param usual size of the words. */
function rowsOf(runs: readonly TextRun[], usual: number): TextRun[][] {
  const rows: TextRun[][] = [];
  for (const run of runs) {
    const row = rows.at(-1);
    const before = row?.at(-1);
    const continues = before && before.rotation === run.rotation && run.box.x0 > before.box.x0;
    if (row && continues && Math.abs(before.baseline - run.baseline) < ROW_SHARE * usual) row.push(run);
    else rows.push([run]);
  }
  return rows;
}

/** Share of the letters that run in the direction in which a turned page is read. */
const TURNED_SHARE = 0.6;
/** In font sizes: boxes of runs reach so far below the baseline (read/frame.ts). */
const DESCENT = 0.22;

/** The writing direction of most letters, in quarter turns clockwise. */
function mainTurn(runs: readonly TextRun[]): 0 | 90 | 180 | 270 {
  const letters = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (const run of runs) {
    const turn = ((Math.round(run.rotation / 90) * 90) % 360) as 0 | 90 | 180 | 270;
    letters[turn] += run.text.length;
  }
  const all = letters[0] + letters[90] + letters[180] + letters[270];
  return ([90, 180, 270] as const).find((turn) => letters[turn] > TURNED_SHARE * all) ?? 0;
}

/** The page turned so that most of its text runs from left to right, and by how much it was turned back. */
export function uprightPage(page: Page): { page: Page; turn: number } {
  const turn = mainTurn(readableRuns(page));
  return { page: turn === 0 ? page : turnPage(page, turn), turn };
}

function turnPage(page: Page, turn: number): Page {
  const box = (b: Box): Box => turnBox(b, page, turn);
  const side = turn !== 180;
  return {
    ...page,
    width: side ? page.height : page.width,
    height: side ? page.width : page.height,
    runs: turnRuns(page.runs, page, turn),
    rules: page.rules.map((rule) => ({
      box: box(rule.box),
      orientation: side ? (rule.orientation === 'horizontal' ? 'vertical' : 'horizontal') : rule.orientation,
    })),
    fills: page.fills.map(box),
    images: page.images.map(box),
    ...(page.dots ? { dots: page.dots.map(box) } : {}),
    ...(page.drawings ? { drawings: page.drawings.map(box) } : {}),
    links: page.links.map((link) => ({ ...link, box: box(link.box) })),
  };
}

/** Runs as they lie when the page is turned back by `turn` clockwise degrees. */
export function turnRuns(runs: readonly TextRun[], size: { width: number; height: number }, turn: number): TextRun[] {
  return runs.map((run) => turnRun(run, turnBox(run.box, size, turn), turn));
}

function turnRun(run: TextRun, box: Box, turn: number): TextRun {
  const rotation = (run.rotation - turn + 360) % 360;
  return {
    ...run,
    box,
    rotation,
    baseline: rotation === 0 ? Math.round((box.y1 - DESCENT * run.size) * 100) / 100 : box.y1,
  };
}
