/**
 * Look-ups of requests that come at the same time, as one statement: those that arrive while statements are under way
 * wait for the next one. Nothing is kept, and a statement begins after all that it answers was asked, so an answer is
 * never older than its question. What fails, fails for all of a statement: keys must be ones that Postgres can compare.
 */
import type { EntityManager } from 'typeorm';

/** Of one statement. */
const MAX_KEYS = 500;
/** After so long the statement under way is no longer waited for: behind one that hangs the others still go on. */
const PATIENCE_MS = 50;
const MAX_UNDER_WAY = 4;

interface Waiting<K, V> {
  key: K;
  resolve: (value: V) => void;
  reject: (error: unknown) => void;
}

/**
 * `load` as a function of a single key. `load` gives one value for each key, in their order; equal keys may share one,
 * which nobody changes.
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
  let underWay = 0;
  let begunMs = 0;
  let isScheduled = false;
  let patience: NodeJS.Timeout | null = null;

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    if (underWay === MAX_UNDER_WAY || (underWay > 0 && performance.now() - begunMs < PATIENCE_MS)) return lookAgain();
    isScheduled = true;
    // what the event loop reads in this turn still joins
    setImmediate(() => {
      isScheduled = false;
      begunMs = performance.now();
      void run(waiting.splice(0, MAX_KEYS));
      schedule();
    });
  }

  function lookAgain(): void {
    patience ??= setTimeout(() => {
      patience = null;
      schedule();
    }, PATIENCE_MS);
  }

  async function run(batch: Waiting<K, V>[]): Promise<void> {
    underWay += 1;
    try {
      const values = await load(batch.map(({ key }) => key));
      if (values.length !== batch.length) throw new Error('not one value for each key');
      for (const [at, value] of values.entries()) batch[at]?.resolve(value);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      schedule();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      schedule();
    });
}
