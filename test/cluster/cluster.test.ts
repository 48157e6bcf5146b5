/**
 * The service on Temporal as docker-compose.yml and production have it: server 1.32 on PostgreSQL with 512 shards, fairness
 * and mTLS.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadTemporalConfig } from '../../infra/config.js';
import { createTemporal } from '../../infra/temporal.js';
import { explainingTls } from '../../infra/temporal-tls.js';
import { checkNamespace } from '../../worker/namespace.js';
import { TASK_QUEUES } from '../../workflows/messages.js';
import { shelfRunId } from '../../workflows/starts.js';
import { startClusterService, type ClusterService } from '../support/cluster-service.js';
import { START_MS, STOP_MS } from '../support/service.js';
import { textPdf } from '../support/marked-pdf.js';
import { poll } from '../support/poll.js';
import { tryReconciler } from '../support/reconciler.js';
import { until } from '../support/until.js';

const REQUEST_MS = 10_000;

let service: ClusterService;
let pdf: Buffer;

beforeAll(async () => {
  pdf = await textPdf(3);
  service = await startClusterService();
}, START_MS);
afterAll(() => service?.stop(), STOP_MS);

test('the cluster has 512 shards, and the set-up has made the namespace, once', async () => {
  const { connection, namespace } = service.client;
  const { historyShardCount, serverVersion } = await connection.workflowService.getClusterInfo({});
  expect([historyShardCount, serverVersion]).toEqual([512, expect.stringMatching(/^1\.32\./)]);
  await checkNamespace(service.client);
  const { namespaceInfo, config } = await connection.workflowService.describeNamespace({ namespace });
  expect(namespaceInfo?.description).toBe('Shelfwright');
  expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 24 * 3_600);
  const [last = ''] = (await service.command('setup')).trim().split('\n').slice(-1);
  expect(JSON.parse(last)).toMatchObject({ temporal: [], msg: 'set up' });
  await service.cluster.bringSchema(); // as before each start of the server in Compose
});

test('a client without TLS, or without a certificate, is told so', async () => {
  const { address, variables } = service.cluster;
  const refused = async (env: Record<string, string>): Promise<string> => {
    const config = loadTemporalConfig({ ...env, TEMPORAL_ADDRESS: address });
    const other = createTemporal(config);
    const message = await explainingTls(config, () => other.ping(3_000)).then(
      () => 'answered',
      (error: Error) => error.message,
    );
    await other.close();
    return message;
  };
  // the server's verdict is waited for for a moment only, which a busy machine may need for itself
  const comesToSay = (env: Record<string, string>, told: RegExp) =>
    until(async () => told.test(await refused(env)), String(told));
  await comesToSay({}, /speaks TLS, and this client does not: set TEMPORAL_TLS=true/);
  const { TEMPORAL_TLS_CLIENT_CERT_PATH: _cert, TEMPORAL_TLS_CLIENT_KEY_PATH: _key, ...withoutOwn } = variables;
  await comesToSay(withoutOwn, /refuses this client's certificate/);
  await comesToSay({ ...variables, TEMPORAL_TLS_SERVER_NAME: 'other.example' }, /is not valid/);
});

test('a PDF becomes a shelf, and a review is approved after its worker was replaced', async () => {
  const { publicId } = await service.createShelf(pdf);
  expect(await service.shelfIn(publicId, ['ready', 'failed'])).toMatchObject({ status: 'ready', pageCount: 3 });
  const reviewed = await service.inReview(pdf);
  await service.worker.stop();
  await service.worker.start();
  expect(await service.approve(reviewed)).toBe(200);
});

test('a backlog is served account by account', async () => {
  await service.worker.stop();
  const { client } = service;
  const start = (account: string, n: number) =>
    client.within(REQUEST_MS, ({ workflow }) =>
      workflow.start('unknownWorkflow', {
        taskQueue: 'fairness',
        workflowId: `fair/${account}/${n}`,
        priority: { fairnessKey: account },
      }),
    );
  for (let n = 0; n < 30; n += 1) await start('usr_many', n);
  for (let n = 0; n < 3; n += 1) await start('usr_few', n);
  const order: string[] = [];
  while (order.length < 12) order.push(await nextWorkflowTask('fairness'));
  // a task that nobody has completed comes again after its time-out
  expect(new Set(order.filter((id) => id.startsWith('fair/usr_few'))).size).toBe(3);
  await service.worker.start();
});

/** Takes the next workflow task from a queue, as a worker does; answers whose it is. */
async function nextWorkflowTask(name: string): Promise<string> {
  const { connection, namespace } = service.client;
  return service.client.within(REQUEST_MS, async () => {
    const request = { namespace, taskQueue: { name }, identity: 'test' };
    const { workflowExecution } = await connection.workflowService.pollWorkflowTaskQueue(request);
    return workflowExecution?.workflowId ?? '';
  });
}

test('a run whose workflow tasks fail is found by the documented query, and only that one', async () => {
  const [, query = ''] =
    /```text\n\s*(TemporalReportedProblems .*)\n/.exec(readFileSync('docs/metrics.md', 'utf8')) ?? [];
  const { client } = service;
  const found = () =>
    client.within(REQUEST_MS, async ({ workflow }) => {
      const ids: string[] = [];
      for await (const { workflowId } of workflow.list({ query })) ids.push(workflowId);
      return ids;
    });
  expect(await found()).toEqual([]);
  const open = await service.inReview(pdf);
  const options = { taskQueue: TASK_QUEUES.shelves, workflowId: 'of another release' };
  await client.within(REQUEST_MS, ({ workflow }) => workflow.start('unknownWorkflow', options));
  await until(async () => (await found()).length > 0, 'that the run is reported', 150_000);
  expect(await found()).toEqual(['of another release']);
  await client.within(REQUEST_MS, ({ workflow }) => workflow.getHandle('of another release').terminate());
  expect(await service.approve(open)).toBe(200);
}, 240_000);

test('open reviews come back through the reconciler on another, empty cluster', async () => {
  const reviews = [await service.inReview(pdf), await service.inReview(pdf)];
  await service.worker.stop();
  await service.cluster.replaceByEmpty();
  await service.command('setup');
  await service.worker.start();
  const isOpen = (publicId: string): Promise<boolean> =>
    service.client
      .within(REQUEST_MS, ({ workflow }) => workflow.getHandle(shelfRunId(publicId, 1)).describe())
      .then(
        ({ status }) => status.name === 'RUNNING',
        () => false,
      );
  await poll(
    async () => {
      await tryReconciler(service.client);
      return (await Promise.all(reviews.map(isOpen))).every(Boolean) ? true : null;
    },
    150_000,
    2_000,
  );
  for (const publicId of reviews) {
    expect((await service.getShelf(publicId)).status).toBe('review');
    expect(await service.approve(publicId)).toBe(200);
    expect(await service.shelfIn(publicId, ['ready', 'failed'])).toMatchObject({ status: 'ready' });
  }
}, 300_000);
