/** The body of a request as it arrives, with a time-out for stalled clients. */
import type { IncomingMessage } from 'node:http';
import { invalid } from '../../contract/errors.js';

/** How long a client may send nothing before its request is refused. */
export const NO_PROGRESS_TIMEOUT_MS = 60_000;

/**
 * Yields the chunks of a request's body. Throws ServiceError 400 when the client goes away or stalls. A reader that stops
 * early leaves the rest unread and the connection open.
 */
export async function* readBody(message: IncomingMessage, idleTimeoutMs: number): AsyncGenerator<Buffer> {
  const chunks = message.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const next = await within(chunks.next(), idleTimeoutMs);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // not awaited: a pending `next` has to settle before the iterator can end. Its error is the connection's, which `next`
    // has thrown already, or which shows when the request is answered
    chunks.return?.().catch(() => undefined);
  }
}

async function within<T>(next: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(invalid('body', 'timed_out', `Nothing arrived for ${timeoutMs / 1000} seconds`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([next.catch(asIncomplete), stalled]);
  } finally {
    clearTimeout(timer);
  }
}

/** The only errors of an incoming body are that its connection ended. */
function asIncomplete(cause: unknown): never {
  throw Object.assign(invalid('body', 'incomplete', 'The request ended before its body'), { cause });
}
