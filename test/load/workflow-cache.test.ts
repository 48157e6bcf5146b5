/**
 * What runs cost that a worker keeps in memory between their tasks, beside what its capacity counts on (worker/capacity.ts),
 * and how often it has the one it needs: nine times of ten, whatever a smaller memory would have.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { newPublicId } from '../../entities/ids.js';
import { BYTES_PER_RUN } from '../../worker/capacity.js';
import { WORKFLOWS } from '../../workflows/messages.js';
import { deliveryWorkflowStart } from '../../workflows/starts.js';
import type { CachingTask } from '../support/caching-worker.js';
import { poll } from '../support/poll.js';
import { reservedPort } from '../support/run-wide.js';
import { setUpTemporal } from '../support/set-up.js';

const PROGRAM = fileURLToPath(new URL('../support/caching-worker.js', import.meta.url));
const MIB = 1024 * 1024;
const STARTS_AT_ONCE = 25;
const HOUR_MS = 3_600_000;

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

interface Running {
  /** The sum of a metric's samples. */
  metric: (name: string) => Promise<number>;
  rssBytes: () => Promise<number>;
}

async function withWorker<T>(settings: Partial<CachingTask>, work: (running: Running) => Promise<T>): Promise<T> {
  const metricsPort = await reservedPort();
  const base = { address: env.address, metricsPort, cached: null, memoryBytes: 4096 * MIB };
  const task: CachingTask = { ...base, rounds: 0, together: 1, attemptMs: 0, waitMs: 0, ...settings };
  const environment = { ...process.env, NODE_OPTIONS: '', CACHING: JSON.stringify(task) };
  const child: ChildProcess = fork(PROGRAM, [], { env: environment, execArgv: ['--expose-gc'] });
  try {
    return await work({
      async metric(name) {
        const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        const samples = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'));
        return Array.from(samples, ([, value]) => Number(value)).reduce((sum, value) => sum + value, 0);
      },
      async rssBytes() {
        child.send('rss');
        const [bytes] = (await once(child, 'message')) as [number];
        return bytes;
      },
    });
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

const newRun = () => {
  const ids = { deliveryId: newPublicId('dlv'), endpointPublicId: newPublicId('wh') };
  return deliveryWorkflowStart({ ...ids, accountPublicId: newPublicId('usr') });
};

async function startRuns(count: number): Promise<WorkflowHandle[]> {
  const handles: WorkflowHandle[] = [];
  while (handles.length < count) {
    const starting = Array.from({ length: Math.min(STARTS_AT_ONCE, count - handles.length) }, () =>
      env.client.workflow.start(WORKFLOWS.deliverWebhook, newRun()),
    );
    handles.push(...(await Promise.all(starting)));
  }
  return handles;
}

const endAll = (handles: WorkflowHandle[]) => Promise.all(handles.map((handle) => handle.terminate()));

test('a run in memory costs about half a megabyte, which its capacity counts on', async () => {
  const [first, more] = [50, 600];
  await withWorker({ cached: 2_000, rounds: 9, waitMs: HOUR_MS }, async ({ metric, rssBytes }) => {
    const cachedAre = (count: number) =>
      poll(
        async () => ((await metric('temporal_sticky_cache_size').catch(() => 0)) >= count ? true : null),
        120_000,
        200,
      );
    const handles = await startRuns(first);
    await cachedAre(first);
    const before = await rssBytes();
    handles.push(...(await startRuns(more)));
    await cachedAre(first + more);
    await pause(1_000);
    const after = await rssBytes();
    await endAll(handles);
    const kib = (after - before) / more / 1024;
    process.stdout.write(
      `${Math.round(before / MIB)} MB with ${first} runs, ${Math.round(after / MIB)} MB with ${first + more}: ${kib.toFixed(0)} KiB each\n`,
    );
    // 478 to 513 were seen; memory of a process moves by tens of megabytes, so a tenth would fail by chance
    expect(kib * 1024).toBeLessThan(1.5 * BYTES_PER_RUN);
  });
}, 600_000);

/** Of the deliveries, so many are in flight before the first attempt ends: more than the smaller memory holds. */
const IN_FLIGHT = 0.75;

/** The share of workflow tasks that found their run in memory, while `count` deliveries are tried at once. */
async function hitRate(settings: Partial<CachingTask>, count: number): Promise<number> {
  const together = IN_FLIGHT * count;
  return withWorker({ rounds: 4, together, attemptMs: 1_500, waitMs: 500, ...settings }, async ({ metric }) => {
    const handles = await startRuns(count);
    await Promise.all(handles.map((handle) => handle.result()));
    const [hits, misses] = [
      await metric('temporal_sticky_cache_hit_total'),
      await metric('temporal_sticky_cache_miss_total'),
    ];
    process.stdout.write(`${count} deliveries, ${JSON.stringify(settings)}: ${hits} hits, ${misses} misses\n`);
    return hits / (hits + misses);
  });
}

test('four hundred deliveries in flight find their runs in memory', async () => {
  // a quarter of 200 for 400, as it once was: each miss is a replay, of which 3,000 take two minutes
  const before = await hitRate({ cached: 50 }, 100);
  const now = await hitRate({}, 400);
  expect(now).toBeGreaterThan(0.9);
  expect(now).toBeGreaterThan(before);
}, 600_000);
