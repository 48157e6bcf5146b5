import { createHash } from 'node:crypto';

/** Chance that can be repeated: everything a run does by chance comes from one seed. */
export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from `low` to `high`. */
  between(low: number, high: number): number;
  /** Whether something of this probability happens. */
  isTrue(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32 over the seed and a name, so that what is added to one part does not shift the others. */
export function chance(seed: number, part: string): Chance {
  let state = createHash('sha256').update(`${seed} ${part}`).digest().readInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    isTrue: (probability) => next() < probability,
    pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number],
  };
}
