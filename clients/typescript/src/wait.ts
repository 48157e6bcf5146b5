/** Waiting until a shelf's work has ended. */
import { NoAnswerError, ShelfFailedError, WaitTimeoutError } from './errors.js';
import type { Shelf } from './generated.js';
import { anySignal, timeoutSignal } from './signals.js';
import type { Transport } from './transport.js';

export interface WaitOptions {
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds after which the wait ends with WaitTimeoutError, also where an answer or a retry is being waited for.
   * The first look at the shelf has five seconds, however short the time is. Unless given, as long as it takes.
   */
  timeoutMs?: number | undefined;
  /** Called with each new state of the shelf, at most once a second. */
  onProgress?: ((shelf: Shelf) => void) | undefined;
}

/** Each long poll counts as one read, of 120 a minute. */
const WAIT_SECONDS = 30;
const MS_PER_SECOND = 1000;
/** Who only wants to look once gives no time. */
const FIRST_LOOK_MS = 5_000;

/**
 * The shelf once it is `ready`, or in `review`.
 *
 * @throws ShelfFailedError when it has failed, WaitTimeoutError when it takes too long, NoAnswerError when not even its
 * first state comes in time.
 */
export async function waitUntilReady(api: Transport, id: string, options: WaitOptions = {}): Promise<Shelf> {
  const { signal, timeoutMs = Infinity, onProgress } = options;
  const deadline = performance.now() + timeoutMs;
  const timeout = timeoutSignal(timeoutMs);
  let shelf = await firstState(api, id, { signal, timeoutMs });
  for (;;) {
    onProgress?.(shelf);
    if (shelf.status === 'failed') throw new ShelfFailedError(shelf);
    if (shelf.status === 'ready' || shelf.status === 'review') return shelf;
    try {
      shelf = await nextState(api, shelf, { signal: anySignal(signal, timeout), deadline });
    } catch (error) {
      if (timeout?.aborted && error === timeout.reason) throw new WaitTimeoutError(shelf, timeoutMs);
      throw error;
    }
  }
}

async function firstState(
  api: Transport,
  id: string,
  { signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<Shelf> {
  const ms = Math.max(timeoutMs, FIRST_LOOK_MS);
  const timeout = timeoutSignal(ms);
  try {
    return await api.getShelf({ id }, { signal: anySignal(signal, timeout) });
  } catch (error) {
    if (timeout?.aborted && error === timeout.reason)
      throw new NoAnswerError('getShelf', `no state of ${id} within ${ms} ms`, error);
    throw error;
  }
}

/** The next state that differs; rejects with the signal's reason when that comes first. */
async function nextState(
  api: Transport,
  { publicId: id, updatedAt: since }: Shelf,
  { signal, deadline }: { signal: AbortSignal | undefined; deadline: number },
): Promise<Shelf> {
  for (;;) {
    const leftSeconds = Math.max(1, Math.ceil((deadline - performance.now()) / MS_PER_SECOND));
    const next = await api.getShelf({ id, since, wait: Math.min(WAIT_SECONDS, leftSeconds) }, { signal });
    if (next.updatedAt !== since) return next;
  }
}
