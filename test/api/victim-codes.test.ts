/** Whoever wants to keep somebody from registering, or from a new password, by using up what the address may have. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accountClient, codeIn, newAddress, PASSWORD, wrong } from '../support/accounts.js';
import { buildTestApp, type TestApp } from '../support/app.js';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp({ trustedProxies: '127.0.0.1' });
}, 60_000);
afterAll(() => api?.stop());

const { mailsTo, registered, login, send } = accountClient(() => api);
const HOME = { 'x-forwarded-for': '198.51.100.7' };
let networks = 0;
const elsewhere = () => ({ 'x-forwarded-for': `203.0.${(networks += 1)}.1` });

const KINDS = {
  registration: {
    ask: (email: string, from: object) =>
      send('/v1/auth/register', { email, name: 'Ada', password: PASSWORD }, { ...from }),
    enter: (email: string, code: string, from: object) => send('/v1/auth/verify-email', { email, code }, { ...from }),
  },
  'a new password': {
    ask: (email: string, from: object) => send('/api/auth/forgot-password', { email }, { ...from }),
    enter: (email: string, code: string, from: object) =>
      send('/api/auth/reset-password', { email, code, password: 'battery staple' }, { ...from }),
  },
};

describe.each(Object.entries(KINDS))('codes of %s', (kind, { ask, enter }) => {
  const address = async () => (kind === 'registration' ? newAddress() : (await registered()).email);
  const codes = async (email: string) => (await mailsTo(email)).filter((mail) => codeIn(mail) !== 'none');

  test('that a stranger has sent, a network at a time, do not keep the owner from one', async () => {
    const email = await address();
    const stranger = elsewhere();
    const before = (await codes(email)).length;
    for (let sent = 0; sent < 7; sent += 1) await ask(email, stranger);
    expect(await codes(email)).toHaveLength(before + 5);
    await ask(email, HOME);
    expect(await codes(email)).toHaveLength(before + 6);
  });

  test('from many networks are few, and one an hour goes on', async () => {
    const email = await address();
    const before = (await codes(email)).length;
    for (let sent = 0; sent < 14; sent += 1) await ask(email, elsewhere());
    expect(await codes(email)).toHaveLength(before + 10);
    const most = (await codes(email)).length;
    await ask(email, HOME);
    expect(await codes(email)).toHaveLength(most);
    const tables = ['registrations', 'password_resets'];
    for (const table of tables)
      await api.database.manager.query(
        `UPDATE ${table} SET created_at = created_at - interval '61 minutes' WHERE email = $1`,
        [email.toLowerCase()],
      );
    await ask(email, HOME);
    expect(await codes(email)).toHaveLength(most + 1);
  });

  test('are not void for who asked for them by wrong ones from elsewhere', async () => {
    const email = await address();
    await ask(email, HOME);
    const code = codeIn((await codes(email)).at(-1));
    for (let tries = 0; tries < 9; tries += 1)
      expect((await enter(email, wrong(code), elsewhere())).statusCode).toBe(400);
    // all other networks have five tries together, the right code or not
    expect((await enter(email, code, elsewhere())).statusCode).toBe(400);
    expect((await enter(email, code, HOME)).statusCode).toBe(200);
  });

  test('may be entered from another network, and are void after five tries in their own', async () => {
    const email = await address();
    await ask(email, HOME);
    const code = codeIn((await codes(email)).at(-1));
    for (let tries = 0; tries < 5; tries += 1) await enter(email, wrong(code), HOME);
    expect((await enter(email, code, HOME)).statusCode).toBe(400);
    expect((await enter(email, code, elsewhere())).statusCode).toBe(200);
  });
});

test('a network that the account was signed in to from gets its code although many others have asked', async () => {
  const { email } = await registered();
  await login(email, PASSWORD, HOME);
  for (let sent = 0; sent < 12; sent += 1) await KINDS['a new password'].ask(email, elsewhere());
  const before = (await mailsTo(email)).length;
  await KINDS['a new password'].ask(email, HOME);
  expect(await mailsTo(email)).toHaveLength(before + 1);
});
