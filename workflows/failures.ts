import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow';
import { DOCUMENT_ERRORS, type DocumentErrorCode } from '../contract/vocabulary.js';
import { DEFECT, NOT_SMALL, STALE_RUN, type FailureReason } from './messages.js';

/** A failure of the document itself, found by the workflow. */
export function documentFailure(code: DocumentErrorCode): ApplicationFailure {
  return ApplicationFailure.create({ message: code, type: code, nonRetryable: true, category: 'BENIGN' });
}

/** Whether the run is stale: superseded, its shelf deleted, or already done. */
export function isStale(error: unknown): boolean {
  return typeOf(error) === STALE_RUN;
}

/** Whether engine work was stopped because it took too long for the queue of small documents. */
export function isNotSmall(error: unknown): boolean {
  return typeOf(error) === NOT_SMALL;
}

/** Why the shelf fails, from what a step threw. A failure that is neither the document's nor a defect is a lasting outage. */
export function reasonOf(error: unknown): FailureReason {
  if (isCancellation(error)) return 'stopped';
  const type = typeOf(error);
  const code = DOCUMENT_ERRORS.find((known) => known === type);
  if (code) return code;
  return error instanceof ActivityFailure && type !== DEFECT ? 'unavailable' : 'internal';
}

function typeOf(error: unknown): string | null | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure ? cause.type : undefined;
}
