/** What the owner is told by mail, and operators by the security log. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readRequest } from '../../admin/request.js';
import { findAccountByEmail } from '../../entities/queries/accounts.js';
import { SecurityEvent } from '../../entities/security-event.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { accountClient, cookieOf, PASSWORD } from '../support/accounts.js';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp({ trustedProxies: '127.0.0.1' });
});
afterAll(() => api?.stop());

const { forgot, lastCode, login, mailsTo, registered, reset, send } = accountClient(() => api);
const from = (address: string) => ({ 'x-forwarded-for': address });

async function entries(email: string): Promise<SecurityEvent[]> {
  const { publicId } = (await findAccountByEmail(api.database.manager, email))!;
  return api.database.manager.find(SecurityEvent, {
    where: { accountPublicId: publicId },
    order: { createdAt: 'ASC' },
  });
}
const types = async (email: string) => (await entries(email)).map(({ type }) => type);
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

async function signedIn(email: string, headers: Record<string, string> = {}) {
  const cookie = cookieOf(await login(email, PASSWORD, headers));
  return (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    api.request({ method, url, headers: { cookie, origin: PUBLIC_URL }, ...(payload && { payload }) });
}

describe('the owner is told by mail', () => {
  test('of a sign-in from a network that the account was not used from, once for each', async () => {
    const { email } = await registered();
    const before = (await subjects(email)).length;
    await login(email);
    expect(await subjects(email)).toHaveLength(before); // where it was registered
    await login(email, PASSWORD, from('203.0.113.9'));
    await login(email, PASSWORD, from('203.0.113.10'));
    const mails = (await mailsTo(email)).slice(before);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Shelfwright account was signed in to from a new place']);
    expect(mails[0]!.body).toContain('network: 203.0.113.0/24');
    expect(api.started).toContainEqual(['mail', expect.objectContaining({ mailId: mails[0]!.id })]);
  });

  test('of a new key by the part that may be shown, and not with words of whoever made it', async () => {
    const { email } = await registered();
    const act = await signedIn(email);
    const name = 'Visit https://evil.example now';
    const key = (await act('POST', '/v1/dashboard/api-keys', { name })).json<{ key: string; prefix: string }>();
    const mail = (await mailsTo(email)).at(-1)!;
    expect(mail.subject).toBe('A new key of your Shelfwright account');
    expect(mail.body).toContain(key.prefix);
    expect(mail.body).not.toContain(key.key);
    expect(mail.body).not.toContain('evil');
  });

  test('of a changed password, in a session and by a code', async () => {
    const { email } = await registered();
    const act = await signedIn(email);
    await act('PUT', '/v1/dashboard/password', { password: 'another horse' });
    expect((await subjects(email)).at(-1)).toBe('The password of your Shelfwright account was changed');
    await forgot(email);
    await reset(email, await lastCode(email));
    const mail = (await mailsTo(email)).at(-1)!;
    expect(mail.subject).toBe('The password of your Shelfwright account was changed');
    expect(mail.body).toContain('Its API keys are as they were.');
  });
});

test('a reset revokes all keys if it is asked to, and leaves them otherwise', async () => {
  const { email, key } = await registered();
  const status = async () => (await api.as(key)({ url: '/v1/shelves' })).statusCode;
  await forgot(email);
  await reset(email, await lastCode(email));
  expect(await status()).toBe(200);
  await forgot(email);
  const payload = { email, code: await lastCode(email), password: 'battery staple', revokeKeys: true };
  expect((await send('/api/auth/reset-password', payload)).statusCode).toBe(200);
  expect(await status()).toBe(401);
  expect((await mailsTo(email)).at(-1)!.body).toContain('1 API keys were revoked.');
  const done = (await entries(email)).filter(({ type }) => type === 'password_reset');
  expect(done.map(({ details }) => details)).toEqual([{ keysRevoked: 0 }, { keysRevoked: 1 }]);
});

test('the security log has sign-ins, failures, keys, passwords, webhooks and sessions, and no secret', async () => {
  const { email, key } = await registered();
  const act = await signedIn(email, { 'user-agent': 'curl/8', ...from('203.0.113.9') });
  await act('POST', '/api/auth/confirm', { password: 'wrong' });
  await until(async () => (await types(email)).includes('confirmation_failed'), 'confirmation_failed');
  await act('POST', '/api/auth/confirm', { password: PASSWORD });
  const made = (await act('POST', '/v1/dashboard/api-keys', { name: 'x' })).json<{ publicId: string }>();
  await act('DELETE', `/v1/dashboard/api-keys/${made.publicId}`);
  const payload = { url: 'http://localhost:9/hook', events: ['shelf.ready'] };
  const hook = (await act('POST', '/v1/webhooks', payload)).json<{ publicId: string; secret: string }>();
  await act('POST', `/v1/webhooks/${hook.publicId}/rotate-secret`);
  await act('DELETE', `/v1/webhooks/${hook.publicId}`);
  await login(email);
  await act('DELETE', '/v1/dashboard/sessions');
  await act('PUT', '/v1/dashboard/password', { password: 'another horse' });
  await act('POST', '/api/auth/logout');
  await login(email, 'wrong horse');
  await until(async () => (await types(email)).includes('sign_in_failed'), 'sign_in_failed');
  await forgot(email);
  await reset(email, '000000');
  await until(async () => (await types(email)).includes('password_reset_failed'), 'password_reset_failed');
  expect(await types(email)).toEqual([
    'account_created',
    'signed_in',
    'confirmation_failed',
    'password_confirmed',
    'key_created',
    'key_revoked',
    'webhook_created',
    'webhook_secret_rotated',
    'webhook_deleted',
    'signed_in',
    'sessions_ended',
    'password_changed',
    'signed_out',
    'sign_in_failed',
    'password_reset_failed',
  ]);
  const all = await entries(email);
  expect(all[1]).toMatchObject({ network: '203.0.113.0/24', userAgent: 'curl/8', requestId: expect.any(String) });
  const written = JSON.stringify(all);
  for (const secret of [key, hook.secret, PASSWORD, email.toLowerCase(), '203.0.113.9"', 'localhost'])
    expect(written).not.toContain(secret);
});

test('a webhook gets a secret together with the entry of it, or keeps the one it has', async () => {
  const { account, key } = await api.user();
  const { manager } = api.database;
  const post = (url: string, payload?: object) => api.as(key)({ method: 'POST', url, ...(payload && { payload }) });
  const body = { url: 'http://localhost:9/hook', events: ['shelf.ready'] };
  const { publicId } = (await post('/v1/webhooks', body)).json<{ publicId: string }>();
  const before = await manager.findBy(WebhookEndpoint, { accountId: account.id });
  await manager.query(
    "ALTER TABLE security_events ADD CONSTRAINT no_webhook CHECK (type NOT LIKE 'webhook%') NOT VALID",
  );
  const replies = [await post(`/v1/webhooks/${publicId}/rotate-secret`), await post('/v1/webhooks', body)];
  await manager.query('ALTER TABLE security_events DROP CONSTRAINT no_webhook');
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([500, 500]);
  expect(await manager.findBy(WebhookEndpoint, { accountId: account.id })).toEqual(before);
  expect((await post(`/v1/webhooks/${publicId}/rotate-secret`)).statusCode).toBe(200);
});

test('a webhook is changed and deleted together with the entry of it, or stays as it is', async () => {
  const { account, key } = await api.user();
  const { manager } = api.database;
  const body = { url: 'http://localhost:9/hook', events: ['shelf.ready'] };
  const created = await api.as(key)({ method: 'POST', url: '/v1/webhooks', payload: body });
  const url = `/v1/webhooks/${created.json<{ publicId: string }>().publicId}`;
  const act = async () => {
    const changed = await api.as(key)({ method: 'PATCH', url, payload: { enabled: false } });
    return [changed.statusCode, (await api.as(key)({ method: 'DELETE', url })).statusCode];
  };
  const before = await manager.findBy(WebhookEndpoint, { accountId: account.id });
  await manager.query(
    "ALTER TABLE security_events ADD CONSTRAINT no_webhook CHECK (type NOT LIKE 'webhook%') NOT VALID",
  );
  const refused = await act();
  await manager.query('ALTER TABLE security_events DROP CONSTRAINT no_webhook');
  expect(refused).toEqual([500, 500]);
  expect(await manager.findBy(WebhookEndpoint, { accountId: account.id })).toEqual(before);
  expect(await act()).toEqual([200, 200]);
  expect(await manager.countBy(WebhookEndpoint, { accountId: account.id })).toBe(0);
});

test('an operator reads the log by account and type, and is in it', async () => {
  const { email } = await registered();
  await login(email);
  const systems = { manager: api.database.manager, temporal: null, storage: () => api.storage, temporalUiUrl: null };
  const run = (...args: string[]) => readRequest(args)!.work(systems);
  await run('subscription', 'grant', email);
  const answer = (await run('events', '--account', email)) as { list: { type: string; actor: string }[] };
  expect(answer.list.map(({ type, actor }) => `${type} ${actor}`)).toEqual([
    'subscription_granted operator',
    'signed_in owner',
    'account_created owner',
  ]);
  const some = (await run('events', '--type', 'signed_in', '--since', '1h', '--limit', '1')) as { list: object[] };
  expect(some).toMatchObject({ list: [{ type: 'signed_in' }], isCut: true });
  expect(() => readRequest(['events', '--type', 'nonsense'])).toThrow('--type is of');
});
