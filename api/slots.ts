/**
 * Limits how many transfers of one kind a process has in progress: request bodies, files that are sent. A slow client could
 * hold a slot as long as it likes, so when all slots are taken the slowest transfer is evicted: slow transfers of one
 * owner cannot block those of others.
 */
import { ServiceError } from '../contract/errors.js';
import { createSemaphore, type SemaphoreOptions } from '../infra/semaphore.js';

const LOOK_AGAIN_MS = 1_000;

/** How fast a client sends or reads. Only the time spent waiting for the client counts, not that of a slow object store. */
export interface Pace {
  bytes: number;
  /** Until `waitingSince`, or in all where that is null. */
  waitedMs: number;
  /** Since when the client is being waited for, by `performance.now()`. */
  waitingSince: number | null;
}

/** A transfer in progress. */
export interface Transfer {
  readonly pace: Pace;
  /** Aborted with the reason when the transfer is evicted. */
  readonly signal: AbortSignal;
}

export interface SlotOptions extends SemaphoreOptions {
  perOwner: NonNullable<SemaphoreOptions['perOwner']>;
  /** A slower transfer may be evicted once its client was waited for this long in all. */
  evictBelow: { bytesPerSecond: number; afterMs: number };
  /** The reason of the 503 that an evicted transfer gets. */
  reason: string;
}

export interface Slots {
  /** Runs `work` once there is a slot. Throws BusyError, and what `work` throws. */
  run<T>(owner: string, work: (transfer: Transfer) => Promise<T>): Promise<T>;
  /** Evicts the slowest transfer to free other resources that transfers hold, unless one is being evicted already. */
  evictSlowest(waiting: string): void;
}

export const createPace = (): Pace => ({ bytes: 0, waitedMs: 0, waitingSince: null });

export function beginWait(pace: Pace): void {
  pace.waitingSince ??= performance.now();
}

export function endWait(pace: Pace): void {
  pace.waitedMs = waitedFor(pace);
  pace.waitingSince = null;
}

/** How long the client has been waited for. */
function waitedFor({ waitedMs, waitingSince }: Pace): number {
  return waitedMs + (waitingSince === null ? 0 : performance.now() - waitingSince);
}

const rateOf = (pace: Pace): number => pace.bytes / Math.max(waitedFor(pace) / 1000, 0.001);

export function createSlots({ evictBelow, reason, ...bounds }: SlotOptions): Slots {
  const semaphore = createSemaphore(bounds);
  const active = new Map<Transfer, { owner: string; ending: AbortController }>();

  /** An evicted transfer holds its slot until it has ended. */
  const notEvicted = () => [...active].filter(([{ signal }]) => !signal.aborted);

  function makeRoomFor(waiting: string): void {
    if (notEvicted().length >= bounds.permits) end(waiting);
  }

  function end(waiting: string): void {
    // an owner at its own limit could not use a free slot
    const own = [...active.values()].filter(({ owner }) => owner === waiting);
    if (own.length >= bounds.perOwner.permits) return;
    const [slowest] = notEvicted()
      .filter(([{ pace }]) => waitedFor(pace) > evictBelow.afterMs && rateOf(pace) < evictBelow.bytesPerSecond)
      .toSorted(([a], [b]) => rateOf(a.pace) - rateOf(b.pace));
    slowest?.[1].ending.abort(evicted(bounds.what, reason));
  }

  async function acquire(owner: string): Promise<() => void> {
    makeRoomFor(owner);
    const looking = setInterval(makeRoomFor, LOOK_AGAIN_MS, owner);
    try {
      return await semaphore.acquire({ owner });
    } finally {
      clearInterval(looking);
    }
  }

  return {
    async run(owner, work) {
      const release = await acquire(owner);
      const ending = new AbortController();
      const transfer = { pace: createPace(), signal: ending.signal };
      active.set(transfer, { owner, ending });
      try {
        return await work(transfer);
      } finally {
        active.delete(transfer);
        release();
      }
    },
    evictSlowest(waiting) {
      if (notEvicted().length === active.size) end(waiting);
    },
  };
}

function evicted(what: string, reason: string): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', `Too many ${what} are in progress, and this one was the slowest.`, {
    reason,
  });
}
