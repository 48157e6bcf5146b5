/** Free ports, and waiting for something to listen on one. */
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

// Below the range that systems take ports from for outgoing connections and for "any port": one of those can be taken
// between being chosen and being listened on.
const LOWEST = 15_000;
const HIGHEST = 32_000;

/** A port of 127.0.0.1 that nothing listens on now and that is not in `taken`; `preferred` where it can be. */
export async function freePort(preferred?: number, taken: ReadonlySet<number> = new Set()): Promise<number> {
  if (preferred !== undefined && !taken.has(preferred) && (await isPortFree(preferred))) return preferred;
  for (let tries = 0; tries < 200; tries++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (!taken.has(port) && (await isPortFree(port))) return port;
  }
  throw new Error(`No free port between ${LOWEST} and ${HIGHEST} was found.`);
}

/** The first of `count` free ports one after another. */
export async function freeRow(
  count: number,
  { preferred, taken }: { preferred: number | undefined; taken: ReadonlySet<number> },
): Promise<number> {
  for (let first = preferred, tries = 0; tries < 20; tries++) {
    first = await freePort(first, taken);
    const row = Array.from({ length: count }, (_, at) => (first as number) + at);
    const free = await Promise.all(row.map(async (port) => !taken.has(port) && (await isPortFree(port))));
    if (!free.includes(false)) return first;
    first = undefined;
  }
  throw new Error(`No ${count} free ports one after another were found.`);
}

export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Whether a TCP connection to the port can be made within a second. */
export function accepts(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1000 });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

/** Whether a GET of `url` answers 2xx within two seconds. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // refused, reset or timed out: not answering yet, the caller's deadline decides
  }
}

/** Polls `check` until it is true; false after `timeoutMs`. */
export async function poll(check: () => Promise<boolean>, timeoutMs: number, everyMs = 25): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    if (await check()) return true;
    if (performance.now() >= end) return false;
    await delay(everyMs);
  }
}
