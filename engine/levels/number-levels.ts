/** Levels by numbers: "2.2" stands where "2.1" does, and below "2", however the headings between them are printed. */
import type { HeadingCandidate } from '../headings/candidate.js';
import type { DivisionNumber } from '../headings/numbers.js';
import { appearanceOf } from './appearance.js';
import { chapterValue } from './chapter-sizes.js';

export interface NumberLevels {
  /** The level that a number calls for, null where its division is not known. To be asked of each heading once, in order. */
  levelOf(number: DivisionNumber | null): number | null;
  /** Says which level a heading has got. */
  add(number: DivisionNumber | null, level: number): void;
}

export function numberLevels(): NumberLevels {
  const levels = openDivisions();
  return {
    levelOf(number) {
      if (number?.kind !== 'decimal' || number.depth === 1) return null;
      const parent = parentOf(number.text);
      const above = levels.get(parent);
      return levels.get(`${parent}.`) ?? (above === undefined ? null : above + 1);
    },
    add(number, level) {
      if (number?.kind === 'letter') levels.set(number.text, level);
      if (number?.kind === 'named') levels.set(number.text.split(/\s+/).at(-1)!, level);
      // "4.1" is in "Chapter 4"
      const chapter = chapterValue({ number });
      if (chapter !== null) {
        levels.forget(`${chapter}`);
        levels.set(`${chapter}`, level);
      }
      if (number?.kind !== 'decimal') return;
      // numbers begin again, in an annex or in the next part
      if (number.depth === 1) levels.forget(number.text);
      else levels.closeItems(level);
      levels.set(number.text, level);
      if (number.depth > 1) levels.set(`${parentOf(number.text)}.`, level);
    },
  };
}

/** How far a number may be from the one before it in its series: a heading between them may not have been found. */
const MOST_STEP = 2;

interface CandidateLevels {
  /** The level that its number calls for, null without one. To be asked of each heading once, in order. */
  levelOf(candidate: HeadingCandidate): number | null;
  /** Says which level a heading has got. */
  add(candidate: HeadingCandidate, level: number): void;
}

/** Levels by the numbers of divisions, and by series of which a bookmark names one. */
export function candidateLevels(): CandidateLevels {
  const [divisions, series] = [numberLevels(), bookmarkedSeries()];
  return {
    levelOf: (candidate) => divisions.levelOf(candidate.number) ?? series.levelOf(candidate),
    add(candidate, level) {
      divisions.add(candidate.number, level);
      series.add(candidate, level);
    },
  };
}

/** Series of single numbers, printed alike, of which a bookmark names one: those behind it have its level. */
function bookmarkedSeries(): CandidateLevels {
  const series = new Map<string, { value: number; level: number }>();
  const valueOf = ({ number }: HeadingCandidate): number | null =>
    number?.kind === 'decimal' && number.depth === 1 ? Number(number.text) : null;
  const levelOf = (candidate: HeadingCandidate): number | null => {
    const value = valueOf(candidate);
    const last = value === null ? undefined : series.get(appearanceOf(candidate));
    return last && value! > last.value && value! <= last.value + MOST_STEP ? last.level : null;
  };
  return {
    levelOf,
    add(candidate, level) {
      const value = valueOf(candidate);
      if (value === null) return;
      if (candidate.bookmark !== null || levelOf(candidate) !== null)
        series.set(appearanceOf(candidate), { value, level });
      else series.delete(appearanceOf(candidate));
    },
  };
}

const parentOf = (number: string): string => number.slice(0, number.lastIndexOf('.'));
const firstOf = (number: string): string => number.split('.', 1)[0]!;

interface OpenDivisions {
  get(number: string): number | undefined;
  set(number: string, level: number): void;
  /** Forgets a single number and all that is in it. */
  forget(single: string): void;
  /** Single numbers that stand lower than a section counted items of the one before it: "4.1" is in no item "4". */
  closeItems(level: number): void;
}

/**
 * Levels of the open divisions by their numbers, and of their first sections by "2.". They are kept by the first of their
 * numbers, single numbers by their level too: a search through all of them for each heading would take the square of their
 * number.
 */
function openDivisions(): OpenDivisions {
  const divisions = new Map<string, Map<string, number>>();
  /** Single numbers that had a level; some have another since. */
  const singles = new Map<number, Set<string>>();
  const get = (number: string): number | undefined => divisions.get(firstOf(number))?.get(number);
  return {
    get,
    set(number, level) {
      const first = firstOf(number);
      const inFirst = divisions.get(first) ?? new Map<string, number>();
      divisions.set(first, inFirst.set(number, level));
      if (/^\d+$/u.test(number)) singles.set(level, (singles.get(level) ?? new Set()).add(number));
    },
    forget(single) {
      divisions.delete(single);
    },
    closeItems(level) {
      for (const [at, numbers] of singles) {
        if (at <= level) continue;
        for (const number of numbers) if (get(number) === at) divisions.get(number)!.delete(number);
        singles.delete(at);
      }
    },
  };
}
