/**
 * Finds what is printed for the page's sake: running heads and feet, page numbers. Only the outermost rows of a page are
 * looked at, besides what a tagged page marks and page numbers in words. This file gathers what the pages say of each line
 * there; the rules of edge-rules.ts decide.
 *
 * Never takes a row from the middle of a page, one below text that stays, a footnote, a caption, or a page's whole text;
 * and of type larger than the body's only what repeats as the outermost row of most pages, but for the first of them: that is
 * the title. Text repeats by chance now and then (a body's first line), so that repetition counts only at a height where at
 * least half of the pages have it, and copies of one sheet say nothing.
 */
import { artifactLines } from './artifacts.js';
import type { Line } from '../text/line.js';
import { beyondTheFoot } from './beyond-the-foot.js';
import { withoutText, type FurnitureByRules } from './edge-score.js';
import { edgeLines, groupBy, pagesOf, withStepKeys, type Candidate } from './candidates.js';
import { isOfText, LARGEST_NUMBER, MOST_PAGES_ALONE, SAME_SIZE_POINTS, type LinedPage } from './lined-page.js';
import { deepFeet } from './deep-feet.js';
import { displacedHeads, headsDisplacedAlike } from './displaced-heads.js';
import { isStamp, ownPageOfPages } from './forms.js';
import {
  FURNITURE,
  FURNITURE_ROW,
  NO_EVIDENCE,
  SURE_PAGES,
  type EdgeEvidence,
  type FurnitureRow,
} from './edge-rules.js';
import { marginHeads } from './margins.js';
import { feetOfIssue, numberedHeads } from './numbered-head.js';
import { aloneAtFoot, footLines, ownNumberAtFoot, singlePageFeet, type FootLine } from './only-page.js';
import { repeatedTitles } from './repeated-title.js';
import { marksAtSheetEdge } from './sheet-edge.js';
import { decide } from '../rules.js';
import { linesGoingOn } from './sentences.js';
import { bodySizeOf, largestText } from './text-sizes.js';
import { isDivisionLabel, pageNumberValue } from '../text/numerals.js';

/** In points: baselines at one height of different pages. */
const SAME_HEIGHT = 2.5;
/** In points: sizes and baselines in one slot differ by no more. */
const SLOT_SIZE = 0.6;
const SLOT_HEIGHT = 1;
/** Pages on which something must be to repeat. */
const LEAST_PAGES = 2;
/** Heads are set as large as the body at most; a repeated "Chapter" in large type opens chapters. */
const LARGEST = 1.12;
/** A head in larger type than the text is one where the same words stand in one place on this share of the pages. */
const LARGE_SHARE = 0.6;
const LARGE_PAGES = 3;
/** Share of the pages with text at a height that must repeat there. */
const SLOT_SHARE = 0.5;

/** @returns the lines that are furniture. */
export function findFurniture(pages: readonly LinedPage[]): Set<Line> {
  const byRules = furnitureByRules(pages);
  const { evidence, outermost } = byRules;
  const found = withoutText(pages, byRules);
  const inStep = new Set(repeats(outermost.map(withStepKeys)).map(({ line }) => line));
  const heights = new Map(pages.map(({ number, height }) => [number, height]));
  keepInnerRows(outermost, found, (line) => ({
    pageHeight: heights.get(line.page) ?? Infinity,
    inMargin: evidence.get(line)?.repeatsInMargin === true,
    isPageNumber: evidence.get(line)?.isPageNumber === true,
    isPageOfPages: evidence.get(line)?.isPageOfPages === true,
    inStep: inStep.has(line),
  }));
  return found;
}

