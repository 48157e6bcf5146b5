import { expect, test } from '@jest/globals';
import { WORKER_QUEUES } from '../../../infra/environment.js';
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
  expect(small).toMatchObject({ taskQueue: 'documents-small', maxConcurrentActivityTaskExecutions: smallOnes });
  expect(pages).toMatchObject({ taskQueue: 'pages', maxConcurrentActivityTaskExecutions: smallOnes });
  expect(small?.activities).toBe(activities.smallDocuments);
  for (const options of [large, small, pages]) expect(options?.workflowBundle).toBeUndefined();
});
