/** What a review's screen shows about its changes, by shelf: kept outside the screen, so that it is there on return. */
import { useSyncExternalStore } from 'react';

export interface Notices {
  /** When saving continues after too many changes, in milliseconds since 1970; null while the service takes changes. */
  retryAt: number | null;
  /** The last change that could not be saved, and when it was refused; null once another change follows. */
  refused: { error: Error; submittedAt: number } | null;
}

const NONE: Notices = { retryAt: null, refused: null };

const known = new Map<string, Notices>();
const listeners = new Set<() => void>();

const noticesOf = (shelf: string): Notices => known.get(shelf) ?? NONE;

export function setNotice(shelf: string, changed: Partial<Notices>): void {
  known.set(shelf, { ...noticesOf(shelf), ...changed });
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNotices = (shelf: string): Notices => useSyncExternalStore(subscribe, () => noticesOf(shelf));
