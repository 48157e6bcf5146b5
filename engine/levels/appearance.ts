/**
 * Ranks of headings by their appearance, 0 for the highest. Larger type stands above smaller; among headings of one size,
 * run-in ones stand lowest, then counts the depth of the number, which series came first, weight, capitals and italics.
 *
 * Parts and additions at the end of a document have a place of their own.
 */
import type { HeadingCandidate } from '../headings/candidate.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import { decide, type DecisionTable } from '../rules.js';
import { ANNEX_NAMES, LONE_NUMBER, romanValue } from '../text/numerals.js';
import { isInCapitals } from '../text-rules.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { chapterSizes } from './chapter-sizes.js';
import { faceDepths } from './face-depths.js';
import { unnumberedDepths } from './unnumbered.js';

/** Where parts stand: -1 above all other appearances, 1 below those of the same appearance, 0 by their appearance alone. */
export type PartPlace = -1 | 0 | 1;

export interface AppearanceContext {
  parts: PartPlace;
  /** Headings that count with the weight and the capitals of another of their series. */
  types: ReadonlyMap<HeadingCandidate, HeadingCandidate>;
  /** Sizes that headings count with where they differ from the printed ones. */
  sizes: ReadonlyMap<HeadingCandidate, number>;
  /** Depths that headings without a number count with where it is not that of a main section. */
  depths: ReadonlyMap<HeadingCandidate, number>;
  /** Roman numerals alone head its parts, and letters alone the sections of them; else a letter alone heads an index. */
  loneNumbers: boolean;
}

const AS_PRINTED: AppearanceContext = {
  parts: 0,
  types: new Map(),
  sizes: new Map(),
  depths: new Map(),
  loneNumbers: false,
};

export const contextOf = (candidates: readonly HeadingCandidate[]): AppearanceContext => ({
  parts: partPlace(candidates),
  types: seriesTypes(candidates),
  sizes: chapterSizes(candidates, seriesSizes(candidates)),
  depths: new Map([...faceDepths(candidates), ...unnumberedDepths(candidates)]),
  loneNumbers: candidates.some(({ textBlock: { text } }) => LONE_NUMBER.test(text) && /^\w\w/u.test(text)),
});

/** What headings of one appearance have in common. */
export function appearanceOf(candidate: HeadingCandidate, context = AS_PRINTED): string {
  const { parts, types, sizes, depths } = context;
  const { textBlock, number, runIn } = candidate;
  const part = number?.kind === 'part' ? parts : 0;
  const size = Math.round((sizes.get(candidate) ?? textBlock.size) * 2) / 2;
  const type = (types.get(candidate) ?? candidate).textBlock;
  const depth = depths.get(candidate) ?? depthOf(number);
  const capitals = (context.loneNumbers && loneKind(textBlock)) || hasCapitals(type);
  return [part, size, type.bold, type.italic, capitals, runIn, depth, isAddition(candidate)].join(' ');
}

/** "I" stands where "II" does, and "A" elsewhere. */
function loneKind({ text }: TextBlock): 'roman' | 'letter' | null {
  if (!LONE_NUMBER.test(text)) return null;
  return romanValue(text.replace('.', '')) === null ? 'letter' : 'roman';
}

/** In capitals, of which two in a row are enough: "II", "UK". */
export const hasCapitals = ({ text }: TextBlock): boolean => isInCapitals(text, 2);

const ANNEX = new RegExp(`^(?:${ANNEX_NAMES})$`);

export const isAnnex = ({ number }: HeadingCandidate): boolean => number?.kind === 'named' && ANNEX.test(number.name);

/** Clauses that were added to a printed form stand beside its parts, as annexes do. */
const isAddition = (candidate: HeadingCandidate): boolean =>
  isAnnex(candidate) || /^(?:rider|addend(?:um|a))\b/i.test(candidate.textBlock.text);

/** Decimal numbers of one part and headings without number are of one depth. */
const depthOf = (number: HeadingCandidate['number']): number =>
  number?.kind === 'decimal' ? Math.max(1, number.depth) : 1;

export interface PartEvidence {
  /** The first heading of a part. */
  part: TextBlock;
  chapters: number;
  annexes: number;
}

export const PART_PLACE: DecisionTable<PartEvidence, PartPlace> = {
  name: 'place-of-parts',
  rules: [
    {
      name: 'chapters-in-parts',
      why: 'A book with chapters is divided into parts that hold them, however small a part is printed.',
      test: ({ chapters }) => (chapters > 0 ? -1 : null),
    },
    {
      name: 'parts-in-schedules',
      why: 'The parts of a contract divide its schedules, which are printed alike.',
      test: ({ annexes }) => (annexes > 0 ? 1 : null),
    },
  ],
  otherwise: 0,
  subject: ({ part }) => textBlockSubject(part),
  numbers: ({ chapters, annexes }) => ({ chapters, annexes }),
  verdictName: (place) => (place < 0 ? 'above-all' : place > 0 ? 'below-its-appearance' : 'by-appearance'),
};

