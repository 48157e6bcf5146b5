/** Lets many in at once, or one alone: a lock for sharing, in the order of its callers. */
import { enqueue } from './semaphore.js';

export interface EnterOptions {
  /** Waits until nobody is inside; nobody else gets in while it waits, so that it does not starve, or is inside. */
  alone: boolean;
  /** How long it is inside alone; from then on others get in. As long as it is inside if not given. */
  maxAloneMs?: number | undefined;
  /** Leaves the queue with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long it queues before it gets a BusyError; unlimited if not given. */
  maxWaitMs?: number | undefined;
}

export interface Gate {
  /** Resolves inside, with the function that leaves. Throws BusyError, and the signal's reason. */
  enter(options: EnterOptions): Promise<() => void>;
}

interface Waiter {
  alone: boolean;
  grant: () => void;
}

/** @param what is inside, for messages */
export function createGate(what: string): Gate {
  const queue: Waiter[] = [];
  let inside = 0;
  let isOneAlone = false;

  const fits = (alone: boolean): boolean => (alone ? inside === 0 : !isOneAlone);
  const letIn = (alone: boolean): void => {
    inside += 1;
    isOneAlone = alone;
  };
  /** Whoever comes first is let in first, so those behind one who waits to be alone wait as well. */
  const letInNext = (): void => {
    for (let [next] = queue; next !== undefined && fits(next.alone); [next] = queue) {
      queue.shift();
      letIn(next.alone);
      next.grant();
    }
  };
  const openToAll = (): void => {
    isOneAlone = false;
    letInNext();
  };
  const leave = (): void => {
    inside -= 1;
    openToAll();
  };
  /** How one who is alone leaves. Nobody else is alone before that, since it is inside. */
  const leaveAlone = (maxAloneMs: number | undefined): (() => void) => {
    const timer = maxAloneMs === undefined ? undefined : setTimeout(openToAll, maxAloneMs).unref();
    return () => {
      clearTimeout(timer);
      leave();
    };
  };
  return {
    async enter({ alone, maxAloneMs, signal, maxWaitMs }) {
      signal?.throwIfAborted();
      if (queue.length === 0 && fits(alone)) {
        letIn(alone);
        return alone ? leaveAlone(maxAloneMs) : leave;
      }
      try {
        await enqueue(queue, { alone }, { signal, maxWaitMs, what });
      } catch (error) {
        letInNext(); // those that were behind it
        throw error;
      }
      return alone ? leaveAlone(maxAloneMs) : leave;
    },
  };
}
