/** What a receiver, or the host that an endpoint's URL names by now, can do to the record of an attempt. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { DeliverySlot } from '../../entities/delivery-slot.js';
import { startAttempts, type Attempts } from '../support/attempts.js';
import { floods, startRawReceiver, type Behaviour, type RawReceiver } from '../support/raw-receiver.js';
import { givenWebhook } from '../support/webhooks.js';

let env: Attempts;
let receiver: RawReceiver | null;

beforeAll(async () => {
  env = await startAttempts();
});
afterAll(() => env?.stop());
afterEach(async () => {
  await receiver?.stop();
  receiver = null;
});

async function attemptAt(url: string) {
  const { webhook } = await givenWebhook(env.manager, env.account, { url });
  const input = await env.deliveryTo(webhook);
  const attempt = await env.attempt(input);
  const [recorded, ...more] = await env.attempts(input);
  expect(more).toEqual([]);
  return { attempt, recorded };
}

const answers =
  (body: Buffer): Behaviour =>
  (socket) =>
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), body])));

test.each([
  ['NUL', Buffer.from('a\0b'), 'a\uFFFDb'],
  ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0xed, 0xa0, 0x80]), 'a\uFFFD\uFFFD\uFFFD\uFFFD'],
  ['a character across the 4 KiB', Buffer.from(`x${'\u{1F4DA}'.repeat(5000)}`), `x${'\u{1F4DA}'.repeat(1023)}`],
])('a reply with %s is kept as text', async (_, body, text) => {
  receiver = await startRawReceiver(answers(body));
  const { attempt, recorded } = await attemptAt(`http://localhost:${receiver.port}/`);
  expect(attempt.outcome).toBe('succeeded');
  expect(recorded).toMatchObject({ statusCode: 200, responseText: text, error: null });
});

test('of a reply without end 4 KiB are kept, and the turn is given back', async () => {
  receiver = await startRawReceiver(floods('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(100_000, 'x')));
  const { attempt, recorded } = await attemptAt(`http://localhost:${receiver.port}/`);
  expect(attempt.outcome).toBe('succeeded');
  expect(recorded?.responseText).toBe('x'.repeat(4096));
  await receiver.idle();
  const slots = await env.manager.findBy(DeliverySlot, { origin: `http://localhost:${receiver.port}` });
  for (const { heldUntil } of slots) expect(heldUntil.getTime()).toBeLessThanOrEqual(Date.now());
});

test.each([
  ['https://10.0.0.1/hook', 'private_address'],
  ['https://[::ffff:169.254.169.254]/hook', 'private_address'],
  ['https://receiver.invalid/hook', 'unresolvable'],
  ['http://127.0.0.1:5432/', 'https_required'],
  ['https://localhost/', 'host_not_allowed'],
])('an endpoint at %s, however it came there, is a failure with its reason: %s', async (url, error) => {
  const { attempt, recorded } = await attemptAt(url);
  expect(attempt).toMatchObject({ outcome: 'retry', statusCode: null });
  expect(recorded).toMatchObject({ statusCode: null, responseText: null, error });
});
