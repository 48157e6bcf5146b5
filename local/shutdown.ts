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

/** Aborts `stop` at the first SIGINT, SIGTERM or SIGHUP; the second one kills what runs and ends this process. */
export function stopOnSignals(stop: AbortController, { running, say }: Pick<Setting, 'running' | 'say'>): void {
  const onSignal = () => {
    if (!stop.signal.aborted) {
      say('Stopping; press Ctrl-C again to kill everything.');
      stop.abort();
      return;
    }
    for (const { process: supervised } of running) supervised.kill();
    say('Killed.');
    process.exit(130);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
