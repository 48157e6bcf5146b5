import { patched, workflowInfo } from '@temporalio/workflow';
import type { Cursor } from '../activities/walk.js';
import type { ReconcileJob } from './messages.js';
import { batches, indexWalk } from './proxies.js';
import { reconcileAll, type ReconcileResult } from './reconcile-all.js';

/** What one turn of a job hands on to the next. */
export interface ReconcileTurn extends Cursor {
  /** When the walk was at its beginning; epoch. Null at its end. */
  sinceMs: number | null;
}

/** Patch id: a worker of 0.5.0 begins a turn of any job with a batch of every kind. */
const JOBS = 'reconcile-jobs';

/** What a turn of a job does from a position on; the worker's metrics know from `sinceMs` how long a whole walk took. */
const TURNS: Record<ReconcileJob, (from: ReconcileTurn) => Promise<Cursor | void>> = {
  processing: (from) => batches.reconcileShelves({ ...from, of: 'processing' }),
  reviews: (from) => batches.reconcileShelves({ ...from, of: 'review' }),
  runs: (from) => batches.reconcileRuns(from),
  deletes: (from) => batches.startDeletes(from),
  deliveries: (from) => batches.startDeliveries(from),
  mails: (from) => batches.startMails(from),
  indexes: (from) => indexWalk.indexShelves(from),
  objects: (from) => batches.sweepObjects(from),
  uploads: (from) => batches.sweepUploads(from),
  rows: (from) => batches.purgeRows(from),
};

/**
 * The reconciler: makes Postgres, Temporal and the object store agree again. Each job has a schedule, which starts one turn
 * after the other and passes on the result of the last one that completed: where the walk continues. A turn that fails
 * leaves that where it was.
 *
 * @param job missing where the schedule is that of a release up to 0.5.0: then the turn does a batch of every kind, as does
 *   one that a worker of such a release has begun
 */
export async function reconcileWorkflow(job?: ReconcileJob): Promise<ReconcileTurn | ReconcileResult> {
  if (job === undefined || !patched(JOBS)) return reconcileAll();
  const last = workflowInfo().lastResult as Partial<ReconcileTurn> | undefined;
  // that of a worker of 0.5.0, which does every kind for any schedule, has no `after`
  const after = last?.after ?? null;
  const sinceMs = (after === null ? null : last?.sinceMs) ?? Date.now();
  const next = (await TURNS[job]({ after, sinceMs }))?.after ?? null;
  return { after: next, sinceMs: next === null ? null : sinceMs };
}
