import { lazy } from 'react';

/** When the page was last loaded again for a file that it did not get. */
const MARK = 'shelfwright-reloaded';
/** A file that is still not there after that is told as an error: the page must not load itself again and again. */
const ONCE_IN_MS = 60_000;

/**
 * Loads code that is needed later. A deploy replaces the files that an open page has not loaded yet: the page is loaded
 * again, once.
 */
export async function reloadOnce<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const last = Number(sessionStorage.getItem(MARK) ?? 0);
    if (Date.now() - last < ONCE_IN_MS) throw error;
    sessionStorage.setItem(MARK, String(Date.now()));
    window.location.reload();
    return new Promise<T>(() => {});
  }
}

/** React's `lazy` for a part of the app whose code is loaded when it is first shown. */
export const lazyPart: typeof lazy = (load) => lazy(() => reloadOnce(load));
