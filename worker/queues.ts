/** Which task queues a worker process serves, and how much of each at once. */
import type { WorkerOptions } from '@temporalio/worker';
import type { Activities } from '../activities/index.js';
import type { WorkerQueue } from '../infra/environment.js';
import { TASK_QUEUES } from '../workflows/messages.js';
import { BUNDLE_PATH } from './bundle.js';
import { smallJobsBeside } from './engine-pool.js';

const LIGHT_ACTIVITIES = 40;
/** They wait for other people's servers: a hundred receivers that do not answer must not keep the next one waiting. */
const DELIVERIES = 400;
/** Workflows whose state stays in memory between their tasks; about 5 MB each. */
const CACHED_WORKFLOWS = 200;

type QueueOptions = Pick<WorkerOptions, 'taskQueue'> & Partial<WorkerOptions>;

/**
 * Options of the Temporal workers for these queues. Activities are bounded by what a process can do at once, so that what
 * waits does so in Temporal, where each account has its turn and any worker can take it.
 * @param activities those of `smallDocuments` are of `documents`, over an engine for small ones
 */
export function queueOptions(
  queues: readonly WorkerQueue[],
  activities: Activities & { smallDocuments: Activities['documents'] },
  engineProcesses: number,
): QueueOptions[] {
  const work = (queue: keyof typeof TASK_QUEUES, count: number): QueueOptions => ({
    taskQueue: TASK_QUEUES[queue],
    activities: activities[queue],
    maxConcurrentActivityTaskExecutions: count,
  });
  const workflows = { workflowBundle: { codePath: BUNDLE_PATH }, maxCachedWorkflows: CACHED_WORKFLOWS };
  const options: Record<WorkerQueue, QueueOptions[]> = {
    shelves: [{ ...workflows, ...work('shelves', LIGHT_ACTIVITIES) }],
    documents: [work('documents', engineProcesses), work('smallDocuments', smallJobsBeside(engineProcesses))],
    deliveries: [{ ...workflows, ...work('deliveries', DELIVERIES) }],
  };
  return queues.flatMap((queue) => options[queue]);
}

/** Names of the task queues that go with these. */
export function taskQueuesOf(queues: readonly WorkerQueue[]): string[] {
  return queues.flatMap((queue) => [
    TASK_QUEUES[queue],
    ...(queue === 'documents' ? [TASK_QUEUES.smallDocuments] : []),
  ]);
}
