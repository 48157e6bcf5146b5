/** How the work on each document has to end, whatever happens around it. */
import { userMessage } from '../../activities/failures.js';
import type { Shelf } from '../../contract/shelf.js';
import type { DocumentErrorCode, ProcessingStep } from '../../contract/vocabulary.js';
import type { Document, Hostile } from './documents.js';

/** Why each hostile one fails; null for those that are made into a tree all the same. */
const FAILURES: Record<Hostile, readonly DocumentErrorCode[] | null> = {
  'not-a-document': ['unreadable'],
  'no-text': ['no_text'],
  'encrypted-attachment.pdf': ['password_required'],
  'issue9105_other.pdf': null,
  'poppler-67295-0.pdf': null,
  'poppler-85140-0.pdf': ['no_text'],
  'poppler-395-0-fuzzed.pdf': ['unreadable'],
  'poppler-937-0-fuzzed.pdf': ['unreadable'],
  'GHOSTSCRIPT-698804-1-fuzzed.pdf': ['no_text'],
  // whichever of its limits it meets first
  bomb: ['too_complex', 'timed_out'],
};

/** All of them are found out before there is a structure. */
const FAILED_AT: ProcessingStep = 'parsing';

type Outcome = Pick<Shelf, 'status' | 'errorMessage' | 'failedAtStep'>;

/** What is wrong with how a shelf has come to rest; null when it had to end so. */
export function outcomeAmiss(document: Document, { status, errorMessage, failedAtStep }: Outcome): string | null {
  const failures = 'pages' in document || document.hostile === 'restored' ? null : FAILURES[document.hostile];
  const found = `ended ${status} at ${failedAtStep}: ${errorMessage}`;
  if (failures === null) return status === 'failed' ? `is sound and ${found}` : null;
  const isDue = status === 'failed' && failures.some((code) => userMessage(code) === errorMessage);
  return isDue && failedAtStep === FAILED_AT
    ? null
    : `${found}; due is failed at ${FAILED_AT}: ${failures.join(' or ')}`;
}
