/** Finds what a reference in the text leads to. */
import type { Block } from '../block-model.js';
import { keysFor, refersToNumber, unitWord, type Targets } from '../templates/targets.js';

export interface TargetFinder {
  /** The block that the reference "`word` `number`" leads to; undefined when there is none, or more than one. */
  find(word: string, number: string): Block | undefined;
  /** Whether any target's key begins with the word. */
  knows(word: string): boolean;
}

/** @param order all blocks of the structure, in reading order. */
export function targetFinder(targets: Targets, order: readonly Block[]): TargetFinder {
  const byKey = new Map(targets.map(([key, at]) => [key, at === null ? null : order[at]!]));
  const parentOf = (key: string): string | null => (key.includes('.') ? key.slice(0, key.lastIndexOf('.')) : null);
  const parents = new Set([...byKey.keys()].map(parentOf));
  const words = new Set([...byKey.keys()].map((key) => key.split(' ')[0]!));
  const find = (word: string, number: string): Block | undefined => {
    for (const key of keysFor(word, number)) {
      const block = byKey.get(key);
      if (block !== undefined) return block ?? undefined;
      // "clause 4.2" of a clause whose paragraphs have no numbers of their own that we know: it is in clause 4.
      const parent = parentOf(key);
      if (parent !== null && !parents.has(parent) && byKey.get(parent)) return byKey.get(parent)!;
    }
    return undefined;
  };
  return { find, knows: (word) => words.has(unitWord(word)) || (words.has('#') && refersToNumber(word)) };
}
