import { CancellationScope, patched, workflowInfo } from '@temporalio/workflow';
import { batches } from './proxies.js';

/** Where each walk over many rows, runs or objects goes on in the next run; null at its beginning. */
export interface ReconcileResult {
  shelvesTo: string | null;
  runsTo: string | null;
  deletesTo: string | null;
  objectsTo: string | null;
  /** Release 0.3.0 handed on none. */
  deliveriesTo?: string | null;
  /** Batches that failed, for who looks at the run: their walks stand where they stood. */
  failed?: string[];
}

const FROM_THE_BEGINNING: ReconcileResult = { shelvesTo: null, runsTo: null, deletesTo: null, objectsTo: null };

/** Runs before this did not look for deliveries: their histories go on without. */
const DELIVERIES = 'start-deliveries';

/** Runs before this failed with a batch, and so the walks of all others stood still; noted where one fails. */
const OTHERS_GO_ON = 'others-go-on';

/**
 * Brings Postgres, Temporal and the object store together again, a bounded batch of each kind a run. Started each
 * minute by a schedule that skips a run while the one before it is at work; the schedule hands on the result of the last
 * run that completed. So this one fails only where no batch came through: one kind that fails, for as long as it may, must
 * keep the others neither from their turn nor from what lies behind their first batch.
 */
export async function reconcileWorkflow(): Promise<ReconcileResult> {
  const last = (workflowInfo().lastResult as ReconcileResult | undefined) ?? FROM_THE_BEGINNING;
  const { shelvesTo, runsTo, deletesTo, objectsTo, deliveriesTo = null } = last;
  const begun = {
    reconcileShelves: batches.reconcileShelves({ after: shelvesTo }),
    reconcileRuns: batches.reconcileRuns({ after: runsTo }),
    startDeletes: batches.startDeletes({ after: deletesTo }),
    sweepObjects: batches.sweepObjects({ after: objectsTo }),
    startMails: batches.startMails(),
    sweepUploads: batches.sweepUploads(),
    purgeRows: batches.purgeRows(),
    ...(patched(DELIVERIES) && { startDeliveries: batches.startDeliveries({ after: deliveriesTo }) }),
  };
  const failed = await failuresOf(begun);
  return {
    shelvesTo: await placeAfter(begun.reconcileShelves, shelvesTo),
    runsTo: await placeAfter(begun.reconcileRuns, runsTo),
    deletesTo: await placeAfter(begun.startDeletes, deletesTo),
    objectsTo: await placeAfter(begun.sweepObjects, objectsTo),
    deliveriesTo: await placeAfter(begun.startDeliveries, deliveriesTo),
    failed,
  };
}

/** Where a walk stands after its batch: where it stood, when that failed. */
async function placeAfter(
  batch: Promise<{ after: string | null }> | undefined,
  before: string | null,
): Promise<string | null> {
  try {
    return batch ? (await batch).after : before;
  } catch {
    return before; // named in `failed`
  }
}

/** Waits for all of them; answers the names of those that failed. Throws where all did, or the run is cancelled. */
async function failuresOf(begun: Record<string, Promise<unknown>>): Promise<string[]> {
  const names = Object.keys(begun);
  const ends = await Promise.allSettled(Object.values(begun));
  const failures = ends.flatMap((end, at) =>
    end.status === 'rejected' ? { name: names[at]!, cause: end.reason as unknown } : [],
  );
  const [first] = failures;
  if (first === undefined) return [];
  const isOver = failures.length === ends.length || CancellationScope.current().consideredCancelled;
  if (isOver || !patched(OTHERS_GO_ON)) throw first.cause;
  return failures.map(({ name }) => name);
}
