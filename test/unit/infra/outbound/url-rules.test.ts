import { expect, test } from '@jest/globals';
import { NETWORK } from '../../../../infra/outbound/network.js';
import { readWebhookUrl, type UrlReason } from '../../../../contract/webhook-url.js';
import { checkWebhookUrl, findTarget } from '../../../../infra/outbound/webhook-url.js';

const production = { production: true };
const elsewhere = { production: false };

async function reasonOf(url: string, rules = production): Promise<string> {
  return findTarget(url, rules, NETWORK).then(
    ({ origin }) => `accepted ${origin}`,
    (error: { code: string; reason: UrlReason }) => {
      expect(error.code).toBe('URL_REFUSED');
      return error.reason;
    },
  );
}

/** Refused everywhere. */
const REFUSED: [reason: UrlReason, urls: string[]][] = [
  [
    'invalid_url',
    [
      '',
      'hook',
      '/hook',
      '//receiver.example/hook',
      'receiver.example',
      'https:',
      'https://',
      'https:///receiver.example',
      'https:receiver.example',
      'https:/receiver.example',
      'https:\\\\receiver.example',
      'https://receiver.example\\@other.example',
      'https://receiver.example/a\\b',
      ' https://receiver.example',
      'https://receiver.example ',
      'https://rece\tiver.example',
      'https://receiver.example/\n',
      'https://receiver.example/a b',
      'https://receiver.example/\0',
      'https://rec%00eiver.example',
      'https://receiver.example/\ud800',
      'https://receiver.example:65536',
      'https://receiver.example:https',
      'https://receiver..example',
      'https://receiver.example..',
      'https://.receiver.example',
      `https://${'a'.repeat(64)}.example`,
      `https://${'a.'.repeat(130)}example`,
      'https://1.2.3.4.5',
      'https://256.256.256.256',
      'https://127.0.0.1..',
      'https://[::1',
      'https://[fe80::1%25eth0]',
      'https://[v1.fe]',
    ],
  ],
  ['too_long', [`https://receiver.example/${'a'.repeat(2024)}`, `https://receiver.example/${'../'.repeat(700)}`]],
  [
    'credentials_not_allowed',
    [
      'https://user@receiver.example',
      'https://user:password@receiver.example',
      'https://:password@receiver.example',
      'http://user@localhost:8080',
      'ftp://user@receiver.example',
      'https://127.0.0.1#@:x@receiver.example'.replace('#', '%23'),
    ],
  ],
  [
    'https_required',
    [
      'http://receiver.example',
      'HTTP://receiver.example',
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
      'http://localhost.example',
      'http://mylocalhost',
      'ftp://receiver.example',
      'file:///etc/passwd',
      'gopher://127.0.0.1:6379/_FLUSHALL',
      'javascript:alert(1)',
      'data:text/plain,hello',
      'mailto:ada@receiver.example',
      'wss://receiver.example',
    ],
  ],
  [
    'port_not_allowed',
    [
      'https://receiver.example:8443',
      'https://receiver.example:80',
      'https://receiver.example:0',
      'https://127.0.0.1:8443',
      'https://localhost:8443',
    ],
  ],
  [
    'host_not_allowed',
    [
      'https://localhost',
      'https://LOCALHOST',
      'https://localhost.',
      'https://localhost\u3002',
      'https://\u24dbocalhost',
      'https://loc\u00adalhost',
      'https://%6cocalhost',
      'https://hooks.localhost',
      'https://hooks.localhost.',
      'https://printer.local',
      'https://printer.LOCAL.',
      'https://local',
      'https://metadata.google.internal',
      'https://router.home.arpa',
      'https://intranet',
      'https://intranet./hook',
      'https://com',
    ],
  ],
  [
    'private_address',
    [
      'https://127.0.0.1',
      'https://127.0.0.1.',
      'https://127.1',
      'https://0',
      'https://0x7f000001',
      'https://2130706433',
      'https://017700000001',
      'https://\uff11\uff12\uff17.0.0.1',
      'https://%31%32%37.0.0.1',
      'https://[::1]',
      'https://[::ffff:127.0.0.1]',
      'https://[::ffff:8.8.8.8]',
      'https://[64:ff9b::10.0.0.1]',
      'https://169.254.169.254/latest/meta-data/',
      'https://10.0.0.1:443',
    ],
  ],
  [
    'unresolvable',
    ['https://receiver.invalid', 'https://receiver.invalid.', 'https://b\u00fccher.invalid:443/hook?a=b#c'],
  ],
];

test.each(REFUSED.flatMap(([reason, urls]) => urls.map((url) => [reason, url] as const)))(
  '%s: %j',
  async (reason, url) => {
    expect(await reasonOf(url)).toBe(reason);
    expect(await reasonOf(url, elsewhere)).toBe(reason);
  },
);

test.each([
  ['http://localhost', 'https_required', 'http://localhost'],
  ['http://localhost:3000/hook?a=b', 'https_required', 'http://localhost:3000'],
  ['http://LOCALHOST:3000', 'https_required', 'http://localhost:3000'],
  ['http://localhost.:3000', 'https_required', 'http://localhost:3000'],
  ['http://a.b.localhost:65535', 'https_required', 'http://a.b.localhost:65535'],
  ['http://localhost:80', 'https_required', 'http://localhost'],
])('%s is accepted outside production alone', async (url, refusal, origin) => {
  expect(await reasonOf(url)).toBe(refusal);
  expect(await reasonOf(url, elsewhere)).toBe(`accepted ${origin}`);
});

test('port 0 is refused for localhost too', async () => {
  expect(await reasonOf('http://localhost:0', elsewhere)).toBe('port_not_allowed');
});

test.each([
  ['https://93.184.215.14', 'https://93.184.215.14'],
  ['https://93.184.215.14:443/hook', 'https://93.184.215.14'],
  ['HTTPS://93.184.215.14.:0443/hook', 'https://93.184.215.14'],
  ['https://[2606:2800:21f:cb07::1]/hook', 'https://[2606:2800:21f:cb07::1]'],
  [`https://93.184.215.14/${'a'.repeat(2026)}`, 'https://93.184.215.14'],
])('%s is accepted everywhere', async (url, origin) => {
  expect(await reasonOf(url)).toBe(`accepted ${origin}`);
  expect(await reasonOf(url, elsewhere)).toBe(`accepted ${origin}`);
});

test('a host with and without a dot at its end, in any case, is one receiver', () => {
  const origins = ['https://receiver.example', 'https://Receiver.Example.:443/hook'].map(
    (url) => readWebhookUrl(url, production).origin,
  );
  expect(origins).toEqual(['https://receiver.example', 'https://receiver.example']);
});

test('what a refusal tells its owner does not repeat the URL', async () => {
  const error: unknown = await checkWebhookUrl('http://secret-host.example/?token=1', production).catch(
    (e: unknown) => e,
  );
  expect(error).toMatchObject({
    name: 'UrlRefusedError',
    reason: 'https_required',
    message: 'Webhook URL must use https://',
  });
});
