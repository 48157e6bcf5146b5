/** Which numbers belong to an annex: those that begin again at 1 after its heading, whatever they look like. */
import type { HeadingCandidate } from '../headings/candidate.js';

export interface AnnexNumbers {
  /** Rank of the annex that is open, Infinity before the first. */
  readonly rank: number;
  open(rank: number): void;
  /** Whether the heading is numbered within the open annex; to be asked of each heading once, in order. */
  isInside(candidate: HeadingCandidate): boolean;
}

export function annexNumbers(): AnnexNumbers {
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