/** What the rules find. */
export function furnitureByRules(pages: readonly LinedPage[]): FurnitureByRules {
  const body = bodySizeOf(pages);
  const outermost = edgeLines(pages);
  const evidence = gatherEvidence(pages, outermost, body);
  const found = new Set<Line>();
  for (const each of evidence.values()) if (decide(FURNITURE, each) === 'furniture') found.add(each.line);
  return { found, evidence, outermost };
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
  const mark = (candidates: readonly Candidate[], what: Partial<EdgeEvidence>): void => {
    for (const { line } of candidates) Object.assign(of(line), what);
  };
  for (const line of stampsAmong(outermost, pages, body)) of(line).isStamp = true;
  const largest = LARGEST * largestText(pages);
  for (const line of artifactLines(pages, largest)) of(line).isArtifact = true;
  for (const line of pages.flatMap(ownPageOfPages)) of(line).isPageOfPages = true;
  for (const line of linesGoingOn(pages, outermost, body)) of(line).goesOn = true;
  const edges = outermost.filter(({ line }) => !isOfText(line));
  const candidates = edges.filter(({ line }) => line.size <= largest);
  const largeFeet = edges.filter(
    ({ line, side, depth }) =>
      side === 'foot' && depth === 0 && line.size > largest && line.size <= LARGEST_NUMBER * body,
  );
  const numbers = [...pageNumbers(candidates), ...pageNumbers(largeFeet)];
  mark(numbers, { isPageNumber: true });
  mark(pageCounts(candidates, pages.length), { isPageCount: true });
  const repeated = new Set([...repeats(candidates), ...numbers]);
  for (const slot of slotsOf(candidates)) {
    const all = pagesOf(slot).size;
    const hits = pagesOf(slot.filter((each) => repeated.has(each) || of(each.line).isArtifact)).size;
    const enough = hits >= LEAST_PAGES && hits >= SLOT_SHARE * all;
    mark(slot, { pagesAtHeight: all, pagesRepeating: enough ? hits : 0 });
  }
  const largeOnes = largeHeads(edges, pages.length);
  mark(largeOnes, { repeatsOutermost: true });
  for (const line of repeatedTitles(pages, largeOnes, largest)) of(line).isTitle = true;
  const isHead = ({ line }: Candidate): boolean => of(line).pagesRepeating > 0 || of(line).repeatsOutermost;
  mark(displacedHeads(candidates, isHead), { hasWordsOfHeads: true });
  mark(headsDisplacedAlike(pages, candidates), { hasWordsOfHeads: true });
  const isCertain = ({ line }: Candidate): boolean => of(line).isPageNumber || of(line).pagesRepeating >= SURE_PAGES;
  for (const line of beyondTheFoot(outermost, isCertain, body)) of(line).isBeyondFoot = true;
  const isNumbering = (line: Line): boolean => of(line).isPageNumber || of(line).isPageOfPages;
  for (const line of deepFeet(pages, body, isNumbering)) of(line).isOfDeepFoot = true;
  for (const line of marginHeads(pages)) of(line).repeatsInMargin = true;
  const marks = new Set(pages.flatMap((page) => marksAtSheetEdge(page, body)));
  for (const line of marks) of(line).isAtSheetEdge = true;
  // the foot of a page is above what is stamped below it
  const unmarked = pages.map((page) => ({ ...page, lines: page.lines.filter((line) => !marks.has(line)) }));
  const issues = footLines(feetOfIssue(unmarked, numberShifts(numbers, outermost), body), 'row-of-issue');
  for (const { line, foot } of [...issues, ...edgesOfEach(unmarked, body)]) of(line).foot = foot;
  return evidence;
}

/** The lines with the form of a stamp, each judged with the row that it is in. */
function stampsAmong(outermost: readonly Candidate[], pages: readonly LinedPage[], body: number): Line[] {
  const byNumber = new Map(pages.map((page) => [page.number, page]));
  const rows = groupBy(outermost, ({ page, side, depth }) => `${page} ${side} ${depth}`);
  return [...rows.values()].flatMap((row) => {
    const lines = row.map(({ line }) => line).sort((a, b) => a.box.x0 - b.box.x0);
    return row
      .filter(({ line, page, side, depth, apart }) =>
        isStamp(line, byNumber.get(page)!, { row: lines, side, depth, apart, body }),
      )
      .map(({ line }) => line);
  });
}

/** What pages show of their heads and feet where nothing repeats. */
function edgesOfEach(pages: readonly LinedPage[], body: number): FootLine[] {
  const numbered = pages.length > MOST_PAGES_ALONE ? { heads: [], feet: [] } : numberedHeads(pages, body);
  const [page] = pages;
  const feet = pages.length === 1 && page ? singlePageFeet(page, body) : numbersAtFeet(pages, body);
  return [...footLines(numbered.heads, 'numbered-head'), ...feet, ...footLines(numbered.feet, 'row-of-issue')];
}

