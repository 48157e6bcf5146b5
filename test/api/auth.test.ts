import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiKey } from '../../entities/api-key.js';
import { Registration } from '../../entities/registration.js';
import { findAccountByEmail } from '../../entities/queries/accounts.js';
import { accountClient, codeIn, newAddress, wrong } from '../support/accounts.js';
import { buildTestApp, hash, type TestApp } from '../support/app.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api?.stop());

const { mailsTo, register, verify } = accountClient(() => api);

describe('register', () => {
  test('puts a mail with a code into the outbox and starts its workflow', async () => {
    const email = newAddress();
    const response = await register(email);
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({ message: expect.any(String) });
    const [mail] = await mailsTo(email);
    expect(codeIn(mail)).toMatch(/^\d{6}$/);
    expect(api.started.at(-1)).toMatchObject(['mail', { mailId: mail?.id }]);
    const [row] = await api.database.manager.findBy(Registration, { email: email.toLowerCase() });
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    expect(row?.codeHash).toMatch(/^\$argon2id\$/);
    expect(api.logged.join('')).not.toContain(codeIn(mail));
  });

  test('answers the same to an address that has an account, and tells its owner', async () => {
    const email = newAddress();
    const first = await register(email);
    await verify(email, codeIn((await mailsTo(email))[0]));
    const again = await register(email, { password: 'another password' });
    expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
    const [, told] = await mailsTo(email);
    expect(told?.subject).toContain('already');
    expect(codeIn(told)).toBe('none');
  });

  test('sends at most five mails a day to an address', async () => {
    const email = newAddress();
    for (let sent = 0; sent < 7; sent += 1) expect((await register(email)).statusCode).toBe(201);
    expect(await mailsTo(email)).toHaveLength(5);
  });

  test.each<[object, object]>([
    [{ email: 'no address' }, { field: 'email', reason: 'invalid_format' }],
    [{ email: 5 }, { field: 'email', reason: 'invalid_type' }],
    [{ email: undefined }, { field: 'email', reason: 'required' }],
    [{ email: `${'a'.repeat(250)}@example.com` }, { field: 'email' }],
    [{ name: '' }, { field: 'name', reason: 'too_short' }],
    [{ name: '  ' }, { field: 'name', reason: 'invalid_format' }],
    [{ name: 'a\0b' }, { field: 'name', reason: 'invalid_characters' }],
    [{ name: 'Ada \u202egnp' }, { field: 'name', reason: 'invalid_characters' }],
    [{ name: 'Ada\u{e0041}' }, { field: 'name', reason: 'invalid_characters' }],
    [{ name: 'x'.repeat(101) }, { field: 'name', reason: 'too_long' }],
    [{ password: 'short12' }, { field: 'password', reason: 'too_short' }],
    [{ password: 'x'.repeat(129) }, { field: 'password', reason: 'too_long' }],
  ])('refuses %j with 400', async (more, details) => {
    const response = await register('ada@example.com', more);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'VALIDATION_ERROR', details });
  });
});

describe('verify-email', () => {
  test('makes the account with a key that opens it, shown once and stored as a hash', async () => {
    const email = newAddress();
    await register(email, { name: '  Ada Lovelace ' });
    const response = await verify(email.toUpperCase(), codeIn((await mailsTo(email))[0]));
    expect(response.statusCode).toBe(200);
    const { user, apiKey } = response.json<{ user: object; apiKey: { key: string; prefix: string } }>();
    expect(user).toEqual({
      id: expect.stringMatching(/^usr_[0-9a-f]{24}$/),
      name: 'Ada Lovelace',
      email: email.toLowerCase(),
    });
    expect(apiKey).toEqual({
      key: expect.stringMatching(/^sk_live_[\w-]{27,}$/),
      prefix: expect.any(String),
      expiresAt: null,
    });
    expect(apiKey.key.startsWith(apiKey.prefix)).toBe(true);
    expect((await api.as(apiKey.key)({ url: '/v1/shelves' })).statusCode).toBe(200);
    expect(await api.database.manager.countBy(ApiKey, { keyHash: hash(apiKey.key) })).toBe(1);
    expect(api.logged.join('')).not.toContain(apiKey.key);
  });

  test('takes a code once', async () => {
    const email = newAddress();
    await register(email);
    const code = codeIn((await mailsTo(email))[0]);
    expect((await verify(email, code)).statusCode).toBe(200);
    expect((await verify(email, code)).statusCode).toBe(400);
  });

  test('takes the password of the registration whose code is entered', async () => {
    const email = newAddress();
    await register(email, { name: 'First' });
    await register(email, { name: 'Second' });
    const [first] = await mailsTo(email);
    expect((await verify(email, codeIn(first))).json()).toMatchObject({ user: { name: 'First' } });
  });

  test('with a password it refuses the code of somebody else who registers the address', async () => {
    const email = newAddress();
    const [own, foreign] = ['correct horse battery', 'a password of theirs'];
    await register(email, { name: 'Owner', password: own });
    await register(email, { name: 'Stranger', password: foreign });
    const [first, second] = await mailsTo(email);
    const entered = (code: string, password: string) =>
      api.request({ method: 'POST', url: '/v1/auth/verify-email', payload: { email, code, password } });
    const refused = await entered(codeIn(second), own);
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { details: { reason: 'invalid_or_expired' } }]);
    const taken = await entered(codeIn(first), own);
    expect([taken.statusCode, taken.json()]).toMatchObject([200, { user: { name: 'Owner' } }]);
  });

  test('answers every failure alike', async () => {
    const [unknown, tried, late] = [newAddress(), newAddress(), newAddress()];
    await register(tried);
    const code = codeIn((await mailsTo(tried))[0]);
    const replies = [await verify(unknown, '123456'), await verify(unknown, 'abc'), await verify('x', code)];
    for (let attempt = 0; attempt < 5; attempt += 1) replies.push(await verify(tried, wrong(code)));
    // five tries, then the right code is void too
    replies.push(await verify(tried, code));
    await register(late);
    await api.database.manager.query(`UPDATE registrations SET expires_at = now() WHERE email = $1`, [
      late.toLowerCase(),
    ]);
    replies.push(await verify(late, codeIn((await mailsTo(late))[0])));
    expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(replies[0]?.statusCode).toBe(400);
    expect(await findAccountByEmail(api.database.manager, tried)).toBeNull();
  });

  test('makes one account of requests side by side', async () => {
    const email = newAddress();
    await register(email);
    const code = codeIn((await mailsTo(email))[0]);
    const replies = await Promise.all([verify(email, code), verify(email, code), verify(email, code)]);
    expect(replies.map((reply) => reply.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });
});
