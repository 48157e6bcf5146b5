import { createHmac, timingSafeEqual } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signWebhook } from '../../../infra/webhook-signature.js';

interface Headers {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** Written from the interface specification's "Delivery contract" alone. */
function verify(secret: string, headers: Headers, rawBody: string, nowMs = Date.now()): boolean {
  if (Math.abs(nowMs / 1000 - Number(headers['webhook-timestamp'])) > 300) return false;
  // existing receivers split so: of a list they see the first signature, with what follows it up to the next comma
  const [version, received = ''] = headers['webhook-signature'].split(',');
  if (version !== 'v1') return false;
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${rawBody}`;
  const expected = createHmac('sha256', secret).update(signed).digest();
  // as text: a second signature behind the first would be seen here
  if (received !== expected.toString('base64')) return false;
  const decoded = Buffer.from(received, 'base64');
  return decoded.length === expected.length && timingSafeEqual(decoded, expected);
}

function deliver(secret: string, id: string, body: string, timestamp = Math.floor(Date.now() / 1000)): Headers {
  const signature = signWebhook(secret, { id, timestamp, body });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
}

const id = 'evt_0123456789abcdef01234567';
const body = '{"event":"shelf.ready","data":{"name":"Größe \u{1F4DA}"}}';
const bodies = fc.string({ unit: 'grapheme', maxLength: 500 });

test('an independent verifier and standardwebhooks in raw mode accept every delivery', () => {
  fc.assert(
    fc.property(bodies, (text) => {
      const secret = newWebhookSecret();
      const headers = deliver(secret, id, text);
      expect(verify(secret, headers, text)).toBe(true);
      const library = new Webhook(secret, { format: 'raw' });
      expect(() => library.verify(text, { ...headers }, { jsonParse: false })).not.toThrow();
    }),
  );
});

test('both refuse another body, id, time or secret', () => {
  const secret = newWebhookSecret();
  const headers = deliver(secret, id, body);
  const wrong: [string, Headers, string][] = [
    [secret, headers, `${body} `],
    [secret, headers, body.normalize('NFD')],
    [secret, { ...headers, 'webhook-id': 'evt_0123456789abcdef01234568' }, body],
    [secret, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, body],
    [newWebhookSecret(), headers, body],
    // the key is the text as it stands, not what base64 makes of it
    [Buffer.from(secret.slice(6), 'base64').toString('latin1'), headers, body],
    [secret.slice(6), headers, body],
  ];
  for (const [key, some, text] of wrong) {
    expect(verify(key, some, text)).toBe(false);
    expect(() => new Webhook(key, { format: 'raw' }).verify(text, { ...some })).toThrow();
  }
});

test('a delivery of more than 300 seconds ago is refused by verifiers, so each attempt is signed with its own time', () => {
  const secret = newWebhookSecret();
  const now = Math.floor(Date.now() / 1000);
  const old = deliver(secret, id, body, now - 301);
  expect(verify(secret, old, body, now * 1000)).toBe(false);
  expect(() => new Webhook(secret, { format: 'raw' }).verify(body, { ...old })).toThrow('too old');
  expect(verify(secret, deliver(secret, id, body, now), body, now * 1000)).toBe(true);
});

test('there is exactly one signature, in the form v1,<base64 of 32 bytes>', () => {
  fc.assert(
    fc.property(bodies, (text) => {
      expect(signWebhook(newWebhookSecret(), { id, timestamp: 1_700_000_000, body: text })).toMatch(
        /^v1,[A-Za-z0-9+/]{43}=$/,
      );
    }),
  );
});

test('the signature is that of a worked example', () => {
  // printf '%s' 'evt_1.1700000000.{}' | openssl dgst -sha256 -hmac 'whsec_c2VjcmV0' -binary | base64
  expect(signWebhook('whsec_c2VjcmV0', { id: 'evt_1', timestamp: 1_700_000_000, body: '{}' })).toBe(
    'v1,OxQ/MYTpSeCF+Y0rrDRp7LqZkk/XAFs5ubHbVi9TXss=',
  );
});

test('secrets are whsec_ and 32 random bytes, never the same', () => {
  const secrets = Array.from({ length: 100 }, newWebhookSecret);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  }
  expect(new Set(secrets).size).toBe(100);
});
