/**
 * What clients are answered while Temporal does not answer the api, and that nothing of it is lost or done twice: a start that
 * the api gives up on may have succeeded, or may arrive later.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createWorkflows } from '../../api/workflows.js';
import type { Account } from '../../entities/account.js';
import { Mail } from '../../entities/mail.js';
import { Shelf } from '../../entities/shelf.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { createLogger } from '../../infra/logger.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { deleteWorkflowId, deliveryWorkflowId, mailWorkflowId, shelfRunId } from '../../workflows/starts.js';
import { runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { fileField, form, FORM_TYPE } from '../support/forms.js';
import { poll } from '../support/poll.js';
import { givenDelivery, givenEndpoint, givenShelf } from '../support/rows.js';
import { startTemporal } from '../support/servers.js';
import { startSlowWay, type Held } from '../support/slow-way.js';

let server: Awaited<ReturnType<typeof startTemporal>>;
let way: Awaited<ReturnType<typeof startSlowWay>>;
/** The way of the api; that of everybody else. */
let [slow, direct]: Temporal[] = [];
let env: ActivityTest;
let api: TestApp;
let account: Account;
let send: ReturnType<TestApp['as']>;

beforeAll(async () => {
  server = await startTemporal();
  way = await startSlowWay(server.address);
  direct = createTemporal(server);
  slow = createTemporal({ address: way.address, namespace: server.namespace });
  env = await startActivities({ temporal: direct });
  const log = createLogger({ level: 'error', name: 'api' });
  api = await buildTestApp({ database: env.database, workflows: createWorkflows(slow, log) });
});
afterAll(async () => {
  await api?.app.close();
  api?.storage.close();
  await env?.stop();
  way?.goOn();
  await Promise.all([slow?.close(), direct?.close()]);
  await way?.stop();
  await server?.stop();
});
beforeEach(async () => {
  const user = await api.user();
  account = user.account;
  send = api.as(user.key);
});
afterEach(() => way.goOn());

const describe = (workflowId: string) =>
  direct!.within(30_000, ({ workflow }) => workflow.getHandle(workflowId).describe());

/** Makes all rows look as if nobody had touched them for two minutes; triggers would set the times anew. */
async function ageRows(): Promise<void> {
  await env.manager.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    for (const [table, time] of [
      ['shelves', 'updated_at'],
      ['shelves', 'deleted_at'],
      ['mails', 'created_at'],
      ['deliveries', 'updated_at'],
      ['deliveries', 'next_attempt_at'],
    ] as const)
      await tx.query(`UPDATE ${table} SET ${time} = ${time} - interval '2 minutes' WHERE ${time} IS NOT NULL`);
  });
}

async function givenFailedDelivery(): Promise<{ webhook: string; delivery: string }> {
  const webhook = await givenEndpoint(env.manager, account.id, { events: ['shelf.ready'] });
  const { id } = await env.manager.findOneByOrFail(WebhookEndpoint, { publicId: webhook });
  const failed = { status: 'failed', failedAt: new Date() } as const;
  return { webhook, delivery: (await givenDelivery(env.manager, account.id, id, failed)).id };
}

interface Promised {
  /** That of the answer, and what it has to be. */
  statuses: [number, number];
  workflowId: string;
  repair: () => Promise<unknown>;
}

/** Requests after whose answer a workflow has to run, whatever Temporal does meanwhile. */
const REQUESTS: Record<string, () => Promise<Promised>> = {
  async 'a new shelf'() {
    const payload = form(fileField());
    const reply = await send({ method: 'POST', url: '/v1/shelves', payload, headers: FORM_TYPE });
    const { publicId } = reply.json<{ publicId: string }>();
    expect(await env.manager.findOneByOrFail(Shelf, { publicId })).toMatchObject({ status: 'uploading', run: 1 });
    return {
      statuses: [reply.statusCode, 201],
      workflowId: shelfRunId(publicId, 1),
      repair: () => runActivity(env.activities.shelves.reconcileShelves, { after: null }),
    };
  },
  async 'a deletion'() {
    const { publicId } = await givenShelf(env.manager, account.id);
    const { statusCode } = await send({ method: 'DELETE', url: `/v1/shelves/${publicId}` });
    return {
      statuses: [statusCode, 200],
      workflowId: deleteWorkflowId(publicId),
      repair: () => runActivity(env.activities.shelves.startDeletes, { after: null }),
    };
  },
  async 'a delivery that is sent again'() {
    const { webhook, delivery } = await givenFailedDelivery();
    const url = `/v1/webhooks/${webhook}/deliveries/${delivery}/redeliver`;
    const reply = await send({ method: 'POST', url });
    expect(reply.json()).toMatchObject({ status: 'pending' });
    return {
      statuses: [reply.statusCode, 202],
      workflowId: deliveryWorkflowId(delivery),
      repair: () => runActivity(env.activities.shelves.startDeliveries, { after: null }),
    };
  },
  async 'a code'() {
    const payload = { email: account.email };
    const { statusCode } = await api.request({ method: 'POST', url: '/api/auth/forgot-password', payload });
    const mail = await env.manager.findOneByOrFail(Mail, { recipient: account.email });
    return {
      statuses: [statusCode, 200],
      workflowId: mailWorkflowId(mail.id),
      repair: () => runActivity(env.activities.shelves.startMails, { after: null }),
    };
  },
};

const CASES = Object.entries(REQUESTS).flatMap(([name, request]) =>
  (['requests', 'answers'] as const).map((held): [string, Held, () => Promise<Promised>] => [name, held, request]),
);

test.each(CASES)('%s is answered while its %s are held; its workflow runs, once', async (_, held, request) => {
  way.hold(held);
  const { statuses, workflowId, repair } = await request();
  expect(statuses[0]).toBe(statuses[1]);
  const started = held === 'answers' ? await poll(() => describe(workflowId).catch(() => null)) : null;
  if (held === 'requests') await expect(describe(workflowId)).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
  await ageRows();
  await repair();
  const repaired = await describe(workflowId);
  expect([repaired.status.name, repaired.runId]).toEqual(['RUNNING', started?.runId ?? repaired.runId]);
  // what was held arrives by now
  way.goOn();
  await slow!.ping(30_000);
  expect(await describe(workflowId)).toMatchObject({ runId: repaired.runId, status: { name: 'RUNNING' } });
});

test('a recovery, which has no row, is 503, and a repeat says whether it was begun', async () => {
  const { webhook } = await givenFailedDelivery();
  const recover = () =>
    send({
      method: 'POST',
      url: `/v1/webhooks/${webhook}/recover`,
      payload: { since: new Date(Date.now() - 60_000).toISOString() },
    });
  way.hold('answers');
  const first = await recover();
  expect([first.statusCode, first.headers['retry-after']]).toEqual([503, expect.any(String)]);
  way.goOn();
  const repeat = await recover();
  expect([repeat.statusCode, repeat.json()]).toMatchObject([409, { details: { reason: 'under_way' } }]);
  expect((await describe(`recover/${webhook}`)).status.name).toBe('RUNNING');
});
