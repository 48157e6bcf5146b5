import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InjectOptions } from 'fastify';
import { cookieName } from '../../api/session-cookie.js';
import type { Account } from '../../entities/account.js';
import { Session } from '../../entities/session.js';
import { Upload } from '../../entities/upload.js';
import { createSession } from '../../entities/queries/sessions.js';
import { makeSessionToken } from '../../infra/session-tokens.js';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../support/app.js';
import { fileField, form, FORM_TYPE, type Field } from '../support/forms.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const UNAUTHORIZED = { code: 'UNAUTHORIZED', message: 'Invalid or missing authentication' };
const cookieOf = (token: string) => `${cookieName({ nodeEnv: 'test' })}=${token}`;

/** A session with its row and its cookie. */
async function signedIn(of?: Account) {
  const { token, tokenHash } = makeSessionToken();
  const account = of ?? (await api.user()).account;
  const session = await createSession(api.database.manager, { accountId: account.id, tokenHash });
  return { account, session, cookie: cookieOf(token) };
}
const list = (headers: InjectOptions['headers']) => api.request({ url: '/v1/shelves', headers: { ...headers } });
const remove = (headers: InjectOptions['headers']) =>
  api.request({ method: 'DELETE', url: `/v1/shelves/shf_${'0'.repeat(24)}`, headers: { ...headers } });

describe('a session', () => {
  test('opens /v1/shelves for its account', async () => {
    const { account } = await api.user();
    const request = await api.withSession(account);
    const created = await request({
      method: 'POST',
      url: '/v1/shelves',
      headers: FORM_TYPE,
      payload: form(fileField()),
    });
    expect([created.statusCode, created.json()]).toEqual([201, expect.objectContaining({ userId: account.publicId })]);
    expect((await request({ url: '/v1/shelves' })).json()).toMatchObject({ pagination: { total: 1 } });
  });

  test.each(['revoked_at', 'expires_at'])('is refused with 401 when its %s has passed', async (column) => {
    const { session, cookie } = await signedIn();
    expect((await list({ cookie })).statusCode).toBe(200);
    await api.database.manager.query(`UPDATE sessions SET ${column} = now() WHERE id = $1`, [session.id]);
    const refused = await list({ cookie });
    expect([refused.statusCode, refused.json()]).toEqual([401, UNAUTHORIZED]);
  });

  test.each([
    ['unknown', cookieOf('x'.repeat(43))],
    ['empty', cookieOf('')],
    ['overlong', cookieOf('x'.repeat(5000))],
    ['another cookie', 'theme=dark'],
    ['no cookie at all', ';;=;'],
  ])('is refused with 401 when its cookie is %s', async (_what, cookie) => {
    const refused = await list({ cookie });
    expect([refused.statusCode, refused.json()]).toEqual([401, UNAUTHORIZED]);
  });

  test('asks who comes before it judges a path that cannot be decoded', async () => {
    const { cookie } = await signedIn();
    expect((await api.request({ url: '/v1/shelves/%zz' })).statusCode).toBe(401);
    expect((await api.request({ url: '/v1/dashboard/%zz' })).statusCode).toBe(401);
    expect((await api.request({ url: '/api/shelves/%zz/creds' })).statusCode).toBe(401);
    expect((await api.request({ url: '/v1/shelves/%zz', headers: { cookie } })).statusCode).toBe(400);
    expect((await api.request({ url: '/v1/dashboard/%zz', headers: { cookie } })).statusCode).toBe(400);
  });

  test('lives on with use, up to fourteen days; without it for a day', async () => {
    const { session, cookie } = await signedIn();
    const { manager } = api.database;
    const hoursLeft = async () => {
      const { expiresAt } = await manager.findOneByOrFail(Session, { id: session.id });
      return Math.round((expiresAt.getTime() - Date.now()) / 3_600_000);
    };
    const setAge = (days: number, leftHours: number) =>
      manager.query(
        `UPDATE sessions SET created_at = now() - make_interval(days => $2), last_seen_at = now() - interval '1 hour',
           expires_at = now() + make_interval(hours => $3) WHERE id = $1`,
        [session.id, days, leftHours],
      );
    expect(await hoursLeft()).toBe(24);
    await setAge(5, 2);
    await list({ cookie });
    expect(await hoursLeft()).toBe(24);
    await setAge(13, 2);
    await list({ cookie });
    expect(await hoursLeft()).toBe(24);
    await manager.query("UPDATE sessions SET created_at = created_at - interval '20 hours' WHERE id = $1", [
      session.id,
    ]);
    await manager.query("UPDATE sessions SET last_seen_at = now() - interval '1 hour' WHERE id = $1", [session.id]);
    await list({ cookie });
    expect(await hoursLeft()).toBe(4);
  });
});

