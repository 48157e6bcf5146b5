/** Which endpoints are disabled by what their receivers answer, and what becomes of their deliveries. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Delivery } from '../../entities/delivery.js';
import { Mail } from '../../entities/mail.js';
import { redeliver } from '../../entities/queries/delivery-history.js';
import { failIfDisabled, failRest } from '../../entities/queries/disabling.js';
import { changeWebhook } from '../../entities/queries/webhooks.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { startAttempts, type Attempts } from '../support/attempts.js';
import { givenDeliveryRuns } from '../support/webhooks.js';

let env: Attempts;

beforeAll(async () => {
  env = await startAttempts();
});
afterAll(() => env?.stop());

const FIVE_DAYS = '5 days';

const failingFor = (webhook: WebhookEndpoint, interval: string) =>
  env.manager.update(WebhookEndpoint, { id: webhook.id }, { failingSince: () => `now() - interval '${interval}'` });

/** Mails about one endpoint. */
const mailsAbout = async ({ publicId }: WebhookEndpoint) =>
  (await env.manager.find(Mail)).filter(({ body }) => body?.includes(publicId));

test('410 disables the endpoint, fails what waits for it and tells its owner, once', async () => {
  const { receiver, webhook } = await env.receiver(() => ({ status: 410 }));
  const inputs = [await env.deliveryTo(webhook), await env.deliveryTo(webhook), await env.deliveryTo(webhook)];
  const all = await Promise.all(inputs.map((input) => env.attempt(input)));
  expect(all).toContainEqual({ outcome: 'failed', number: 1, statusCode: 410, waitMs: null });
  expect(await env.endpoint(webhook)).toMatchObject({ enabled: false, disabledReason: 'gone' });
  for (const input of inputs)
    expect(await env.delivery(input)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  const sent = receiver.received.length;
  expect((await env.attempt(inputs[0]!)).outcome).toBe('over');
  expect(receiver.received).toHaveLength(sent);
  const [mail, ...more] = await mailsAbout(webhook);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ recipient: env.account.email, sentAt: null });
  expect(mail?.body).toContain('410 Gone');
  expect(mail?.body).not.toContain('/hook?a=1'); // may be a secret of the receiver's
});

test('an endpoint for which more waits than one transaction ends is disabled with all of it', async () => {
  const { webhook } = await env.receiver(() => ({ status: 410 }));
  const { publicId } = webhook;
  const key = { accountId: env.account.id, publicId };
  const pending = () => env.manager.countBy(Delivery, { endpointId: webhook.id, status: 'pending' });
  const givenMany = () => givenDeliveryRuns(env.manager, env.account, { webhook, count: 12_000 });
  await givenMany();
  expect(await env.attempt(await env.deliveryTo(webhook))).toMatchObject({ outcome: 'failed', statusCode: 410 });
  expect(await pending()).toBe(0);
  await changeWebhook(env.manager, key, { enabled: true });
  await env.manager.query('ANALYZE deliveries'); // statistics that saw nothing pending: a plan made for none must do
  await givenMany();
  await changeWebhook(env.manager, key, { enabled: false });
  expect(await pending()).toBe(0);
  // of the reconciler's time some is for others: it ends after a statement, and continues in its next turn
  await givenMany();
  await failRest(env.manager, webhook.id, { isOver: () => true });
  expect(await pending()).toBe(7_000);
});

test('five days of nothing but failures disable the endpoint and tell its owner, once', async () => {
  const { webhook } = await env.receiver(() => ({ status: 500 }));
  const first = await env.deliveryTo(webhook);
  await env.attempt(first);
  const { failingSince } = await env.endpoint(webhook);
  expect(Date.now() - failingSince!.getTime()).toBeLessThan(60_000);
  await failingFor(webhook, '4 days 23 hours');
  expect(await env.next(first)).toMatchObject({ outcome: 'retry', number: 2 });
  expect((await env.endpoint(webhook)).enabled).toBe(true);
  await failingFor(webhook, FIVE_DAYS);
  expect(await env.next(first)).toEqual({ outcome: 'failed', number: 3, statusCode: 500, waitMs: null });
  expect(await env.endpoint(webhook)).toMatchObject({ enabled: false, disabledReason: 'failing' });
  expect(await env.delivery(first)).toMatchObject({ status: 'failed', attemptCount: 3, nextAttemptAt: null });
  expect(await mailsAbout(webhook)).toHaveLength(1);
});

