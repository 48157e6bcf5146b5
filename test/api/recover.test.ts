import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Workflows } from '../../api/workflows.js';
import type { Account } from '../../entities/account.js';
import { ServiceError } from '../../contract/errors.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { newPublicId } from '../../entities/ids.js';
import type { RecoveryInput } from '../../workflows/messages.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { givenDelivery, givenEndpoint } from '../support/rows.js';

const DAY_MS = 24 * 60 * 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

let api: TestApp;
let asked: RecoveryInput[] = [];
let startRecovery: Workflows['startRecovery'];
beforeAll(async () => {
  api = await buildTestApp({
    workflows: {
      startRecovery: (input) => {
        asked.push(input);
        return startRecovery(input);
      },
    },
  });
});
afterAll(() => api?.stop());

let account: Account;
let send: ReturnType<TestApp['as']>;
let publicId: string;
let endpointId: string;
beforeEach(async () => {
  const { manager } = api.database;
  const user = await api.user();
  account = user.account;
  send = api.as(user.key);
  publicId = await givenEndpoint(manager, account.id, { events: ['shelf.ready'] });
  ({ id: endpointId } = await manager.findOneByOrFail(WebhookEndpoint, { publicId }));
  asked = [];
  startRecovery = () => Promise.resolve(true);
});

const recover = (payload: object, id = publicId) =>
  send({ method: 'POST', url: `/v1/webhooks/${id}/recover`, payload });

test('answers 202 with the times and how many have failed in them, and starts the run; test events are left out', async () => {
  for (const [status, madeMs, endedMs] of [
    ['failed', 3 * DAY_MS, 1 * DAY_MS],
    ['failed', 1000, 1000],
    ['failed', 4 * DAY_MS, 3 * DAY_MS],
    ['succeeded', 1000, 1000],
    ['pending', 1000, 1000],
  ] as const) {
    const [createdAt, endedAt] = [new Date(Date.now() - madeMs), new Date(Date.now() - endedMs)];
    await givenDelivery(api.database.manager, account.id, endpointId, {
      status,
      createdAt,
      ...(status === 'failed' && { failedAt: endedAt }),
    });
  }
  const ping = { type: 'webhook.ping', status: 'failed', failedAt: new Date() } as const;
  await givenDelivery(api.database.manager, account.id, endpointId, ping);
  const since = ago(2 * DAY_MS);
  const reply = await recover({ since });
  const { until } = reply.json<{ until: string }>();
  expect([reply.statusCode, reply.json()]).toEqual([
    202,
    { webhookPublicId: publicId, since, until: expect.any(String), deliveries: 2 },
  ]);
  expect(Math.abs(Date.parse(until) - Date.now())).toBeLessThan(60_000);
  expect(asked).toEqual([
    {
      endpointPublicId: publicId,
      accountPublicId: account.publicId,
      since,
      until,
      requestId: reply.headers['x-request-id'],
    },
  ]);
});

test('goes back 14 days, to one who counts them too', async () => {
  expect((await recover({ since: ago(14 * DAY_MS) })).statusCode).toBe(202);
});

test.each<[object, object]>([
  [{}, { field: 'since', reason: 'required' }],
  [{ since: 5 }, { field: 'since', reason: 'invalid_type' }],
  [{ since: '' }, { field: 'since', reason: 'invalid_format' }],
  [{ since: 'yesterday' }, { field: 'since', reason: 'invalid_format' }],
  [{ since: '2026-01-02' }, { field: 'since', reason: 'invalid_format' }],
  [{ since: '2016-12-31T23:59:60Z' }, { field: 'since', reason: 'invalid_format' }],
  [{ since: ago(14 * DAY_MS + 3_600_000) }, { field: 'since', reason: 'too_old', maxDays: 14 }],
  [{ since: '0001-01-01T00:00:00Z' }, { field: 'since', reason: 'too_old' }],
  [{ since: ago(-3_600_000) }, { field: 'since', reason: 'in_the_future' }],
])('refuses %j with 400', async (payload, details) => {
  const refused = await recover(payload);
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR', details }]);
  expect(asked).toEqual([]);
});

test('while another one is under way is 409', async () => {
  startRecovery = () => Promise.resolve(false);
  const refused = await recover({ since: ago(1000) });
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { details: { reason: 'under_way' } }]);
});

test('is 503 when the run cannot be started: nothing else would remember it', async () => {
  startRecovery = () => Promise.reject(new ServiceError('SERVICE_UNAVAILABLE'));
  const refused = await recover({ since: ago(1000) });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, expect.any(String)]);
});

describe('order of checks', () => {
  const bad = { since: 'never' };

  test('an absent endpoint is 404 and a disabled one 409 before the body is judged', async () => {
    expect((await recover(bad, newPublicId('wh'))).statusCode).toBe(404);
    await api.database.manager.update(WebhookEndpoint, { id: endpointId }, { enabled: false, disabledReason: 'gone' });
    expect((await recover(bad)).json()).toMatchObject({ code: 'CONFLICT', details: { disabledReason: 'gone' } });
  });

  test('a malformed id is 400 before all that', async () => {
    expect((await recover(bad, 'wh_1')).json()).toMatchObject({ details: { field: 'webhookPublicId' } });
  });

  test('of a PATCH is the same: 404 before a body that is no JSON', async () => {
    const patch = (id: string) =>
      send({
        method: 'PATCH',
        url: `/v1/webhooks/${id}`,
        payload: '{',
        headers: { 'content-type': 'application/json' },
      });
    expect((await patch(newPublicId('wh'))).statusCode).toBe(404);
    expect((await patch(publicId)).json()).toMatchObject({ details: { field: 'body', reason: 'invalid_json' } });
  });
});
