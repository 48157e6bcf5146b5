/**
 * Levels of headings. The title is 1, all else at least 2 under a title.
 *
 * Signals, in order: depth of the bookmark; else the heading's place under the nearest heading before it of a better rank.
 * Rank is the level of the tag, where tags have levels that agree with the type sizes; a heading without such a tag ranks
 * with the tagged headings of its look or nearest size. Without tags, rank is look first (size,
 * weight, capitals; run-in headings stand below others of their size), and depth of a decimal number among headings of one
 * look. So the same look may stand at two depths (a preface before the first part, chapters within it). A part stands above chapters however it is set, and below a
 * schedule of its own look. The heading of a printed table of contents has no headings under it.
 */
import { romanValue } from '../text/numerals.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { median } from '../geometry.js';

import type { DocumentStyle } from '../style/style.js';
import type { HeadingCandidate } from '../headings/candidate.js';

export interface Heading {
  level: number;
  number: string | null;
  title: boolean;
}

export function assignLevels(
  candidates: readonly HeadingCandidate[],
  textBlocks: readonly TextBlock[],
  style: DocumentStyle,
): Map<TextBlock, Heading> {
  const title = findTitle(candidates, textBlocks, style);
  const names = title ? bylines(title, candidates, textBlocks) : new Set<HeadingCandidate>();
  const rest = candidates.filter((candidate) => candidate !== title && !names.has(candidate));
  const levels = new Map<TextBlock, Heading>();
  if (title) levels.set(title.textBlock, { level: 1, number: null, title: true });
  // a title that is the one root of the bookmarks has its level from them
  const rooted = title !== null && title.bookmark === 1 && rest.every(({ bookmark }) => bookmark !== 1);
  const base = title && !rooted ? 1 : 0;
  const look = { parts: partRank(rest), sizes: seriesSizes(rest) };
  const ranks = rankLooks(rest, look);
  const tagged = tagRanks(rest);
  const contents = new Set(textBlocks.filter((_, i) => textBlocks[i + 1]?.role === 'contents'));
  const stack: { rank: number; level: number }[] = title ? [{ rank: -Infinity, level: 1 }] : [];
  const annexes = annexNumbers();
  for (const candidate of rest) {
    const own = tagged ? tagged(candidate) : (ranks.get(lookOf(candidate, look)) ?? 0);
    const rank = annexes.isInside(candidate) ? Math.max(own, annexes.rank + 0.5) : own;
    while (stack.length > (title ? 1 : 0) && (stack.at(-1)?.rank ?? 0) >= rank) stack.pop();
    const level = candidate.bookmark !== null ? candidate.bookmark + base : (stack.at(-1)?.level ?? 0) + 1;
    if (!contents.has(candidate.textBlock)) stack.push({ rank, level });
    if (isAnnex(candidate)) annexes.open(rank);
    levels.set(candidate.textBlock, { level, number: candidate.number?.text ?? null, title: false });
  }
  return levels;
}

/** Share of the tagged headings that have the usual size of their level. */
const AGREED = 0.7;

/** Ranks by the tags' levels; null where few headings have one, or one level is set in all sizes. */
function tagRanks(candidates: readonly HeadingCandidate[]): ((candidate: HeadingCandidate) => number) | null {
  const tagged = candidates.filter(({ tag }) => tag !== null && tag > 0);
  if (tagged.length < 0.5 * candidates.length || tagged.length === 0) return null;
  const levels = Map.groupBy(tagged, ({ tag }) => tag!);
  const sizes = new Map(
    [...levels].map(([level, some]) => [level, median(some.map(({ textBlock }) => textBlock.size))]),
  );
  const agreed = tagged.filter(
    ({ tag, textBlock }) => Math.abs(sizes.get(tag!)! - textBlock.size) < 0.07 * textBlock.size,
  );
  if (agreed.length < AGREED * tagged.length) return null;
  const looks = new Map(tagged.map((candidate) => [lookOf(candidate), candidate.tag!]));
  return (candidate) => {
    const known = candidate.tag || looks.get(lookOf(candidate));
    if (known) return known;
    const { size } = candidate.textBlock;
    const nearest = tagged.reduce((a, b) =>
      Math.abs(b.textBlock.size - size) < Math.abs(a.textBlock.size - size) ? b : a,
    );
    const rank = nearest.tag! - (size > 1.02 * nearest.textBlock.size ? 0.5 : 0);
    looks.set(lookOf(candidate), rank);
    return rank;
  };
}

