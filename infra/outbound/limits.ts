/** The time a request to a receiver may take. */

const CONNECT_MS = 5000;
const TOTAL_MS = 15_000;

export interface Limits {
  /** Aborted when time is up, or the caller gives up. */
  signal: AbortSignal;
  /** The connection stands, TLS included. */
  connected(): void;
  /** Which of the limits has passed, if one has. */
  passed(): string | null;
  end(): void;
}

/** 5 s to connect (names and TLS included), 15 s in all. */
export function startLimits(caller: AbortSignal): Limits {
  const controller = new AbortController();
  let passed: string | null = null;
  const passAfter = (ms: number, name: string) =>
    setTimeout(() => {
      passed ??= name;
      controller.abort();
    }, ms);
  const connecting = passAfter(CONNECT_MS, 'connect_timeout');
  const total = passAfter(TOTAL_MS, 'timeout');
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
