/** What /readyz says of workers, and that it is the service's readiness that decides. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { QueuePolls } from '../../infra/task-queues.js';
import { TASK_QUEUES } from '../../workflows/messages.js';
import { buildTestApp, type TestApp } from '../support/app.js';

let api: TestApp;
let polls: () => Promise<QueuePolls[]>;
beforeAll(async () => {
  api = await buildTestApp({ workflows: { polls: () => polls() } });
});
afterAll(() => api?.stop());

const QUEUES = Object.values(TASK_QUEUES);
const polled = (queue: string): QueuePolls => ({ queue, state: 'ok', workers: 1, lastPollAt: new Date() });
const dependencies = { postgres: 'ok', temporal: 'ok', s3: 'ok' };

/** An instance that has asked nobody yet. */
async function readyz(): Promise<{ statusCode: number; body: object; milliseconds: number }> {
  const instance = await api.anotherInstance();
  const begun = performance.now();
  const reply = await instance.inject({ url: '/readyz' });
  const milliseconds = performance.now() - begun;
  await instance.close();
  return { statusCode: reply.statusCode, body: reply.json<object>(), milliseconds };
}

test('names the queues that no worker polls, and stays ready: uploads wait for one', async () => {
  polls = async () => QUEUES.map((queue) => ({ ...polled(queue), state: queue === 'documents' ? 'idle' : 'ok' }));
  const queues = Object.fromEntries(QUEUES.map((queue) => [queue, queue === 'documents' ? 'idle' : 'ok']));
  const { statusCode, body } = await readyz();
  expect([statusCode, body]).toEqual([200, { status: 'ok', dependencies, queues }]);
  expect((await api.request({ url: '/readyz' })).json()).toEqual({ status: 'ok', dependencies, queues });
});

test('answers in time while Temporal says nothing about its queues', async () => {
  polls = () => new Promise(() => {});
  const { statusCode, body, milliseconds } = await readyz();
  const queues = Object.fromEntries(QUEUES.map((queue) => [queue, 'unknown']));
  expect([statusCode, body]).toEqual([200, { status: 'ok', dependencies, queues }]);
  expect(milliseconds).toBeLessThan(10_000); // it would wait for ever
});

test('counts for metrics what is known', async () => {
  polls = async () => [polled('shelves'), { ...polled('documents'), state: 'idle' }];
  const instance = await api.anotherInstance();
  const { body: text } = await instance.inject({ url: '/metrics' });
  await instance.close();
  expect(text).toContain('shelfwright_task_queue_polled{queue="shelves"} 1');
  expect(text).toContain('shelfwright_task_queue_polled{queue="documents"} 0');
});
