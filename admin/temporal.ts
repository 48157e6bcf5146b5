/** Requests of commands to Temporal. An operator is waiting: each has a deadline of seconds, and says what it could not do. */
import type { Executions } from '../activities/executions.js';
import type { Systems } from './commands.js';
import { CommandError } from './input.js';

/** Time-out of one request. */
export const TEMPORAL_TIMEOUT_MS = 5_000;

const LATER = 'by the reconciler, within two minutes';

/** Starts the workflow of a row that has been written; when it is started. Never throws: the reconciler repeats it. */
export async function startNow(
  temporal: Systems['temporal'],
  start: (temporal: Executions) => Promise<unknown>,
): Promise<'now' | typeof LATER> {
  if (temporal === null) return LATER;
  try {
    await start(inTime(temporal, TEMPORAL_TIMEOUT_MS));
    return 'now';
  } catch {
    return LATER; // the answer tells it, as the api's log does where a request finds Temporal unavailable
  }
}

/** Asks Temporal for what nothing else would do later. Throws CommandError when it cannot be asked. */
export async function askTemporal<T>(
  temporal: Systems['temporal'],
  ask: (temporal: Executions) => Promise<T>,
  timeoutMs = TEMPORAL_TIMEOUT_MS,
): Promise<T> {
  if (temporal === null) throw new CommandError('Which Temporal? Set TEMPORAL_ADDRESS.');
  try {
    return await ask(inTime(temporal, timeoutMs));
  } catch (error) {
    throw new CommandError(`Temporal cannot be asked, so nothing was changed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Activities, which are retried, may wait for longer. */
function inTime(temporal: Executions, timeoutMs: number): Executions {
  return { within: (_, call) => temporal.within(timeoutMs, call) };
}
