/**
 * Texts that were typed into the editor of a review and are no pending change yet, by shelf and path. They are local
 * drafts: they stay in this browser until they are saved, cancelled or the user signs out, so that neither another screen nor
 * a reload nor a colleague's approval loses them. All tabs see the same.
 */
import { useSyncExternalStore } from 'react';
import {
  notOwned,
  OWNER,
  readTexts,
  removeTexts,
  shelfOf,
  storedShelves,
  sweepTexts,
  type Typed,
  type TypedTexts,
  writeTexts,
} from './typed-store.js';

export type { Typed, TypedTexts };

/** A long text is not stored with each key. */
const STORE_AFTER_MS = 300;
const NONE: TypedTexts = new Map();

/** The account whose texts this page holds. */
let owner: string | null = null;
const known = new Map<string, TypedTexts>();
/** Shelves whose texts are not stored yet. */
const waiting = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Shelves whose texts the browser could not store: they are lost with the page. */
const unstored = new Set<string>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function typedOf(shelf: string): TypedTexts {
  const texts = known.get(shelf) ?? inStorage((storage) => readTexts(storage, shelf, Date.now())) ?? NONE;
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

function store(shelf: string): void {
  const isStored = inStorage((storage) => {
    writeTexts(storage, shelf, typedOf(shelf), Date.now());
    return true;
  });
  if (isStored) unstored.delete(shelf);
  else unstored.add(shelf);
}

function storeSoon(shelf: string): void {
  waiting.add(shelf);
  timer ??= setTimeout(storeWaiting, STORE_AFTER_MS);
}

function storeWaiting(): void {
  for (const shelf of waiting) store(shelf);
  stopWaiting();
}

function stopWaiting(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting.clear();
}

/** Changes what is typed in the files of a shelf. */
export function changeTyped(shelf: string, change: (texts: Map<string, Typed>) => void): void {
  const next = new Map(typedOf(shelf));
  change(next);
  known.set(shelf, next);
  storeSoon(shelf);
  changed();
}

/** Whether the texts of a shelf would be lost with the page: only an attempt to store them shows it. */
export function isUnstored(shelf: string): boolean {
  storeWaiting();
  return unstored.has(shelf) && typedOf(shelf).size > 0;
}

/** Of all shelves: what signing out would lose. */
export function countTyped(): number {
  const all = new Set([...known.keys(), ...(inStorage(storedShelves) ?? [])]);
  return [...all].reduce((count, shelf) => count + typedOf(shelf).size, 0);
}

function forgetHeld(): void {
  stopWaiting();
  known.clear();
  unstored.clear();
}

/** Called at sign-out: the next person at this browser must not find them. */
export function forgetTyped(): void {
  forgetHeld();
  inStorage(removeTexts);
  changed();
}

/** Called with the signed-in account: texts of another account, whose session has expired, are forgotten. */
export function ownTyped(account: string): void {
  const stored = inStorage((storage) => storage.getItem(OWNER));
  const forgotten = notOwned(account, stored, owner);
  if (forgotten === 'held') {
    forgetHeld();
    changed();
  }
  if (forgotten === 'all') forgetTyped();
  owner = account;
  if (stored !== account) inStorage((storage) => storage.setItem(OWNER, account));
}

inStorage((storage) => sweepTexts(storage, Date.now()));

// the last keys before a page is left
addEventListener('pagehide', storeWaiting);

// another tab
addEventListener('storage', ({ key, newValue }) => {
  const shelf = key === null ? null : shelfOf(key);
  // the account has left in that tab: what waits here must not be stored after that
  if (key === null || (key === OWNER && newValue === null)) forgetHeld();
  // what is about to be stored is newer, and what could not be stored is nowhere else
  else if (shelf !== null && !waiting.has(shelf) && !unstored.has(shelf)) known.delete(shelf);
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
