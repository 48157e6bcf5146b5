/** A counting semaphore with a bounded queue: limits how much work of one kind a process does at once. */

/** Of owners beyond these it is forgotten when they were last served. */
const REMEMBERED_OWNERS = 1_000;

/** The queue is full, or no permit came free in time: the caller may try again in a moment. */
class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly code = 'BUSY';
}

interface Bounds {
  /** How many callers run at once. */
  permits: number;
  /** How many callers may queue for a permit; further ones get a BusyError. */
  maxWaiting: number;
}

export interface SemaphoreOptions extends Bounds {
  /** What is limited, for messages. */
  what: string;
  /** Bounds of a single owner, so that no owner takes all permits or fills the queue. */
  perOwner?: Bounds;
  /** How long a caller queues before it gets a BusyError; unlimited unless given. */
  maxWaitMs?: number;
}

export interface AcquireOptions {
  /** Whose work it is; matters only where `perOwner` is given. */
  owner?: string;
  /** Leaves the queue with the signal's reason. */
  signal?: AbortSignal;
  /** Instead of the semaphore's own. */
  maxWaitMs?: number | undefined;
}

export interface Semaphore {
  /**
   * Waits for a permit. A freed permit goes to the caller whose owner has waited longest (since it queued, or since that
   * owner was last served), among owners below their own limit. So an owner waits for at most one caller of each other
   * owner, however many callers those queue. Returns the function that releases the permit. Throws BusyError, and the signal's reason.
   */
  acquire(options?: AcquireOptions): Promise<() => void>;
  /** Runs `work` with a permit. Throws what `acquire` and `work` throw. */
  run<T>(work: () => Promise<T>, options?: AcquireOptions): Promise<T>;
}

interface Waiter {
  owner: string;
  /** When it queued, on the clock of `createServiceOrder`. */
  since: number;
  grant: () => void;
}

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { permits, maxWaiting, what, perOwner = { permits, maxWaiting } } = options;
  const queue: Waiter[] = [];
  /** The owner of each permit that is held. */
  const held: string[] = [];
  const order = createServiceOrder();

  const countOf = (owner: string, owners: readonly string[]) => owners.filter((one) => one === owner).length;
  const isFree = (owner: string) => held.length < permits && countOf(owner, held) < perOwner.permits;
  const canQueue = (owner: string) => {
    const owners = queue.map((waiter) => waiter.owner);
    return owners.length < maxWaiting && countOf(owner, owners) < perOwner.maxWaiting;
  };

  function release(owner: string): void {
    held.splice(held.indexOf(owner), 1);
    const next = order.next(queue.filter((waiter) => isFree(waiter.owner)));
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    serve(next.owner);
    next.grant();
  }

  function serve(owner: string): void {
    held.push(owner);
    order.note(owner);
  }

  async function acquire(acquiring: AcquireOptions = {}): Promise<() => void> {
    const { owner = '', signal, maxWaitMs = options.maxWaitMs } = acquiring;
    signal?.throwIfAborted();
    if (isFree(owner)) serve(owner);
    else if (!canQueue(owner)) throw new BusyError(`too many ${what} are waiting`);
    else {
      await enqueue(queue, { owner, since: order.tick() }, { signal, maxWaitMs, what });
    }
    return () => release(owner);
  }

  return {
    acquire,
    async run(work, acquiring) {
      const releasePermit = await acquire(acquiring);
      try {
        return await work();
      } finally {
        releasePermit();
      }
    },
  };
}

/** The order in which owners were last served. */
function createServiceOrder() {
  /** The least recent first. */
  const served = new Map<string, number>();
  let clock = 0;
  const tick = (): number => ++clock;
  const waitsSince = ({ owner, since }: Waiter): number => Math.max(since, served.get(owner) ?? 0);
  return {
    tick,
    note(owner: string): void {
      served.delete(owner);
      served.set(owner, tick());
      const [oldest] = served.keys();
      if (oldest !== undefined && served.size > REMEMBERED_OWNERS) served.delete(oldest);
    },
    next(waiters: readonly Waiter[]): Waiter | undefined {
      return waiters.toSorted((a, b) => waitsSince(a) - waitsSince(b))[0];
    },
  };
}

interface WaitLimit {
  signal: AbortSignal | undefined;
  maxWaitMs: number | undefined;
  /** What is waited for. */
  what: string;
}

/** Resolves once a caller in the queue is granted its permit; it leaves the queue on abort and after `maxWaitMs`. */
export function enqueue<Caller extends object>(
  queue: (Caller & Pick<Waiter, 'grant'>)[],
  caller: Caller,
  { signal, maxWaitMs, what }: WaitLimit,
): Promise<void> {
  const late = () => new BusyError(`no permit for ${what} came free in time`);
  return new Promise((resolve, reject) => {
    const leave = (error: unknown): void => {
      queue.splice(queue.indexOf(waiter), 1);
      cleanUp();
      reject(error as Error);
    };
    const onAbort = (): void => leave(signal?.reason);
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => leave(late()), maxWaitMs);
    const cleanUp = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const waiter: Caller & Pick<Waiter, 'grant'> = {
      ...caller,
      grant() {
        cleanUp();
        resolve();
      },
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    queue.push(waiter);
  });
}
