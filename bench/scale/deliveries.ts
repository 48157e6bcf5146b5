/** Many deliveries that are pending for one receiver that hangs: what others get meanwhile, and what they cost Postgres. */
import { setTimeout as pause } from 'node:timers/promises';
import { startDelivery } from '../../activities/executions.js';
import { createTemporal } from '../../infra/temporal.js';
import { startReceiver, type Receiver } from '../../test/support/receiver.js';
import type { Service } from '../../test/support/service.js';
import { givenDeliveryRuns, givenWebhook } from '../../test/support/webhooks.js';
import type { DeliveryInput } from '../../workflows/messages.js';
import { median } from '../measure.js';
import { figure, type Figure } from './figures.js';
import type { LoadOptions } from './options.js';
import type { Target, Who } from './target.js';

const MADE_AT_ONCE = 5_000;
/** Time over which statements are counted: before there are deliveries, and once all wait. */
const BEFORE_MS = 20_000;
const WINDOW_MS = 60_000;
const LOOK_MS = 10_000;
/** All wait when for so long no further one has been tried. */
const SETTLED_MS = 30_000;
const BETWEEN_EVENTS_MS = 1_000;
/** One whose start is lost is left to the reconciler, which looks after what is a minute old. */
const ARRIVES_MS = 300_000;
const ARRIVED_LOOK_MS = 5;

const WANTED = { arrivesSeconds: 2, statements: 50 };

/** Throws where an event does not arrive, or the deliveries do not come to wait in time. */
export async function runDeliveries(
  target: Target,
  options: LoadOptions,
  say: (line: string) => void,
): Promise<Figure[]> {
  const { own } = target;
  if (!own) throw new Error('deliveries need a service of their own');
  const untilMs = performance.now() + options.minutes * 60_000;
  const [dead, live] = [await startReceiver(() => 'hang'), await startReceiver()];
  try {
    const others = {
      'another account': await liveEndpoint(target, live, 'other'),
      'another endpoint of the account': await liveEndpoint(target, live, 'many'),
    };
    for (const send of Object.values(others)) await send(); // unmeasured
    const before = await transactionsPerSecond(own, BEFORE_MS);
    say(`${before.toFixed(1)} transactions a second without deliveries`);
    const inputs = await makePending(own, dead, options.count);
    const starting = startAll(own, inputs, { ...options, untilMs, say });
    const figures = [timesOf('while they are begun', await during(starting, others['another account']), null)];
    await untilAllWait(own, { untilMs, say });
    for (const [whom, send] of Object.entries(others))
      figures.push(timesOf(whom, await during(options.rounds, send), WANTED.arrivesSeconds));
    const rate = await transactionsPerSecond(own, WINDOW_MS);
    return [...figures, figure('transactions of Postgres, all of the service', rate, '/s', WANTED.statements)];
  } finally {
    await dead.stop();
    await live.stop();
  }
}

/** Sends an event to an endpoint at the live receiver; seconds from the request for it until it has arrived. */
type SendEvent = () => Promise<number>;

async function liveEndpoint(target: Target, live: Receiver, who: Who): Promise<SendEvent> {
  const path = `/${who}`;
  const webhook = await target.createWebhook(`${live.origin}${path}`, who);
  const arrived = () => live.received.filter((one) => one.path === path).length;
  return async () => {
    const [before, begunMs] = [arrived(), performance.now()];
    await target.ping(webhook, who);
    while (arrived() === before) {
      if (performance.now() - begunMs > ARRIVES_MS) throw new Error(`an event has not arrived at ${path}`);
      await pause(ARRIVED_LOOK_MS);
    }
    return (performance.now() - begunMs) / 1_000;
  };
}

/** Sends so many events, or as many as there is time for while something else goes on. */
async function during(how: number | Promise<unknown>, send: SendEvent): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const ending = typeof how === 'number' ? null : how.finally(() => (isOver = true));
  while (typeof how === 'number' ? times.length < how : !isOver || times.length === 0) {
    times.push(await send());
    await pause(BETWEEN_EVENTS_MS);
  }
  await ending;
  return times;
}

function timesOf(what: string, seconds: readonly number[], wanted: number | null): Figure {
  const about = `event to a live receiver, ${what}, longest of ${seconds.length}`;
  return figure(`${about} (median ${median(seconds).toFixed(2)} s)`, Math.max(...seconds), 's', wanted);
}

async function makePending({ database, account }: Service, dead: Receiver, count: number): Promise<DeliveryInput[]> {
  const { webhook } = await givenWebhook(database.manager, account, { url: `${dead.origin}/` });
  const inputs: DeliveryInput[] = [];
  while (inputs.length < count) {
    const some = Math.min(MADE_AT_ONCE, count - inputs.length);
    inputs.push(...(await givenDeliveryRuns(database.manager, account, { webhook, count: some })));
  }
  return inputs;
}

/** Starts their runs, as the runs of shelves would; those for which there is no time are left to the reconciler. */
async function startAll(
  own: Service,
  inputs: readonly DeliveryInput[],
  { atOnce, untilMs, say }: Pick<LoadOptions, 'atOnce'> & { untilMs: number; say: (line: string) => void },
): Promise<void> {
  const temporal = createTemporal(own.temporal);
  const begunMs = performance.now();
  const rest = inputs.values();
  let left = 0;
  try {
    const starting = Array.from({ length: atOnce }, async () => {
      for (const input of rest) {
        if (performance.now() > untilMs) return;
        // the development server at times refuses one; the reconciler starts it
        await startDelivery(temporal, input).catch(() => (left += 1));
      }
    });
    await Promise.all(starting);
  } finally {
    await temporal.close();
  }
  const seconds = ((performance.now() - begunMs) / 1_000).toFixed(0);
  say(`${inputs.length} deliveries pending and begun after ${seconds} s, ${left} of them by the reconciler`);
}

async function untilAllWait(
  { database: { manager } }: Service,
  { untilMs, say }: { untilMs: number; say: (line: string) => void },
): Promise<void> {
  let [most, grewMs] = [0, performance.now()];
  for (;;) {
    const [{ tried, pending } = { tried: 0, pending: 0 }] = await manager.query<{ tried: number; pending: number }[]>(
      `SELECT count(*) FILTER (WHERE updated_at > created_at)::int AS tried, count(*)::int AS pending
       FROM deliveries WHERE status = 'pending'`,
    );
    if (tried > most) [most, grewMs] = [tried, performance.now()];
    if (tried >= pending || performance.now() - grewMs > SETTLED_MS) {
      say(`${tried} of ${pending} deliveries have been tried and wait`);
      return;
    }
    if (performance.now() > untilMs) throw new Error(`only ${tried} of ${pending} deliveries were tried in time`);
    await pause(LOOK_MS);
  }
}

/** Of the service's database: a statement outside of a transaction is one of its own, which nearly all of these are. */
async function transactionsPerSecond({ database: { manager } }: Service, forMs: number): Promise<number> {
  const read = async (): Promise<number> => {
    const [row] = await manager.query<{ n: string }[]>(
      `SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()`,
    );
    return Number(row?.n);
  };
  const [first, begunMs] = [await read(), performance.now()];
  await pause(forMs);
  return ((await read()) - first) / ((performance.now() - begunMs) / 1_000);
}
