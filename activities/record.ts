/** What a run writes to its shelf's row. Every write is fenced by the run's number. */
import type { ProcessingStep } from '../contract/vocabulary.js';
import { findDraft } from '../entities/queries/review.js';
import * as runs from '../entities/queries/runs.js';
import type { DeliveryInput, FailureReason, ShelfRunInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import type { ActivityDeps } from './deps.js';
import { staleRun, userMessage } from './failures.js';

/** Ranges of one document under way at once: enough for a few workers, few enough to leave room for other documents. */
const RANGES_IN_FLIGHT = 8;

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
}

export interface FailureRecorded {
  /** False when the run is no longer its shelf's. */
  recorded: boolean;
  /** What is to be sent because of it. Release 0.3.0 answered none. */
  deliveries?: DeliveryInput[];
}

export function recordActivities({ config, dataSource: { manager } }: Pick<ActivityDeps, 'config' | 'dataSource'>) {
  /** Where the row stands; a shelf in review has been verified. */
  async function standOf({ shelfPublicId, run }: ShelfRunInput) {
    const shelf = (await runs.findRun(manager, { publicId: shelfPublicId, run }))?.shelf;
    if (!shelf || !runs.needsRun(shelf.status)) throw staleRun();
    const { status, reviewMode } = shelf;
    if (status !== 'review') return { step: status, reviewMode, draft: null };
    return { step: 'verifying' as const, reviewMode, draft: await findDraft(manager, shelf) };
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

    recordFailure: activity(
      async (input: ShelfRunInput & { step: ProcessingStep; reason: FailureReason }): Promise<FailureRecorded> => {
        const { shelfPublicId: publicId, run, step, reason } = input;
        return runs.recordFailure(manager, { publicId, run, step, message: userMessage(reason) });
      },
    ),
  };
}