describe('what another site can make a browser send', () => {
  test.each<[string, Record<string, string>]>([
    ['no Origin', {}],
    ['another Origin', { origin: 'https://elsewhere.example' }],
    ['the Origin of a sandboxed page', { origin: 'null' }],
    ['its own address with another port', { origin: 'http://shelves.test' }],
    ['its own address by another scheme', { origin: 'https://shelves.test:8080' }],
    ['a name that begins alike', { origin: `${PUBLIC_URL}.elsewhere.example` }],
  ])('is refused with 403 when it changes something and has %s', async (_what, headers) => {
    const { cookie } = await signedIn();
    const refused = await remove({ cookie, ...headers });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'FORBIDDEN', details: expect.objectContaining({ field: 'Origin' }) }),
    ]);
  });

  test('is refused with 403 when it uploads a form, which browsers send without asking first, and nothing is stored', async () => {
    const { account, cookie } = await signedIn();
    const headers = { ...FORM_TYPE, cookie, origin: 'https://elsewhere.example' };
    const refused = await api.request({ method: 'POST', url: '/v1/shelves', headers, payload: form(fileField()) });
    expect(refused.statusCode).toBe(403);
    expect(await api.database.manager.countBy(Upload, { accountId: account.id })).toBe(0);
  });

  test('may read, since it cannot see the answer', async () => {
    const { cookie } = await signedIn();
    expect((await list({ cookie, origin: 'https://elsewhere.example' })).statusCode).toBe(200);
  });

  test('is refused before it counts as a write', async () => {
    const { cookie } = await signedIn();
    expect((await remove({ cookie })).headers['ratelimit']).toBeUndefined();
  });
});

describe('a key beside a session', () => {
  test('decides, and needs no Origin', async () => {
    const { cookie } = await signedIn();
    const { key } = await api.user();
    expect((await remove({ cookie, authorization: `Bearer ${key}` })).statusCode).toBe(404);
    expect((await remove({ cookie, authorization: 'Bearer none', origin: PUBLIC_URL })).statusCode).toBe(401);
  });
});

describe('review', () => {
  const create = async (request: Awaited<ReturnType<TestApp['withSession']>>, ...fields: Field[]) =>
    request({ method: 'POST', url: '/v1/shelves', headers: FORM_TYPE, payload: form(fileField(), ...fields) });

  test('is chosen with a session, where the acceptance policy is ignored', async () => {
    const request = await api.withSession((await api.user()).account);
    for (const policy of ['strict', 'anything']) {
      const reply = await create(request, ['review', 'true'], ['acceptancePolicy', policy]);
      expect([reply.statusCode, reply.json()]).toMatchObject([
        201,
        { reviewMode: true, quality: { mode: 'balanced' }, status: 'uploading' },
      ]);
    }
    expect((await create(request)).json()).toMatchObject({ reviewMode: false });
    const refused = await create(request, ['review', 'yes']);
    expect(refused.json()).toMatchObject({ details: { field: 'review', reason: 'invalid_value' } });
  });

  test('is refused with a key', async () => {
    const refused = await create(api.as((await api.user()).key), ['review', 'true']);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: 'VALIDATION_ERROR', details: { field: 'review', reason: 'deprecated' } },
    ]);
  });
});
