/** What is printed inside of a box of a page. */
import { firstAtLeast } from '../geometry.js';
import { MIXED_ROW } from '../measures.js';
import type { ParsedPage, ParsedRun } from '../model.js';
import type { SourceMapEntry } from '../shelf.js';

export interface PageText {
  /** Texts of the runs in the box, in drawing order or row by row; runs that touch without a space are one text. */
  within(entry: Pick<SourceMapEntry, 'page' | 'box'>, order: 'drawn' | 'rows'): string[];
}

interface Indexed {
  page: ParsedPage;
  /** Indices of the runs by the height of their middle, and those heights. */
  order: number[];
  heights: number[];
}

const middle = ({ box }: ParsedRun): number => (box.y0 + box.y1) / 2;

function indexed(page: ParsedPage): Indexed {
  const middles = page.runs.map(middle);
  const order = page.runs.map((_, at) => at).sort((a, b) => middles[a]! - middles[b]!);
  return { page, order, heights: order.map((at) => middles[at]!) };
}

export function createPageText(pages: readonly ParsedPage[]): PageText {
  const byNumber = new Map(pages.map((page) => [page.number, page]));
  let last: Indexed | null = null;
  const indexOf = (number: number): Indexed | null => {
    if (last?.page.number === number) return last;
    const page = byNumber.get(number);
    if (page) last = indexed(page);
    return page ? last : null;
  };
  return {
    within: ({ page: number, box }, by) => {
      const index = indexOf(number);
      if (!index) return [];
      const { page, order, heights } = index;
      const [x0, x1] = [box[0] * page.width - SLACK, box[2] * page.width + SLACK];
      const [from, to] = [box[1] * page.height - SLACK, box[3] * page.height + SLACK];
      const inside: number[] = [];
      for (let at = firstAtLeast(heights, from); at < order.length && heights[at]! <= to; at++) {
        const { box: run } = page.runs[order[at]!]!;
        const x = (run.x0 + run.x1) / 2;
        if (x >= x0 && x <= x1) inside.push(order[at]!);
      }
      const runs = inside.sort((a, b) => a - b).map((at) => page.runs[at]!);
      return joinTouching(by === 'drawn' ? runs : inRows(runs));
    },
  };
}

/** Runs row by row, each from left to right. */
function inRows(runs: readonly ParsedRun[]): ParsedRun[] {
  const rows: ParsedRun[][] = [];
  for (const run of runs.toSorted((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && run.baseline - row[0]!.baseline < MIXED_ROW * Math.max(run.size, row[0]!.size)) row.push(run);
    else rows.push([run]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.box.x0 - b.box.x0));
}

/** Points by which a run may lie outside of the box. */
const SLACK = 3;
/** Gap in fractions of the font size below which two runs of a line are one word. */
const TOUCHING = 0.12;

function joinTouching(runs: readonly ParsedRun[]): string[] {
  const texts: string[] = [];
  let before: ParsedRun | null = null;
  for (const run of runs) {
    const gap = before ? run.box.x0 - before.box.x1 : Infinity;
    const touches =
      before !== null &&
      !run.space &&
      before.rotation === run.rotation &&
      Math.abs(before.baseline - run.baseline) < MIXED_ROW * run.size &&
      Math.abs(gap) < TOUCHING * run.size;
    if (touches) texts[texts.length - 1] += run.text;
    else texts.push(run.text);
    before = run;
  }
  return texts;
}
