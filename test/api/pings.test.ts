/** Accounts that would have the service pester a host of their choice. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { buildTestApp, type TestApp } from '../support/app.js';
import { givenEndpoint } from '../support/rows.js';

const EACH = 2;
let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp({ limits: { pingsPerMinute: EACH } });
}, 60_000);
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
