import { patched, workflowInfo } from '@temporalio/workflow';
import { batches } from './proxies.js';

/** Where each walk over many rows, runs or objects goes on in the next run; null at its beginning. */
export interface ReconcileResult {
  shelvesTo: string | null;
  runsTo: string | null;
  deletesTo: string | null;
  objectsTo: string | null;
  /** Release 0.3.0 handed on none. */
  deliveriesTo?: string | null;
}

const FROM_THE_BEGINNING: ReconcileResult = { shelvesTo: null, runsTo: null, deletesTo: null, objectsTo: null };

/** Runs before this did not look for deliveries: their histories go on without. */
const DELIVERIES = 'start-deliveries';

/**
 * Brings Postgres, Temporal and the object store together again, a bounded batch of each kind a run. Started each
 * minute by a schedule that skips a run while the one before it is at work; the schedule hands on the last result.
 */
export async function reconcileWorkflow(): Promise<ReconcileResult> {
  const last = (workflowInfo().lastResult as ReconcileResult | undefined) ?? FROM_THE_BEGINNING;
  const walks = {
    shelvesTo: batches.reconcileShelves({ after: last.shelvesTo }),
    runsTo: batches.reconcileRuns({ after: last.runsTo }),
    deletesTo: batches.startDeletes({ after: last.deletesTo }),
    objectsTo: batches.sweepObjects({ after: last.objectsTo }),
  };
  const others = [batches.startMails(), batches.sweepUploads(), batches.purgeRows()];
  const deliveriesTo = patched(DELIVERIES) ? batches.startDeliveries({ after: last.deliveriesTo ?? null }) : null;
  // One kind that fails must not keep the others from their turn.
  const done = await Promise.allSettled([...Object.values(walks), ...others, deliveriesTo]);
  const failed = done.find((batch) => batch.status === 'rejected');
  if (failed) throw failed.reason;
  const { shelvesTo, runsTo, deletesTo, objectsTo } = walks;
  return {
    shelvesTo: (await shelvesTo).after,
    runsTo: (await runsTo).after,
    deletesTo: (await deletesTo).after,
    objectsTo: (await objectsTo).after,
    deliveriesTo: (await deliveriesTo)?.after ?? null,
  };
}
