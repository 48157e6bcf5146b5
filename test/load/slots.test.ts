/** A thousand deliveries for a receiver that hangs, over two worker processes: what it gets, and what others get meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { laneOf } from '../../entities/queries/slots.js';
import { Delivery } from '../../entities/delivery.js';
import type { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { WORKFLOWS, type DeliveryInput } from '../../workflows/messages.js';
import { deliveryWorkflowStart } from '../../workflows/starts.js';
import { poll } from '../support/poll.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';
import { givenDeliveryRun, givenDeliveryRuns, givenWebhook } from '../support/webhooks.js';

const PENDING = 1_000;
const STARTS_AT_ONCE = 25;
/** Waiting behind the dead receiver, whose attempts take fifteen seconds each, would take hours. */
const AT_ONCE_MS = 30_000;
let service: Service;
let temporal: Temporal;
let dead: Receiver;
let live: Receiver;
let deadHook: WebhookEndpoint;
let liveHook: WebhookEndpoint;

beforeAll(async () => {
  service = await startService({ ENGINE_PROCESSES: '1' });
  await service.secondWorker.start();
  temporal = createTemporal(service.temporal);
  [dead, live] = [await startReceiver(() => 'hang'), await startReceiver()];
  const { manager } = service.database;
  deadHook = (await givenWebhook(manager, service.account, { url: `${dead.origin}/` })).webhook;
  liveHook = (await givenWebhook(manager, service.account, { url: `${live.origin}/` })).webhook;
}, START_MS);
afterAll(async () => {
  await temporal?.close();
  await dead?.stop();
  await live?.stop();
  await service?.stop();
}, STOP_MS);

/** Again while Temporal does not take it, as the service does. */
const start = (input: DeliveryInput) =>
  poll(() => {
    const starting = temporal.within(30_000, ({ workflow }) =>
      workflow.signalWithStart(WORKFLOWS.deliverWebhook, deliveryWorkflowStart(input)),
    );
    return starting.catch((error: unknown) => {
      process.stderr.write(`a start is repeated: ${String(error)}\n`);
      return null;
    });
  }, 90_000);

/** Milliseconds from an event's row to its arrival at the live receiver. */
async function latency(): Promise<number> {
  const before = live.received.length;
  const startMs = performance.now();
  await start(await givenDeliveryRun(service.database.manager, service.account, { webhook: liveHook }));
  await poll(async () => (live.received.length > before ? true : null), 60_000, 5);
  return performance.now() - startMs;
}

test('with a thousand deliveries pending for a dead receiver another gets its event at once', async () => {
  const alone = Math.max(await latency(), await latency());
  const { manager } = service.database;
  const inputs = await givenDeliveryRuns(manager, service.account, { webhook: deadHook, count: PENDING });
  const starting = (async () => {
    while (inputs.length > 0) await Promise.all(inputs.splice(0, STARTS_AT_ONCE).map(start));
  })();
  const whileTheyStart = await latency();
  await starting;
  await poll(
    async () =>
      (await manager.countBy(Delivery, { waitsFor: laneOf(service.account.publicId, dead.origin) })) >= PENDING / 2
        ? true
        : null,
    120_000,
    500,
  );
  const whileTheyWait = [await latency(), await latency(), await latency()];
  const shown = [alone, whileTheyStart, ...whileTheyWait].map(Math.round).join(' ');
  process.stdout.write(`ms to a live receiver, alone, while ${PENDING} others start, while they wait: ${shown}\n`);
  // what a loaded machine needs for it anyhow does not count
  for (const ms of [whileTheyStart, ...whileTheyWait]) expect(ms).toBeLessThan(AT_ONCE_MS + 5 * alone);
  expect(dead.mostAtOnce()).toBe(4);
}, 600_000);

/** Transactions of all processes so far; a statement of its own is one. */
async function transactions(): Promise<number> {
  const [{ count }] = (await service.database.manager.query(
    'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  )) as [{ count: number }];
  return Number(count);
}

/** Deliveries to the dead receiver that wait for hours, as their attempts leave them. */
async function givenWaiting(count: number, atOnce: number): Promise<void> {
  const { manager } = service.database;
  const lane = laneOf(service.account.publicId, dead.origin);
  for (let given = 0; given < count; given += atOnce) {
    const inputs = await givenDeliveryRuns(manager, service.account, { webhook: deadHook, count: atOnce });
    await manager.query(
      `UPDATE deliveries SET waits_for = $1, next_attempt_at = now() + interval '1 hour' + random() * interval '2 hours'
       WHERE id = ANY ($2)`,
      [lane, inputs.map(({ deliveryId }) => deliveryId)],
    );
  }
}

test('with a hundred thousand more, ten of which come back in a second, there are few statements', async () => {
  const [waiting, perSecond, seconds] = [100_000, 10, 10];
  const alone = await latency();
  await givenWaiting(waiting, 5_000);
  const { manager } = service.database;
  const idleFrom = await transactions();
  await pause(seconds * 1000);
  const idle = (await transactions()) - idleFrom;
  const inputs = await givenDeliveryRuns(manager, service.account, { webhook: deadHook, count: perSecond * seconds });
  const [before, beforeMs] = [await transactions(), performance.now()];
  const latencies: number[] = [];
  while (inputs.length > 0) {
    const tick = pause(1_000);
    await Promise.all(inputs.splice(0, perSecond).map(start));
    if (inputs.length % 30 === 0) latencies.push(await latency());
    await tick;
  }
  const busyPerSecond = ((await transactions()) - before) / ((performance.now() - beforeMs) / 1000);
  const lane = laneOf(service.account.publicId, dead.origin);
  const [{ counted }] = (await manager.query('SELECT waiting AS counted FROM delivery_lanes WHERE origin = $1', [
    lane,
  ])) as [{ counted: number }];
  process.stdout.write(
    `${counted} wait: ${idle / seconds} transactions a second without retries, ${Math.round(busyPerSecond)} with ${perSecond} of them; ms to a live receiver: ${latencies.map(Math.round).join(' ')}\n`,
  );
  expect(counted).toBeGreaterThan(waiting);
  expect(busyPerSecond - idle / seconds).toBeLessThan(50);
  for (const ms of latencies) expect(ms).toBeLessThan(AT_ONCE_MS + 5 * alone);
}, 600_000);
