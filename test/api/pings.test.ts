/** Accounts that would have the service pester a host of their choice. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Delivery } from '../../entities/delivery.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { givenDelivery, givenEndpoint } from '../support/rows.js';

const EACH = 2;
let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp({ limits: { pingsPerMinute: EACH } });
});
afterAll(() => api?.stop());

async function endpointAt(accountId: string, host: string): Promise<string> {
  const publicId = await givenEndpoint(api.database.manager, accountId, { events: ['shelf.ready'] });
  await api.database.manager.update(WebhookEndpoint, { publicId }, { url: `https://${host}/hook-${publicId}` });
  return publicId;
}

const ping = async (key: string, publicId: string): Promise<number> =>
  (await api.as(key)({ method: 'POST', url: `/v1/webhooks/${publicId}/ping` })).statusCode;

test('pings are bounded for an account and a host, however many endpoints it has there', async () => {
  const { account, key } = await api.user();
  const [one, two] = [await endpointAt(account.id, 'victim.example'), await endpointAt(account.id, 'victim.example')];
  expect([await ping(key, one), await ping(key, two), await ping(key, one), await ping(key, two)]).toEqual([
    202, 202, 429, 429,
  ]);
  expect(await ping(key, await endpointAt(account.id, 'other.example'))).toBe(202);
});

test('and for a host, however many accounts somebody has', async () => {
  const sent: number[] = [];
  for (let accounts = 0; accounts < 14; accounts += 1) {
    const { account, key } = await api.user();
    const publicId = await endpointAt(account.id, 'crowd.example');
    for (let i = 0; i < EACH; i += 1) sent.push(await ping(key, publicId));
  }
  expect(sent.filter((status) => status === 202)).toHaveLength(12 * EACH);
  expect(sent.slice(12 * EACH)).toEqual([429, 429, 429, 429]);
});

test('a test event that is sent again counts as a further one, to the host that the endpoint has by then', async () => {
  const { account, key } = await api.user();
  const publicId = await endpointAt(account.id, 'first.example');
  const send = api.as(key);
  const { publicId: id } = (await send({ method: 'POST', url: `/v1/webhooks/${publicId}/ping` })).json<
    Record<string, string>
  >();
  const { manager } = api.database;
  const moveTo = (host: string) => manager.update(WebhookEndpoint, { publicId }, { url: `https://${host}/hook` });
  const again = async (): Promise<number> => {
    await manager.update(Delivery, { id }, { status: 'failed' });
    return (await send({ method: 'POST', url: `/v1/webhooks/${publicId}/deliveries/${id}/redeliver` })).statusCode;
  };
  expect([await again(), await again()]).toEqual([202, 429]);
  await moveTo('second.example');
  expect([await again(), await again(), await again()]).toEqual([202, 202, 429]);
  await moveTo('second.example.');
  expect([await again(), await ping(key, publicId)]).toEqual([429, 429]);
});

test('events are sent again as often as their owner wants', async () => {
  const { account, key } = await api.user();
  const publicId = await endpointAt(account.id, 'events.example');
  const { manager } = api.database;
  const { id: endpointId } = await manager.findOneByOrFail(WebhookEndpoint, { publicId });
  const { id } = await givenDelivery(manager, account.id, endpointId, { status: 'failed' });
  for (let i = 0; i <= EACH; i += 1) {
    await manager.update(Delivery, { id }, { status: 'failed' });
    const url = `/v1/webhooks/${publicId}/deliveries/${id}/redeliver`;
    expect((await api.as(key)({ method: 'POST', url })).statusCode).toBe(202);
  }
});
