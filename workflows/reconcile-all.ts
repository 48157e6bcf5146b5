/**
 * The reconciler of releases up to 0.5.0, which had one schedule and did a batch of every kind in a turn: for that schedule
 * until the set-up has changed it, and for the histories of its runs.
 */
import { CancellationScope, patched, workflowInfo } from '@temporalio/workflow';
import { batches } from './proxies.js';

/** Where the next reconciliation continues each walk over rows, workflows or objects; null at the beginning. */
export interface ReconcileResult {
  shelvesTo: string | null;
  runsTo: string | null;
  deletesTo: string | null;
  objectsTo: string | null;
  /** Release 0.3.0 had none. */
  deliveriesTo?: string | null;
  /** Release 0.5.0 had none. */
  indexesTo?: string | null;
  /** Release 0.5.0 had none. */
  mailsTo?: string | null;
  /** Batches that failed, for operators: their walks did not advance. */
  failed?: string[];
}

const FROM_THE_BEGINNING: ReconcileResult = { shelvesTo: null, runsTo: null, deletesTo: null, objectsTo: null };

/** Patch id: earlier workflows did not look for deliveries. */
const DELIVERIES = 'start-deliveries';

/** Patch id: earlier workflows had no search. */
const INDEXES = 'index-shelves';

/** Patch id, recorded where a batch fails: earlier workflows failed with any batch, which stopped all other walks too. */
const OTHERS_GO_ON = 'others-go-on';

/**
 * One bounded batch of each kind. The schedule passes on the result of the last turn that completed, so a turn fails only
 * if all batches fail: one kind that keeps failing must neither stop the others nor hold them at their first batch.
 */
export async function reconcileAll(): Promise<ReconcileResult> {
  const last = (workflowInfo().lastResult as ReconcileResult | undefined) ?? FROM_THE_BEGINNING;
  const { shelvesTo, runsTo, deletesTo, objectsTo, deliveriesTo = null, indexesTo = null, mailsTo = null } = last;
  const begun = {
    reconcileShelves: batches.reconcileShelves({ after: shelvesTo }),
    reconcileRuns: batches.reconcileRuns({ after: runsTo }),
    startDeletes: batches.startDeletes({ after: deletesTo }),
    sweepObjects: batches.sweepObjects({ after: objectsTo }),
    startMails: batches.startMails({ after: mailsTo }),
    sweepUploads: batches.sweepUploads(undefined),
    purgeRows: batches.purgeRows(undefined),
    ...(patched(DELIVERIES) && { startDeliveries: batches.startDeliveries({ after: deliveriesTo }) }),
    ...(patched(INDEXES) && { indexShelves: batches.indexShelves({ after: indexesTo }) }),
  };
  const failed = await failuresOf(begun);
  return {
    shelvesTo: await positionAfter(begun.reconcileShelves, shelvesTo),
    runsTo: await positionAfter(begun.reconcileRuns, runsTo),
    deletesTo: await positionAfter(begun.startDeletes, deletesTo),
    objectsTo: await positionAfter(begun.sweepObjects, objectsTo),
    deliveriesTo: await positionAfter(begun.startDeliveries, deliveriesTo),
    indexesTo: await positionAfter(begun.indexShelves, indexesTo),
    mailsTo: await positionAfter(begun.startMails, mailsTo),
    failed,
  };
}

/** Where a walk continues after its batch: at the same place when that failed. */
async function positionAfter(
  batch: Promise<{ after: string | null } | undefined> | undefined,
  before: string | null,
): Promise<string | null> {
  try {
    // the mails of a worker of release 0.5.0 have no position
    return batch ? ((await batch)?.after ?? null) : before;
  } catch {
    return before; // named in `failed`
  }
}

/** Waits for all batches; returns the names of those that failed. Throws when all did, or the workflow is cancelled. */
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
