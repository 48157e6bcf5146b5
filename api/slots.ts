/**
 * How many transfers of one kind a process has in progress: bodies that arrive, files that are sent. A slow client would
 * hold a slot for as long as it likes, so whoever finds all of them taken takes the place of the slowest: nobody's slow
 * transfers keep those of others out.
 */
import { ServiceError } from '../contract/errors.js';
import { createSemaphore, type SemaphoreOptions } from '../infra/semaphore.js';

const LOOK_AGAIN_MS = 1_000;

/** How fast a client sends or reads. Only the time counts in which it was waited for, not that of a slow object store. */
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
  /** Aborted with the reason when it has to give way. */
  readonly signal: AbortSignal;
}

export interface SlotOptions extends SemaphoreOptions {
  perOwner: NonNullable<SemaphoreOptions['perOwner']>;
  /** Slower than this, a transfer gives way once its client was waited for this long in all. */
  givesWay: { bytesPerSecond: number; afterMs: number };
  /** The reason of a 503 to the one that gives way. */
  reason: string;
}

export interface Slots {
  /** Runs `work` once there is a slot. Throws BusyError, and what `work` throws. */
  run<T>(owner: string, work: (transfer: Transfer) => Promise<T>): Promise<T>;
  /** Has the slowest transfer give way for what else transfers hold, unless one is doing so already. */
  endSlowest(waiting: string): void;
}

export const createPace = (): Pace => ({ bytes: 0, waitedMs: 0, waitingSince: null });

export function beginWait(pace: Pace): void {
  pace.waitingSince ??= performance.now();
}

export function endWait(pace: Pace): void {
  pace.waitedMs = waitedFor(pace);
  pace.waitingSince = null;
}

/** How long the client was waited for by now. */
function waitedFor({ waitedMs, waitingSince }: Pace): number {
  return waitedMs + (waitingSince === null ? 0 : performance.now() - waitingSince);
}

const rateOf = (pace: Pace): number => pace.bytes / Math.max(waitedFor(pace) / 1000, 0.001);

export function createSlots({ givesWay, reason, ...bounds }: SlotOptions): Slots {
  const semaphore = createSemaphore(bounds);
  const active = new Map<Transfer, { owner: string; ending: AbortController }>();

  /** Transfers that have been told to give way hold what they have until they are done with that. */
  const staying = () => [...active].filter(([{ signal }]) => !signal.aborted);

  function makeRoomFor(waiting: string): void {
    if (staying().length >= bounds.permits) end(waiting);
  }

  function end(waiting: string): void {
    // a slot is of no use to an owner at its own limit
    const own = [...active.values()].filter(({ owner }) => owner === waiting);
    if (own.length >= bounds.perOwner.permits) return;
    const [slowest] = staying()
      .filter(([{ pace }]) => waitedFor(pace) > givesWay.afterMs && rateOf(pace) < givesWay.bytesPerSecond)
      .toSorted(([a], [b]) => rateOf(a.pace) - rateOf(b.pace));
    slowest?.[1].ending.abort(gaveWay(bounds.what, reason));
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
    endSlowest(waiting) {
      if (staying().length === active.size) end(waiting);
    },
  };
}

function gaveWay(what: string, reason: string): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', `Too many ${what} are in progress, and this one was the slowest.`, {
    reason,
  });
}
