/**
 * Titles of clauses printed in the margin, each beside the first line of its text. A title is read before that text.
 *
 * Candidates are lines left or right of the text's edges; the rules below decide. Numbers without words are no titles: they
 * belong to the line beside them, as list marks do.
 */
import type { Column } from './columns.js';
import { median, unionBox } from '../geometry.js';
import { ALL_BOLD, SAME_ROW, SAME_SIZE_SHARE } from '../measures.js';
import type { Box } from '../model.js';
import { decide, refusedIf, type DecisionTable, type Rule } from '../rules.js';
import type { Line } from '../text/line.js';
import { totalLength } from '../text-rules.js';

const LEAST_TITLES = 3;
const NEXT_LINE = 1.6;
/** In font sizes: the least distance of two lines of text; in usual distances: one that begins something new. */
const LEAST_STEP = 0.5;
const WIDER_STEP = 1.1;
/** In text sizes: type that is smaller than the text's. */
const SMALLER = 1 - SAME_SIZE_SHARE;
/** Share of bold letters of text that is not bold, at most. */
const PLAIN = 0.5;
/** Lines of titles that a page may have; more of them are a column. */
const MOST_LINES = 150;
/** Width of the titles, in fractions of the whole. */
const WIDEST = 0.35;
/** Letters of the titles, in fractions of the text's. */
const MOST_LETTERS = 0.3;
/** Share of the titles that begin on a line's baseline, and that have a number. */
const AGREED = 0.8;
const LONGEST = 90;
const NUMBER = /^(\d{1,3})[.)]?\s+\p{L}/u;

export interface Title {
  lines: Line[];
  /** The line of the text that it stands beside. */
  beside: Line | null;
}

/** @returns the page's parts in reading order; null where there are no such titles. */
export function withMarginTitles(lines: readonly Line[]): Column[] | null {
  if (lines.length < 2 * LEAST_TITLES) return null;
  const edges = textEdges(lines);
  return edges && (inMargin(lines, edges, 'left') ?? inMargin(lines, edges, 'right'));
}

interface Edges {
  left: number;
  right: number;
}

/** Where most of the lines begin, and where the longest of these end. */
function textEdges(lines: readonly Line[]): Edges | null {
  const starts = new Map<number, Line[]>();
  for (const line of lines) {
    if (line.blocks || line.text.length < 25) continue;
    const key = Math.round(line.box.x0);
    for (const at of [key - 1, key, key + 1]) {
      const alike = starts.get(at);
      if (alike) alike.push(line);
      else starts.set(at, [line]);
    }
  }
  const most = [...starts.values()].sort((a, b) => b.length - a.length)[0];
  if (!most || most.length < LEAST_TITLES) return null;
  const { x0: left, x1: right } = unionBox(most.map(({ box }) => box));
  return { left, right };
}

function inMargin(lines: readonly Line[], { left, right }: Edges, side: 'left' | 'right'): Column[] | null {
  const isBeside = ({ box, blocks }: Line): boolean =>
    !blocks && (side === 'left' ? box.x1 < left - 2 : box.x0 > right + 2);
  const margin = lines.filter(isBeside);
  if (margin.length < LEAST_TITLES || margin.length > MOST_LINES) return null;
  const text = lines.filter((line) => !isBeside(line)).sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0);
  const titles = titlesOf(margin, text);
  return decide(MARGIN_TITLES, { titles, text }) === 'titles' ? interleave(titles, text, left) : null;
}

/** The lines of the margin, cut where a line stands beside the text's first and begins with a number, or apart. */
function titlesOf(margin: readonly Line[], text: readonly Line[]): Title[] {
  const titles: Title[] = [];
  for (const line of [...margin].sort((a, b) => a.baseline - b.baseline)) {
    const open = titles.at(-1)?.lines;
    const last = open?.at(-1);
    const continues = last && line.baseline - last.baseline < NEXT_LINE * line.size && !NUMBER.test(line.text);
    if (open && continues) open.push(line);
    else titles.push({ lines: [line], beside: lineBeside(line, text) });
  }
  return titles;
}

function lineBeside({ baseline, size }: Line, text: readonly Line[]): Line | null {
  const near = text.filter(
    (line) => !line.blocks && Math.abs(line.baseline - baseline) < SAME_ROW * Math.max(size, line.size),
  );
  return near[0] ?? null;
}

/** Lines of a margin as titles, with the text beside them. */
export interface MarginCandidate {
  titles: readonly Title[];
  text: readonly Line[];
}

type Verdict = 'titles' | 'refused';

const wordsOf = ({ titles }: MarginCandidate): string[] =>
  titles.map(({ lines }) => lines.map((line) => line.text).join(' '));