/**
 * Names and places under a title are often set larger than the text, too: in a look that no heading after them has, with
 * nothing but short lines down to the next of them.
 */
function bylines(
  title: HeadingCandidate,
  candidates: readonly HeadingCandidate[],
  textBlocks: readonly TextBlock[],
): Set<HeadingCandidate> {
  const after = candidates.slice(candidates.indexOf(title) + 1);
  const start = textBlocks.indexOf(title.textBlock) + 1;
  const text = textBlocks
    .slice(start, start + MAX_BYLINES)
    .findIndex((textBlock) => textBlock.text.length > MAX_BYLINE);
  const lead = new Set(textBlocks.slice(start, start + Math.max(0, text - 1)));
  const isByline = (candidate: HeadingCandidate, at: number): boolean =>
    lead.has(candidate.textBlock) &&
    candidate.bookmark === null &&
    candidate.tag === null &&
    candidate.number === null &&
    candidate.textBlock.size < title.textBlock.size &&
    !ABSTRACT.test(candidate.textBlock.text) &&
    after
      .slice(at + 1)
      .every((other) => lookOf(other) !== lookOf(candidate) || other.textBlock.page === title.textBlock.page);
  const end = after.findIndex((candidate, at) => !isByline(candidate, at));
  // without a heading after them they are all that the document has
  return new Set(after.slice(0, Math.max(0, end)));
}

const MAX_BYLINES = 40;
/** Letters of an author's line or an address. */
const MAX_BYLINE = 200;
const ABSTRACT = /^(?:abstract|summary|contents|table of contents|key ?words)\b/i;

function isAnnex({ number }: HeadingCandidate): boolean {
  return number?.kind === 'named' && /^(?:schedule|annex|appendix|exhibit|attachment)$/.test(number.name);
}

/** Clauses that were added to a printed form stand beside its parts, as annexes do. */
const isAddition = (candidate: HeadingCandidate): boolean =>
  isAnnex(candidate) || /^(?:rider|addend(?:um|a))\b/i.test(candidate.textBlock.text);

/** Numbers that begin again at 1 after the heading of an annex are the annex's own, whatever they look like. */
function annexNumbers(): { rank: number; open(rank: number): void; isInside(candidate: HeadingCandidate): boolean } {
  let [last, inside] = [0, false];
  const state = {
    rank: Infinity,
    open(rank: number): void {
      [state.rank, inside] = [rank, false];
    },
    isInside({ number }: HeadingCandidate): boolean {
      if (number?.kind !== 'decimal') return false;
      if (number.depth > 1) return inside;
      const value = Number(number.text);
      inside = value === 1 ? state.rank < Infinity : inside && value === last + 1;
      last = value;
      return inside;
    },
  };
  return state;
}

/** The first heading of the document, larger than text and of a look that no other has, or larger than all others. */
function findTitle(
  candidates: readonly HeadingCandidate[],
  textBlocks: readonly TextBlock[],
  style: DocumentStyle,
): HeadingCandidate | null {
  const firstPage = textBlocks[0]?.page;
  const page = candidates.filter(({ textBlock }) => textBlock.page === firstPage);
  if (page.length === 0) return null;
  const tops = candidates.filter(({ tag }) => tag === 1);
  const [top] = tops;
  // the only heading tagged as the first, before all others
  if (top && tops.length === 1 && top === candidates[0] && candidates.length > 1 && page.includes(top)) return top;
  const largest = page.reduce((a, b) => (b.textBlock.size > a.textBlock.size * 1.02 ? b : a));
  const { textBlock, number } = largest;
  if (number !== null && number.kind !== 'named') return null;
  // in the text's size a title is centred, bold or in capitals
  if (textBlock.size < 1.07 * style.bodySize && !(textBlock.centred && (textBlock.bold || isCapitals(textBlock))))
    return null;
  const above = textBlocks.slice(0, textBlocks.indexOf(textBlock)).reduce((sum, { text }) => sum + text.length, 0);
  if (above > 300) return null;
  const others = candidates.filter((candidate) => candidate !== largest);
  const larger = others.filter((other) => other.textBlock.size > 1.02 * textBlock.size);
  const alike = others.filter((other) => lookOf(other) === lookOf(largest));
  // on a page of its own it need not be larger than the chapters, nor of another look
  const alone =
    textBlocks.filter((other) => other.page === firstPage).reduce((sum, { text }) => sum + text.length, 0) < 600;
  if (alone && largest === candidates[0]) return largest;
  return alike.length === 0 && (larger.length === 0 || (largest.bookmark === null && largest === candidates[0]))
    ? largest
    : null;
}

