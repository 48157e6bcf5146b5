/**
 * Titles of clauses printed in the margin, each beside the first line of its text. A title is read before that text.
 *
 * They are told by standing left or right of the text's edge, by beginning on the baseline of a line beside them, and by
 * numbers that grow, or by being set smaller or bolder than the text. Numbers without words are none: they belong to the
 * line beside them, as marks of a list do.
 */
import type { Column } from './columns.js';
import { median, unionBox } from '../geometry.js';
import type { Line } from '../text/line.js';

const LEAST_TITLES = 3;
/** Lines of titles that a page may have; more of them are a column. */
const MOST_LINES = 150;
/** Width of the titles, in parts of the whole. */
const WIDEST = 0.35;
/** Letters of the titles, in parts of the text's. */
const MOST_LETTERS = 0.3;
/** Share of the titles that begin on a line's baseline, and that have a number. */
const AGREED = 0.8;
const LONGEST = 90;
const NUMBER = /^(\d{1,3})[.)]?\s+\p{L}/u;

interface Title {
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
  return areTitles(titles, text) ? interleave(titles, text, left) : null;
}

/** The lines of the margin, cut where a line stands beside the text's first and begins with a number, or apart. */
function titlesOf(margin: readonly Line[], text: readonly Line[]): Title[] {
  const titles: Title[] = [];
  for (const line of [...margin].sort((a, b) => a.baseline - b.baseline)) {
    const open = titles.at(-1)?.lines;
    const last = open?.at(-1);
    const goesOn = last && line.baseline - last.baseline < 1.6 * line.size && !NUMBER.test(line.text);
    if (open && goesOn) open.push(line);
    else titles.push({ lines: [line], beside: lineBeside(line, text) });
  }
  return titles;
}

function lineBeside({ baseline, size }: Line, text: readonly Line[]): Line | null {
  const near = text.filter(
    (line) => !line.blocks && Math.abs(line.baseline - baseline) < 0.35 * Math.max(size, line.size),
  );
  return near[0] ?? null;
}

function areTitles(titles: readonly Title[], text: readonly Line[]): boolean {
  const words = titles.map(({ lines }) => lines.map((line) => line.text).join(' '));
  if (titles.length < LEAST_TITLES || words.some((title) => !/\p{L}{3}/u.test(title) || title.length > LONGEST))
    return false;
  const letters = text.reduce((sum, line) => sum + line.text.length, 0);
  if (words.join('').length > MOST_LETTERS * letters) return false;
  const margin = unionBox(titles.flatMap(({ lines }) => lines.map(({ box }) => box)));
  const all = unionBox([margin, ...text.map(({ box }) => box)]);
  if (margin.x1 - margin.x0 > WIDEST * (all.x1 - all.x0)) return false;
  const agreed = titles.filter(({ beside }) => beside !== null && beginsText(beside, text)).length;
  if (agreed < AGREED * titles.length) return false;
  const numbers = words.flatMap((title) => Number(NUMBER.exec(title)?.[1] ?? NaN)).filter((number) => number > 0);
  const grow = numbers.every((number, i) => i === 0 || number > numbers[i - 1]!);
  return (numbers.length >= AGREED * titles.length && grow) || lookApart(titles, text);
}

/** The line above is further away than within a paragraph, or ends early. */
function beginsText(line: Line, text: readonly Line[]): boolean {
  const at = text.indexOf(line);
  const before = text[at - 1];
  if (!before || before.blocks) return true;
  const steps = text
    .slice(Math.max(1, at - 20), at + 20)
    .map((one, i, some) => one.baseline - (some[i - 1] ?? one).baseline);
  const usual = median(steps.filter((step) => step > 0.5 * line.size));
  return (
    line.baseline - before.baseline > 1.1 * usual ||
    before.box.x1 < line.box.x1 - 2 * line.size ||
    /[.:;]$/.test(before.text)
  );
}

/** Set smaller or bolder than the text, all of them. */
function lookApart(titles: readonly Title[], text: readonly Line[]): boolean {
  const size = median(text.filter(({ blocks }) => !blocks).map((line) => line.size));
  const bold = median(text.filter(({ blocks }) => !blocks).map((line) => line.bold));
  const lines = titles.flatMap((title) => title.lines);
  return lines.every((line) => line.size < 0.93 * size) || (bold < 0.5 && lines.every((line) => line.bold > 0.95));
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
      (waiting[0].beside === line || waiting[0].lines[0]!.baseline < line.baseline - 0.35 * line.size)
    )
      put(waiting.shift()!);
    open.push(line);
  }
  waiting.forEach(put);
  close();
  return columns;
}