const numbersOf = (at: MarginCandidate): number[] =>
  wordsOf(at)
    .map((title) => Number(NUMBER.exec(title)?.[1] ?? NaN))
    .filter((number) => number > 0);
const isRising = (numbers: readonly number[]): boolean =>
  numbers.every((number, i) => i === 0 || number > numbers[i - 1]!);
const marginOf = ({ titles }: MarginCandidate): Box =>
  unionBox(titles.flatMap(({ lines }) => lines.map(({ box }) => box)));

const RULES: readonly Rule<MarginCandidate, Verdict>[] = [
  {
    name: 'too-few-or-no-titles',
    why: 'Titles are short and have a word each; single notes are none.',
    test: (at) =>
      refusedIf(
        at.titles.length < LEAST_TITLES ||
          wordsOf(at).some((title) => !/\p{L}{3}/u.test(title) || title.length > LONGEST),
      ),
  },
  {
    name: 'too-much-text',
    why: 'A margin with much text is a column.',
    test: (at) => refusedIf(wordsOf(at).join('').length > MOST_LETTERS * totalLength(at.text)),
  },
  {
    name: 'too-wide',
    why: 'A margin is a third of the page at most.',
    test: (at) => {
      const margin = marginOf(at);
      const all = unionBox([margin, ...at.text.map(({ box }) => box)]);
      return refusedIf(margin.x1 - margin.x0 > WIDEST * (all.x1 - all.x0));
    },
  },
  {
    name: 'not-beside-paragraphs',
    why: 'A title stands beside the first line of its text.',
    test: ({ titles, text }) =>
      refusedIf(
        titles.filter(({ beside }) => beside !== null && beginsText(beside, text)).length < AGREED * titles.length,
      ),
  },
  {
    name: 'numbers-grow',
    why: 'Numbers that grow from title to title number clauses.',
    test: (at) => {
      const numbers = numbersOf(at);
      return numbers.length >= AGREED * at.titles.length && isRising(numbers) ? 'titles' : null;
    },
  },
  {
    name: 'smaller-or-bolder',
    why: 'Without numbers, titles are set smaller or bolder than the text.',
    test: ({ titles, text }) => (differFromText(titles, text) ? 'titles' : null),
  },
];

export const MARGIN_TITLES: DecisionTable<MarginCandidate, Verdict> = {
  name: 'margin-titles',
  rules: RULES,
  otherwise: 'refused',
  subject: (at) => ({ page: at.titles[0]?.lines[0]?.page ?? 0, box: marginOf(at), text: wordsOf(at).join(' ') }),
  numbers: (at) => ({ titles: at.titles.length, numbered: numbersOf(at).length }),
};

/** The line above is further away than within a paragraph, or ends early. */
function beginsText(line: Line, text: readonly Line[]): boolean {
  const at = text.indexOf(line);
  const before = text[at - 1];
  if (!before || before.blocks) return true;
  const steps = text
    .slice(Math.max(1, at - 20), at + 20)
    .map((one, i, some) => one.baseline - (some[i - 1] ?? one).baseline);
  const usual = median(steps.filter((step) => step > LEAST_STEP * line.size));
  return (
    line.baseline - before.baseline > WIDER_STEP * usual ||
    before.box.x1 < line.box.x1 - 2 * line.size ||
    /[.:;]$/.test(before.text)
  );
}

/** Set smaller or bolder than the text, all of them. */
function differFromText(titles: readonly Title[], text: readonly Line[]): boolean {
  const size = median(text.filter(({ blocks }) => !blocks).map((line) => line.size));
  const bold = median(text.filter(({ blocks }) => !blocks).map((line) => line.bold));
  const lines = titles.flatMap((title) => title.lines);
  return (
    lines.every((line) => line.size < SMALLER * size) || (bold < PLAIN && lines.every((line) => line.bold > ALL_BOLD))
  );
}

/** The text, with each title before the line it stands beside. */
function interleave(titles: readonly Title[], text: readonly Line[], left: number): Column[] {
  const columns: Column[] = [];
  const waiting = [...titles];
  let open: Line[] = [];
  const close = (): void => {
    if (open.length > 0) columns.push({ lines: open, box: unionBox(open.map(({ box }) => box)), left });
    open = [];
  };
  const put = ({ lines }: Title): void => {
    close();
    columns.push({ lines, box: unionBox(lines.map(({ box }) => box)), title: true });
  };
  for (const line of text) {
    while (
      waiting[0] &&
      (waiting[0].beside === line || waiting[0].lines[0]!.baseline < line.baseline - SAME_ROW * line.size)
    )
      put(waiting.shift()!);
    open.push(line);
  }
  waiting.forEach(put);
  close();
  return columns;
}
