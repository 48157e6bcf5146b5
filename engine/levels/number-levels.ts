/** Levels by numbers: "2.2" stands where "2.1" does, and below "2", however the headings between them are printed. */
import type { DivisionNumber } from '../headings/numbers.js';
import { chapterValue } from './chapter-sizes.js';

export interface NumberLevels {
  /** The level that a number calls for, null where its division is not known. To be asked of each heading once, in order. */
  levelOf(number: DivisionNumber | null): number | null;
  /** Says which level a heading has got. */
  add(number: DivisionNumber | null, level: number): void;
}

export function numberLevels(): NumberLevels {
  /** Levels of the open divisions by their numbers, and of their first sections by "2." */
  const levels = new Map<string, number>();
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
        forget(levels, `${chapter}`);
        levels.set(`${chapter}`, level);
      }
      if (number?.kind !== 'decimal') return;
      if (number.depth === 1) {
        // numbers begin again, in an annex or in the next part
        forget(levels, number.text);
      } else {
        closeItems(levels, level);
      }
      levels.set(number.text, level);
      if (number.depth > 1) levels.set(`${parentOf(number.text)}.`, level);
    },
  };
}

const parentOf = (number: string): string => number.slice(0, number.lastIndexOf('.'));

function forget(levels: Map<string, number>, number: string): void {
  for (const known of levels.keys()) if (known === number || known.startsWith(`${number}.`)) levels.delete(known);
}

/** Single numbers that stand lower than a section counted items of the one before it: "4.1" is in no item "4". */
function closeItems(levels: Map<string, number>, level: number): void {
  for (const [known, at] of levels) if (at > level && /^\d+$/u.test(known)) levels.delete(known);
}
