/**
 * Finds what is printed for the page's sake: running heads and feet, page numbers.
 *
 * Only the outermost rows of a page are looked at. Signals, in order:
 *   1. marked as artifact in a tagged page;
 *   2. a number in step with the pages ("7" on page 11, "8" on page 12), also roman, also "Page 7 of 30";
 *   3. the same text, digits aside, at the same height on other pages (alternating heads repeat on every second page);
 *   4. at a height where 2 or 3 found others, in the same size: a head that changes with the chapter.
 *
 * Never takes a row from the middle of a page, type larger than the body's, a footnote, or a page's whole text.
 */
import type { Line } from './line.js';
import { pageNumberValue, romanValue } from './numerals.js';

export interface LinedPage {
  number: number;
  height: number;
  lines: Line[];
}

/** How many rows from the top and from the bottom may be furniture. */
const EDGE_ROWS = 3;
const SAME_HEIGHT = 2.5;
/** Heads are set as large as the body at most; a repeated "Chapter" in large type opens chapters. */
const LARGEST = 1.12;
const ROW_TOLERANCE = 2;

interface Candidate {
  line: Line;
  page: number;
  side: 'head' | 'foot';
  /** Rows between it and the page's edge. */
  depth: number;
  key: string;
}

/** @returns the lines that are furniture. */
export function findFurniture(pages: readonly LinedPage[]): Set<Line> {
  const found = new Set<Line>();
  const largest = LARGEST * bodySize(pages);
  const candidates = pages.flatMap(edgeLines).filter(({ line }) => line.size <= largest && !isNote(line));
  for (const line of artifactLines(pages)) found.add(line);
  for (const candidate of pageNumbers(candidates)) found.add(candidate.line);
  const byKey = groupBy(candidates, ({ side, key }) => `${side} ${key}`);
  for (const group of byKey.values()) {
    for (const candidate of group) if (repeats(candidate, group)) found.add(candidate.line);
  }
  addByHeight(candidates, found);
  keepInnerRows(candidates, found);
  return found;
}

/** The size of most letters. */
function bodySize(pages: readonly LinedPage[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of pages.flatMap((page) => page.lines)) {
    letters.set(size, (letters.get(size) ?? 0) + text.length);
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Begins with a raised mark. */
function isNote(line: Line): boolean {
  const run = line.runs[0];
  return run !== undefined && run.size < 0.86 * line.size && run.baseline < line.baseline - 0.1 * line.size;
}

function edgeLines(page: LinedPage): Candidate[] {
  const rows: Line[][] = [];
  for (const line of [...page.lines].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && line.baseline - (row[0]?.baseline ?? 0) <= ROW_TOLERANCE) row.push(line);
    else rows.push([line]);
  }
  const take = (side: Candidate['side'], row: Line[], depth: number): Candidate[] =>
    row.map((line) => ({ line, page: page.number, side, depth, key: keyOf(line.text) }));
  const depth = Math.min(EDGE_ROWS, Math.floor(rows.length / 2));
  return [
    ...rows.slice(0, depth || 1).flatMap((row, i) => take('head', row, i)),
    ...rows.slice(rows.length - depth).flatMap((row, i) => take('foot', row, depth - 1 - i)),
  ];
}

/** Text without what changes from page to page. */
function keyOf(text: string): string {
  return text
    .replace(/\d+/g, '#')
    .split(/\s+/)
    .map((word) => (romanValue(word) === null || word.length < 2 ? word : '#'))
    .join(' ')
    .toLowerCase();
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

function artifactLines(pages: readonly LinedPage[]): Line[] {
  const artifact = (line: Line): boolean => line.runs.every((run) => run.artifact);
  let letters = 0;
  let marked = 0;
  const lines: Line[] = [];
  for (const line of pages.flatMap((page) => page.lines)) {
    letters += line.text.length;
    if (!artifact(line)) continue;
    marked += line.text.length;
    lines.push(line);
  }
  // a producer that marks a fifth of its text as decoration has not understood the mark
  return marked < 0.2 * letters ? lines : [];
}

/** Numbers that keep step with the pages. */
function pageNumbers(candidates: readonly Candidate[]): Candidate[] {
  const numbers = candidates.flatMap((candidate) => {
    const number = candidate.depth <= 1 ? pageNumberValue(candidate.line.text) : null;
    return number ? [{ candidate, ...number, shift: number.value - candidate.page }] : [];
  });
  const runs = groupBy(numbers, ({ roman, shift }) => `${roman ? 'roman' : 'arabic'} ${shift}`);
  return [...runs.values()].flatMap((run) => {
    const pages = new Set(run.map(({ candidate }) => candidate.page));
    return pages.size >= 2 && sharedHeight(run.map(({ candidate }) => candidate)) ? run.map((n) => n.candidate) : [];
  });
}

/** Whether at least two pages have theirs at one height: numbers of a text are in step by chance, but not in place. */
function sharedHeight(run: readonly Candidate[]): boolean {
  return run.some((a) => run.some((b) => a.page !== b.page && sameHeight(a, b)));
}

function sameHeight(a: Candidate, b: Candidate): boolean {
  return a.side === b.side && Math.abs(a.line.baseline - b.line.baseline) <= SAME_HEIGHT;
}

function repeats(candidate: Candidate, group: readonly Candidate[]): boolean {
  if (!/\p{L}/u.test(candidate.key)) return false;
  return group.some(
    (other) =>
      other.page !== candidate.page &&
      sameHeight(candidate, other) &&
      Math.abs(other.line.size - candidate.line.size) < 0.3 &&
      // the same words in the outermost row are enough; further in they must also stand in the same place
      (Math.max(candidate.depth, other.depth) === 0 || Math.abs(other.line.box.x0 - candidate.line.box.x0) < 3),
  );
}

/** Lines at a height where furniture was found on other pages. */
function addByHeight(candidates: readonly Candidate[], found: Set<Line>): void {
  const heights = candidates.filter(({ line }) => found.has(line));
  const slots = groupBy(heights, ({ side, line }) => `${side} ${Math.round(line.baseline)}`);
  for (const candidate of candidates) {
    if (found.has(candidate.line)) continue;
    const near = [-1, 0, 1].flatMap(
      (step) => slots.get(`${candidate.side} ${Math.round(candidate.line.baseline) + step}`) ?? [],
    );
    const alike = near.filter(({ line }) => Math.abs(line.size - candidate.line.size) < 0.6);
    if (new Set(alike.map(({ page }) => page)).size >= 2 && candidate.depth === 0) found.add(candidate.line);
  }
}

/** Takes back rows that have text between them and the edge which is no furniture. */
function keepInnerRows(candidates: readonly Candidate[], found: Set<Line>): void {
  for (const group of groupBy(candidates, ({ page, side }) => `${page} ${side}`).values()) {
    const outer = group.filter(({ line }) => !found.has(line)).map(({ depth }) => depth);
    const limit = Math.min(...outer, Infinity);
    for (const { line, depth } of group) {
      if (depth > limit && !line.runs.every((run) => run.artifact)) found.delete(line);
    }
  }
}
