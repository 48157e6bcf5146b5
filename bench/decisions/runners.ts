/** Processes that structure documents, each one after the other; one that a document ends or stalls is replaced. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunnerAnswer, RunnerTask } from './runner.js';

const RUNNER = fileURLToPath(new URL('./runner.js', import.meta.url));
/** A thousand pages take a minute on a busy machine. */
const STALL_MS = 600_000;
const HEAP_MIB = 4096;

export interface Runner {
  /** Null when the document ended the process, or took too long. */
  run(task: RunnerTask): Promise<RunnerAnswer | null>;
  close(): void;
}

export function createRunner(): Runner {
  let child: ChildProcess | null = null;
  return {
    async run(task) {
      child ??= fork(RUNNER, { execArgv: [`--max-old-space-size=${HEAP_MIB}`, '--enable-source-maps'] });
      const running = child;
      const timer = setTimeout(() => running.kill('SIGKILL'), STALL_MS);
      const answer = await new Promise<RunnerAnswer | null>((resolve) => {
        running.removeAllListeners();
        running.once('message', (message) => resolve(message as RunnerAnswer));
        running.once('exit', () => resolve(null));
        running.send(task, (error) => error && resolve(null));
      });
      clearTimeout(timer);
      if (!answer) child = null;
      return answer;
    },
    close: () => void child?.kill('SIGKILL'),
  };
}
