/**
 * Finds what is printed for the page's sake: running heads and feet, page numbers. Only the outermost rows of a page are
 * looked at, besides what a tagged page marks. This file gathers what the pages say of each line there; the rules of
 * edge-rules.ts decide.
 *
 * Never takes a row from the middle of a page, one below text that stays, a footnote, a caption, or a page's whole text;
 * and of type larger than the body's only what repeats as the outermost row of most pages. Text repeats by chance now and
 * then (a body's first line), so that repetition counts only at a height where at least half of the pages have it.
 */
import { artifactLines } from './artifacts.js';
import type { Line } from '../text/line.js';
import { ROW_TOLERANCE, isOfText, type LinedPage } from './lined-page.js';
import { isStamp } from './forms.js';
import { FURNITURE, FURNITURE_ROW, type EdgeEvidence } from './edge-rules.js';
import { aloneAtFoot, singlePageFeet, type FootLine } from './lonely-page.js';
import { decide } from '../rules.js';
import { isDivisionLabel, pageNumberValue, romanValue } from '../text/numerals.js';

/** How many rows from the top and from the bottom may be furniture. */
const EDGE_ROWS = 3;
/** In points: baselines at one height of different pages. */
const SAME_HEIGHT = 2.5;
/** In points: sizes of one head on different pages differ by less; sizes and baselines in one slot by no more. */
const SAME_SIZE = 0.3;
const SLOT_SIZE = 0.6;
const SLOT_HEIGHT = 1;
/** Pages on which something must be to repeat. */
const LEAST_PAGES = 2;
/** Heads are set as large as the body at most; a repeated "Chapter" in large type opens chapters. */
const LARGEST = 1.12;
/** A head in larger type than the text is one where the same words stand in one place on this share of the pages. */
const LARGE_SHARE = 0.6;
const LARGE_PAGES = 3;
/** A page number alone at the foot may be larger. */
const LARGEST_NUMBER = 1.4;
/** Share of the pages with text at a height that must repeat there. */
const SLOT_SHARE = 0.5;

interface Candidate {
  line: Line;
  page: number;
  side: 'head' | 'foot';
  /** Rows between it and the page's edge. */
  depth: number;
  /** Texts that count as the same: as printed, and with one number given by its distance from the page's. */
  keys: string[];
}

/** @returns the lines that are furniture. */
export function findFurniture(pages: readonly LinedPage[]): Set<Line> {
  const body = bodySizeOf(pages);
  const outermost = pages.flatMap(edgeLines);
  const evidence = gatherEvidence(pages, outermost, body);
  const found = new Set<Line>();
  for (const each of evidence.values()) if (decide(FURNITURE, each) === 'furniture') found.add(each.line);
  keepInnerRows(outermost, found);
  return found;
}

/** What the pages say of each line at their edges, and of artifacts. */
function gatherEvidence(
  pages: readonly LinedPage[],
  outermost: readonly Candidate[],
  body: number,
): Map<Line, EdgeEvidence> {
  const evidence = new Map<Line, EdgeEvidence>();
  const of = (line: Line): EdgeEvidence => {
    const known = evidence.get(line) ?? { line, ...NO_EVIDENCE };
    evidence.set(line, known);
    return known;
  };
  const byNumber = new Map(pages.map((page) => [page.number, page]));
  for (const row of groupBy(outermost, ({ page, side, depth }) => `${page} ${side} ${depth}`).values()) {
    const lines = row.map(({ line }) => line).sort((a, b) => a.box.x0 - b.box.x0);
    for (const { line, page } of row) of(line).isStamp = isStamp(line, byNumber.get(page)!, lines);
  }
  for (const line of artifactLines(pages)) of(line).isArtifact = true;
  const largest = LARGEST * largestText(pages);
  const edges = outermost.filter(({ line }) => !isOfText(line));
  const candidates = edges.filter(({ line }) => line.size <= largest);
  const largeFeet = edges.filter(
    ({ line, side, depth }) =>
      side === 'foot' && depth === 0 && line.size > largest && line.size <= LARGEST_NUMBER * body,
  );
  const numbers = [...pageNumbers(candidates), ...pageNumbers(largeFeet)];
  for (const { line } of numbers) of(line).isPageNumber = true;
  const repeated = new Set([...repeats(candidates), ...numbers]);
  for (const slot of slotsOf(candidates)) {
    const all = pagesOf(slot).size;
    const hits = pagesOf(slot.filter((each) => repeated.has(each) || of(each.line).isArtifact)).size;
    const enough = hits >= LEAST_PAGES && hits >= SLOT_SHARE * all;
    for (const { line } of slot) Object.assign(of(line), { pagesAtHeight: all, pagesRepeating: enough ? hits : 0 });
  }
  for (const { line } of largeHeads(edges, pages.length)) of(line).repeatsOutermost = true;
  for (const { line, foot } of feetOf(pages, body)) of(line).foot = foot;
  return evidence;
}

const NO_EVIDENCE: Omit<EdgeEvidence, 'line'> = {
  isArtifact: false,
  isPageNumber: false,
  pagesAtHeight: 0,
  pagesRepeating: 0,
  repeatsOutermost: false,
  isStamp: false,
  foot: null,
};

function pagesOf(candidates: readonly Candidate[]): Set<number> {
  return new Set(candidates.map(({ page }) => page));
}

function feetOf(pages: readonly LinedPage[], body: number): FootLine[] {
  const [page] = pages;
  if (pages.length === 1 && page) return singlePageFeet(page, body);
  const feet = pages.map((each) => aloneAtFoot(each, body));
  const same = feet.every((foot) => foot && Math.abs(foot.baseline - (feet[0]?.baseline ?? 0)) <= SAME_HEIGHT);
  return same ? feet.flatMap((line) => (line ? { line, foot: 'number-alone' as const } : [])) : [];
}

