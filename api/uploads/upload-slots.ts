/**
 * How many uploads a process takes in at once. A slow client holds a slot for an hour, so whoever finds all of them taken
 * takes the slowest upload's place: nobody's slow uploads keep those of others out.
 */
import { ServiceError } from '../../contract/errors.js';
import { createSemaphore } from '../../infra/semaphore.js';

/** An upload holds up to three parts of 5 MiB in memory; uploads that wait stay in the network. */
const UPLOADS = { permits: 64, maxWaiting: 512, perOwner: { permits: 3, maxWaiting: 64 }, what: 'uploads' };
/** The least that a client may send on average, once it has been waited for this long in all. */
export const LEAST = { bytesPerSecond: 10_000, afterMs: 30_000 };
/** Slower than this, an upload gives way after the same time. */
const GIVES_WAY_BYTES_PER_SECOND = 1_000_000;
const LOOK_AGAIN_MS = 1_000;

/** How fast a client sends. Only the time counts in which it was waited for, not that of a slow object store. */
export interface Pace {
  bytes: number;
  waitedMs: number;
}

/** An upload in progress. */
export interface Upload {
  readonly pace: Pace;
  /** Aborted with the reason when it has to give way. */
  readonly signal: AbortSignal;
}

export const rateOf = ({ bytes, waitedMs }: Pace): number => bytes / Math.max(waitedMs / 1000, 0.001);

export interface UploadSlots {
  /** Runs `work` once there is a slot. Throws BusyError, and what `work` throws. */
  run<T>(owner: string, work: (upload: Upload) => Promise<T>): Promise<T>;
  /** Has the slowest upload give way for what else uploads hold, unless one is doing so already. */
  endSlowest(waiting: string): void;
}

export function createUploadSlots(bounds = UPLOADS): UploadSlots {
  const semaphore = createSemaphore(bounds);
  const active = new Map<Upload, { owner: string; ending: AbortController }>();

  /** Uploads that have been told to give way hold what they have until they are done with that. */
  const staying = () => [...active].filter(([{ signal }]) => !signal.aborted);

  function makeRoomFor(waiting: string): void {
    if (staying().length >= bounds.permits) end(waiting);
  }

  function end(waiting: string): void {
    // a slot is of no use to an owner at its own limit
    const own = [...active.values()].filter(({ owner }) => owner === waiting);
    if (own.length >= bounds.perOwner.permits) return;
    const [slowest] = staying()
      .filter(([{ pace }]) => pace.waitedMs > LEAST.afterMs && rateOf(pace) < GIVES_WAY_BYTES_PER_SECOND)
      .toSorted(([a], [b]) => rateOf(a.pace) - rateOf(b.pace));
    slowest?.[1].ending.abort(gaveWay());
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
      const upload = { pace: { bytes: 0, waitedMs: 0 }, signal: ending.signal };
      active.set(upload, { owner, ending });
      try {
        return await work(upload);
      } finally {
        active.delete(upload);
        release();
      }
    },
    endSlowest(waiting) {
      if (staying().length === active.size) end(waiting);
    },
  };
}

function gaveWay(): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'Too many uploads are in progress, and this one was the slowest.', {
    reason: 'upload_too_slow',
  });
}
