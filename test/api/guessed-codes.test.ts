/** Codes of the second factor that are guessed: delayed and limited, without keeping the owner out. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Account } from '../../entities/account.js';
import { hitLimit } from '../../entities/queries/rate-limits.js';
import { addSecurityEvent } from '../../entities/queries/security-events.js';
import { SecondFactor } from '../../entities/second-factor.js';
import { accountClient, cookieOf, PASSWORD } from '../support/accounts.js';
import { buildTestApp, PUBLIC_URL, type TestApp } from '../support/app.js';
import { codeOf, wrongCode } from '../support/totp.js';

const PATH = '/v1/dashboard/second-factor';

describe('codes that are guessed', () => {
  let behind: TestApp;
  beforeAll(async () => {
    behind = await buildTestApp({ limits: { authPer15Minutes: 9 }, trustedProxies: '127.0.0.1' });
  });
  afterAll(() => behind?.stop());
  // the accounts are all registered from one address
  beforeEach(() => behind.database.manager.query('DELETE FROM rate_limits'));
  const HOME = '198.51.100.7';
  let networks = 0;
  const elsewhere = () => `203.0.${(networks += 1)}.1`;
  const account = accountClient(() => behind);

  /** An account that was signed in to from HOME alone; the code of the current step is used up. */
  async function owner(registered?: string) {
    const email = registered ?? (await account.registered()).email;
    const cookie = cookieOf(await account.login(email, PASSWORD, { 'x-forwarded-for': HOME }));
    const headers = { cookie, origin: PUBLIC_URL, 'x-forwarded-for': HOME };
    const act = (url: string, payload?: object) =>
      behind.request({ method: 'POST', url, headers, ...(payload && { payload }) });
    const { secret } = (await act(PATH)).json<{ secret: string }>();
    const confirmed = await act(`${PATH}/confirm`, { code: codeOf(secret) });
    const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>();
    const enter = (code: string, address: string) =>
      account.send('/api/auth/login', { email, password: PASSWORD, code }, { 'x-forwarded-for': address });
    return { email, secret, recoveryCodes, guess: (address: string) => enter(wrongCode(secret), address), enter };
  }
  const wrongCodeMails = async (email: string) =>
    (await account.mailsTo(email)).filter(({ subject }) => subject.startsWith('Wrong codes'));
  const DELAYED = { details: { limit: 'second-factor-delay' } };

  /** As if so many codes in a row were tried, the last one so long ago. */
  const given = (tries: number, secondsAgo: number) =>
    behind.database.manager.query(
      'UPDATE second_factors SET strange_tries = $1, strange_tried_at = now() - make_interval(secs => $2)',
      [tries, secondsAgo],
    );

  test('are delayed by account after five, however many networks they come from, even all at once', async () => {
    const { email, secret, enter, guess } = await owner();
    const first = await Promise.all(Array.from({ length: 20 }, () => guess(elsewhere())));
    const compared = first.filter(({ statusCode }) => statusCode === 401).length;
    expect(compared).toBeGreaterThanOrEqual(5);
    expect(compared).toBeLessThan(10); // 5, and few more where the machine is so slow that delays have passed
    expect(first.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20 - compared);
    // each delay is twice as long, up to a quarter of an hour
    for (const [tries, seconds] of [
      [8, 8],
      [12, 128],
      [14, 512],
      [15, 900],
      [60, 900],
    ] as const) {
      await given(tries, 0);
      const delayed = await enter(codeOf(secret, 1), elsewhere());
      expect(delayed.statusCode).toBe(429);
      const { details } = delayed.json<{ details: { limit: string; waitSeconds: number } }>();
      expect(details.limit).toBe('second-factor-delay');
      expect(delayed.headers['retry-after']).toBe(String(details.waitSeconds));
      expect(details.waitSeconds).toBeLessThanOrEqual(seconds);
      expect(details.waitSeconds).toBeGreaterThan(Math.min(seconds - 5, seconds / 2));
      await given(tries, seconds);
      expect((await guess(elsewhere())).statusCode).toBe(401);
    }
    await given(60, 25 * 3600);
    for (let guesses = 0; guesses < 5; guesses += 1) expect((await guess(elsewhere())).statusCode).toBe(401);
    expect(await wrongCodeMails(email)).toHaveLength(2);
  });

  test('do not keep the owner out of a network that was signed in from', async () => {
    const { secret, recoveryCodes, guess, enter } = await owner();
    await given(15, 0);
    expect((await guess(elsewhere())).statusCode).toBe(429);
    expect((await enter(codeOf(secret, 1), HOME)).statusCode).toBe(200);
    // recovery codes are guesses like others
    expect((await enter(recoveryCodes[0]!, elsewhere())).statusCode).toBe(429);
    expect((await enter(recoveryCodes[0]!, HOME)).statusCode).toBe(200);
  });

  test('are limited in that network, too', async () => {
    const { guess } = await owner();
    const statuses = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await guess(HOME.replace(/7$/, String(tries)))).statusCode);
    expect(statuses).toEqual([...Array(9).fill(401), 429, 429]);
  });

  test('are limited in all such networks together; the owner is told, and comes in later', async () => {
    const { email, secret, guess, enter } = await owner();
    const { manager } = behind.database;
    const { publicId: accountPublicId } = await manager.findOneByOrFail(Account, { email: email.toLowerCase() });
    await addSecurityEvent(manager, { accountPublicId, type: 'signed_in', network: '198.51.101.0/24' });
    const WORK = '198.51.101.7';
    await given(15, 0);
    for (const address of [HOME, WORK, HOME, WORK]) expect((await guess(address)).statusCode).toBe(401);
    expect(await wrongCodeMails(email)).toHaveLength(0);
    expect((await guess(WORK)).statusCode).toBe(401);
    expect(await wrongCodeMails(email)).toHaveLength(1);
    const day = { key: `second-factor-day:${accountPublicId}`, windowSeconds: 86_400, limit: 50 };
    await Promise.all(Array.from({ length: 44 }, () => hitLimit(manager, day)));
    expect((await guess(HOME)).statusCode).toBe(401);
    await given(15, 0);
    for (const address of [HOME, WORK]) expect((await guess(address)).json()).toMatchObject(DELAYED);
    await given(15, 900);
    expect((await enter(codeOf(secret, 1), HOME)).statusCode).toBe(200);
    await given(15, 0);
    expect((await guess(HOME)).statusCode).toBe(401);
  });

  test('are those of a stranger where nobody has had a code, or not with the password of now', async () => {
    const { email } = await account.registered();
    const BEFORE = '192.0.2.7';
    await account.login(email, PASSWORD, { 'x-forwarded-for': BEFORE });
    const { guess } = await owner(email);
    await given(15, 0);
    expect((await guess(BEFORE)).json()).toMatchObject(DELAYED);
    expect((await guess(HOME)).statusCode).toBe(401);
    const { publicId: accountPublicId } = await behind.database.manager.findOneByOrFail(Account, {
      email: email.toLowerCase(),
    });
    await addSecurityEvent(behind.database.manager, { accountPublicId, type: 'password_changed' });
    expect((await guess(HOME)).json()).toMatchObject(DELAYED);
  });

  test('are forgotten after a right one, and after a new password', async () => {
    const { email, secret, guess, enter } = await owner();
    const tries = async () => {
      const [row] = await behind.database.manager.find(SecondFactor, { order: { createdAt: 'DESC' }, take: 1 });
      return row?.strangeTries;
    };
    await guess(elsewhere());
    expect(await tries()).toBe(1);
    expect((await enter(codeOf(secret, 1), elsewhere())).statusCode).toBe(200);
    expect(await tries()).toBe(0);
    await guess(elsewhere());
    expect(await tries()).toBe(1);
    await account.forgot(email);
    expect((await account.reset(email, await account.lastCode(email))).statusCode).toBe(200);
    expect(await tries()).toBe(0);
  });
});
