/**
 * Counts of a document's pages, and whether a document with such counts can be read at all. Counts can be taken range by
 * range and added up, so that the answer is known when the last range is read.
 *
 * The one file of the engine in the bundle of the workflows, which judge in their own code: a run that is open may have
 * judged by an earlier release, so a changed answer needs `patched` (docs/releasing.md).
 */
import type { DocumentErrorCode } from '../contract/vocabulary.js';

/** Numbers of pages. */
export interface PageTally {
  pages: number;
  withText: number;
  timedOut: number;
  tooLarge: number;
  damaged: number;
}

export interface Unreadable {
  code: DocumentErrorCode;
  message: string;
}

/** Share of pages that must have been lost to time or memory for the document as a whole to be at fault. */
const LOST_SHARE = 0.8;

export const NO_PAGES: PageTally = { pages: 0, withText: 0, timedOut: 0, tooLarge: 0, damaged: 0 };

export function addTallies(a: PageTally, b: PageTally): PageTally {
  return {
    pages: a.pages + b.pages,
    withText: a.withText + b.withText,
    timedOut: a.timedOut + b.timedOut,
    tooLarge: a.tooLarge + b.tooLarge,
    damaged: a.damaged + b.damaged,
  };
}

/**
 * Why a document cannot be read: `no_text` when no page has text, `unreadable` when that is because most are damaged,
 * `timed_out` or `too_complex` when nearly all pages, or all that might have text, were lost to a limit. Null if it can.
 */
export function unreadableBecause({ pages, withText, timedOut, tooLarge, damaged }: PageTally): Unreadable | null {
  // a page that is lost while its picture is compared with its text keeps that text, and counts in both
  const lost = Math.min(timedOut + tooLarge, Math.max(0, pages - withText));
  if (lost > (withText > 0 ? pages * LOST_SHARE : 0)) {
    const code = timedOut >= tooLarge ? 'timed_out' : 'too_complex';
    return { code, message: `${lost} of ${pages} pages could not be read within the limits` };
  }
  if (withText > 0) return null;
  if (damaged > pages / 2) return { code: 'unreadable', message: `${damaged} of ${pages} pages are damaged` };
  return { code: 'no_text', message: 'no page has text' };
}
