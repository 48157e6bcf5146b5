import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `look` until it answers something other than null; throws when that takes longer than `timeoutMs`. What `look`
 * throws ends the wait.
 */
export async function poll<T>(look: () => Promise<T | null>, timeoutMs = 120_000, everyMs = 50): Promise<T> {
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > deadlineMs) throw new Error(`nothing within ${timeoutMs} ms: ${look.toString().slice(0, 200)}`);
    await pause(everyMs);
  }
}
