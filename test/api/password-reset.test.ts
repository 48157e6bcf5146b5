import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PasswordReset } from '../../entities/password-reset.js';
import { accountClient, codeIn, cookieOf, newAddress, PASSWORD, wrong } from '../support/accounts.js';
import { buildTestApp, type TestApp } from '../support/app.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const { forgot, lastCode, login, mailsTo, register, registered, reset, send, verify } = accountClient(() => api);
const NEW = 'battery staple';

describe('forgot-password', () => {
  test('sends a code to an account’s address, stored as a hash and never logged', async () => {
    const { email } = await registered();
    const reply = await forgot(email.toUpperCase());
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: expect.any(String) }]);
    const mail = (await mailsTo(email)).at(-1);
    expect(mail?.subject).toContain('new password');
    expect(api.started.at(-1)).toMatchObject(['mail', { mailId: mail?.id }]);
    const [row] = await api.database.manager.findBy(PasswordReset, { email: email.toLowerCase() });
    expect(row?.codeHash).toMatch(/^\$argon2id\$/);
    expect(api.logged.join('')).not.toContain(codeIn(mail));
  });

  test('answers the same to an unknown address, and sends it no code', async () => {
    const known = await forgot((await registered()).email);
    const stranger = newAddress();
    const unknown = await forgot(stranger);
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    const [mail] = await mailsTo(stranger);
    expect([mail?.subject, codeIn(mail)]).toEqual([expect.stringContaining('no Shelfwright account'), 'none']);
  });

  test('sends at most five mails a day to an address, whatever was sent for its registration', async () => {
    const email = newAddress();
    for (let sent = 0; sent < 5; sent += 1) await register(email);
    for (let sent = 0; sent < 7; sent += 1) expect((await forgot(email)).statusCode).toBe(200);
    expect(await mailsTo(email)).toHaveLength(10);
  });

  test.each<[object, object]>([
    [{}, { field: 'email', reason: 'required' }],
    [{ email: 'no address' }, { field: 'email', reason: 'invalid_format' }],
    [{ email: ['a@example.com'] }, { field: 'email', reason: 'invalid_type' }],
  ])('refuses %j with 400', async (payload, details) => {
    const refused = await send('/api/auth/forgot-password', payload);
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { details }]);
  });

  test('of another site’s page is refused with 403', async () => {
    const payload = { email: newAddress() };
    const refused = await send('/api/auth/forgot-password', payload, { origin: 'https://elsewhere.example' });
    expect(refused.statusCode).toBe(403);
  });
});

describe('reset-password', () => {
  test('sets the new password, ends every session and leaves the keys alone', async () => {
    const { email, key } = await registered();
    const cookies = [cookieOf(await login(email)), cookieOf(await login(email))];
    await forgot(email);
    const reply = await reset(email, await lastCode(email));
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }]);
    for (const cookie of cookies)
      expect((await api.request({ url: '/v1/dashboard/account', headers: { cookie } })).statusCode).toBe(401);
    expect((await login(email, PASSWORD)).statusCode).toBe(401);
    expect((await login(email, NEW)).statusCode).toBe(200);
    expect((await api.as(key)({ url: '/v1/shelves' })).statusCode).toBe(200);
  });

  test('takes a code once, also from requests side by side, and closes the others', async () => {
    const { email } = await registered();
    await forgot(email);
    const earlier = await lastCode(email);
    await forgot(email);
    const code = await lastCode(email);
    const replies = await Promise.all([reset(email, code), reset(email, code), reset(email, code)]);
    expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    if (earlier !== code) expect((await reset(email, earlier)).statusCode).toBe(400);
  });

  test('answers every failure alike, and the code is void after five tries or its time', async () => {
    const [{ email: tried }, { email: late }] = [await registered(), await registered()];
    const stranger = newAddress();
    await forgot(stranger);
    await forgot(tried);
    const code = await lastCode(tried);
    const replies = [await reset(stranger, '123456'), await reset('x', 'abc'), await reset(late, '123456')];
    for (let attempt = 0; attempt < 5; attempt += 1) replies.push(await reset(tried, wrong(code)));
    replies.push(await reset(tried, code));
    await forgot(late);
    await api.database.manager.query('UPDATE password_resets SET expires_at = now() WHERE email = $1', [
      late.toLowerCase(),
    ]);
    replies.push(await reset(late, await lastCode(late)));
    expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect([replies[0]?.statusCode, replies[0]?.json()]).toMatchObject([
      400,
      { details: { field: 'code', reason: 'invalid_or_expired' } },
    ]);
    expect((await login(tried)).statusCode).toBe(200);
  });

  test('takes no code that was sent for a registration, and verify-email none that was sent for a password', async () => {
    const email = newAddress();
    await register(email);
    const code = await lastCode(email);
    expect((await reset(email, code)).statusCode).toBe(400);
    expect((await verify(email, code)).statusCode).toBe(200);
    await forgot(email);
    expect((await verify(email, await lastCode(email))).statusCode).toBe(400);
  });

  test.each<[object, object]>([
    [{ password: 'short12' }, { field: 'password', reason: 'too_short' }],
    [{ password: 'x'.repeat(129) }, { field: 'password', reason: 'too_long' }],
    [{ password: undefined }, { field: 'password', reason: 'required' }],
    [{ code: 123456 }, { field: 'code', reason: 'invalid_type' }],
    [{ email: undefined }, { field: 'email', reason: 'required' }],
  ])('refuses %j with 400, without counting a try', async (more, details) => {
    const { email } = await registered();
    await forgot(email);
    const code = await lastCode(email);
    const body = { email, code, password: NEW, ...more };
    const refused = await send('/api/auth/reset-password', body);
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { details }]);
    const [row] = await api.database.manager.findBy(PasswordReset, { email: email.toLowerCase() });
    expect(row?.attempts).toBe(0);
  });
});
