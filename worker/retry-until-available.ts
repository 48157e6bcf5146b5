import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../infra/logger.js';

const WAIT_MS = 1_000;
/** Every how many attempts a line is logged, so that a long wait is visible and does not fill the log. */
const LOG_EVERY = 10;

export interface RetryOptions {
  timeoutMs: number;
  /** Aborts the wait; its reason is thrown. */
  signal: AbortSignal;
  log: Logger;
  /** Whether an error may be of a state that ends by itself; any is if not given. */
  mayPass?: (error: unknown) => boolean;
}

/** Repeats `attempt` each second until it succeeds; throws its last error when that takes longer than `timeoutMs`, or does not pass. */
export async function retryUntilAvailable<T>(
  what: string,
  attempt: () => Promise<T>,
  { timeoutMs, signal, log, mayPass = () => true }: RetryOptions,
): Promise<T> {
  const deadlineMs = Date.now() + timeoutMs;
  for (let count = 0; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayPass(error) || Date.now() + WAIT_MS > deadlineMs) throw error;
      if (count % LOG_EVERY === 0) log.warn({ err: error }, `waiting for ${what}`);
    }
    await pause(WAIT_MS, undefined, { signal });
  }
}
