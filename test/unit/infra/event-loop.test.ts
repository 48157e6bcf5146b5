import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { registerEventLoopGauges } from '../../../infra/event-loop.js';
import { processRegistry } from '../../../infra/metrics.js';
import { readExposition } from '../../support/exposition.js';
import { poll } from '../../support/poll.js';

const NAMES = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (name) => `nodejs_eventloop_lag_${name}_seconds`,
);

async function values(registry: Registry): Promise<number[]> {
  const families = readExposition(await registry.metrics());
  return NAMES.flatMap((name) => families.get(name)!.samples.map(({ value }) => value));
}

test('delays are shown where some were recorded since the last scrape, and missing where none were', async () => {
  const registry = new Registry();
  registerEventLoopGauges(registry);
  const recorded = await poll(async () => {
    const shown = await values(registry);
    return shown.length > 0 ? shown : null;
  });
  expect(recorded).toHaveLength(NAMES.length);
  const [min, max, mean, , p50] = recorded as [number, number, number, number, number];
  for (const delay of [min, mean, p50]) expect([delay > 0, delay <= max]).toEqual([true, true]);
  // both are collected before anything else can happen
  const [, second] = await Promise.all([values(registry), values(registry)]);
  expect(second).toEqual([]);
});

test('the metrics of every process have them once', async () => {
  const families = readExposition(await processRegistry().metrics());
  expect(NAMES.filter((name) => families.has(name))).toEqual(NAMES);
  expect(families.get('nodejs_eventloop_lag_seconds')?.type).toBe('gauge');
});
