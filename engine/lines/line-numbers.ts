/**
 * Finds numbers printed beside the lines of a page ("1", "2", "3" or "5", "10", "15"), so that lines can be cited. They are
 * whole numbers on one edge, or about one middle as between the columns of a patent; the rules below decide about each such group.
 */
import type { Box, TextRun } from '../model.js';
import { unionBox } from '../geometry.js';
import { decide, type DecisionTable, type Rule } from '../rules.js';
import { partsOfRow } from '../text/row-parts.js';

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
/** Texts that stand apart in a row of cells: two may be a speaker and a speech, the halves of a verse or lines of two columns. */
const LEAST_CELLS = 3;
/** Letters of a cell, and of one that names the row, at most; lines of text have more. */
const CELL_LETTERS = 30;
const NAME_LETTERS = 60;
/** In steps of the numbers: the name of their column stands no further above them. */
const NAME_ABOVE = 2.5;
/** Names of columns of numbers. */
const NUMBER_NAME =
  /^(?:(?:(?:item|ser|lfd|s(?:r|l)?)\.? ?)?(?:no|nr|num)\.?|n[°º.]{1,2}|№|s\/n|s(?:r|l)?\.|#|rank|rang|item|pos\.?):?$/iu;
/** Share of the numbers that are of a contents page where as many have a page number at the other end of their row. */
const LEAST_ENTRIES = 0.6;
/** The widest distance of two such numbers in narrowest ones: lines that are counted stand at one distance. */
const UNEVEN = 1.8;
/** Share of the text's height that line numbers stand beside. */
const HEIGHT_SHARE = 0.4;

/** Whole numbers on one edge or about one middle, from the top, and all text of the page. */
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
    why: 'The numbers grow by one, and nearly each row has three short texts or more that stand apart: the cells of a table, whose rows are counted or have codes.',
    test: (strip) => (countsEach(strip.group) && shareOfCells(strip) >= NEARLY_ALL ? 'refused' : null),
  },
  {
    name: 'named-column',
    why: 'Numbers that grow by one below "No." or another word for them are a column of a table.',
    test: (strip) => (countsEach(strip.group) && isNamed(strip) ? 'refused' : null),
  },
  {
    name: 'numbers-of-contents',
    why: 'Chapters in a table of contents are counted too: a page number stands at the other end of their rows, and sections stand between them. Numbers that count on there are of the next column’s lines.',
    test: (strip) => (isUneven(strip.group) && areEntries(strip) ? 'refused' : null),
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
  for (const place of PLACES) {
    for (const group of alignedGroups(numbers, place)) {
      if (group.every((run) => found.has(run))) continue;
      const members = new Set(group);
      const others = runs.filter((run) => !members.has(run));
      if (decide(LINE_NUMBERS, { group, others, page }) === 'line-numbers') for (const run of group) found.add(run);
    }
  }
  return found;
}

const PLACES: readonly ((box: Box) => number)[] = [({ x1 }) => x1, ({ x0 }) => x0, ({ x0, x1 }) => (x0 + x1) / 2];

function alignedGroups(numbers: readonly TextRun[], placeOf: (box: Box) => number): TextRun[][] {
  const groups: TextRun[][] = [];
  for (const run of numbers.toSorted((a, b) => placeOf(a.box) - placeOf(b.box))) {
    const group = groups.at(-1);
    if (group && placeOf(run.box) - placeOf(group[0]!.box) <= EDGE_TOLERANCE) group.push(run);
    else groups.push([run]);
  }
  return groups
    .filter((group) => group.length >= MIN_COUNT)
    .map((group) => group.sort((a, b) => a.baseline - b.baseline));
}

/** Grows by the same step throughout. */
function isSequence(group: readonly TextRun[]): boolean {
  const { step, count } = usualStep(group);
  return step >= 1 && step <= LARGEST_STEP && count >= IN_STEP * (group.length - 1);
}

