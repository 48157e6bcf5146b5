/**
 * A worker of deliveries in a process of its own, with the options that a process with so much memory has, and attempts that
 * take a moment. Started by test/load/workflow-cache.test.ts, which gives it everything in `CACHING` and reads the SDK's
 * metrics; a message `rss` is answered with the bytes that the process holds.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { heartbeat } from '@temporalio/activity';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { queueOptions } from '../../worker/queues.js';
import { fakeActivities } from './workflows.js';

export interface CachingTask {
  address: string;
  metricsPort: number;
  /** Instead of what the memory gives. */
  cached: number | null;
  memoryBytes: number;
  /** Answers of `busy`, by which a run waits for `waitMs`, before it succeeds. */
  rounds: number;
  /** No attempt ends before so many deliveries have begun theirs: on a loaded machine, too, so many are in flight at once. */
  together: number;
  attemptMs: number;
  waitMs: number;
}

/** An attempt has ten seconds between two of them, and a minute in all: workflows/proxies.ts. */
const HEARTBEAT_MS = 2_000;
const LONGEST_WAIT_MS = 40_000;

const task = JSON.parse(process.env['CACHING'] ?? '{}') as CachingTask;
const { address, metricsPort, cached, memoryBytes, attemptMs, waitMs, together } = task;
Runtime.install({
  telemetryOptions: {
    logging: { filter: 'ERROR', forward: {} },
    metrics: { prometheus: { bindAddress: `127.0.0.1:${metricsPort}`, countersTotalSuffix: true } },
  },
});
const attempts = new Map<string, number>();
const begun = new Set<string>();
const enough = Promise.withResolvers<void>();
async function manyHaveBegun(deliveryId: string): Promise<void> {
  begun.add(deliveryId);
  if (begun.size >= together) enough.resolve();
  const beating = setInterval(() => heartbeat(), HEARTBEAT_MS);
  try {
    await Promise.race([enough.promise, pause(LONGEST_WAIT_MS, null, { ref: false })]);
  } finally {
    clearInterval(beating);
  }
}

const { activities } = fakeActivities({
  attemptDelivery: async ({ deliveryId }) => {
    await manyHaveBegun(deliveryId);
    await pause(attemptMs);
    const number = (attempts.get(deliveryId) ?? 0) + 1;
    attempts.set(deliveryId, number);
    const isDone = number > task.rounds;
    return { outcome: isDone ? 'succeeded' : 'busy', number, statusCode: null, waitMs: isDone ? null : waitMs };
  },
});
const all = { ...activities, smallDocuments: activities.documents };
const [options] = queueOptions(['deliveries'], all, 1, memoryBytes);
if (!options) throw new Error('no worker of deliveries');
const connection = await NativeConnection.connect({ address });
const worker = await Worker.create({ connection, ...options, ...(cached !== null && { maxCachedWorkflows: cached }) });
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage.rss());
});
process.on('SIGTERM', () => worker.shutdown());
await worker.run();
process.exit();
