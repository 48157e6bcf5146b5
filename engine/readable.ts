/** Whether a document can be read at all, by a tally of its pages. */
import { DocumentError } from './document-error.js';
import type { ParsedPage } from './model.js';
import { unreadableBecause, type PageTally } from './page-tally.js';

type TalliedPage = Pick<ParsedPage, 'degraded' | 'needsRecognition'> & { runs: readonly { text: string }[] };

/** A page that waits for its text to be recognised counts as one without, whatever was read of it. */
export function tallyPage({ runs, degraded, needsRecognition }: TalliedPage): PageTally {
  return {
    pages: 1,
    withText:
      (!needsRecognition || needsRecognition === 'covered_text') && runs.some(({ text }) => text.trim()) ? 1 : 0,
    timedOut: degraded === 'page_timeout' ? 1 : 0,
    tooLarge: degraded === 'page_memory' ? 1 : 0,
    damaged: degraded === 'page_error' ? 1 : 0,
  };
}

/** @throws DocumentError for the reason of `unreadableBecause`. */
export function refuseUnreadable(tally: PageTally): void {
  const unreadable = unreadableBecause(tally);
  if (unreadable) throw new DocumentError(unreadable.code, unreadable.message);
}