/**
 * The size of most letters. Furniture is found before columns and body type are known (style/style.ts), so that typewriter
 * type counts here too.
 */
function bodySizeOf(pages: readonly LinedPage[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of pages.flatMap((page) => page.lines)) {
    letters.set(size, (letters.get(size) ?? 0) + text.length);
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Share of the letters that a size of running text has at least. */
const TEXT_SHARE = 0.15;

/** The largest size that running text is set in: small print does not make the heads beside it large. */
function largestText(pages: readonly LinedPage[]): number {
  const letters = new Map<number, number>();
  let all = 0;
  for (const { size, text } of pages.flatMap((page) => page.lines)) {
    letters.set(size, (letters.get(size) ?? 0) + text.length);
    all += text.length;
  }
  const sizes = [...letters].filter(([, count]) => count >= TEXT_SHARE * all).map(([size]) => size);
  return Math.max(bodySizeOf(pages), ...sizes);
}

function edgeLines(page: LinedPage): Candidate[] {
  const rows: Line[][] = [];
  for (const line of [...page.lines].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && line.baseline - (row[0]?.baseline ?? 0) <= ROW_TOLERANCE) row.push(line);
    else rows.push([line]);
  }
  const take = (side: Candidate['side'], row: Line[], depth: number): Candidate[] =>
    row.map((line) => ({ line, page: page.number, side, depth, keys: keysOf(line.text, page.number) }));
  const depth = Math.min(EDGE_ROWS, Math.floor(rows.length / 2));
  return [
    ...rows.slice(0, depth || 1).flatMap((row, i) => take('head', row, i)),
    ...rows.slice(rows.length - depth).flatMap((row, i) => take('foot', row, depth - 1 - i)),
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

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** Numbers that keep step with the pages. */
function pageNumbers(candidates: readonly Candidate[]): Candidate[] {
  const numbers = candidates.flatMap((candidate) => {
    const number =
      candidate.depth <= 1 && !isDivisionLabel(candidate.line.text) ? pageNumberValue(candidate.line.text) : null;
    return number ? [{ candidate, ...number, shift: number.value - candidate.page }] : [];
  });
  const runs = groupBy(numbers, ({ roman, shift }) => `${roman ? 'roman' : 'arabic'} ${shift}`);
  return [...runs.values()].flatMap((run) => {
    const pages = new Set(run.map(({ candidate }) => candidate.page));
    return pages.size >= LEAST_PAGES && sharedHeight(run.map(({ candidate }) => candidate))
      ? run.map((n) => n.candidate)
      : [];
  });
}

/** Whether at least two pages have theirs at one height: numbers of a text are in step by chance, but not in place. */
function sharedHeight(run: readonly Candidate[]): boolean {
  return run.some((a) => run.some((b) => a.page !== b.page && sameHeight(a, b)));
}

function sameHeight(a: Candidate, b: Candidate): boolean {
  return a.side === b.side && Math.abs(a.line.baseline - b.line.baseline) <= SAME_HEIGHT;
}

/** Candidates whose text stands at the same height on another page. */
function repeats(candidates: readonly Candidate[]): Candidate[] {
  const pairs = candidates.flatMap((candidate) => candidate.keys.map((key) => ({ candidate, key })));
  const groups = groupBy(pairs, ({ candidate, key }) => `${candidate.side} ${key}`);
  return [...groups.values()].flatMap((group) =>
    group
      .filter(({ candidate }) =>
        group.some(
          ({ candidate: other }) =>
            other.page !== candidate.page &&
            sameHeight(candidate, other) &&
            Math.abs(other.line.size - candidate.line.size) < SAME_SIZE,
        ),
      )
      .map(({ candidate }) => candidate),
  );
}

/** Heads and feet in any size, with all that stands at their height: margins are often set in a type of their own. */
function largeHeads(edges: readonly Candidate[], pageCount: number): Candidate[] {
  const outer = edges.filter(({ depth }) => depth === 0);
  const repeated = new Set(repeats(outer));
  return slotsOf(outer).flatMap((slot) => {
    const pages = pagesOf(slot.filter((candidate) => repeated.has(candidate))).size;
    return pages >= LARGE_PAGES && pages >= LARGE_SHARE * pageCount ? slot : [];
  });
}

/** Candidates of one side, height and size. */
function slotsOf(candidates: readonly Candidate[]): Candidate[][] {
  const slots: Candidate[][] = [];
  const sorted = [...candidates].sort(
    (a, b) =>
      Number(a.side > b.side) - Number(a.side < b.side) ||
      a.line.size - b.line.size ||
      a.line.baseline - b.line.baseline,
  );
  for (const candidate of sorted) {
    const first = slots.at(-1)?.[0];
    const same = first && first.side === candidate.side && candidate.line.size - first.line.size < SLOT_SIZE;
    if (same && Math.abs(candidate.line.baseline - (slots.at(-1)?.at(-1)?.line.baseline ?? 0)) <= SLOT_HEIGHT)
      slots.at(-1)?.push(candidate);
    else slots.push([candidate]);
  }
  return slots;
}

/** Takes back rows that have text between them and the edge which is no furniture. */
function keepInnerRows(candidates: readonly Candidate[], found: Set<Line>): void {
  for (const group of groupBy(candidates, ({ page, side }) => `${page} ${side}`).values()) {
    const textDepth = Math.min(...group.filter(({ line }) => !found.has(line)).map(({ depth }) => depth), Infinity);
    for (const { line, depth } of group) {
      if (found.has(line) && decide(FURNITURE_ROW, { line, depth, textDepth }) === 'text') found.delete(line);
    }
  }
}
