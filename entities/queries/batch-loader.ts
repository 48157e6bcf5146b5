/**
 * A batch loader: concurrent look-ups become one statement, and those that arrive while statements are in flight wait for
 * the next one. Nothing is cached, and a statement starts after all its look-ups have arrived, so a result is never older
 * than its request. An error fails all look-ups of a statement: keys must be values that Postgres can compare.
 */
import type { EntityManager } from 'typeorm';

/** Keys per statement. */
const MAX_KEYS = 500;
/** After this time the next statement no longer waits for the one in flight, so that one that hangs delays no others. */
const MAX_DELAY_MS = 50;
const MAX_IN_FLIGHT = 4;

interface Waiting<K, V> {
  key: K;
  resolve: (value: V) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns `load` into a function of a single key. `load` returns one value for each key, in order; equal keys may share a
 * value, so values must not be modified.
 */
export function batchLoader<K, V>(
  load: (manager: EntityManager, keys: K[]) => Promise<V[]>,
): (manager: EntityManager, key: K) => Promise<V> {
  const queues = new WeakMap<EntityManager, (key: K) => Promise<V>>();
  return (manager, key) => {
    const queue = queues.get(manager) ?? createQueue((keys: K[]) => load(manager, keys));
    queues.set(manager, queue);
    return queue(key);
  };
}

function createQueue<K, V>(load: (keys: K[]) => Promise<V[]>): (key: K) => Promise<V> {
  const waiting: Waiting<K, V>[] = [];
  let inFlight = 0;
  let startedMs = 0;
  let isScheduled = false;
  let retry: NodeJS.Timeout | null = null;

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    const isTooSoon = inFlight > 0 && performance.now() - startedMs < MAX_DELAY_MS;
    if (inFlight === MAX_IN_FLIGHT || isTooSoon) return scheduleLater();
    isScheduled = true;
    // look-ups of requests that the event loop reads in this iteration join the batch
    setImmediate(() => {
      isScheduled = false;
      startedMs = performance.now();
      void run(waiting.splice(0, MAX_KEYS));
      schedule();
    });
  }

  function scheduleLater(): void {
    retry ??= setTimeout(() => {
      retry = null;
      schedule();
    }, MAX_DELAY_MS);
  }

  async function run(batch: Waiting<K, V>[]): Promise<void> {
    inFlight += 1;
    try {
      const values = await load(batch.map(({ key }) => key));
      if (values.length !== batch.length) throw new Error('not one value for each key');
      for (const [at, value] of values.entries()) batch[at]?.resolve(value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      inFlight -= 1;
      schedule();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      schedule();
    });
}
