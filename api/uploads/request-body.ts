/** The body of a request as it arrives, with a bound on how long nothing may come. */
import type { IncomingMessage } from 'node:http';
import { invalid } from '../../contract/errors.js';

/** How long a client may send nothing before its upload is given up. */
export const NO_PROGRESS_TIMEOUT_MS = 60_000;

/**
 * Chunks of a request's body. Ends with a 400 when the client goes away or stalls; whoever stops earlier leaves the rest
 * unread and the connection as it is.
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
    // Not awaited: while a chunk is still waited for, the iterator ends only with it. Its error would be that of the
    // connection, which `next` has thrown already or whoever answers the request meets.
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
