/** What operators scrape of real processes after real work, against what docs/metrics.md and docs/alerts.yml say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { queriesOf, readDashboards } from '../support/dashboards.js';
import { documentedMetrics, metricsIn } from '../support/metrics-table.js';
import { reservedPort } from '../support/run-wide.js';
import { readExposition, type Family } from '../support/exposition.js';
import { createTemporal } from '../../infra/temporal.js';
import { poll } from '../support/poll.js';
import { triggerReconciler } from '../support/reconciler.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';
import { until } from '../support/until.js';
import { TASK_QUEUES } from '../../workflows/messages.js';

const root = join(import.meta.dirname, '../../..');
const sample = readFileSync(join(root, 'local/sample/lighthouse.pdf'));

let service: Service;
let workerUrl: string;
let of: { api: Map<string, Family>; worker: Map<string, Family> };
beforeAll(async () => {
  const port = await reservedPort();
  workerUrl = `http://127.0.0.1:${port}`;
  service = await startService({ METRICS_PORT: String(port) });
  await deliverAndPublish();
  of = { api: await scrape(service.baseUrl), worker: await scrape(workerUrl) };
}, START_MS);
afterAll(() => service?.stop(), STOP_MS);

async function scrape(url: string): Promise<Map<string, Family>> {
  const response = await fetch(`${url}/metrics`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return readExposition(await response.text());
}

/** A shelf that becomes ready, one that fails, an attempt at a delivery, a mail, a turn of the reconciler. */
async function deliverAndPublish(): Promise<void> {
  await failAWorkflowTask();
  const headers = { 'content-type': 'application/json' };
  const hook = JSON.stringify({ url: 'http://localhost:9/hook', events: ['shelf.ready'] });
  expect((await service.request('/v1/webhooks', { method: 'POST', headers, body: hook })).status).toBe(201);
  const mail = JSON.stringify({ email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' });
  await service.request('/v1/auth/register', { method: 'POST', headers, body: mail });
  const { publicId } = await service.createShelf(sample);
  const broken = await service.createShelf(Buffer.from('%PDF-1.7\nbroken'));
  await service.shelfIn(publicId, ['ready'], 120_000);
  await service.shelfIn(broken.publicId, ['failed'], 120_000);
  await reconcile();
  await poll(async () => {
    const worker = await scrape(workerUrl);
    const attempted = worker.get('shelfwright_delivery_attempt_duration_seconds')!.samples.length > 0;
    const mailed = worker.get('shelfwright_mails_total')!.samples.length > 0;
    const batches = worker.get('shelfwright_reconciler_last_success_timestamp_seconds')!.samples;
    const reconciled = batches.length === 10 && batches.every(({ value }) => value > 0);
    return attempted && mailed && reconciled ? true : null;
  }, 100_000);
}

/** Some jobs of the reconciler take a turn every five minutes only. */
async function reconcile(): Promise<void> {
  const temporal = createTemporal(service.temporal);
  try {
    await temporal.within(60_000, triggerReconciler);
  } finally {
    await temporal.close();
  }
}

/** A run of a type that no worker knows, as one of a release that is not there: its tasks fail, and it stays open. */
async function failAWorkflowTask(): Promise<void> {
  const temporal = createTemporal(service.temporal);
  try {
    await temporal.within(60_000, async ({ workflow }) => {
      const handle = await workflow.start('unknownWorkflow', { taskQueue: TASK_QUEUES.shelves, workflowId: 'unknown' });
      const name = 'temporal_workflow_task_execution_failed_total';
      await poll(async () => ((await scrape(workerUrl)).get(name)?.samples.length ? true : null), 50_000);
      await handle.terminate();
    });
  } finally {
    await temporal.close();
  }
}

const labelsOf = ({ samples }: Family) => [...new Set(samples.flatMap(({ labels }) => Object.keys(labels)))];

test.each(['api', 'worker'] as const)('the table of metrics is what the %s serves, with those labels', (process) => {
  const rows = documentedMetrics().filter(({ processes }) => processes.includes(process));
  for (const family of of[process].values()) {
    const row = rows.find(({ names }) => names.some((name) => name.test(family.name)));
    expect([family.name, row?.processes]).toEqual([family.name, expect.arrayContaining([process])]);
    if (row!.type) expect([family.name, family.type]).toEqual([family.name, row!.type]);
    const known = [...row!.labels, ...(family.type === 'histogram' ? ['le'] : [])];
    expect([family.name, labelsOf(family).filter((label) => !known.includes(label))]).toEqual([family.name, []]);
    expect([family.name, family.help]).not.toEqual([family.name, '']);
  }
  for (const { names } of rows)
    for (const name of names)
      expect([name, [...of[process].keys()].some((one) => name.test(one))]).toEqual([name, true]);
});

test('what went through is counted, and no label holds an id or an address', () => {
  const sample = (name: string, labels: object) =>
    of.worker.get(name.replace(/_count$/, ''))?.samples.find((one) => {
      return one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value);
    })?.value;
  // the one that is refused as well, which is then left to the steps
  expect(sample('shelfwright_step_duration_seconds_count', { step: 'small', outcome: 'done' })).toBe(2);
  expect(sample('shelfwright_activity_failures_total', { reason: 'document' })).toBe(1);
  expect(
    sample('shelfwright_delivery_attempt_duration_seconds_count', { outcome: 'retry', reply: 'none' }),
  ).toBeGreaterThan(0);
  expect(sample('shelfwright_engine_process_ends_total', { how: 'answered' })).toBeGreaterThanOrEqual(1);
  const values = [of.api, of.worker].flatMap((all) =>
    [...all.values()].flatMap(({ samples }) => samples.flatMap(({ labels }) => Object.values(labels))),
  );
  expect(values.join('\n')).not.toMatch(/(shf|usr|ver|evt|dlv|wh)_[0-9a-f]|@|https?:|[0-9a-f]{8}-[0-9a-f]{4}/);
});

/** Served only once they have occurred. */
const OCCASIONAL = [
  'temporal_workflow_task_execution_failed_total',
  'temporal_sticky_cache_miss_total',
  'temporal_workflow_task_replay_latency_seconds_bucket',
];

test('alerts and dashboards are about metrics that there are', () => {
  interface Rule {
    alert: string;
    expr: string;
    annotations: { summary: string };
  }
  const { groups } = parse(readFileSync(join(root, 'docs/alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThanOrEqual(7);
  for (const { alert, annotations } of rules)
    expect([alert, annotations.summary]).toEqual([expect.stringMatching(/^[A-Z]\w+$/), expect.any(String)]);
  const names = new Set([of.api, of.worker].flatMap((all) => [...all.values()].flatMap(seriesOf)));
  const queries = [...rules.map(({ alert, expr }) => ({ where: alert, expr })), ...readDashboards().flatMap(queriesOf)];
  for (const { where, expr } of queries) {
    const used = metricsIn(expr);
    const missing = used.filter((name) => !names.has(name) && !OCCASIONAL.includes(name));
    expect([where, used.length > 0, missing]).toEqual([where, true, []]);
  }
});

const seriesOf = ({ name, type }: Family): string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];

type States = Record<string, string>;

/** Waits for an answer of /readyz: on a busy machine a server that is asked in vain for once counts as away. */
function comesToSay(url: string, wanted: { status: number; dependencies: States; queues?: States }): Promise<void> {
  return until(
    async () => {
      const reply = await fetch(`${url}/readyz`);
      const body = JSON.parse(await reply.text()) as { details?: object };
      const { dependencies, queues } = (body.details ?? body) as { dependencies: States; queues: States };
      const shown = Object.keys(wanted.queues ?? {}).map((queue) => [queue, queues[queue]]);
      const said = { status: reply.status, dependencies, ...(wanted.queues && { queues: Object.fromEntries(shown) }) };
      return isDeepStrictEqual(said, wanted);
    },
    `${url} says ${JSON.stringify(wanted)}`,
  );
}

test('a worker names the queues that it serves, and what is missing while a server hangs', async () => {
  const queues = Object.fromEntries(Object.values(TASK_QUEUES).map((queue) => [queue, 'ok']));
  const dependencies = { postgres: 'ok', temporal: 'ok', s3: 'ok' };
  await comesToSay(workerUrl, { status: 200, dependencies, queues: { shelves: 'ok' } });
  await comesToSay(service.baseUrl, { status: 200, dependencies, queues });
  await service.temporal.suspend();
  try {
    const missing = { status: 503, dependencies: { ...dependencies, temporal: 'unavailable' } };
    for (const url of [workerUrl, service.baseUrl]) await comesToSay(url, missing);
    await until(async () => {
      const { samples } = (await scrape(workerUrl)).get('shelfwright_dependency_up')!;
      const away = samples.filter(({ value }) => value === 0).map(({ labels }) => labels['dependency']);
      return isDeepStrictEqual(away, ['temporal']);
    }, 'a metric says that Temporal is away');
  } finally {
    service.temporal.resume();
  }
  expect((await fetch(`${workerUrl}/healthz`)).status).toBe(200);
  expect((await fetch(`${workerUrl}/elsewhere`)).status).toBe(404);
}, 240_000);
