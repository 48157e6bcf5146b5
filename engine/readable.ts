/**
 * Whether a document can be read at all, by a tally of its pages. Counts can be taken range by range and added up, so
 * that the answer is known when the last range is parsed.
 */
import { DocumentError, type ParsedPage } from './model.js';

/** Numbers of pages. */
export interface PageTally {
  pages: number;
  withText: number;
  timedOut: number;
  tooLarge: number;
  damaged: number;
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

type TalliedPage = Pick<ParsedPage, 'degraded' | 'needsRecognition'> & { runs: readonly { text: string }[] };

/** A page that waits for recognition counts as one without text, whatever was read of it. */
export function tallyPage({ runs, degraded, needsRecognition }: TalliedPage): PageTally {
  return {
    pages: 1,
    withText: !needsRecognition && runs.some(({ text }) => text.trim()) ? 1 : 0,
    timedOut: degraded === 'page_timeout' ? 1 : 0,
    tooLarge: degraded === 'page_memory' ? 1 : 0,
    damaged: degraded === 'page_error' ? 1 : 0,
  };
}

/**
 * @throws DocumentError `no_text` when no page has text, `unreadable` when that is because most are damaged;
 *   `timed_out` or `too_complex` when nearly all pages, or all that might have text, were lost to a limit.
 */
export function refuseUnreadable({ pages, withText, timedOut, tooLarge, damaged }: PageTally): void {
  const lost = timedOut + tooLarge;
  if (lost > (withText > 0 ? pages * LOST_SHARE : 0)) {
    const code = timedOut >= tooLarge ? 'timed_out' : 'too_complex';
    throw new DocumentError(code, `${lost} of ${pages} pages could not be read within the limits`);
  }
  if (withText > 0) return;
  if (damaged > pages / 2) throw new DocumentError('unreadable', `${damaged} of ${pages} pages are damaged`);
  throw new DocumentError('no_text', 'no page has text');
}
