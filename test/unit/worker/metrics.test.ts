/** What activities leave in the metrics of a worker. */
import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createWorkerMetrics } from '../../../worker/metrics.js';
import { BUSY } from '../../../workflows/messages.js';

const GAUGE = 'shelfwright_reconciler_last_success_timestamp_seconds';

test('turns over reviews do not hide that shelves in work are not looked at, nor these that reviews are not', async () => {
  const registry = new Registry();
  const { interceptor } = createWorkerMetrics(registry);
  const { inbound } = interceptor({ info: { activityType: 'reconcileShelves' } } as never);
  const turn = (of: string) =>
    inbound!.execute!({ args: [{ of, after: null, sinceMs: null }], headers: {} }, async () => ({ after: null }));
  const lastSuccess = async (activity: string) => {
    const { values } = (await registry.getSingleMetric(GAUGE)!.get()) as {
      values: { labels: object; value: number }[];
    };
    return values.find(({ labels }) => 'activity' in labels && labels.activity === activity)?.value;
  };
  expect(await lastSuccess('reconcileReviews')).toBe(0);
  await turn('processing');
  expect(await lastSuccess('reconcileReviews')).toBe(0);
  const processingAt = await lastSuccess('reconcileShelves');
  expect(processingAt).toBeGreaterThan(0);
  await turn('review');
  expect(await lastSuccess('reconcileReviews')).toBeGreaterThan(0);
  expect(await lastSuccess('reconcileShelves')).toBe(processingAt);
});

test('a turn of a schedule of release 0.5.0 goes over shelves in work and over reviews', async () => {
  const registry = new Registry();
  const { interceptor } = createWorkerMetrics(registry);
  const { inbound } = interceptor({ info: { activityType: 'reconcileShelves' } } as never);
  await inbound!.execute!({ args: [{ after: null }], headers: {} }, async () => ({ after: null }));
  const text = await registry.metrics();
  for (const activity of ['reconcileShelves', 'reconcileReviews'])
    expect(text).toMatch(new RegExp(`last_success_timestamp_seconds\\{activity="${activity}"\\} [1-9]`));
});

test('an attempt that found no room is none of a step: it has done nothing', async () => {
  const registry = new Registry();
  const { interceptor } = createWorkerMetrics(registry);
  const { inbound } = interceptor({ info: { activityType: 'approveShelf' } } as never);
  const attempt = (fails: boolean) =>
    inbound!.execute!({ args: [{}], headers: {} }, async () => {
      if (fails) throw Object.assign(new Error('no room'), { type: BUSY });
      return {};
    });
  await expect(attempt(true)).rejects.toThrow('no room');
  expect(await registry.metrics()).not.toMatch(/approve/);
  await attempt(false);
  expect(await registry.metrics()).toMatch(/step_duration_seconds_count\{step="approve",outcome="done"\} 1/);
});
