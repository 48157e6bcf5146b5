/** The code that the web app shows to receivers of webhooks, held against the service's own signatures. */
import { expect, test } from '@jest/globals';
import { NODE, PYTHON } from '../../../dashboard/src/features/webhooks/verifiers.js';
import { newWebhookSecret, signWebhook } from '../../../infra/webhook-signature.js';
import { hasPython, takes, type Delivered, type Language } from '../../support/shown-verifiers.js';

const ID = 'evt_0123456789abcdef01234567';
const BODY = '{"event":"shelf.ready","data":{"name":"Größe \u{1F4DA}"}}';

function delivered(secret: string, timestamp: number): Delivered {
  const signature = signWebhook(secret, { id: ID, timestamp, body: BODY });
  return {
    secret,
    headers: { 'webhook-id': ID, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature },
    body: BODY,
  };
}

const SHOWN: [Language, string][] = [['node', NODE], ...(hasPython() ? ([['python', PYTHON]] as const) : [])].map(
  ([language, code]) => [language as Language, code],
);

test.each(SHOWN)('the verifier for %s takes what the service signs, and nothing else', (language, code) => {
  const secret = newWebhookSecret();
  const now = Math.floor(Date.now() / 1000);
  const right = delivered(secret, now);
  expect(takes(language, code, right)).toBe(true);
  expect(takes(language, code, { ...right, body: `${BODY} ` })).toBe(false);
  expect(takes(language, code, { ...right, secret: newWebhookSecret() })).toBe(false);
  expect(takes(language, code, delivered(secret, now - 400))).toBe(false);
});
