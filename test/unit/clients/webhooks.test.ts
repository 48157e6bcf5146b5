/** What the client believes of a webhook, signed as the service signs. */
import { expect, test } from '@jest/globals';
import { verifyWebhook } from '../../../clients/typescript/src/index.js';
import { SHELF_EVENTS } from '../../../clients/typescript/src/webhook-events.js';
import * as vocabulary from '../../../contract/vocabulary.js';
import { newWebhookSecret, signWebhook } from '../../../infra/webhook-signature.js';

const secret = newWebhookSecret();
const body = JSON.stringify({ event: 'shelf.ready', timestamp: '2026-01-02T03:04:05.678Z', data: { name: 'Grüße' } });
const now = () => Math.floor(Date.now() / 1000);

function headersOf(more: { secret?: string; timestamp?: number; body?: string } = {}): Record<string, string> {
  const { timestamp = now() } = more;
  const id = 'evt_0123456789abcdef01234567';
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(more.secret ?? secret, { id, timestamp, body: more.body ?? body }),
    'webhook-attempt': '2',
  };
}

test('what the service has signed is believed, in every form that servers give it', async () => {
  const headers = headersOf();
  const bytes = new TextEncoder().encode(body);
  const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
  for (const given of [headers, new Headers(headers), capitals])
    for (const raw of [body, bytes, bytes.buffer, Buffer.from(body)]) {
      const verified = await verifyWebhook({ secret, headers: given, body: raw });
      expect(verified).toEqual({ id: headers['webhook-id'], attempt: 2, event: JSON.parse(body) });
    }
});

test('while the secret is rotated either is believed', async () => {
  const next = newWebhookSecret();
  for (const signer of [secret, next])
    expect(await verifyWebhook({ secret: [secret, next], headers: headersOf({ secret: signer }), body })).toMatchObject(
      {
        attempt: 2,
      },
    );
  await expect(verifyWebhook({ secret: [], headers: headersOf(), body })).rejects.toMatchObject({
    fault: 'invalid_signature',
  });
});

const tampered: [string, { headers?: Record<string, string>; body?: string; secret?: string }][] = [
  ['invalid_signature', { body: `${body} ` }],
  ['invalid_signature', { secret: newWebhookSecret() }],
  ['invalid_signature', { secret: secret.slice('whsec_'.length) }],
  ['invalid_signature', { headers: { 'webhook-id': 'evt_1' } }],
  ['invalid_signature', { headers: { 'webhook-timestamp': String(now() - 1) } }],
  ['invalid_signature', { headers: { 'webhook-signature': 'v1,AAAA' } }],
  ['invalid_signature', { headers: { 'webhook-signature': 'v1,A' } }],
  ['invalid_signature', { headers: { 'webhook-signature': 'v2,AAAA' } }],
  ['missing_header', { headers: { 'webhook-signature': '' } }],
  ['invalid_timestamp', { headers: { 'webhook-timestamp': '1e9' } }],
  ['invalid_timestamp', { headers: { 'webhook-timestamp': 'NaN' } }],
  ['too_old', { headers: headersOf({ timestamp: now() - 400 }) }],
  ['too_old', { headers: headersOf({ timestamp: now() + 400 }) }],
  ['invalid_body', { body: 'no JSON', headers: headersOf({ body: 'no JSON' }) }],
];
test.each(tampered)('anything else is not: %s %#', async (fault, change) => {
  const request = { secret, body, ...change, headers: { ...headersOf(), ...change.headers } };
  await expect(verifyWebhook(request)).rejects.toMatchObject({ name: 'WebhookVerificationError', fault });
});

test('an older request is believed where more is tolerated', async () => {
  const headers = headersOf({ timestamp: now() - 400 });
  expect(await verifyWebhook({ secret, headers, body, toleranceSeconds: 500 })).toMatchObject({ attempt: 2 });
});

test('events are those of the service', () => expect(SHELF_EVENTS).toEqual(vocabulary.SHELF_EVENTS));
