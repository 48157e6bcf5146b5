/** Time limits of requests to addresses that users choose. */

const CONNECT_MS = 5000;
/** Of a request to a receiver. */
const TOTAL_MS = 15_000;

export interface Limits {
  /** Aborted when a limit has passed, or the caller aborts. */
  signal: AbortSignal;
  /** To be called when the connection is established, TLS included. */
  connected(): void;
  /** The limit that has passed, if any. */
  passed(): string | null;
  end(): void;
}

/** 5 s to connect (DNS and TLS included), 15 s in all by default. */
export function startLimits(caller: AbortSignal, totalMs = TOTAL_MS): Limits {
  const controller = new AbortController();
  let passed: string | null = null;
  const passAfter = (ms: number, name: string) =>
    setTimeout(() => {
      passed ??= name;
      controller.abort();
    }, ms);
  const connecting = passAfter(CONNECT_MS, 'connect_timeout');
  const total = passAfter(totalMs, 'timeout');
  const giveUp = () => controller.abort();
  if (caller.aborted) giveUp();
  caller.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    connected: () => clearTimeout(connecting),
    passed: () => passed,
    end() {
      clearTimeout(connecting);
      clearTimeout(total);
      caller.removeEventListener('abort', giveUp);
    },
  };
}
