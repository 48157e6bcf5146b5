/** Turns at receivers: how many requests are under way to one, and how long the others wait. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { failRest } from '../../entities/queries/disabling.js';
import { acquireSlot, laneOf, releaseSlot, removeOldSlots } from '../../entities/queries/slots.js';
import { BUSY, type DeliveryInput } from '../../workflows/messages.js';
import { startAttempts, type Attempts } from '../support/attempts.js';
import { givenAccount } from '../support/rows.js';
import { until } from '../support/until.js';
import { givenDeliveryRun, givenWebhook } from '../support/webhooks.js';

/** Few enough to be in line before the first requests are given up, on a loaded machine too. */
const WAITING = 20;

let env: Attempts;

beforeAll(async () => {
  env = await startAttempts();
});
afterAll(() => env?.stop());

const take = (origin: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => acquireSlot(env.manager, { origin, deliveryId: `dlv_${index}` })),
  );

test('of many requests exactly four get a slot at one origin, and four at another', async () => {
  const [one, other] = await Promise.all([take('https://one.example', 40), take('https://other.example', 10)]);
  for (const replies of [one, other]) {
    const slots = replies.flatMap(({ slot }) => slot ?? []);
    expect(slots.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  }
});

test('as many requests as there are slots get one each, though the first of them create the slots', async () => {
  for (let at = 0; at < 50; at++) {
    const replies = await take(`https://new-${at}.example`, 4);
    expect(replies.flatMap(({ slot }) => slot ?? []).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  }
});

test('a released slot goes to the next delivery, and a late release does not take it away', async () => {
  const origin = 'https://given.example';
  const [{ slot }] = (await take(origin, 4)) as [{ slot: number }];
  const lease = { origin, deliveryId: 'dlv_0', slot, durationMs: 20 };
  await releaseSlot(env.manager, lease);
  expect(await acquireSlot(env.manager, { origin, deliveryId: 'dlv_next' })).toEqual({ slot });
  await releaseSlot(env.manager, lease);
  expect((await acquireSlot(env.manager, { origin, deliveryId: 'dlv_late' })).slot).toBeNull();
});

test('the slots of a worker that died are free again within twenty seconds', async () => {
  const origin = 'https://lost.example';
  const begunMs = performance.now();
  await take(origin, 4);
  const [{ left }] = (await env.manager.query(
    `SELECT extract(epoch FROM max(held_until) - now())::float8 AS left FROM delivery_slots WHERE origin = $1`,
    [origin],
  )) as [{ left: number }];
  expect(left + (performance.now() - begunMs) / 1000).toBeGreaterThan(15); // so long a request may take
  expect(left).toBeLessThan(20);
  await env.manager.query(`UPDATE delivery_slots SET held_until = now() WHERE origin = $1 AND slot = 3`, [origin]);
  expect(await acquireSlot(env.manager, { origin, deliveryId: 'dlv_next' })).toEqual({ slot: 3 });
});

/** As the lane counts them, which is always as many as there are. */
async function waitingFor(origin: string): Promise<number> {
  const sql = `SELECT coalesce((SELECT waiting FROM delivery_lanes WHERE origin = $1), 0) AS counted,
    (SELECT count(*) FROM deliveries WHERE waits_for = $1 AND status = 'pending') AS rows`;
  const [{ counted, rows }] = (await env.manager.query(sql, [origin])) as [{ counted: number; rows: number }];
  expect(counted).toBe(rows);
  return counted;
}

/** An endpoint whose slots are all held for a minute, by requests of `tookMs`. */
async function givenBusyLane(tookMs: number) {
  const { receiver, webhook } = await env.receiver();
  const lane = laneOf(env.account.publicId, receiver.origin);
  await take(lane, 4);
  await env.manager.query(
    `UPDATE delivery_slots SET last_duration_ms = $2, held_until = now() + '1 minute' WHERE origin = $1`,
    [lane, tookMs],
  );
  return { webhook, lane };
}

test('waits grow with the number that waits and with the time that the receiver takes', async () => {
  const { receiver, webhook } = await env.receiver(() => 'hang');
  const lane = laneOf(env.account.publicId, receiver.origin);
  const inputs = await Promise.all(Array.from({ length: 4 + WAITING }, () => env.deliveryTo(webhook)));
  const attempts = inputs.map((input) => env.attempt(input));
  await until(() => receiver.received.length === 4, 'four requests');
  await until(async () => (await waitingFor(lane)) === WAITING, 'all others wait');
  await receiver.stop(); // ends the requests
  const all = await Promise.all(attempts);
  expect(all.filter(({ outcome }) => outcome === 'retry')).toHaveLength(4);
  expect(all.filter(({ outcome }) => outcome === 'busy')).toHaveLength(WAITING);
  expect(receiver.mostAtOnce()).toBe(4);
  await env.manager.query(
    `UPDATE delivery_slots SET last_duration_ms = 15000, held_until = now() + '1 minute' WHERE origin = $1`,
    [lane],
  );
  const slow = await acquireSlot(env.manager, { origin: lane, deliveryId: 'dlv_1' });
  const allTurnsMs = ((WAITING + 1) * 15_000) / 4;
  expect(slow).toEqual({ slot: null, waitMs: expect.any(Number) });
  expect((slow as { waitMs: number }).waitMs).toBeGreaterThan(0.49 * allTurnsMs);
  expect((slow as { waitMs: number }).waitMs).toBeLessThan(1.51 * allTurnsMs);
});

test('without a slot the attempt fails, to be repeated by the server when there may be one', async () => {
  const { webhook } = await givenBusyLane(15_000);
  const input = { ...(await env.deliveryTo(webhook)), retriesBusy: true };
  const failed = await env.attempt(input).catch((error: unknown) => error);
  expect(failed).toMatchObject({ type: BUSY, nonRetryable: false, category: 'BENIGN' });
  const [{ dueMs }] = (await env.manager.query(
    'SELECT extract(epoch FROM next_attempt_at - updated_at) * 1000 AS "dueMs" FROM deliveries WHERE id = $1',
    [input.deliveryId],
  )) as [{ dueMs: number }];
  expect(Math.abs(Number(dueMs) - Number((failed as { nextRetryDelay: unknown }).nextRetryDelay))).toBeLessThan(1_000);
  await env.manager.query('UPDATE deliveries SET next_attempt_at = now() WHERE id = $1', [input.deliveryId]);
  // the policy's number of attempts is not used up by waiting
  expect(await env.attempt(input, 1_000)).toMatchObject({ outcome: 'busy', waitMs: expect.any(Number) });
});

test('a slot that comes free within the second is waited for', async () => {
  const { webhook, lane } = await givenBusyLane(500);
  const input = { ...(await env.deliveryTo(webhook)), retriesBusy: true };
  const attempted = env.attempt(input);
  await env.manager.query('UPDATE delivery_slots SET held_until = now() WHERE origin = $1 AND slot = 2', [lane]);
  expect(await attempted).toMatchObject({ outcome: 'succeeded' });
});

test('the number of those that wait is right, however a wait ends', async () => {
  const { webhook, lane } = await givenBusyLane(15_000);
  const inputs = await Promise.all(Array.from({ length: 6 }, () => env.deliveryTo(webhook)));
  for (const input of inputs) expect(await env.attempt(input)).toMatchObject({ outcome: 'busy' });
  expect(await waitingFor(lane)).toBe(6);
  const [sent, removed] = inputs as [DeliveryInput, DeliveryInput];
  await env.manager.query('UPDATE delivery_slots SET held_until = now() WHERE origin = $1', [lane]);
  expect(await env.next(sent)).toMatchObject({ outcome: 'succeeded' });
  expect(await waitingFor(lane)).toBe(5);
  await env.manager.query('DELETE FROM deliveries WHERE id = $1', [removed.deliveryId]);
  expect(await waitingFor(lane)).toBe(4);
  await env.manager.query(`UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'by_owner' WHERE id = $1`, [
    webhook.id,
  ]);
  await failRest(env.manager, webhook.id);
  expect(await waitingFor(lane)).toBe(0);
});

test('however many wait for a receiver that hangs, no more than about ten come back in a second', async () => {
  const { lane } = await givenBusyLane(15_000);
  await env.manager.query('INSERT INTO delivery_lanes (origin, waiting) VALUES ($1, 100000)', [lane]);
  const waits = await take(lane, 200);
  const perSecond = 100_000 / (sumOf(waits.map((wait) => ('waitMs' in wait ? wait.waitMs : 0))) / waits.length / 1000);
  expect(perSecond).toBeGreaterThan(8);
  expect(perSecond).toBeLessThan(12);
});

const sumOf = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0);

test('an account whose requests hang does not hold up another one at the same origin', async () => {
  const { receiver, webhook } = await env.receiver(({ path }) => (path.includes('other') ? { status: 204 } : 'hang'));
  const hanging = await Promise.all(Array.from({ length: 12 }, () => env.deliveryTo(webhook)));
  const attempts = hanging.map((input) => env.attempt(input));
  await until(() => receiver.received.length === 4, 'all slots of the first account are taken');
  const other = await givenAccount(env.manager);
  const theirs = await givenWebhook(env.manager, other, { url: `${receiver.origin}/other` });
  const input = await givenDeliveryRun(env.manager, other, { webhook: theirs.webhook });
  expect(await env.attempt(input)).toMatchObject({ outcome: 'succeeded', statusCode: 204 });
  await receiver.stop();
  await Promise.all(attempts);
});

test('origins that nothing was sent to for a day are forgotten', async () => {
  await take('https://old.example', 1);
  await env.manager.query(`UPDATE delivery_slots SET held_until = now() - interval '25 hours' WHERE origin = $1`, [
    'https://old.example',
  ]);
  expect(await removeOldSlots(env.manager, { olderThanDays: 1, limit: 100 })).toBe(4);
});

test('a lane that is below zero makes nobody wait less than the shortest time, and is forgotten with its slots', async () => {
  const origin = 'https://below.example';
  await env.manager.query('INSERT INTO delivery_lanes (origin, waiting) VALUES ($1, -9)', [origin]);
  const [busy] = (await take(origin, 5)).flatMap((one) => (one.slot === null ? one.waitMs : []));
  expect(busy).toBeGreaterThan(100);
  const lanes = () => env.manager.query('SELECT waiting FROM delivery_lanes WHERE origin = $1', [origin]);
  await removeOldSlots(env.manager, { olderThanDays: 1, limit: 100 });
  expect(await lanes()).toEqual([{ waiting: -9 }]);
  await env.manager.query('DELETE FROM delivery_slots WHERE origin = $1', [origin]);
  await removeOldSlots(env.manager, { olderThanDays: 1, limit: 100 });
  expect(await lanes()).toEqual([]);
});
