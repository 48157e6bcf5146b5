/** Lets many in at once, or one alone: a lock for sharing, in the order of its callers. */
import { enqueue } from './semaphore.js';

export interface EnterOptions {
  /** Waits until nobody is inside; nobody else gets in while it waits, so that it does not starve, or is inside. */
  alone: boolean;
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
  const leave = (): void => {
    inside -= 1;
    isOneAlone = false;
    letInNext();
  };
  return {
    async enter({ alone, signal, maxWaitMs }) {
      signal?.throwIfAborted();
      if (queue.length === 0 && fits(alone)) {
        letIn(alone);
        return leave;
      }
      try {
        await enqueue(queue, { alone }, { signal, maxWaitMs, what });
      } catch (error) {
        letInNext(); // those that were behind it
        throw error;
      }
      return leave;
    },
  };
}
