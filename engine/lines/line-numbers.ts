/**
 * Finds numbers printed beside the lines of a page ("1", "2", "3" or "5", "10", "15"), so that lines can be cited. They are
 * whole numbers on one edge; the rules below decide about each such group.
 */
import type { TextRun } from '../model.js';
import { unionBox } from '../geometry.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';

/** Numbers that a group has at least. */
const MIN_COUNT = 5;
/** In points: edges that differ by less are one. */
const EDGE_TOLERANCE = 1.2;
/** Rows above and below the numbers on a page that is not full: its head and foot. */
const MAX_OUTSIDE = 2;
/** Numbers count every line, or at most each tenth. */
const LARGEST_STEP = 10;
/** Share of the steps that must be the same: a page number at the strip's end does not break the sequence. */
const IN_STEP = 0.9;
/** In font sizes: numbers within sentences have their neighbours closer than this. */
const CLEAR = 0.5;
/** Words among the numbers' rows for each number: fewer leave nothing to count. */
const LEAST_WORDS = 0.25;
/** Share of the numbers with cells in their row: on numbered paper entries of a bill, say, fill some of the lines. */
const NEARLY_ALL = 0.9;
/** In font sizes: between cells is more room than justified text has between words. */
const APART = 1.5;
/** Words of a cell, and of the leftmost, which names the row, at most; lines of text have more. */
const CELL_WORDS = 4;
const LABEL_WORDS = 8;
/** In steps of the numbers: the name of a column stands no further above them. */
const NAME_ABOVE = 2.5;
/** In font sizes: how far such a name reaches past its numbers. */
const PAST_NUMBERS = 2.5;
/** "No.", "#": a page's number above its lines has digits. */
const COLUMN_NAME = /^(?:[^\d]*\p{L}[^\d]*|#)$/u;
/** Share of the numbers that are of a contents page where as many have a page number at the other end of their row. */
const LEAST_ENTRIES = 0.6;
/** The widest distance of two such numbers in narrowest ones: lines that are counted stand at one distance. */
const UNEVEN = 1.8;
/** Share of the text's height that line numbers stand beside. */
const HEIGHT_SHARE = 0.4;

/** Whole numbers on one edge, from the top, and all text of the page. */
export interface NumberStrip {
  group: readonly TextRun[];
  /** The page's text but for the group. */
  others: readonly TextRun[];
  page: number;
}

type Verdict = 'line-numbers' | 'refused';

const RULES: readonly Rule<NumberStrip, Verdict>[] = [
  {
    name: 'no-steady-step',
    why: 'Numbers of lines grow by one step down the page.',
    test: ({ group }) => (isSequence(group) ? null : 'refused'),
  },
  {
    name: 'text-in-strip',
    why: 'Text above or below in the same strip makes it a list or a column of a table.',
    test: (strip) => (isClear(strip) ? null : 'refused'),
  },
  {
    name: 'nothing-to-count',
    why: 'Numbers among numbers are a column of a table or the scale of a chart: lines have words.',
    test: (strip) => (wordsBeside(strip) < LEAST_WORDS * strip.group.length ? 'refused' : null),
  },
  {
    name: 'cells-beside',
    why: 'Nearly each row has several short texts that stand apart: they are cells of a table, whose rows are counted or have codes.',
    test: (strip) => (shareOfCells(strip) >= NEARLY_ALL ? 'refused' : null),
  },
  {
    name: 'named-column',
    why: 'A short text right above the numbers names a column of them ("No."); numbers of lines have none.',
    test: (strip) => (isNamed(strip) ? 'refused' : null),
  },
  {
    name: 'numbers-of-contents',
    why: 'Chapters in a table of contents are counted too: a page number stands at the other end of their rows, and sections stand between them.',
    test: (strip) => (isUneven(strip.group) && entriesBeside(strip) >= LEAST_ENTRIES ? 'refused' : null),
  },
  {
    name: 'beside-most-of-the-text',
    why: 'Numbers of lines run down beside the text.',
    test: (strip) => (heightShare(strip) > HEIGHT_SHARE ? 'line-numbers' : null),
  },
  {
    name: 'page-not-full',
    why: 'On a short page only its head and foot stand above and below the numbers.',
    test: (strip) => (rowsOutside(strip) <= MAX_OUTSIDE ? 'line-numbers' : null),
  },
];

export const LINE_NUMBERS: DecisionTable<NumberStrip, Verdict> = {
  name: 'line-numbers',
  rules: RULES,
  otherwise: 'refused',
  subject: ({ group, page }) => ({
    page,
    box: unionBox(group.map(({ box }) => box)),
    text: group.map(({ text }) => text).join(' '),
  }),
  numbers: (strip) => ({
    count: strip.group.length,
    heightShare: heightShare(strip),
    rowsOutside: rowsOutside(strip),
  }),
};

/** @returns the runs that are line numbers. */
export function findLineNumbers(runs: readonly TextRun[], page: number): Set<TextRun> {
  const found = new Set<TextRun>();
  const numbers = runs.filter((run) => /^\d{1,4}$/.test(run.text));
  if (numbers.length < MIN_COUNT) return found;
  for (const edge of ['x1', 'x0'] as const) {
    for (const group of alignedGroups(numbers, edge)) {
      const members = new Set(group);
      const others = runs.filter((run) => !members.has(run));
      if (decide(LINE_NUMBERS, { group, others, page }) === 'line-numbers') for (const run of group) found.add(run);
    }
  }
  return found;
}

function alignedGroups(numbers: readonly TextRun[], edge: 'x0' | 'x1'): TextRun[][] {
  const groups: TextRun[][] = [];
  for (const run of [...numbers].sort((a, b) => a.box[edge] - b.box[edge])) {
    const group = groups.at(-1);
    if (group && run.box[edge] - (group[0]?.box[edge] ?? 0) <= EDGE_TOLERANCE) group.push(run);
    else groups.push([run]);
  }
  return groups
    .filter((group) => group.length >= MIN_COUNT)
    .map((group) => group.sort((a, b) => a.baseline - b.baseline));
}

/** Grows by the same step throughout. */
function isSequence(group: readonly TextRun[]): boolean {
  const steps = new Map<number, number>();
  for (const [i, run] of group.entries()) {
    const before = group[i - 1];
    if (!before) continue;
    const step = Number(run.text) - Number(before.text);
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  const [step, count] = [...steps].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  return step >= 1 && step <= LARGEST_STEP && count >= IN_STEP * (group.length - 1);
}

/** From the top of the first number to the bottom of the last. */
const stripHeight = (group: readonly TextRun[]): { y0: number; y1: number } => ({
  y0: group[0]?.box.y0 ?? 0,
  y1: group.at(-1)?.box.y1 ?? 0,
});

/** Nothing else lies in the strip between the first and the last number. */
function isClear({ group, others }: NumberStrip): boolean {
  const x0 = Math.min(...group.map((run) => run.box.x0));
  const x1 = Math.max(...group.map((run) => run.box.x1));
  const { y0, y1 } = stripHeight(group);
  return others.every(({ box, size }) => {
    const margin = CLEAR * size;
    return box.x1 <= x0 - margin || box.x0 >= x1 + margin || box.y1 <= y0 || box.y0 >= y1;
  });
}

/** Share of the numbers on whose baseline, rounded to points, the other text stands in cells. */
function shareOfCells({ group, others }: NumberStrip): number {
  const rows = new Map(group.map(({ baseline }): [number, TextRun[]] => [Math.round(baseline), []]));
  for (const run of others) rows.get(Math.round(run.baseline))?.push(run);
  const texts = group.map(({ baseline }) => textsApart(rows.get(Math.round(baseline))!));
  return arePagesOfContents(texts) ? 0 : texts.filter(areCells).length / group.length;
}

/** Two or more texts of a few words each. */
function areCells(texts: readonly (readonly TextRun[])[]): boolean {
  const [label = 0, ...cells] = texts.map((runs) =>
    runs.reduce((sum, { text }) => sum + text.trim().split(' ').length, 0),
  );
  return cells.length > 0 && label <= LABEL_WORDS && Math.max(...cells) <= CELL_WORDS;
}

/** Beside one text each row has a whole number, and none that is lower than the one above. */
function arePagesOfContents(rows: readonly (readonly (readonly TextRun[])[])[]): boolean {
  const pages = rows.map(([, page, ...more]) =>
    page?.length === 1 && more.length === 0 && /^\d{1,4}$/u.test(page[0]!.text) ? Number(page[0]!.text) : NaN,
  );
  return pages.every((page, i) => page >= (pages[i - 1] ?? 0));
}

/** The runs of a row, from the left, parted where there is more room than between words. */
function textsApart(row: readonly TextRun[]): TextRun[][] {
  const texts: TextRun[][] = [];
  for (const run of row.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    const before = texts.at(-1);
    if (before && run.box.x0 - before.at(-1)!.box.x1 <= APART * run.size) before.push(run);
    else texts.push([run]);
  }
  return texts;
}

/** The text that stands nearest above the numbers is a name, over them and hardly wider. */
function isNamed({ group, others }: NumberStrip): boolean {
  const { x0, x1, y0 } = unionBox(group.map(({ box }) => box));
  const [first, second] = group.map(({ baseline }) => baseline);
  const highest = first! - NAME_ABOVE * (second! - first!);
  const isOver = ({ box }: TextRun): boolean => box.x1 > x0 && box.x0 < x1;
  const above = others.filter(({ baseline }) => baseline < y0 && baseline >= highest);
  const nearest = Math.max(...above.filter(isOver).map(({ baseline }) => baseline));
  const level = above.filter(({ baseline }) => Math.abs(baseline - nearest) < EDGE_TOLERANCE);
  const name = textsApart(level).find((text) => text.some(isOver)) ?? [];
  const isName = ({ text, box, size }: TextRun): boolean =>
    COLUMN_NAME.test(text) && box.x0 >= x0 - PAST_NUMBERS * size && box.x1 <= x1 + PAST_NUMBERS * size;
  return name.length > 0 && name.every(isName);
}

/** Runs with two letters between the first and the last number. */
function wordsBeside({ group, others }: NumberStrip): number {
  const { y0, y1 } = stripHeight(group);
  return others.filter(({ text, box }) => box.y1 > y0 && box.y0 < y1 && /\p{L}{2}/u.test(text)).length;
}

function isUneven(group: readonly TextRun[]): boolean {
  const steps = group.slice(1).map(({ baseline }, i) => baseline - group[i]!.baseline);
  return Math.max(...steps) > UNEVEN * Math.min(...steps);
}

/** Share of the numbers whose row has words and ends in a whole number, on one edge with the others. */
function entriesBeside({ group, others }: NumberStrip): number {
  const ends = group.flatMap(({ baseline, box }) => {
    const row = others.filter((run) => Math.abs(run.baseline - baseline) < EDGE_TOLERANCE && run.box.x0 > box.x1);
    const last = row.reduce<TextRun | null>((most, run) => (most && most.box.x1 > run.box.x1 ? most : run), null);
    return last && /^[\s.·…]*\d{1,4}$/u.test(last.text) && row.some(({ text }) => /\p{L}{2}/u.test(text)) ? [last] : [];
  });
  const right = ends.reduce((most, { box }) => Math.max(most, box.x1), 0);
  return ends.filter(({ box }) => right - box.x1 <= EDGE_TOLERANCE).length / group.length;
}

/** The group's height in fractions of the text's. */
function heightShare({ group, others }: NumberStrip): number {
  const { y0, y1 } = stripHeight(group);
  const top = others.reduce((least, { box }) => Math.min(least, box.y0), Infinity);
  const bottom = others.reduce((most, { box }) => Math.max(most, box.y1), -Infinity);
  return (y1 - y0) / (bottom - top);
}

function rowsOutside({ group, others }: NumberStrip): number {
  const { y0, y1 } = stripHeight(group);
  const outside = others.filter(({ box }) => box.y0 > y1 || box.y1 < y0);
  return new Set(outside.map(({ baseline }) => Math.round(baseline))).size;
}
