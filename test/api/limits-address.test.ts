/** Whom the limits on the public auth routes count: the client's address, which only trusted proxies can name. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accountClient, newAddress, PASSWORD } from '../support/accounts.js';
import { buildTestApp, type TestApp } from '../support/app.js';

const LIMIT = 2;

let direct: TestApp;
let proxied: TestApp;
beforeAll(async () => {
  const limits = { authPer15Minutes: LIMIT };
  [direct, proxied] = await Promise.all([
    buildTestApp({ limits }),
    buildTestApp({ limits, trustedProxies: '127.0.0.1, 192.0.2.0/24, 2001:db8:ffff::1' }),
  ]);
});
afterAll(() => Promise.all([direct?.stop(), proxied?.stop()]));

/** One request for each pair of the connection's address and what X-Forwarded-For says. */
async function statuses(api: TestApp, ...sent: [remoteAddress: string, forwardedFor?: string][]): Promise<number[]> {
  const found = [];
  for (const [remoteAddress, forwardedFor] of sent) {
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    const payload = { email: 'a@example.com', code: '1' };
    const response = await api.request({
      method: 'POST',
      url: '/v1/auth/verify-email',
      payload,
      remoteAddress,
      headers,
    });
    found.push(response.statusCode);
  }
  return found;
}

test('IPv4 addresses are counted separately, also in their IPv6-mapped form', async () => {
  const sent = statuses(direct, ['10.0.0.1'], ['::ffff:10.0.0.1'], ['10.0.0.1'], ['10.0.0.2']);
  expect(await sent).toEqual([400, 400, 429, 400]);
});

test('IPv6 addresses are counted by /64, however they are written', async () => {
  const sent = statuses(direct, ['2001:db8::1'], ['2001:DB8:0:0:ffff::2'], ['2001:db8::3'], ['2001:db8:0:1::1']);
  expect(await sent).toEqual([400, 400, 429, 400]);
});

test('without a trusted proxy X-Forwarded-For counts for nothing', async () => {
  const sent = statuses(direct, ['203.0.113.1', '10.1.0.1'], ['203.0.113.1', '10.1.0.2'], ['203.0.113.1', '10.1.0.3']);
  expect(await sent).toEqual([400, 400, 429]);
});

test('a trusted proxy names the client, by an address or a range', async () => {
  const one = statuses(proxied, ['192.0.2.7', '10.2.0.1'], ['192.0.2.8', '10.2.0.1'], ['192.0.2.7', '10.2.0.1']);
  expect(await one).toEqual([400, 400, 429]);
  expect(await statuses(proxied, ['192.0.2.7', '10.2.0.2'], ['2001:db8:ffff::1', '10.2.0.3'])).toEqual([400, 400]);
});

test('who is no trusted proxy names nobody', async () => {
  const sent = statuses(proxied, ['203.0.113.9', '10.3.0.1'], ['203.0.113.9', '10.3.0.2'], ['203.0.113.9', '10.3.0.3']);
  expect(await sent).toEqual([400, 400, 429]);
});

test('what a client says before the trusted proxy has added its address is not believed', async () => {
  const spoofed = (invented: string): [string, string] => ['192.0.2.7', `${invented}, 10.4.0.1`];
  expect(await statuses(proxied, spoofed('1.1.1.1'), spoofed('2.2.2.2'), spoofed('3.3.3.3, 4.4.4.4'))).toEqual([
    400, 400, 429,
  ]);
});

test('what a trusted proxy passes on and is no address counts for the proxy', async () => {
  const sent = statuses(proxied, ['192.0.2.77', 'unknown'], ['192.0.2.77', 'x'.repeat(500)], ['192.0.2.77', '_hidden']);
  expect(await sent).toEqual([400, 400, 429]);
});

test.each([
  ['a /24', (i: number) => `10.4.0.${i}`, '10.4.1.1', 5],
  ['a /48', (i: number) => `2001:db8:4:${i}00::1`, '2001:db8:5::1', 5],
  ['a /56', (i: number) => `2001:db8:6:ab${i}0::1`, '2001:db8:6:ac00::1', 2],
])('all addresses of %s together have some times the limit of one', async (_, address, elsewhere, times) => {
  const within = Array.from({ length: times }, (__, i): [string][] => [[address(i + 1)], [address(i + 1)]]).flat();
  expect(await statuses(direct, ...within)).toEqual(within.map(() => 400));
  expect(await statuses(direct, [address(6)], [elsewhere])).toEqual([429, 400]);
});