function numbersAtFeet(pages: readonly LinedPage[], body: number): FootLine[] {
  const feet = pages.map((each) => aloneAtFoot(each, body));
  // a first page often has none, and of two pages the other is alone
  const own = pages.length === 2 && !feet[0] && ownNumberAtFoot(pages[1]!, body);
  if (own) return [{ line: own, foot: 'number-alone' }];
  const same = feet.every((foot) => foot && Math.abs(foot.baseline - (feet[0]?.baseline ?? 0)) <= SAME_HEIGHT);
  return same ? feet.flatMap((line) => (line ? { line, foot: 'number-alone' as const } : [])) : [];
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

/** How far the printed numbers of pages are from their places in the file, by numbers alone or among words of heads. */
function numberShifts(numbers: readonly Candidate[], outermost: readonly Candidate[]): Set<number> {
  const alone = numbers.map(({ page, line }) => (pageNumberValue(line.text)?.value ?? NaN) - page);
  const byKey = outermost.flatMap((each) => withStepKeys(each).keys.map((key) => ({ ...each, keys: [key] })));
  const amongWords = repeats(byKey).map(({ keys }) => Number(/#(-?\d+)/.exec(keys[0]!)?.[1]));
  return new Set([...alone, ...amongWords]);
}

/** The number of a page that waits for the number of all: "Page 3 /", "3 of". */
const OPEN = /\d\s*(?:\/|\b(?:of|von|sur|de|di|van|av|z)\b|из)\s*$/iu;

/** The number of pages, alone below a number that it belongs to and at one height of several pages. */
function pageCounts(candidates: readonly Candidate[], pageCount: number): Candidate[] {
  const feet = candidates.filter(({ side }) => side === 'foot');
  const open = new Set(feet.flatMap(({ page, depth, line }) => (depth === 1 && OPEN.test(line.text) ? [page] : [])));
  const counts = feet.filter(
    ({ page, depth, line }) => depth === 0 && line.text === String(pageCount) && open.has(page),
  );
  return slotsOf(counts)
    .filter((slot) => pagesOf(slot).size >= SURE_PAGES)
    .flat();
}

/** Whether at least two pages have theirs at one height: numbers of a text are in step by chance, but not in place. */
function sharedHeight(run: readonly Candidate[]): boolean {
  return run.some((a) => run.some((b) => a.page !== b.page && sameHeight(a, b)));
}

function sameHeight(a: Candidate, b: Candidate): boolean {
  return a.side === b.side && Math.abs(a.line.baseline - b.line.baseline) <= SAME_HEIGHT;
}

/** Candidates whose text stands at the same height on another page that is no copy of theirs. */
function repeats(candidates: readonly Candidate[]): Candidate[] {
  const pairs = candidates.flatMap((candidate) => candidate.keys.map((key) => ({ candidate, key })));
  const groups = groupBy(pairs, ({ candidate, key }) => `${candidate.side} ${key}`);
  return [...groups.values()].flatMap((group) =>
    group
      .filter(({ candidate }) =>
        group.some(
          ({ candidate: other }) =>
            other.sheet !== candidate.sheet &&
            sameHeight(candidate, other) &&
            Math.abs(other.line.size - candidate.line.size) < SAME_SIZE_POINTS,
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
function keepInnerRows(
  candidates: readonly Candidate[],
  found: Set<Line>,
  signsOf: (line: Line) => Pick<FurnitureRow, 'inMargin' | 'inStep' | 'isPageNumber' | 'isPageOfPages' | 'pageHeight'>,
): void {
  for (const group of groupBy(candidates, ({ page, side }) => `${page} ${side}`).values()) {
    const textDepth = Math.min(...group.filter(({ line }) => !found.has(line)).map(({ depth }) => depth), Infinity);
    for (const { line, side, depth } of group) {
      if (!found.has(line)) continue;
      if (decide(FURNITURE_ROW, { line, side, depth, textDepth, ...signsOf(line) }) === 'text') found.delete(line);
    }
  }
}
