/** What a run writes to its shelf's row. Every write is fenced by the run's number. */
import type { ProcessingStep } from '../contract/vocabulary.js';
import { findDraft } from '../entities/queries/review.js';
import * as runs from '../entities/queries/runs.js';
import type { DeliveriesRequest, DeliveryInput, FailureReason, ShelfRunInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import { withRequestedDeliveries } from './requested-deliveries.js';
import type { ActivityDeps } from './deps.js';
import { staleRun, userMessage } from './failures.js';

/** Ranges of one document under way at once: enough for a few workers, few enough to leave room for other documents. */
const RANGES_IN_FLIGHT = 8;

/**
 * Up to here a document is small: each step of it takes about a second, so that its queue moves on quickly. The size
 * speaks for it until its pages are counted.
 */
const SMALL = { pages: 20, sizeBytes: 8 * 1024 * 1024 };

/** Time for files to come and go beside the engine's own work; activities that only move objects have no more either. */
const TRANSFER_MS = 30 * 60_000;

/** How long one attempt of engine work may take and so, when its worker is lost, may go on writing objects. */
export function longestAttempt({ engine }: ActivityDeps['config']): number {
  return engine.documentTimeoutMs + TRANSFER_MS;
}

/** Where a run begins, and the settings that hold for all of it. */
export interface RunStart {
  step: ProcessingStep;
  pagesPerRange: number;
  rangesInFlight: number;
  /** Pages recognised as one activity. Release 0.1.0 answered neither this nor the next. */
  pagesPerRecognition?: number;
  /** Time for recognising all pages that need it, added up. */
  recognitionTimeoutMs?: number;
  documentTimeoutMs: number;
  longestAttemptMs: number;
  /** Whether its tree waits for an approval. Release 0.2.0 answered neither this nor the next. */
  reviewMode?: boolean;
  /** `ver_` id of the draft that waits already; null when there is none. */
  draft?: string | null;
  /** How many drafts were given up so far, for publishing what is made now. Release 0.4.0 did not answer it. */
  draftsGivenUp?: number;
  /** Pages up to which the document has the queue of small ones; 0 when its size says already that it is none. */
  smallPages?: number;
}

export interface FailureInput extends ShelfRunInput, DeliveriesRequest {
  step: ProcessingStep;
  reason: FailureReason;
}

export interface FailureRecorded {
  /** False when the run is no longer its shelf's. */
  recorded: boolean;
  /** What is to be sent because of it, where the run asks. Release 0.3.0 answered none. */
  deliveries?: DeliveryInput[];
}

export function recordActivities({ config, dataSource: { manager } }: Pick<ActivityDeps, 'config' | 'dataSource'>) {
  /** Where the row stands; a shelf in review has been verified. */
  async function standOf({ shelfPublicId, run }: ShelfRunInput) {
    const found = await runs.findRun(manager, { publicId: shelfPublicId, run });
    if (!found || !runs.needsRun(found.shelf.status)) throw staleRun();
    const { status, reviewMode, draftsGivenUp } = found.shelf;
    const smallPages = (found.upload.sizeBytes ?? Infinity) <= SMALL.sizeBytes ? SMALL.pages : 0;
    const stand = { reviewMode, draftsGivenUp, smallPages };
    if (status !== 'review') return { ...stand, step: status, draft: null };
    return { ...stand, step: 'verifying' as const, draft: await findDraft(manager, found.shelf) };
  }

  return {
    openRun: activity(async (input: ShelfRunInput): Promise<RunStart> => {
      const stand = await standOf(input);
      const { pagesPerRange, documentTimeoutMs, recognition } = config.engine;
      const longestAttemptMs = longestAttempt(config);
      return {
        ...stand,
        pagesPerRange,
        documentTimeoutMs,
        longestAttemptMs,
        rangesInFlight: RANGES_IN_FLIGHT,
        pagesPerRecognition: recognition.pagesPerRange,
        recognitionTimeoutMs: recognition.documentTimeoutMs,
      };
    }),

    recordStep: activity(async (input: ShelfRunInput & { step: ProcessingStep }): Promise<void> => {
      const { shelfPublicId: publicId, run, step } = input;
      if (!(await runs.recordStep(manager, { publicId, run, status: step }))) throw staleRun();
    }),

    recordFailure: activity(async (input: FailureInput): Promise<FailureRecorded> => {
      const { shelfPublicId: publicId, run, step, reason } = input;
      const message = userMessage(reason);
      return withRequestedDeliveries(input, await runs.recordFailure(manager, { publicId, run, step, message }));
    }),
  };
}
