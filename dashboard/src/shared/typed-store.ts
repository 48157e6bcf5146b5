/** How typed texts lie in the browser's storage: one entry for each shelf. */

export interface Typed {
  text: string;
  /** The file's text when typing began: where it is another one now, somebody has changed the file. */
  base: string;
}

export type TypedTexts = ReadonlyMap<string, Typed>;

/** What is used of the browser's `Storage`. */
export interface Entries {
  readonly length: number;
  key: (index: number) => string | null;
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
}

interface Stored {
  savedAt: number;
  texts: [path: string, typed: Typed][];
}

const PREFIX = 'shelfwright-typed/';
/** Names the account whose texts they are. */
export const OWNER = 'shelfwright-account';
/** Texts that nobody has come back to for so long are forgotten. */
const MAX_AGE_MS = 30 * 86_400_000;
const NONE: TypedTexts = new Map();

/** The shelf whose texts an entry holds; null for entries of others. */
export const shelfOf = (key: string): string | null => (key.startsWith(PREFIX) ? key.slice(PREFIX.length) : null);

export function storedShelves(entries: Entries): string[] {
  const keys = Array.from({ length: entries.length }, (_none, index) => entries.key(index) ?? '');
  return keys.map(shelfOf).filter((shelf) => shelf !== null);
}

export const readTexts = (entries: Entries, shelf: string, now: number): TypedTexts =>
  new Map(validAt(entries.getItem(PREFIX + shelf), now)?.texts ?? NONE);

export function writeTexts(entries: Entries, shelf: string, texts: TypedTexts, now: number): void {
  const entry: Stored = { savedAt: now, texts: [...texts] };
  try {
    if (texts.size === 0) entries.removeItem(PREFIX + shelf);
    else entries.setItem(PREFIX + shelf, JSON.stringify(entry));
  } catch (error) {
    // an older text would come back as the one that was typed
    entries.removeItem(PREFIX + shelf);
    throw error;
  }
}

/** Removes the texts that are too old, of whichever shelf: it may never be opened again. */
export function sweepTexts(entries: Entries, now: number): void {
  for (const shelf of storedShelves(entries))
    if (validAt(entries.getItem(PREFIX + shelf), now) === null) entries.removeItem(PREFIX + shelf);
}

export function removeTexts(entries: Entries): void {
  // first: it tells other tabs that all of their texts are forgotten
  entries.removeItem(OWNER);
  for (const shelf of storedShelves(entries)) entries.removeItem(PREFIX + shelf);
}

/** Null where an entry is too old, or is none. */
function validAt(entry: string | null, now: number): Stored | null {
  try {
    const found = JSON.parse(entry ?? 'null') as Stored | null;
    return found === null || !(now - found.savedAt <= MAX_AGE_MS) || !Array.isArray(found.texts) ? null : found;
  } catch {
    return null;
  }
}

/**
 * What to forget when an account turns out to be signed in. `stored` names the owner of what is stored (null
 * where the browser tells none), `held` of what this page holds (null before it knows).
 */
export function notOwned(account: string, stored: string | null, held: string | null): 'all' | 'held' | 'none' {
  if (stored !== null && stored !== account) return 'all';
  if (held !== null && held !== account) return stored === account ? 'held' : 'all';
  // without an owner texts are those of anybody, except of a page that knows whom it has served
  return stored === account || held === account ? 'none' : 'all';
}
