/** Supervises one process: restarts it when it exits unexpectedly, with back-off, and reports that. */
import { setTimeout as delay } from 'node:timers/promises';
import { tail, type RunningProcess } from './processes.js';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** After running this long a process counts as healthy, which resets the back-off. */
const HEALTHY_MS = 60_000;

export type Supervised = {
  name: string;
  /** Stops the process and its supervision. */
  stop(graceMs: number): Promise<void>;
  /** Kills it at once, for the second Ctrl-C. */
  kill(): void;
};

export type SuperviseOptions = {
  start: () => Promise<RunningProcess>;
  logPath: string;
  say: (line: string) => void;
};

export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  const stopping = new AbortController();
  const first = await options.start();
  let current = first;
  // an error of the supervision must not end this process, which would leave all servers running
  const watch = keep().catch((error: unknown) => {
    options.say(`${first.name} is no longer watched over: ${String(error)}`);
  });

  async function keep(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stopping.signal.aborted) {
      const begun = performance.now();
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - begun > HEALTHY_MS) pauseMs = FIRST_PAUSE_MS;
      options.say(`${first.name} ended (${how}). Its log, ${options.logPath}, ends with:\n${tail(options.logPath, 5)}`);
      pauseMs = await restart(pauseMs);
    }
  }

  async function restart(firstPauseMs: number): Promise<number> {
    let pauseMs = firstPauseMs;
    for (;;) {
      options.say(`Starting ${first.name} again in ${pauseMs / 1000} s.`);
      const isWanted = await delay(pauseMs, true, { signal: stopping.signal }).catch(() => false); // aborted by a stop
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      if (!isWanted) return pauseMs;
      try {
        current = await options.start();
        return pauseMs;
      } catch (error) {
        options.say(`${first.name} did not start: ${(error as Error).message}`);
      }
    }
  }

  return {
    name: first.name,
    async stop(graceMs) {
      stopping.abort();
      await current.stop(graceMs);
      await watch;
      await current.stop(graceMs); // one that was being started when the stop came
    },
    kill() {
      stopping.abort();
      current.kill();
    },
  };
}
