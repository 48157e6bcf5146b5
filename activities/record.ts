/** A run's writes to its shelf's row. Each is fenced by the run number. */
import type { ProcessingStep } from '../contract/vocabulary.js';
import { findDraft } from '../entities/queries/review.js';
import * as runs from '../entities/queries/runs.js';
import type { DeliveriesRequest, DeliveryInput, FailureReason, ShelfRunInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import { withRequestedDeliveries } from './requested-deliveries.js';
import type { ActivityDeps } from './deps.js';
import { staleRun, userMessage } from './failures.js';

/** Ranges of one document in flight: enough for a few workers, few enough to leave room for other documents. */
const RANGES_IN_FLIGHT = 8;

/**
 * The limits of a small document: each of its steps takes about a second, so that its queue moves quickly. The size is
 * what decides until its pages are counted.
 */
const SMALL = { pages: 20, sizeBytes: 8 * 1024 * 1024 };

/** Time for transferring files, on top of the engine's work; activities that only move objects get as much. */
const TRANSFER_MS = 30 * 60_000;

/** How long one attempt of engine work may take; one whose worker was lost may write objects for as long. */
export function longestAttempt({ engine }: ActivityDeps['config']): number {
  return engine.documentTimeoutMs + TRANSFER_MS;
}

/** Where a run starts, and the settings that it keeps to its end. */
export interface RunStart {
  step: ProcessingStep;
  pagesPerRange: number;
  rangesInFlight: number;
  /** Pages recognised in one activity. Release 0.1.0 returned neither this nor the next. */
  pagesPerRecognition?: number;
  /** Time limit for recognising all pages that need it, added up. */
  recognitionTimeoutMs?: number;
  documentTimeoutMs: number;
  longestAttemptMs: number;
  /** Whether its tree needs an approval. Release 0.2.0 returned neither this nor the next. */
  reviewMode?: boolean;
  /** `ver_` id of the draft that is in review already; null when there is none. */
  draft?: string | null;
  /** How many drafts were given up so far, for publishing the next one. Release 0.4.0 did not return it. */
  draftsGivenUp?: number;
  /** Up to how many pages the document counts as small; 0 when it is too large in bytes. */
  smallPages?: number;
}

export interface FailureInput extends ShelfRunInput, DeliveriesRequest {
  step: ProcessingStep;
  reason: FailureReason;
}

export interface FailureRecorded {
  /** False when the run was superseded. */
  recorded: boolean;
  /** The event's deliveries, where the run starts them. Release 0.3.0 returned none. */
  deliveries?: DeliveryInput[];
}

export function recordActivities({ config, dataSource: { manager } }: Pick<ActivityDeps, 'config' | 'dataSource'>) {
  /** Where the run starts, by the row; a shelf in review has been verified. */
  async function startingPoint({ shelfPublicId, run }: ShelfRunInput) {
    const found = await runs.findRun(manager, { publicId: shelfPublicId, run });
    if (!found || !runs.needsRun(found.shelf.status)) throw staleRun();
    const { status, reviewMode, draftsGivenUp } = found.shelf;
    const smallPages = (found.upload.sizeBytes ?? Infinity) <= SMALL.sizeBytes ? SMALL.pages : 0;
    const settings = { reviewMode, draftsGivenUp, smallPages };
    if (status !== 'review') return { ...settings, step: status, draft: null };
    return { ...settings, step: 'verifying' as const, draft: await findDraft(manager, found.shelf) };
  }

  return {
    openRun: activity(async (input: ShelfRunInput): Promise<RunStart> => {
      const start = await startingPoint(input);
      const { pagesPerRange, documentTimeoutMs, recognition } = config.engine;
      const longestAttemptMs = longestAttempt(config);
      return {
        ...start,
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
