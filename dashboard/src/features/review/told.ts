/** What is to be told of the changes of a review, by shelf: it is so also for who comes back to the review meanwhile. */
import { useSyncExternalStore } from 'react';

export interface Told {
  /** Until when the service takes no more changes, in milliseconds since 1970; null while it takes them. */
  waits: number | null;
  /** The last change that was not kept, and when that turned out; null once another change is made after it. */
  refused: { error: Error; submittedAt: number } | null;
}

const NOTHING: Told = { waits: null, refused: null };

const known = new Map<string, Told>();
const listeners = new Set<() => void>();

export const toldOf = (shelf: string): Told => known.get(shelf) ?? NOTHING;

export function tell(shelf: string, news: Partial<Told>): void {
  known.set(shelf, { ...toldOf(shelf), ...news });
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTold = (shelf: string): Told => useSyncExternalStore(subscribe, () => toldOf(shelf));
