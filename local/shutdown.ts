/** The end of `npm start`: the first Ctrl-C stops everything in order, the second kills. */
import { clearRecords } from './process-records.js';
import type { Setting } from './servers.js';

/** Stops api, worker, Temporal, S3 and PostgreSQL, the last started first, each within its own bound. */
export async function stopAll({ running, progress, data, say }: Setting): Promise<void> {
  let clean = true;
  for (const { name, graceMs, process } of running.toReversed()) {
    const task = progress.begin(`Stopping ${name}`);
    try {
      await process.stop(graceMs);
      task.done('stopped');
    } catch (error) {
      clean = false;
      task.failed();
      say((error as Error).message);
    }
  }
  if (clean) clearRecords(data);
}

/** npm forwards signals that its child gets from the terminal as well: within this time they are one Ctrl-C. */
const ONE_CTRL_C_MS = 1_000;

/** Calls `first` at the first SIGINT, SIGTERM or SIGHUP, and `again` at each that comes more than a second after it. */
export function onStopSignals(first: () => void, again: () => void): void {
  let firstMs: number | null = null;
  const onSignal = (): void => {
    if (firstMs === null) {
      firstMs = performance.now();
      first();
    } else if (performance.now() - firstMs > ONE_CTRL_C_MS) again();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
}

/** Aborts `stop` at the first signal to end; the second one kills what runs and ends this process. */
export function stopOnSignals(stop: AbortController, { running, say }: Pick<Setting, 'running' | 'say'>): void {
  onStopSignals(
    () => {
      say('Stopping; press Ctrl-C again to kill everything.');
      stop.abort();
    },
    () => {
      for (const { process: supervised } of running) supervised.kill();
      say('Killed.');
      process.exit(130);
    },
  );
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
