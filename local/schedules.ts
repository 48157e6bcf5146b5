/** The reconciler's schedules: made where they are missing, changed where they are those of another release. */
import { isDeepStrictEqual } from 'node:util';
import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleDescription,
  type ScheduleOptions,
} from '@temporalio/client';
import { describeSchedule } from '../worker/namespace.js';
import { RECONCILE_JOBS, reconcileId, TASK_QUEUES, WORKFLOWS, type ReconcileJob } from '../workflows/messages.js';

const CATCH_UP_MS = 60_000;
/** Longer than all attempts of a turn, except if its workers keep dying: then the next turn starts over. */
const TURN_TIMEOUT_MS = 20 * 60_000;
/** Turns of the jobs begin apart from each other. */
const OFFSET_MS = 5_000;

const JOBS = Object.keys(RECONCILE_JOBS) as ReconcileJob[];

/** Answers what it has made or changed. A schedule that an operator has paused stays so. */
export async function prepareSchedules(client: Client): Promise<string[]> {
  const done = await Promise.all(JOBS.map((job) => prepareSchedule(client, job)));
  return done.filter((what) => what !== null);
}

async function prepareSchedule(client: Client, job: ReconcileJob): Promise<string | null> {
  const wanted = scheduleOf(job);
  const { scheduleId, spec, policies, action } = wanted;
  const found = await describeSchedule(client, scheduleId);
  if (found === null) return (await createSchedule(client, wanted)) ? `schedule ${scheduleId}` : null;
  if (isDeepStrictEqual(essence(found), essence(wanted))) return null;
  await client.schedule.getHandle(scheduleId).update(({ state }) => ({ spec, policies, action, state }));
  return `schedule ${scheduleId}, which was another`;
}

function scheduleOf(job: ReconcileJob) {
  const { everyMs } = RECONCILE_JOBS[job];
  return {
    scheduleId: reconcileId(job),
    spec: { intervals: [{ every: everyMs, offset: JOBS.indexOf(job) * OFFSET_MS }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP_MS },
    action: {
      type: 'startWorkflow',
      workflowType: WORKFLOWS.reconcile,
      workflowId: reconcileId(job),
      taskQueue: TASK_QUEUES.shelves,
      args: [job],
      workflowExecutionTimeout: TURN_TIMEOUT_MS,
    },
  } satisfies ScheduleOptions;
}

/** What a schedule does, and when: by this those of releases differ. */
function essence({ spec, policies, action }: ScheduleDescription | ReturnType<typeof scheduleOf>) {
  const { every, offset = 0 } = spec.intervals?.[0] ?? {};
  const { workflowType, taskQueue, args, workflowExecutionTimeout } = action;
  const { overlap, catchupWindow } = policies;
  return { every, offset, overlap, catchupWindow, workflowType, taskQueue, args, workflowExecutionTimeout };
}

/** False where another set-up has made it in this moment. */
async function createSchedule(client: Client, wanted: ReturnType<typeof scheduleOf>): Promise<boolean> {
  try {
    await client.schedule.create(wanted);
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}
