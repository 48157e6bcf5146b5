/** What activities leave in the metrics of a worker. */
import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { createWorkerMetrics } from '../../../worker/metrics.js';

const GAUGE = 'shelfwright_reconciler_last_success_timestamp_seconds';

test('turns over reviews do not hide that shelves in work are not looked at', async () => {
  const registry = new Registry();
  const { interceptor } = createWorkerMetrics(registry);
  const { inbound } = interceptor({ info: { activityType: 'reconcileShelves' } } as never);
  const turn = (of: string) =>
    inbound!.execute!({ args: [{ of, after: null, sinceMs: null }], headers: {} }, async () => ({ after: null }));
  const lastSuccess = async () => {
    const { values } = (await registry.getSingleMetric(GAUGE)!.get()) as {
      values: { labels: object; value: number }[];
    };
    return values.find(({ labels }) => 'activity' in labels && labels.activity === 'reconcileShelves')?.value;
  };
  await turn('review');
  expect(await lastSuccess()).toBe(0);
  await turn('processing');
  expect(await lastSuccess()).toBeGreaterThan(0);
});
