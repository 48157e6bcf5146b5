/**
 * The activities as workflows call them: one proxy for each kind of work, with its time-outs and the reason for them.
 *
 * An outage of a dependency is bridged by the number of attempts, not by scheduleToClose, which would include the time in
 * a long queue and fail shelves because there are many. 150 attempts, at most a minute apart, last two hours and twenty
 * minutes. A defect is not retried that long: activities/failures.ts ends it after a few attempts.
 */
import {
  ActivityCancellationType,
  proxyActivities,
  proxyLocalActivities,
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

/** Reads or writes a few rows. */
export const rows = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.shelves,
  startToCloseTimeout: '30 seconds',
  retry: OUTAGE_RETRY,
});

/**
 * One statement, in the worker that runs the workflow: it saves a turn of the queue and most of its events. Tried once,
 * because a workflow task waits for it; in an outage `endings` continues.
 */
export const opening = proxyLocalActivities<Pick<Activities['shelves'], 'openRun'>>({
  startToCloseTimeout: '5 seconds',
  retry: { maximumAttempts: 1 },
});

/**
 * The end of a run must reach the row however long Postgres is down, and a run that starts again must not end before it has
 * read its row: a day of attempts.
 */
export const endings = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.shelves,
  startToCloseTimeout: '30 seconds',
  retry: { ...OUTAGE_RETRY, maximumAttempts: 1500 },
});

/** Writes, lists or removes many objects. Heartbeats tell a dead worker from a slow store. */
export const objects = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.objects,
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '30 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: OUTAGE_RETRY,
});

/** Fills the search index. Few attempts, since the reconciler repeats it, and the run stays open meanwhile. */
export const indexing = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.objects,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { ...OUTAGE_RETRY, maximumAttempts: 5 },
});

/**
 * Like `objects`, but a client waits for it, a minute at most, and the death of a worker must not use up half of that. Nor may
 * the wait after an outage, which grows with each worker that had no room before. Hence more attempts, for the same time in all.
 */
export const approvals = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.approvals,
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '15 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { ...OUTAGE_RETRY, maximumInterval: '10 seconds', maximumAttempts: 850 },
});

/**
 * Engine work: its time-out is the document's limit plus the time for transferring files. A cancelled run waits until its
 * child processes are gone, so that nothing writes after it has closed.
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

/**
 * The steps after a document's pages go before pages of any document (3 if not given), so that an account's books become
 * ready one after the other. No account can hold up another one by it: each such task has had its pages read in turn.
 */
export const FINISHING = { priorityKey: 2 };

/**
 * All work on a small document. Its engine may take 20 s, the rest is for the object store. Tried once: the steps continue from
 * whatever it leaves.
 */
export const atOnce = proxyActivities<Pick<Activities['documents'], 'makeSmallVersion'>>({
  taskQueue: TASK_QUEUES.smallDocuments,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { maximumAttempts: 1 },
});

/** The same on the queue of small documents; a job that takes too long there is repeated on the other queue. */
export function smallDocumentsWithin(longestAttemptMs: number): Documents {
  const small = documentsWithin(longestAttemptMs, TASK_QUEUES.smallDocuments);
  const others = documentsWithin(longestAttemptMs);
  const withFallback = async (here: () => Promise<unknown>, there: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await here();
    } catch (error) {
      if (!isNotSmall(error)) throw error;
      return there();
    }
  };
  return new Proxy(small, {
    get: (_, name: keyof Documents) => {
      const [here, there] = [small[name], others[name]];
      const run = (input: never) =>
        withFallback(
          () => here(input),
          () => there(input),
        );
      const executeWithOptions = (options: ActivityOptions, args: [never]) =>
        withFallback(
          () => here.executeWithOptions(options, args),
          () => there.executeWithOptions(options, args),
        );
      return Object.assign(run, { executeWithOptions });
    },
  });
}

/** Waits for another run to close; heartbeats show that the worker is alive meanwhile. */
export const waits = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.shelves,
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '30 seconds',
  retry: OUTAGE_RETRY,
});

/** One batch of the reconciler. Few attempts, because the next run, a minute later, repeats it. */
export const batches = proxyActivities<Activities['shelves']>({
  taskQueue: TASK_QUEUES.shelves,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { ...OUTAGE_RETRY, maximumAttempts: 3 },
});

/**
 * The walk over shelves to be indexed: a tree that kills its workers is set aside after three of them, which takes an attempt
 * for each, up to three more whose heartbeats came too late to say so, and five minutes' wait to be alone.
 */
export const indexWalk = proxyActivities<Pick<Activities['shelves'], 'indexShelves'>>({
  taskQueue: TASK_QUEUES.shelves,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { ...OUTAGE_RETRY, maximumAttempts: 10 },
});

/**
 * Mail depends on third-party servers: a minute for each attempt, and a day of attempts. The back-off grows slowly, so
 * that after an outage of thirteen minutes a code, which is valid for fifteen, is still sent in time.
 */
export const mails = proxyActivities<Activities['deliveries']>({
  taskQueue: TASK_QUEUES.deliveries,
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '24 hours',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 1.1, maximumInterval: '30 minutes', maximumAttempts: 200 },
});

/**
 * One request to a receiver, which takes 15 s at most, and its record. A worker that dies is noticed within ten seconds.
 * An outage is bridged for a day: then the workflow fails, and the reconciler starts it again.
 */
export const { attemptDelivery } = proxyActivities<Activities['deliveries']>({
  taskQueue: TASK_QUEUES.deliveries,
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '10 seconds',
  retry: { ...OUTAGE_RETRY, maximumAttempts: 1500 },
});

/** A hundred rows and the starts of their workflows. A client was promised them, so an outage is bridged for a day. */
export const recoveries = proxyActivities<Activities['deliveries']>({
  taskQueue: TASK_QUEUES.deliveries,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { ...OUTAGE_RETRY, maximumAttempts: 1500 },
});

/**
 * A client waits for it, half a minute or so: few attempts, and a dead worker is noticed within seconds. The engine's own
 * limit is 30 s; downloading 300 MB takes some as well.
 */
export const { viewPage } = proxyActivities<Activities['pages']>({
  taskQueue: TASK_QUEUES.pages,
  startToCloseTimeout: '50 seconds',
  scheduleToCloseTimeout: '1 minute',
  heartbeatTimeout: '5 seconds',
  retry: { ...OUTAGE_RETRY, maximumAttempts: 4 },
});
