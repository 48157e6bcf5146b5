/**
 * Activities as the workflows call them: one proxy a kind of work, each with its time-outs and the reason for them.
 *
 * An outage of a dependency is waited out by attempts, not by scheduleToClose: that would count the time in a long
 * queue as well and fail shelves for being many. 150 attempts, at most a minute apart, are two hours and twenty minutes.
 * A defect does not last that long: activities/failures.ts ends it after a few defects.
 */
import {
  ActivityCancellationType,
  proxyActivities,
  type ActivityOptions,
  type RetryPolicy,
} from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';
import { isNotSmall } from './failures.js';
import { TASK_QUEUES } from './messages.js';

const OUTAGE_RETRY: RetryPolicy = {
  initialInterval: '1 second',
  backoffCoefficient: 2,
  maximumInterval: '1 minute',
  maximumAttempts: 150,
};

/** Reads and writes of a few rows. */
export const rows = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.shelves,
  startToCloseTimeout: '30 seconds',
  retry: OUTAGE_RETRY,
});

/** The end of a run must reach the row however long Postgres is away: a day of attempts. */
export const endings = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.shelves,
  startToCloseTimeout: '30 seconds',
  retry: { ...OUTAGE_RETRY, maximumAttempts: 1500 },
});

/** Many objects written, listed or removed. Heartbeats tell a dead worker from a slow store. */
export const objects = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.shelves,
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '30 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: OUTAGE_RETRY,
});

/** As `objects`; but somebody waits for it, a minute at most, and a worker that dies must not take half of that. */
export const approvals = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.shelves,
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '15 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: OUTAGE_RETRY,
});

/**
 * Engine work, for as long as a document may take and its files need to come and go. A cancelled run waits until its
 * child processes are gone, so that nothing writes after it.
 */
export function documentsWithin(longestAttemptMs: number, taskQueue: string = TASK_QUEUES.documents) {
  return proxyActivities<Activities['documents']>({
    taskQueue,
    startToCloseTimeout: longestAttemptMs,
    heartbeatTimeout: '30 seconds',
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: OUTAGE_RETRY,
  });
}
export type Documents = ReturnType<typeof documentsWithin>;

/** The same on the queue of small documents; what turns out to take long there is done over on the other. */
export function smallDocumentsWithin(longestAttemptMs: number): Documents {
  const small = documentsWithin(longestAttemptMs, TASK_QUEUES.smallDocuments);
  const others = documentsWithin(longestAttemptMs);
  const orElsewhere = async (here: () => Promise<unknown>, elsewhere: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await here();
    } catch (error) {
      if (!isNotSmall(error)) throw error;
      return elsewhere();
    }
  };
  return new Proxy(small, {
    get: (_, name: keyof Documents) => {
      const [here, elsewhere] = [small[name], others[name]];
      const run = (input: never) =>
        orElsewhere(
          () => here(input),
          () => elsewhere(input),
        );
      const executeWithOptions = (options: ActivityOptions, args: [never]) =>
        orElsewhere(
          () => here.executeWithOptions(options, args),
          () => elsewhere.executeWithOptions(options, args),
        );
      return Object.assign(run, { executeWithOptions });
    },
  });
}

/** Waits for another run to close, so its heartbeats matter more than its length. */
export const waits = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.shelves,
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '30 seconds',
  retry: OUTAGE_RETRY,
});

/** One batch of the reconciler. Few attempts: the next minute's run does the same again. */
export const batches = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.shelves,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { ...OUTAGE_RETRY, maximumAttempts: 3 },
});

/**
 * Mail goes by other people's servers: a minute an attempt, and a day of attempts. The distance grows by a tenth only, so
 * that after an outage of thirteen minutes a code, which is good for fifteen, still goes out in time.
 */
export const mails = proxyActivities<Activities['deliveries']>({
  taskQueue: TASK_QUEUES.deliveries,
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '24 hours',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 1.1, maximumInterval: '30 minutes', maximumAttempts: 200 },
});

/**
 * One request to a receiver, which takes 15 s at most, and the record of it. A worker that dies with it is missed within
 * ten seconds. An outage is waited out for a day: then the run fails, and the reconciler starts it again.
 */
export const { attemptDelivery } = proxyActivities<Activities['deliveries']>({
  taskQueue: TASK_QUEUES.deliveries,
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { ...OUTAGE_RETRY, maximumAttempts: 1500 },
});

/** A hundred rows and the starts of their runs. Somebody has been told that they go out: an outage is waited out for a day. */
export const recoveries = proxyActivities<Activities['deliveries']>({
  taskQueue: TASK_QUEUES.deliveries,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { ...OUTAGE_RETRY, maximumAttempts: 1500 },
});
