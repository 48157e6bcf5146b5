/** Whoever has had a key has webhooks send elsewhere after the key is revoked: the owner is told of each. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readRequest } from '../../admin/request.js';
import { accountClient, cookieOf } from '../support/accounts.js';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../support/app.js';

const [THEIRS, OWN] = ['http://localhost:9/secret-path', 'http://localhost:7/own'];
let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const { forgot, lastCode, login, mailsTo, registered, send } = accountClient(() => api);

type Act = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => ReturnType<TestApp['request']>;

/** An account with a session and a second key, and a webhook by each. */
async function given() {
  const { email } = await registered();
  const cookie = cookieOf(await login(email));
  const act: Act = (method, url, payload) =>
    api.request({ method, url, headers: { cookie, origin: PUBLIC_URL }, ...(payload && { payload }) });
  const made = await act('POST', '/v1/dashboard/api-keys', { name: 'stolen' });
  const stolen = made.json<{ key: string; publicId: string }>();
  const byKey: Act = (method, url, payload) => api.as(stolen.key)({ method, url, ...(payload && { payload }) });
  const webhook = async (by: Act, url: string) => {
    const created = await by('POST', '/v1/webhooks', { url, events: ['shelf.ready'] });
    expect(created.statusCode).toBe(201);
    return created.json<{ publicId: string }>().publicId;
  };
  return { email, act, byKey, stolen, webhook };
}

const revoked = async (email: string) =>
  (await mailsTo(email)).filter(({ subject }) => subject.includes('was revoked')).map(({ body }) => body);

test('a mail names what the revoked key has made or moved, and only that', async () => {
  const { email, act, byKey, stolen, webhook } = await given();
  const made = await webhook(byKey, THEIRS);
  const moved = await webhook(act, OWN);
  await byKey('PATCH', `/v1/webhooks/${moved}`, { url: THEIRS });
  const own = await webhook(act, OWN);
  await byKey('PATCH', `/v1/webhooks/${own}`, { events: ['shelf.failed'] });
  const takenBack = await webhook(byKey, THEIRS);
  await act('PATCH', `/v1/webhooks/${takenBack}`, { url: OWN });
  expect((await act('DELETE', `/v1/dashboard/api-keys/${stolen.publicId}`)).statusCode).toBe(200);

  const [body, ...more] = await revoked(email);
  expect(more).toEqual([]);
  expect([...body!.matchAll(/^ {2}(wh_\w+), to (\S+)$/gm)].map(([, ...named]) => named)).toEqual([
    [made, 'http://localhost:9'],
    [moved, 'http://localhost:9'],
  ]);
  expect(body).toContain(stolen.publicId);
  expect(body).not.toContain('secret-path');
  expect((await act('DELETE', `/v1/webhooks/${made}`)).statusCode).toBe(200);
});

test('there is no mail of a key that leaves no webhook', async () => {
  const { email, act, byKey, stolen, webhook } = await given();
  await byKey('DELETE', `/v1/webhooks/${await webhook(byKey, THEIRS)}`);
  await act('DELETE', `/v1/dashboard/api-keys/${stolen.publicId}`);
  expect(await revoked(email)).toEqual([]);
});

test('a forgotten password that revokes all keys tells of their webhooks, and one that leaves the keys does not', async () => {
  const { email, byKey, webhook } = await given();
  const made = await webhook(byKey, THEIRS);
  const bodies: string[] = [];
  for (const revokeKeys of [false, true]) {
    await forgot(email);
    const payload = { email, code: await lastCode(email), password: 'battery staple', revokeKeys };
    expect((await send('/api/auth/reset-password', payload)).statusCode).toBe(200);
    bodies.push((await mailsTo(email)).at(-1)!.body!);
  }
  expect(bodies.map((body) => body.includes(made))).toEqual([false, true]);
});

test("the operator's command names them", async () => {
  const { byKey, stolen, webhook } = await given();
  const webhooks = [await webhook(byKey, THEIRS), await webhook(byKey, THEIRS)];
  const systems = { manager: api.database.manager, temporal: null, storage: () => api.storage, temporalUiUrl: null };
  const answer = await readRequest(['key', 'revoke', stolen.publicId])!.work(systems);
  expect(answer).toMatchObject({ item: { publicId: stolen.publicId, webhooks: webhooks.join(' ') } });
});
