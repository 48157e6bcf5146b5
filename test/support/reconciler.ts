/** The reconciler under test, which is not waited for. */
import type { Client } from '@temporalio/client';
import type { Temporal } from '../../infra/temporal.js';
import { RECONCILE_JOBS, reconcileId, type ReconcileJob } from '../../workflows/messages.js';

const REQUESTS_MS = 10_000;
/** Of a Temporal that is away or slow, or was wiped with its schedules, which the worker has not made anew yet. */
const NOT_THERE = ['ServiceError', 'ScheduleNotFoundError'];

/** Lets all of its jobs take a turn now, unless they are at it. Throws ScheduleNotFoundError before the set-up has been. */
export async function triggerReconciler({ schedule }: Client): Promise<void> {
  const jobs = Object.keys(RECONCILE_JOBS) as ReconcileJob[];
  await Promise.all(jobs.map((job) => schedule.getHandle(reconcileId(job)).trigger()));
}

/** The same where Temporal may not be there: for who asks again until the reconciler has done its work. */
export async function tryReconciler(temporal: Temporal): Promise<void> {
  try {
    await temporal.within(REQUESTS_MS, triggerReconciler);
  } catch (error) {
    if (!NOT_THERE.includes((error as Error).name)) throw error;
  }
}
