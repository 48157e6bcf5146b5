/** Free ports, and waiting for something to listen on one. */
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A port of 127.0.0.1 that nothing listens on now; `preferred` where that one is free, so that ports stay the same. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  return listenOnce(0, '127.0.0.1');
}

export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return listenOnce(port, host).then(
    () => true,
    () => false,
  );
}

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
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

/** Asks `check` until it says yes; false when `timeoutMs` is over first. */
export async function poll(check: () => Promise<boolean>, timeoutMs: number, everyMs = 25): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    if (await check()) return true;
    if (performance.now() >= end) return false;
    await delay(everyMs);
  }
}