describe('passwords for one account', () => {
  const forget = () => proxied.database.manager.query('DELETE FROM rate_limits');
  /** Registered from one address, which the limit lets do one at a time. */
  async function givenAddress(): Promise<string> {
    await forget();
    const { email } = await accountClient(() => proxied).registered();
    await forget();
    return email;
  }
  /** The statuses of sign-ins one after the other, each from an address of its own behind the proxy. */
  async function entered(...signIns: [email: string, password: string, address: string][]): Promise<number[]> {
    const found = [];
    for (const [email, password, address] of signIns) {
      const payload = { email, password };
      const headers = { 'x-forwarded-for': address };
      found.push((await proxied.request({ method: 'POST', url: '/api/auth/login', payload, headers })).statusCode);
    }
    return found;
  }

  test('are limited by network, however many addresses it has; the owner elsewhere signs in', async () => {
    const [other, owner] = [await givenAddress(), await givenAddress()];
    const guesses = [1, 2, 3].map((host): [string, string, string] => [owner, 'wrong horse', `10.7.0.${host}`]);
    expect(await entered(...guesses, [owner, PASSWORD, '10.7.0.4'])).toEqual([401, 401, 429, 429]);
    expect(await entered([owner, PASSWORD, '10.8.0.1'])).toEqual([200]);
    // all accounts together have five times as many
    expect(await entered([other, PASSWORD, '10.7.0.5'])).toEqual([200]);
  });

  test('are counted for an address that nobody has, too, however it is written, and not once one is right', async () => {
    const [known, nobody] = [await givenAddress(), newAddress()];
    const three = (email: string, password: string, network: string): [string, string, string][] => [
      [email, password, `${network}.1`],
      [email.toUpperCase(), password, `${network}.2`],
      [email, password, `${network}.3`],
    ];
    expect(await entered(...three(nobody, 'wrong horse', '10.9.0'))).toEqual([401, 401, 429]);
    expect(await entered(...three(known, PASSWORD, '10.10.0'))).toEqual([200, 200, 200]);
  });

  /** Guesses from networks in which nobody has signed in, two from each. */
  const strange = (email: string, first: number, count: number): [string, string, string][] =>
    Array.from({ length: count }, (_, i) => [email, 'wrong horse', `10.20.${first + Math.floor(i / LIMIT)}.1`]);

  test('are limited over all networks together, but for those in which somebody has signed in', async () => {
    const [owner, nobody] = [await givenAddress(), newAddress()];
    expect(await entered([owner, PASSWORD, '10.19.0.1'])).toEqual([200]);
    for (const [at, email] of [owner, nobody].entries()) {
      // the sign-in from a network that was new is one of them
      const left = LIMIT * 5 - (email === owner ? 1 : 0);
      const found = await entered(...strange(email, 50 * at, left + 3));
      expect(found).toEqual([...Array.from({ length: left }, () => 401), 429, 429, 429]);
    }
    // with the right password as well: a guesser must not learn that it was
    expect(await entered([owner, PASSWORD, '10.21.0.1'])).toEqual([429]);
    expect(await entered([owner, 'wrong horse', '10.19.0.2'], [owner, PASSWORD, '10.19.0.1'])).toEqual([401, 200]);
  });

  test('of a network count among those of all others once there is a new password', async () => {
    const owner = await givenAddress();
    expect(await entered([owner, PASSWORD, '10.29.0.1'])).toEqual([200]);
    await proxied.database.manager.query(
      `INSERT INTO security_events (account_public_id, type, actor, network, created_at)
       SELECT public_id, 'password_changed', 'owner', '10.30.0.0/24', now() FROM accounts WHERE email = lower($1)`,
      [owner],
    );
    await forget();
    const guesses = strange(owner, 200, LIMIT * 5);
    expect(await entered(...guesses, [owner, PASSWORD, '10.29.0.1'], [owner, PASSWORD, '10.30.0.1'])).toEqual([
      ...guesses.map(() => 401),
      429,
      200,
    ]);
  });
});
