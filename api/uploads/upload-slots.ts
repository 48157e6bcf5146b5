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
}

export function createUploadSlots(bounds = UPLOADS): UploadSlots {
  const semaphore = createSemaphore(bounds);
  const active = new Map<Upload, AbortController>();

  function makeRoom(): void {
    if (active.size < bounds.permits) return;
    const [slowest] = [...active.keys()]
      .filter(({ pace, signal }) => !signal.aborted && pace.waitedMs > LEAST.afterMs)
      .filter(({ pace }) => rateOf(pace) < GIVES_WAY_BYTES_PER_SECOND)
      .toSorted((a, b) => rateOf(a.pace) - rateOf(b.pace));
    if (slowest) active.get(slowest)?.abort(gaveWay());
  }

  async function acquire(owner: string): Promise<() => void> {
    makeRoom();
    const looking = setInterval(makeRoom, LOOK_AGAIN_MS);
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
      active.set(upload, ending);
      try {
        return await work(upload);
      } finally {
        active.delete(upload);
        release();
      }
    },
  };
}

function gaveWay(): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'Too many uploads are in progress, and this one was the slowest.', {
    reason: 'upload_too_slow',
  });
}
