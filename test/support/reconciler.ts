/** The reconciler under test, which is not waited for. */
import type { Client } from '@temporalio/client';
import { RECONCILE_JOBS, reconcileId, type ReconcileJob } from '../../workflows/messages.js';

/** Lets all of its jobs take a turn now, unless they are at it. Throws ScheduleNotFoundError before the set-up has been. */
export async function triggerReconciler({ schedule }: Client): Promise<void> {
  const jobs = Object.keys(RECONCILE_JOBS) as ReconcileJob[];
  await Promise.all(jobs.map((job) => schedule.getHandle(reconcileId(job)).trigger()));
}