interface LookContext {
  parts: -1 | 0 | 1;
  /** Sizes that differ from the printed ones. */
  sizes: ReadonlyMap<HeadingCandidate, number>;
}

const AS_PRINTED: LookContext = { parts: 0, sizes: new Map() };

function lookOf(candidate: HeadingCandidate, { parts, sizes } = AS_PRINTED): string {
  const { textBlock, number, runIn } = candidate;
  const part = number?.kind === 'part' ? parts : 0;
  const size = Math.round((sizes.get(candidate) ?? textBlock.size) * 2) / 2;
  const addition = isAddition(candidate);
  return [part, size, textBlock.bold, textBlock.italic, isCapitals(textBlock), runIn, depthOf(number), addition].join(
    ' ',
  );
}

/** Headings of one series keep the size of its first: "Part II" in a form's small print stands where "Part I" does. */
function seriesSizes(candidates: readonly HeadingCandidate[]): Map<HeadingCandidate, number> {
  const sizes = new Map<HeadingCandidate, number>();
  const open = new Map<string, { value: number; size: number }>();
  for (const candidate of candidates) {
    const { textBlock, number } = candidate;
    const last = number?.depth === 1 ? (number.text.split(/\s+/).at(-1) ?? '') : '';
    const value = /^\d+$/.test(last) ? Number(last) : romanValue(last);
    if (!number || value === null) continue;
    const key = [number.kind, number.name, textBlock.bold, textBlock.italic, isCapitals(textBlock)].join(' ');
    const before = open.get(key);
    const size = before && value === before.value + 1 ? before.size : textBlock.size;
    open.set(key, { value, size });
    sizes.set(candidate, size);
  }
  return sizes;
}

/** Decimal numbers of one part and headings without number are of one depth. */
function depthOf(number: HeadingCandidate['number']): number {
  return number?.kind === 'decimal' ? Math.max(1, number.depth) : 1;
}

function isCapitals({ text }: TextBlock): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** Where parts stand: -1 above all other looks, 1 below those of the same look, 0 by their look alone. */
function partRank(candidates: readonly HeadingCandidate[]): -1 | 0 | 1 {
  if (candidates.some(({ number }) => number?.kind === 'chapter')) return -1;
  return candidates.some(isAnnex) ? 1 : 0;
}

/** Whether two headings of one size are numbered in different ways ("A.", "1."): then the first to come stands above. */
function otherSeries({ number: a }: HeadingCandidate, { number: b }: HeadingCandidate): boolean {
  return a !== null && b !== null && a.kind !== b.kind;
}

/** Ranks from 0, the highest look first. */
function rankLooks(candidates: readonly HeadingCandidate[], look: LookContext): Map<string, number> {
  const { parts, sizes } = look;
  const key = (candidate: HeadingCandidate): string => lookOf(candidate, look);
  const size = (candidate: HeadingCandidate): number =>
    Math.round((sizes.get(candidate) ?? candidate.textBlock.size) * 2);
  const part = ({ number }: HeadingCandidate): number => (number?.kind === 'part' ? parts : 0);
  const looks = new Map<string, HeadingCandidate>();
  for (const candidate of candidates) if (!looks.has(key(candidate))) looks.set(key(candidate), candidate);
  const order = new Map([...looks.keys()].map((look, i) => [look, i]));
  const sorted = [...looks].sort(
    ([, a], [, b]) =>
      Math.min(0, part(a)) - Math.min(0, part(b)) ||
      size(b) - size(a) ||
      part(a) - part(b) ||
      Number(a.runIn) - Number(b.runIn) ||
      depthOf(a.number) - depthOf(b.number) ||
      (otherSeries(a, b) ? order.get(key(a))! - order.get(key(b))! : 0) ||
      Number(b.textBlock.bold) - Number(a.textBlock.bold) ||
      Number(isCapitals(b.textBlock)) - Number(isCapitals(a.textBlock)) ||
      Number(a.textBlock.italic) - Number(b.textBlock.italic),
  );
  const ranks = new Map(sorted.map(([look], i) => [look, i]));
  // what is added at the end stands as high as anything in its size
  for (const [look, addition] of sorted) {
    if (!isAddition(addition)) continue;
    const alike = sorted.filter(([, other]) => size(other) === size(addition) && part(other) >= part(addition));
    ranks.set(look, Math.min(...alike.map(([other]) => ranks.get(other)!)));
  }
  return ranks;
}
