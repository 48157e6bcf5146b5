/**
 * Texts that were typed into the editor of a review and are no pending change yet, by shelf and path. They are local
 * drafts: kept in this browser until they are kept, cancelled or the person signs out, so that neither another screen nor
 * a reload nor a colleague's approval loses them. All tabs see the same.
 */
import { useSyncExternalStore } from 'react';

export interface Typed {
  text: string;
  /** The file's text when typing began: where it is another one now, somebody has changed the file. */
  base: string;
}

export type TypedTexts = ReadonlyMap<string, Typed>;

interface Stored {
  savedAt: number;
  texts: [path: string, typed: Typed][];
}

const PREFIX = 'shelfwright-typed/';
/** Names the account whose texts they are. */
const OWNER = 'shelfwright-account';
/** Texts that nobody has come back to for so long are forgotten. */
const MAX_AGE_MS = 30 * 86_400_000;
const NONE: TypedTexts = new Map();

const known = new Map<string, TypedTexts>();
/** Shelves whose texts the browser could not store: they are lost with the page. */
const unstored = new Set<string>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function typedOf(shelf: string): TypedTexts {
  const texts = known.get(shelf) ?? stored(shelf);
  known.set(shelf, texts);
  return texts;
}

/** Null where the browser has no storage for this page, or no room in it. */
function inStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

function stored(shelf: string): TypedTexts {
  const found = inStorage((storage) => JSON.parse(storage.getItem(PREFIX + shelf) ?? 'null') as Stored | null);
  return found === null || Date.now() - found.savedAt > MAX_AGE_MS ? NONE : new Map(found.texts);
}

function store(shelf: string, texts: TypedTexts): void {
  const now: Stored = { savedAt: Date.now(), texts: [...texts] };
  const isStored = inStorage((storage) => {
    if (texts.size === 0) storage.removeItem(PREFIX + shelf);
    else storage.setItem(PREFIX + shelf, JSON.stringify(now));
    return true;
  });
  if (isStored) unstored.delete(shelf);
  else unstored.add(shelf);
}

/** Changes what is typed in the files of a shelf. */
export function changeTyped(shelf: string, change: (texts: Map<string, Typed>) => void): void {
  const next = new Map(typedOf(shelf));
  change(next);
  known.set(shelf, next);
  store(shelf, next);
  changed();
}

/** Whether the texts of a shelf would be lost with the page. */
export const isUnstored = (shelf: string): boolean => unstored.has(shelf) && typedOf(shelf).size > 0;

/** Of all shelves: what signing out would lose. */
export function countTyped(): number {
  const shelves = inStorage((storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX))) ?? [];
  const all = new Set([...known.keys(), ...shelves.map((key) => key.slice(PREFIX.length))]);
  return [...all].reduce((count, shelf) => count + typedOf(shelf).size, 0);
}

/** For who signs out: the next person at this browser must not find them. */
export function forgetTyped(): void {
  known.clear();
  unstored.clear();
  inStorage((storage) => {
    for (const key of [OWNER, ...Object.keys(storage)])
      if (key === OWNER || key.startsWith(PREFIX)) storage.removeItem(key);
  });
  changed();
}

/** Who is signed in: the texts of another account, whose session has ended by itself, are forgotten. */
export function ownTyped(account: string): void {
  if (inStorage((storage) => storage.getItem(OWNER)) === account) return;
  forgetTyped();
  inStorage((storage) => storage.setItem(OWNER, account));
}

// another tab
addEventListener('storage', ({ key }) => {
  if (key === null) known.clear();
  else if (key.startsWith(PREFIX)) known.delete(key.slice(PREFIX.length));
  changed();
});

export const useTyped = (shelf: string): TypedTexts =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => typedOf(shelf),
  );
