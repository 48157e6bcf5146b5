import { totalmem } from 'node:os';
import { expect, test } from '@jest/globals';
import { WORKER_QUEUES } from '../../../infra/environment.js';
import { memoryLimit } from '../../../worker/capacity.js';
import { queueOptions, taskQueuesOf } from '../../../worker/queues.js';
import { TASK_QUEUES } from '../../../workflows/messages.js';

type Activities = Parameters<typeof queueOptions>[1];

/** Activities that stand for themselves: an object a queue. */
const activities = Object.fromEntries(Object.keys(TASK_QUEUES).map((queue) => [queue, {}])) as Activities;

test('a worker that serves everything serves every task queue that work is sent to', () => {
  expect(taskQueuesOf(WORKER_QUEUES).toSorted()).toEqual(Object.values(TASK_QUEUES).toSorted());
});

test('a worker serves its configured task queues, each with its own activities', () => {
  for (const queue of WORKER_QUEUES) {
    const options = queueOptions([queue], activities, 3);
    expect(options.map(({ taskQueue }) => taskQueue)).toEqual(taskQueuesOf([queue]));
    expect(options[0]?.activities).toBe(activities[queue]);
    expect(options.filter(({ workflowBundle }) => workflowBundle).length).toBe(queue === 'documents' ? 0 : 1);
  }
});

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [16, 8],
])('with %d engine processes it takes as much work, and %d small documents beside it', (processes, smallOnes) => {
  const [large, small, pages] = queueOptions(['documents'], activities, processes);
  expect(large).toMatchObject({ taskQueue: 'documents', maxConcurrentActivityTaskExecutions: processes });
  // two more, which fetch a PDF or publish while the engine works on others
  expect(small).toMatchObject({ taskQueue: 'documents-small', maxConcurrentActivityTaskExecutions: smallOnes + 2 });
  expect(pages).toMatchObject({ taskQueue: 'pages', maxConcurrentActivityTaskExecutions: smallOnes });
  expect(small?.activities).toBe(activities.smallDocuments);
  for (const options of [large, small, pages]) expect(options?.workflowBundle).toBeUndefined();
});

test('approvals have slots of their own, ten more than the engine applies at once', () => {
  const [shelves, approvals, objects] = queueOptions(['shelves'], activities, 1);
  expect(approvals).toMatchObject({ taskQueue: 'approvals', maxConcurrentActivityTaskExecutions: 12 });
  expect(objects).toMatchObject({ taskQueue: 'objects' });
  for (const options of [approvals, objects]) expect(options?.activities).toBe(shelves?.activities);
});

test('an activity is heard of more often than its time-out of heartbeats asks', () => {
  const every = (queue: string): unknown =>
    queueOptions(WORKER_QUEUES, activities, 2).find(({ taskQueue }) => taskQueue === queue)
      ?.maxHeartbeatThrottleInterval;
  expect(['objects', 'documents', 'documents-small', 'approvals', 'pages', 'deliveries'].map(every)).toEqual([
    10_000, 10_000, 10_000, 2_000, 2_000, 4_000,
  ]);
});

const GIB = 1024 ** 3;

test.each([
  { queues: WORKER_QUEUES, gib: 1, shelves: 100, deliveries: 200 },
  { queues: WORKER_QUEUES, gib: 16, shelves: 200, deliveries: 400 },
  { queues: ['deliveries'] as const, gib: 1, deliveries: 512 },
  { queues: ['shelves'] as const, gib: 3, shelves: 1536 },
  { queues: ['shelves'] as const, gib: 4, shelves: 2000 },
  { queues: ['shelves', 'deliveries'] as const, gib: 64, shelves: 666, deliveries: 1333 },
])('with $gib GiB it keeps as many runs as that has room for: $queues', ({ queues, gib, ...runs }) => {
  const options = queueOptions(queues, activities, 2, gib * GIB).filter(({ workflowBundle }) => workflowBundle);
  const kept = options.map(({ taskQueue, maxCachedWorkflows }) => [taskQueue, maxCachedWorkflows]);
  expect(Object.fromEntries(kept)).toEqual(runs);
  const deliveries = options.find(({ taskQueue }) => taskQueue === 'deliveries');
  // every attempt in flight has its run in memory
  if (runs.deliveries) expect(deliveries?.maxConcurrentActivityTaskExecutions).toBe(Math.min(400, runs.deliveries));
});

test('workers poll as the server tells them, with no more polls than slots', () => {
  const options = queueOptions(WORKER_QUEUES, activities, 1);
  for (const { activityTaskPollerBehavior, maxConcurrentActivityTaskExecutions, taskQueue } of options) {
    expect(activityTaskPollerBehavior).toMatchObject({ type: 'autoscaling', minimum: 1 });
    const { maximum } = activityTaskPollerBehavior as { maximum: number };
    expect([taskQueue, maximum <= Number(maxConcurrentActivityTaskExecutions)]).toEqual([taskQueue, true]);
  }
  const shelves = options.find(({ taskQueue }) => taskQueue === 'shelves');
  expect(shelves?.workflowTaskPollerBehavior).toMatchObject({ type: 'autoscaling' });
});

test('the memory of a process is known', () => {
  expect(memoryLimit()).toBeGreaterThan(100 * 1024 * 1024);
  expect(memoryLimit()).toBeLessThanOrEqual(totalmem());
});
