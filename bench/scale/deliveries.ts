/** Many deliveries that are pending for one receiver that hangs: what others get meanwhile, and what they cost Postgres. */
import { setTimeout as pause } from 'node:timers/promises';
import { startDelivery } from '../../activities/executions.js';
import { createTemporal } from '../../infra/temporal.js';
import { startReceiver, type Receiver } from '../../test/support/receiver.js';
import { givenFailedShelf } from '../../test/support/rows.js';
import type { Service } from '../../test/support/service.js';
import { givenWebhook, recordEvent } from '../../test/support/webhooks.js';
import { median } from '../measure.js';
import { figure, type Figure } from './figures.js';
import type { LoadOptions } from './options.js';
import type { Target, Who } from './target.js';

/** Time over which statements are counted: before there are deliveries, and once all wait. */
const BEFORE_MS = 20_000;
const WINDOW_MS = 60_000;
const LOOK_MS = 10_000;
/** All wait when for so long no further one has been tried. */
const SETTLED_MS = 30_000;
/** What got a slot at once has not been seen to wait. */
const IN_FLIGHT = 4;
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
    const starting = recordAll(own, dead, { ...options, untilMs, say });
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

/** Records events and starts the deliveries that are to be started, as the runs of shelves do. */
async function recordAll(
  own: Service,
  dead: Receiver,
  {
    count,
    atOnce,
    untilMs,
    say,
  }: Pick<LoadOptions, 'atOnce' | 'count'> & { untilMs: number; say: (line: string) => void },
): Promise<void> {
  const { database, account } = own;
  const shelf = await givenFailedShelf(database.manager, account.id);
  // of a type that the account's live endpoint does not subscribe to
  await givenWebhook(database.manager, account, { url: `${dead.origin}/`, events: ['shelf.failed'] });
  const temporal = createTemporal(own.temporal);
  const begunMs = performance.now();
  let [recorded, started, left] = [0, 0, 0];
  try {
    const recording = Array.from({ length: atOnce }, async () => {
      while (recorded < count && performance.now() < untilMs) {
        recorded += 1;
        for (const input of await recordEvent(database, shelf, 'shelf.failed')) {
          started += 1;
          // what Temporal refuses the reconciler starts
          await startDelivery(temporal, input).catch(() => (left += 1));
        }
      }
    });
    await Promise.all(recording);
  } finally {
    await temporal.close();
  }
  const seconds = ((performance.now() - begunMs) / 1_000).toFixed(0);
  say(`${recorded} deliveries pending after ${seconds} s, ${started} of them begun, ${left} by the reconciler`);
}

async function untilAllWait(
  { database: { manager } }: Service,
  { untilMs, say }: { untilMs: number; say: (line: string) => void },
): Promise<void> {
  let [most, grewMs] = [0, performance.now()];
  for (;;) {
    const [{ tried, begun, deferred } = { tried: 0, begun: 0, deferred: 0 }] = await manager.query<
      { tried: number; begun: number; deferred: number }[]
    >(
      `SELECT count(*) FILTER (WHERE NOT deferred AND (attempt_count > 0 OR waits_for IS NOT NULL))::int AS tried,
              count(*) FILTER (WHERE NOT deferred)::int AS begun, count(*) FILTER (WHERE deferred)::int AS deferred
       FROM deliveries WHERE status = 'pending'`,
    );
    if (tried > most) [most, grewMs] = [tried, performance.now()];
    if (tried >= begun - IN_FLIGHT || performance.now() - grewMs > SETTLED_MS) {
      say(`${tried} of ${begun} deliveries have been tried and wait, and ${deferred} are deferred`);
      return;
    }
    if (performance.now() > untilMs) throw new Error(`only ${tried} of ${begun} deliveries were tried in time`);
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
