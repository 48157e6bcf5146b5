/** The lines that may be heads and feet of their pages, and by what texts they are compared. */
import type { Line } from '../text/line.js';
import { isDivisionLabel, romanValue } from '../text/numerals.js';
import { ROW_TOLERANCE, type LinedPage } from './lined-page.js';
import { totalLength } from '../text-rules.js';

/** How many rows from the top and from the bottom may be furniture. */
const EDGE_ROWS = 3;

/** A line in one of the outermost rows of its page. */
export interface Candidate {
  line: Line;
  page: number;
  /** The first page with the same lines, or this one: copies of one sheet do not show what repeats. */
  sheet: number;
  side: 'head' | 'foot';
  /** Rows between it and the page's edge. */
  depth: number;
  /** In font sizes: to the next row further in. */
  apart: number;
  /** Texts that count as the same: as printed, and with one number given by its distance from the page's. */
  keys: string[];
}

/** Lines of a sheet of which there may be copies: pages with a head and a foot alone are alike without being copies. */
const LEAST_LINES = 5;

/** The outermost rows of the pages. */
export function edgeLines(pages: readonly LinedPage[]): Candidate[] {
  const sheets = new Map<string, number>();
  return pages.flatMap((page) => {
    const candidates = edgeLinesOf(page);
    const letters = totalLength(page.lines);
    const key = [page.lines.length, letters, ...candidates.map(({ line }) => line.text)].join('\n');
    const sheet = page.lines.length < LEAST_LINES ? page.number : (sheets.get(key) ?? page.number);
    sheets.set(key, sheet);
    return candidates.map((candidate) => ({ ...candidate, sheet }));
  });
}

function edgeLinesOf(page: LinedPage): Omit<Candidate, 'sheet'>[] {
  const rows: Line[][] = [];
  for (const line of [...page.lines].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && line.baseline - (row[0]?.baseline ?? 0) <= ROW_TOLERANCE) row.push(line);
    else rows.push([line]);
  }
  const take = (side: Candidate['side'], row: Line[], depth: number): Omit<Candidate, 'sheet'>[] => {
    const inner = rows[rows.indexOf(row) + (side === 'head' ? 1 : -1)]?.[0];
    return row.map((line) => {
      const apart = inner ? Math.abs(inner.baseline - line.baseline) / line.size : Infinity;
      return { line, page: page.number, side, depth, apart, keys: keysOf(line.text, page.number) };
    });
  };
  const depth = Math.min(EDGE_ROWS, Math.floor(rows.length / 2));
  // below a plate there may be nothing but the foot
  const isFootAlone = rows.length <= 2 && (rows[0]?.[0]?.baseline ?? 0) > page.height / 2;
  const [heads, feet] = isFootAlone ? [0, rows.length] : [depth || 1, depth];
  return [
    ...rows.slice(0, heads).flatMap((row, i) => take('head', row, i)),
    ...rows.slice(rows.length - feet).flatMap((row, i) => take('foot', row, feet - 1 - i)),
  ];
}

/** Longer lines are no heads: a key for each of their numbers would fill the memory. */
const MOST_WORDS = 60;

/** The text as printed, and for each number in it the text with that number's distance from the page's in its place. */
function keysOf(text: string, page: number): string[] {
  const words = text.toLowerCase().split(/\s+/);
  // a page each of schedules: their numbers are in step with the pages, too
  if (isDivisionLabel(text)) return [words.join(' ')];
  const inStep = (words.length > MOST_WORDS ? [] : words).flatMap((word, i) => {
    const value = /^\d{1,5}$/.test(word) ? Number(word) : word.length > 1 ? romanValue(word) : null;
    return value === null ? [] : [words.with(i, `#${value - page}`).join(' ')];
  });
  return /\p{L}/u.test(text) ? [words.join(' '), ...inStep] : inStep;
}

/** With those texts only that have a number given by its distance from the page's, among words. */
export const withStepKeys = (candidate: Candidate): Candidate => ({
  ...candidate,
  keys: candidate.keys.filter((key) => key.includes('#') && /\p{L}{3}/u.test(key)),
});

export function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

export function pagesOf(candidates: readonly Candidate[]): Set<number> {
  return new Set(candidates.map(({ page }) => page));
}
