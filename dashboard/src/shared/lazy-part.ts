import { type ComponentType, lazy } from 'react';

/** When the page was last loaded again for a file that it did not get. */
const MARK = 'shelfwright-reloaded';
/** A file that is still missing after that is reported as an error: the page must not reload in a loop. */
const ONCE_IN_MS = 60_000;

/**
 * Loads code that is needed later. A deploy replaces the files that an open page has not loaded yet: the page is loaded
 * again, once. Not while the browser is offline: its own offline page would take the place of the app.
 */
export async function reloadOnce<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const last = Number(sessionStorage.getItem(MARK) ?? 0);
    if (!navigator.onLine || Date.now() - last < ONCE_IN_MS) throw error;
    sessionStorage.setItem(MARK, String(Date.now()));
    window.location.reload();
    return new Promise<T>(() => {});
  }
}

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Code that could not be loaded. Browsers keep the failure as long as the page: only loading that again helps. */
export class PartError extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded. Check your connection, then load the page again.', { cause });
  }
}

/** React's `lazy`, whose failure says what to do. */
export const plainPart = <Props extends object>(load: Load<Props>) =>
  lazy(() =>
    load().catch((error: unknown) => {
      throw new PartError(error);
    }),
  );

/** A part of the app whose code is loaded when it is first shown; where it is gone, the page is loaded again. */
export const lazyPart = <Props extends object>(load: Load<Props>) => plainPart(() => reloadOnce(load));
