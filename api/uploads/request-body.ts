/** The body of a request as it arrives, with a time-out for stalled clients. */
import type { IncomingMessage } from 'node:http';
import { invalid } from '../../contract/errors.js';
import { beginWait, endWait, type Transfer } from '../slots.js';

/** How long a client may send nothing before its request is refused. */
export const NO_PROGRESS_TIMEOUT_MS = 60_000;
/** The least that a client may send on average, once it has been waited for this long in all. */
export const LEAST = { bytesPerSecond: 10_000, afterMs: 30_000 };

/**
 * Yields the chunks of a request's body. Throws ServiceError 400 when the client goes away or stalls, and for a
 * transfer when it sends less than `least` on average, and the reason of the transfer's signal. A reader that stops early
 * leaves the rest unread, for a further call, and the connection open.
 */
export async function* readBody(
  message: IncomingMessage,
  idleTimeoutMs: number,
  { transfer, least = LEAST }: { transfer?: Transfer | undefined; least?: typeof LEAST } = {},
): AsyncGenerator<Buffer> {
  const chunks = message.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const next = await (transfer
        ? paced(chunks, { idleTimeoutMs, transfer, least })
        : within(chunks.next(), { ms: idleTimeoutMs, refusal: () => stalled(idleTimeoutMs) }));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // not awaited: a pending `next` has to settle before the iterator can end. Its error is the connection's, which `next`
    // has thrown already, or which shows when the request is answered
    chunks.return?.().catch(() => undefined);
  }
}

/** The next chunk, as long as the client keeps up the least average speed. */
async function paced(
  chunks: AsyncIterator<Buffer>,
  { idleTimeoutMs, transfer, least }: { idleTimeoutMs: number; transfer: Transfer; least: typeof LEAST },
): Promise<IteratorResult<Buffer>> {
  const { pace, signal } = transfer;
  const allowedMs = Math.max(least.afterMs, (pace.bytes / least.bytesPerSecond) * 1000) - pace.waitedMs;
  const ms = Math.min(idleTimeoutMs, Math.max(0, allowedMs));
  const refusal = () => (ms < idleTimeoutMs ? tooSlow(least) : stalled(idleTimeoutMs));
  beginWait(pace);
  const next = await within(chunks.next(), { ms, refusal, signal });
  endWait(pace);
  pace.bytes += next.done ? 0 : next.value.length;
  return next;
}

interface WaitLimit {
  ms: number;
  refusal: () => Error;
  signal?: AbortSignal;
}

async function within<T>(next: Promise<T>, { ms, refusal, signal }: WaitLimit): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const refused = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(refusal()), ms);
    onAbort = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
  try {
    return await Promise.race([next.catch(asIncomplete), refused]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

const stalled = (ms: number) => invalid('body', 'timed_out', `Nothing arrived for ${ms / 1000} seconds`);

function tooSlow({ bytesPerSecond }: typeof LEAST) {
  return invalid('body', 'too_slow', 'The body arrives too slowly.', { leastBytesPerSecond: bytesPerSecond });
}

/** The only errors of an incoming body are that its connection ended. */
function asIncomplete(cause: unknown): never {
  throw Object.assign(invalid('body', 'incomplete', 'The request ended before its body'), { cause });
}
