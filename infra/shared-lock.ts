/** A lock that many hold at once, or one exclusively, granted in the order of the callers. */
import { enqueue } from './semaphore.js';

export interface LockOptions {
  /** Waits until nobody holds the lock; nobody else gets it while this one waits, so that it does not starve, or holds it. */
  exclusive: boolean;
  /** How long the lock is held exclusively; after that others get it as well. Until it is released if not given. */
  maxExclusiveMs?: number | undefined;
  /** Leaves the queue with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long the caller queues before it gets a BusyError; unlimited if not given. */
  maxWaitMs?: number | undefined;
}

export interface SharedLock {
  /** Resolves, once the lock is held, with the function that releases it. Throws BusyError, and the signal's reason. */
  acquire(options: LockOptions): Promise<() => void>;
}

interface Waiter {
  exclusive: boolean;
  grant: () => void;
}

/** @param what the lock is for, for messages */
export function createSharedLock(what: string): SharedLock {
  const queue: Waiter[] = [];
  let holders = 0;
  let isExclusive = false;

  const isFree = (exclusive: boolean): boolean => (exclusive ? holders === 0 : !isExclusive);
  const hold = (exclusive: boolean): void => {
    holders += 1;
    isExclusive = exclusive;
  };
  /** In the order of the callers, so those behind one who waits for the exclusive lock wait as well. */
  const grantNext = (): void => {
    for (let [next] = queue; next !== undefined && isFree(next.exclusive); [next] = queue) {
      queue.shift();
      hold(next.exclusive);
      next.grant();
    }
  };
  const share = (): void => {
    isExclusive = false;
    grantNext();
  };
  const release = (): void => {
    holders -= 1;
    share();
  };
  /** How an exclusive holder releases. Nobody else is exclusive before that, since it holds the lock. */
  const releaseExclusive = (maxExclusiveMs: number | undefined): (() => void) => {
    const timer = maxExclusiveMs === undefined ? undefined : setTimeout(share, maxExclusiveMs).unref();
    return () => {
      clearTimeout(timer);
      release();
    };
  };
  return {
    async acquire({ exclusive, maxExclusiveMs, signal, maxWaitMs }) {
      signal?.throwIfAborted();
      if (queue.length === 0 && isFree(exclusive)) {
        hold(exclusive);
        return exclusive ? releaseExclusive(maxExclusiveMs) : release;
      }
      try {
        await enqueue(queue, { exclusive }, { signal, maxWaitMs, what });
      } catch (error) {
        grantNext(); // those that were behind it
        throw error;
      }
      return exclusive ? releaseExclusive(maxExclusiveMs) : release;
    },
  };
}
