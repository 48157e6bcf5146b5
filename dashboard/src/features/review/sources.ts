/** Whether the files that a split or a join was made from are still the same. */
import { applyOperations, type Edited, isThere } from './operations.js';
import type { Operation } from '../../../../contract/vocabulary.js';

/** Why texts that were read from `before` cannot be written over what `now` holds; null when they are still the same. */
export function staleSource(before: Edited, now: Edited, paths: readonly string[]): string | null {
  const stale = paths.find((path) => !isSameText(before, now, path));
  return stale === undefined ? null : `${stale} has changed meanwhile. Look at it, then try again.`;
}

/** The draft itself does not change: what a file's text is follows from where it comes from and what was written. */
const isSameText = (before: Edited, now: Edited, path: string): boolean =>
  now.paths.includes(path) &&
  before.origins.get(path) === now.origins.get(path) &&
  before.texts.get(path) === now.texts.get(path);

/** As `staleSource`, of a split, which must not replace a file that is there meanwhile. */
export const staleSplit = (before: Edited, now: Edited, path: string, to: string): string | null =>
  staleSource(before, now, [path]) ?? (isThere(now, to) ? `${to} exists already.` : null);

/** Checks operations against the list they are appended to, which may be newer than the one on screen. */
export function refuseStale(
  draft: readonly string[],
  operations: readonly Operation[],
  stale: (now: Edited) => string | null,
): void {
  const why = stale(applyOperations(draft, operations));
  if (why !== null) throw new Error(why);
}

/** What to do before files are split or joined: the result would lack what is typed into one and not saved. */
export function typedHint(typed: ReadonlyMap<string, unknown>, paths: readonly (string | null)[]): string | null {
  const first = paths.find((path) => path !== null && typed.has(path));
  return first === undefined ? null : `Save or cancel the edit of ${first} first`;
}
