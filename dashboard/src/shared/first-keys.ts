/**
 * The keys of the first steps. They are shown once, so they outlive what is on the screen until they are dismissed; and
 * they are saved in memory only, so that a reload forgets them.
 */
import { useSyncExternalStore } from 'react';

export interface FirstKeys {
  /** Uploads PDFs. */
  write: string | null;
  /** Reads, for an agent. */
  read: string | null;
}

const NONE: FirstKeys = { write: null, read: null };
const listeners = new Set<() => void>();
/** Whose keys they are: another account may sign in on the same page. */
let owner = '';
let held = NONE;

function hold(email: string, keys: FirstKeys): void {
  owner = normalized(email);
  held = keys;
  for (const listener of listeners) listener();
}

const normalized = (email: string) => email.trim().toLowerCase();
const keysOf = (email: string): FirstKeys => (owner === normalized(email) ? held : NONE);

/** Keeps a key that was just made, until `dismissFirstKeys`. */
export const holdFirstKey = (email: string, scope: keyof FirstKeys, key: string): void =>
  hold(email, { ...keysOf(email), [scope]: key });

export const dismissFirstKeys = (): void => hold('', NONE);

/** The keys of an account that were made here and not dismissed. */
export const useFirstKeys = (email: string): FirstKeys =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => keysOf(email),
  );