test('one success forgets the failures before it', async () => {
  const { webhook } = await env.receiver();
  await failingFor(webhook, FIVE_DAYS);
  expect((await env.attempt(await env.deliveryTo(webhook))).outcome).toBe('succeeded');
  expect(await env.endpoint(webhook)).toMatchObject({ enabled: true, failingSince: null });
});

test('a ping does not count towards disabling, whatever is answered', async () => {
  const { receiver, webhook } = await env.receiver(() => ({ status: 500 }));
  const failing = await env.deliveryTo(webhook, 'webhook.ping');
  expect((await env.attempt(failing)).outcome).toBe('retry');
  expect((await env.endpoint(webhook)).failingSince).toBeNull();
  await failingFor(webhook, FIVE_DAYS);
  await env.next(failing);
  receiver.answerWith(() => ({ status: 410 }));
  const gone = await env.deliveryTo(webhook, 'webhook.ping');
  expect(await env.attempt(gone)).toMatchObject({ outcome: 'failed', statusCode: 410 });
  expect((await env.endpoint(webhook)).enabled).toBe(true);
  expect(await mailsAbout(webhook)).toEqual([]);
});

test('what the receiver of an earlier URL answers is not held against the endpoint', async () => {
  const { receiver, webhook } = await env.receiver();
  receiver.answerWith(async () => {
    await env.manager.update(WebhookEndpoint, { id: webhook.id }, { url: 'http://localhost:9/moved' });
    return { status: 410 };
  });
  const input = await env.deliveryTo(webhook);
  expect(await env.attempt(input)).toMatchObject({ statusCode: 410 });
  expect(await env.endpoint(webhook)).toMatchObject({ enabled: true, failingSince: null });
  expect(await env.manager.countBy(Delivery, { endpointId: webhook.id, status: 'pending' })).toBe(0);
});

test('what is asked for again while a request is under way is sent, whatever that request comes to', async () => {
  const { receiver, webhook } = await env.receiver();
  const key = { accountId: env.account.id, publicId: webhook.publicId };
  const input = await env.deliveryTo(webhook);
  await env.manager.update(Delivery, { id: input.deliveryId }, { attemptCount: 11 }); // the next one is the last
  receiver.answerWith(async () => {
    await changeWebhook(env.manager, key, { enabled: false });
    await changeWebhook(env.manager, key, { enabled: true });
    expect(await redeliver(env.manager, key, input.deliveryId)).toMatchObject({ outcome: 'pending_now' });
    return { status: 500 };
  });
  expect(await env.attempt(input)).toMatchObject({ outcome: 'retry', number: 12 });
  expect(await env.delivery(input)).toMatchObject({ status: 'pending', attemptsBefore: 11, nextAttemptAt: null });
  receiver.answerWith(() => ({ status: 500 }));
  expect(await env.attempt(input)).toMatchObject({ outcome: 'retry', number: 13, waitMs: expect.any(Number) });
});

test('an attempt that comes too late to an endpoint that is enabled again fails nothing', async () => {
  const { webhook } = await env.receiver();
  const input = { ...(await env.deliveryTo(webhook)), endpointId: webhook.id };
  expect(await failIfDisabled(env.manager, input)).toBe(false);
  expect(await env.delivery(input)).toMatchObject({ status: 'pending' });
});

test('what is under way as the endpoint is disabled is recorded, and has succeeded where the receiver took it', async () => {
  const { receiver, webhook } = await env.receiver();
  const key = { accountId: env.account.id, publicId: webhook.publicId };
  for (const [answered, left] of [
    [204, 'succeeded'],
    [500, 'failed'],
  ] as const) {
    await changeWebhook(env.manager, key, { enabled: true });
    receiver.answerWith(async () => {
      await changeWebhook(env.manager, key, { enabled: false });
      return { status: answered };
    });
    const input = await env.deliveryTo(webhook);
    expect(await env.attempt(input)).toEqual({ outcome: left, number: 1, statusCode: answered, waitMs: null });
    expect(await env.delivery(input)).toMatchObject({ status: left, attemptCount: 1, nextAttemptAt: null });
    expect(await env.attempts(input)).toMatchObject([{ number: 1, statusCode: answered }]);
  }
});
