/** Whom the limits on the public auth routes count: the client's address, which only trusted proxies can name. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildTestApp, type TestApp } from '../support/app.js';

const LIMIT = 2;

let direct: TestApp;
let proxied: TestApp;
beforeAll(async () => {
  const limits = { authPer15Minutes: LIMIT };
  [direct, proxied] = await Promise.all([
    buildTestApp({ limits }),
    buildTestApp({ limits, trustedProxies: '192.0.2.0/24, 2001:db8:ffff::1' }),
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
