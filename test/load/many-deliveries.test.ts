/** Many events at once for one receiver, over two worker processes: what another account gets meanwhile, and that all arrive. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startDelivery } from '../../activities/executions.js';
import type { Account } from '../../entities/account.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { givenAccount, givenFailedShelf } from '../support/rows.js';
import { START_MS, STOP_MS, startService, type Service } from '../support/service.js';
import { until } from '../support/until.js';
import { givenWebhook, recordEvent } from '../support/webhooks.js';

const MANY = 1_500;
const ALL_ARRIVE = 300;
const AT_ONCE = 16;
/** Behind the deliveries to the dead receiver it would be minutes. */
const SOON_MS = 30_000;
let service: Service;
let temporal: Temporal;

beforeAll(async () => {
  service = await startService({ ENGINE_PROCESSES: '1' });
  await service.secondWorker.start();
  temporal = createTemporal(service.temporal);
}, START_MS);
afterAll(async () => {
  await temporal?.close();
  await service?.stop();
}, STOP_MS);

/** Records events of an account with an endpoint at the receiver, and starts what its runs would start. */
async function subscribe(receiver: Receiver, account: Account) {
  const { database } = service;
  await givenWebhook(database.manager, account, { url: `${receiver.origin}/` });
  const shelf = await givenFailedShelf(database.manager, account.id);
  return async (count: number): Promise<void> => {
    let left = count;
    const sending = Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        for (const input of await recordEvent(database, shelf)) await start(input);
      }
    });
    await Promise.all(sending);
  };
}

/** What Temporal does not take in time is left to the reconciler, as the service does. */
const start = (input: Parameters<typeof startDelivery>[1]): Promise<void> =>
  startDelivery(temporal, input).catch((error: unknown) => {
    process.stderr.write(`a start is left to the reconciler: ${String(error)}\n`);
  });

test('while many deliveries to a dead receiver begin, an event of another account arrives soon', async () => {
  const [dead, live] = [await startReceiver(() => 'hang'), await startReceiver()];
  try {
    const sendLive = await subscribe(live, await givenAccount(service.database.manager));
    const latency = async (): Promise<number> => {
      const [before, startMs] = [live.received.length, performance.now()];
      await sendLive(1);
      await until(() => live.received.length > before, 'the live receiver has its event', 400_000);
      return performance.now() - startMs;
    };
    const alone = Math.max(await latency(), await latency());
    const sendDead = await subscribe(dead, service.account);
    let isOver = false;
    const sending = sendDead(MANY).finally(() => (isOver = true));
    const times: number[] = [];
    while (!isOver || times.length < 5) {
      times.push(await latency());
      await pause(500);
    }
    await sending;
    process.stdout.write(
      `ms to a live receiver, alone ${Math.round(alone)}, then ${times.map(Math.round).join(' ')}\n`,
    );
    // what a loaded machine needs for it anyhow does not count
    expect(Math.max(...times)).toBeLessThan(SOON_MS + 5 * alone);
    expect(dead.mostAtOnce()).toBe(4);
  } finally {
    await dead.stop();
    await live.stop();
  }
}, 900_000);

test('of many events at once for a receiver that answers all arrive', async () => {
  const receiver = await startReceiver();
  try {
    const send = await subscribe(receiver, await givenAccount(service.database.manager));
    await send(ALL_ARRIVE);
    const arrived = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size;
    await until(() => arrived() === ALL_ARRIVE, 'all events have arrived', 300_000);
    expect(receiver.mostAtOnce()).toBeLessThanOrEqual(4);
  } finally {
    await receiver.stop();
  }
}, 600_000);