function partPlace(candidates: readonly HeadingCandidate[]): PartPlace {
  const part = candidates.find(({ number }) => number?.kind === 'part');
  if (!part) return 0;
  return decide(PART_PLACE, {
    part: part.textBlock,
    chapters: candidates.filter(({ number }) => number?.kind === 'chapter').length,
    annexes: candidates.filter(isAnnex).length,
  });
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
    const key = [number.kind, number.name, textBlock.bold, textBlock.italic, hasCapitals(textBlock)].join(' ');
    const before = open.get(key);
    const size = before && value === before.value + 1 ? before.size : textBlock.size;
    open.set(key, { value, size });
    sizes.set(candidate, size);
  }
  return sizes;
}

/** Main sections of a document, counted through, that make a series at least. */
const LEAST_SERIES = 3;

/**
 * Sections numbered from the first to the last in one size are of one rank: who types a paper forgets to make one or the
 * other bold, and the name of one may be an abbreviation. They count with the type that most of them have.
 */
function seriesTypes(candidates: readonly HeadingCandidate[]): Map<HeadingCandidate, HeadingCandidate> {
  const numbered = candidates.filter(({ number }) => number?.kind === 'decimal' && number.depth === 1);
  const sizes = Map.groupBy(numbered, ({ textBlock }) => Math.round(textBlock.size * 2));
  const types = new Map<HeadingCandidate, HeadingCandidate>();
  for (const series of sizes.values()) {
    const values = series.map(({ number }) => Number(number?.text));
    const isWhole = values.every((value, i) => i === 0 || value === values[i - 1]! + 1);
    if (series.length < LEAST_SERIES || !isWhole) continue;
    const alike = Map.groupBy(series, ({ textBlock }) =>
      [textBlock.bold, textBlock.italic, hasCapitals(textBlock)].join(' '),
    );
    const [most = []] = [...alike.values()].sort((a, b) => b.length - a.length);
    for (const candidate of series) types.set(candidate, most[0]!);
  }
  return types;
}

/** The rank of each appearance. */
export function appearanceRanks(
  candidates: readonly HeadingCandidate[],
  context: AppearanceContext,
): Map<string, number> {
  const { parts, sizes, depths } = context;
  const size = (candidate: HeadingCandidate): number =>
    Math.round((sizes.get(candidate) ?? candidate.textBlock.size) * 2);
  const part = ({ number }: HeadingCandidate): number => (number?.kind === 'part' ? parts : 0);
  const depth = (candidate: HeadingCandidate): number => depths.get(candidate) ?? depthOf(candidate.number);
  const first = new Map<string, HeadingCandidate>();
  for (const candidate of candidates) {
    const key = appearanceOf(candidate, context);
    if (!first.has(key)) first.set(key, context.types.get(candidate) ?? candidate);
  }
  const order = new Map([...first.values()].map((candidate, i) => [candidate, i]));
  const sorted = [...first].sort(
    ([, a], [, b]) =>
      Math.min(0, part(a)) - Math.min(0, part(b)) ||
      size(b) - size(a) ||
      part(a) - part(b) ||
      Number(a.runIn) - Number(b.runIn) ||
      byWeight(a, b) ||
      depth(a) - depth(b) ||
      (inOtherSeries(a, b) ? order.get(a)! - order.get(b)! : 0) ||
      Number(b.textBlock.bold) - Number(a.textBlock.bold) ||
      Number(hasCapitals(b.textBlock)) - Number(hasCapitals(a.textBlock)) ||
      Number(a.textBlock.italic) - Number(b.textBlock.italic),
  );
  const ranks = new Map(sorted.map(([key], i) => [key, i]));
  // what is added at the end stands as high as anything in its size
  for (const [key, addition] of sorted) {
    if (!isAddition(addition)) continue;
    const alike = sorted.filter(([, other]) => size(other) === size(addition) && part(other) >= part(addition));
    ranks.set(key, Math.min(...alike.map(([other]) => ranks.get(other)!)));
  }
  return ranks;
}

/** Of a numbered section ("2.1") and a heading without a number, the bold one stands above. */
const byWeight = (a: HeadingCandidate, b: HeadingCandidate): number =>
  depthOf(a.number) > 1 !== depthOf(b.number) > 1 && (a.number === null || b.number === null)
    ? Number(b.textBlock.bold) - Number(a.textBlock.bold)
    : 0;

/** Whether two headings of one size are numbered in different ways ("A.", "1."): then the first to come stands above. */
const inOtherSeries = ({ number: a }: HeadingCandidate, { number: b }: HeadingCandidate): boolean =>
  a !== null && b !== null && a.kind !== b.kind;