/** The step from one number to the next that occurs most, and how often it does. */
function usualStep(group: readonly TextRun[]): { step: number; count: number } {
  const steps = new Map<number, number>();
  for (const [i, run] of group.entries()) {
    const before = group[i - 1];
    if (!before) continue;
    const step = Number(run.text) - Number(before.text);
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  const [step, count] = [...steps].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  return { step, count };
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

/** Line numbers in steps of five or ten count no rows. */
const countsEach = (group: readonly TextRun[]): boolean => usualStep(group).step === 1;

/** Share of the numbers beside which the other text stands in cells. */
function shareOfCells({ group, others }: NumberStrip): number {
  const bands = new Map<number, TextRun[]>();
  for (const run of others) {
    const nearest = Math.round(run.baseline);
    for (const key of [nearest - 1, nearest, nearest + 1]) {
      if (Math.abs(run.baseline - key) > EDGE_TOLERANCE) continue;
      const band = bands.get(key);
      if (band) band.push(run);
      else bands.set(key, [run]);
    }
  }
  // numbers that lie upon each other share a band, whose parts are found once
  const known = new Map<number, boolean>();
  const isRow = ({ baseline }: TextRun): boolean => {
    const key = Math.round(baseline);
    if (!known.has(key)) known.set(key, areCells(partsOfRow(bands.get(key) ?? [], APART)));
    return known.get(key)!;
  };
  return group.filter(isRow).length / group.length;
}

/** One of the cells, the name of the row, may be longer than the others. */
function areCells(texts: readonly (readonly TextRun[])[]): boolean {
  const lengths = texts.map((runs) => runs.reduce((sum, { text }) => sum + text.length, 0));
  return (
    lengths.length >= LEAST_CELLS &&
    lengths.filter((letters) => letters > CELL_LETTERS).length <= 1 &&
    lengths.every((letters) => letters <= NAME_LETTERS)
  );
}

/** The text nearest above the numbers, over them, is a word for numbers. */
function isNamed({ group, others }: NumberStrip): boolean {
  const { x0, x1, y0 } = unionBox(group.map(({ box }) => box));
  const [first, second] = group.map(({ baseline }) => baseline);
  const highest = first! - NAME_ABOVE * (second! - first!);
  const isOver = ({ box }: TextRun): boolean => box.x1 > x0 && box.x0 < x1;
  const above = others.filter(({ baseline }) => baseline < y0 && baseline >= highest);
  const nearest = above
    .filter(isOver)
    .reduce<TextRun | null>((low, run) => (low && low.baseline >= run.baseline ? low : run), null);
  if (!nearest) return false;
  const level = above.filter(({ baseline }) => Math.abs(baseline - nearest.baseline) < EDGE_TOLERANCE);
  const name = partsOfRow(level, APART).find((text) => text.includes(nearest)) ?? [];
  return NUMBER_NAME.test(name.map(({ text }) => text).join(' '));
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

/** Most rows end in a number on one edge, and these do not count on. */
function areEntries(strip: NumberStrip): boolean {
  const ends = rowEnds(strip);
  return ends.length >= LEAST_ENTRIES * strip.group.length && !isCountedOn(strip, ends[0]!);
}

/** The numbers on the edge of `end`, of all rows, go on where these end. */
function isCountedOn({ group, others }: NumberStrip, end: TextRun): boolean {
  const onEdge = others.filter(
    ({ text, box }) => /^\d{1,4}$/.test(text) && Math.abs(box.x1 - end.box.x1) <= EDGE_TOLERANCE,
  );
  const next = onEdge.sort((a, b) => a.baseline - b.baseline);
  return countsEach(next) && isSequence(next) && Number(next[0]!.text) === Number(group.at(-1)!.text) + 1;
}

/** Whole numbers at the right end of the numbers' rows, on one edge, with words between. */
function rowEnds({ group, others }: NumberStrip): TextRun[] {
  const ends = group.flatMap(({ baseline, box }) => {
    const row = others.filter((run) => Math.abs(run.baseline - baseline) < EDGE_TOLERANCE && run.box.x0 > box.x1);
    const last = row.reduce<TextRun | null>((most, run) => (most && most.box.x1 > run.box.x1 ? most : run), null);
    return last && /^[\s.·…]*\d{1,4}$/u.test(last.text) && row.some(({ text }) => /\p{L}{2}/u.test(text)) ? [last] : [];
  });
  const right = ends.reduce((most, { box }) => Math.max(most, box.x1), 0);
  return ends.filter(({ box }) => right - box.x1 <= EDGE_TOLERANCE);
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
