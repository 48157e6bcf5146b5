/** Which task queues a worker process serves, and with what concurrency. */
import type { WorkerOptions } from '@temporalio/worker';
import { heartbeatThrottleMs } from '../activities/heartbeats.js';
import type { Activities } from '../activities/index.js';
import type { WorkerQueue } from '../infra/environment.js';
import { TASK_QUEUES } from '../workflows/messages.js';
import { BUNDLE_PATH } from './bundle-path.js';
import { cachedWorkflows, memoryLimit } from './capacity.js';
import { editsAtOnce, pagesDrawnAtOnce, smallJobsBeside } from './engine-pool.js';

const LIGHT_ACTIVITIES = 40;
/** Approvals of drafts as they are, each a transaction, beside those with edits. */
const PLAIN_APPROVALS = 10;
/** They wait for the object store; what they hold in memory is bounded for all of them together (activities/tree-store.ts). */
const OBJECT_ACTIVITIES = 40;
/** Deliveries wait for third-party servers: a hundred receivers that do not answer must not delay the next one. */
const DELIVERIES = 400;
/** Each worker's polls follow what the server says of its backlog. */
const MAX_POLLS = 20;

/** Beside the engine's jobs: while these are at work the next one fetches its PDF, or publishes. */
const TRANSFERS = 2;

/** Fewer requests of an idle worker, more of one at work. A poll holds a slot, so there are no more of them than slots. */
const polls = (most: number): Polling => ({
  type: 'autoscaling',
  minimum: 1,
  initial: Math.min(2, most),
  maximum: Math.min(MAX_POLLS, most),
});

type Polling = NonNullable<WorkerOptions['activityTaskPollerBehavior']>;
type QueueOptions = Pick<WorkerOptions, 'taskQueue'> & Partial<WorkerOptions>;

/**
 * Options of the Temporal workers for these queues. The concurrency of activities is what one process can handle, so that
 * the backlog stays in Temporal, where scheduling is fair between accounts and any worker can take it.
 * @param activities `smallDocuments` are those of `documents` with the engine for small ones
 * @param memoryBytes that the process may use
 */
export function queueOptions(
  queues: readonly WorkerQueue[],
  activities: Activities & { smallDocuments: Activities['documents'] },
  engineProcesses: number,
  memoryBytes = memoryLimit(),
): QueueOptions[] {
  const work = (queue: keyof typeof TASK_QUEUES, count: number): QueueOptions => ({
    taskQueue: TASK_QUEUES[queue],
    // what was scheduled by a release that had fewer queues waits in `shelves`, so that has them all
    activities: queue === 'approvals' || queue === 'objects' ? activities.shelves : activities[queue],
    maxConcurrentActivityTaskExecutions: count,
    activityTaskPollerBehavior: polls(count),
    maxHeartbeatThrottleInterval: heartbeatThrottleMs(TASK_QUEUES[queue]),
  });
  const cachedFor = (queue: WorkerQueue): number => cachedWorkflows(queue, queues, memoryBytes);
  const workflowsOf = (queue: WorkerQueue): Partial<WorkerOptions> => ({
    workflowBundle: { codePath: BUNDLE_PATH },
    maxCachedWorkflows: cachedFor(queue),
    workflowTaskPollerBehavior: polls(MAX_POLLS),
  });
  const options: Record<WorkerQueue, QueueOptions[]> = {
    shelves: [
      { ...workflowsOf('shelves'), ...work('shelves', LIGHT_ACTIVITIES) },
      // an approval without edits is one statement and waits for none; an edit without room leaves (activities/review.ts)
      work('approvals', editsAtOnce(engineProcesses) + PLAIN_APPROVALS),
      work('objects', OBJECT_ACTIVITIES),
    ],
    documents: [
      work('documents', engineProcesses),
      work('smallDocuments', smallJobsBeside(engineProcesses) + TRANSFERS),
      work('pages', pagesDrawnAtOnce(engineProcesses)),
    ],
    deliveries: [
      {
        ...workflowsOf('deliveries'),
        // each attempt in flight is of a run: were it not in memory, it would be replayed for the answer
        ...work('deliveries', Math.min(DELIVERIES, cachedFor('deliveries'))),
      },
    ],
  };
  return queues.flatMap((queue) => options[queue]);
}

/** Those that are served together. */
const SERVED: Record<WorkerQueue, (keyof typeof TASK_QUEUES)[]> = {
  shelves: ['shelves', 'approvals', 'objects'],
  documents: ['documents', 'smallDocuments', 'pages'],
  deliveries: ['deliveries'],
};

/** Names of the task queues that belong to these. */
export function taskQueuesOf(queues: readonly WorkerQueue[]): string[] {
  return queues.flatMap((queue) => SERVED[queue].map((name) => TASK_QUEUES[name]));
}
