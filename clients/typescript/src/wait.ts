/** Waiting until a shelf's work has ended. */
import { ShelfFailedError, WaitTimeoutError } from './errors.js';
import type { Shelf } from './generated.js';
import type { Transport } from './transport.js';

export interface WaitOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the wait ends with WaitTimeoutError. Unless given, as long as it takes. */
  timeoutMs?: number | undefined;
  /** Called with each new state of the shelf, at most once a second. */
  onProgress?: ((shelf: Shelf) => void) | undefined;
}

/** Each long poll counts as one read, of 120 a minute. */
const WAIT_SECONDS = 30;
const MS_PER_SECOND = 1000;

/**
 * The shelf once it is `ready`, or in `review`.
 *
 * @throws ShelfFailedError when it has failed, WaitTimeoutError when it takes too long.
 */
export async function waitUntilReady(api: Transport, id: string, options: WaitOptions = {}): Promise<Shelf> {
  const { signal, timeoutMs = Infinity, onProgress } = options;
  const deadline = performance.now() + timeoutMs;
  let shelf = await api.getShelf({ id }, { signal });
  for (;;) {
    onProgress?.(shelf);
    if (shelf.status === 'failed') throw new ShelfFailedError(shelf);
    if (shelf.status === 'ready' || shelf.status === 'review') return shelf;
    shelf = await nextState(api, shelf, { signal, deadline, timeoutMs });
  }
}

interface Deadline {
  signal: AbortSignal | undefined;
  deadline: number;
  timeoutMs: number;
}

/** The next state that differs. */
async function nextState(api: Transport, shelf: Shelf, { signal, deadline, timeoutMs }: Deadline): Promise<Shelf> {
  const { publicId: id, updatedAt: since } = shelf;
  for (;;) {
    const leftSeconds = Math.ceil((deadline - performance.now()) / MS_PER_SECOND);
    if (leftSeconds < 1) throw new WaitTimeoutError(shelf, timeoutMs);
    const next = await api.getShelf({ id, since, wait: Math.min(WAIT_SECONDS, leftSeconds) }, { signal });
    if (next.updatedAt !== since) return next;
  }
}
