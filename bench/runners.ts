/** Processes that convert documents, each one after the other; one that a document ends or stalls is replaced. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A thousand pages take a minute on a loaded machine. */
const STALL_MS = 600_000;
const HEAP_MIB = 4096;

/** The stack of what no document may cause; null when all went well. */
export type RunnerAnswer = { defect: string | null };

export interface Runner<Task extends object> {
  /** Null when the document ended the process, or took too long. */
  run(task: Task): Promise<RunnerAnswer | null>;
  close(): void;
}

/** In the process: answers each task that is sent to it. */
export function answerTasks<Task extends object>(run: (task: Task) => Promise<RunnerAnswer>): void {
  process.on('message', (task: Task) => {
    void run(task).then(
      (answer) => process.send?.(answer),
      (error: unknown) => process.send?.({ defect: (error as Error).stack ?? String(error) }),
    );
  });
}

/** @param program the module that the processes run; it calls `answerTasks`. */
export function createRunner<Task extends object>(program: URL): Runner<Task> {
  let child: ChildProcess | null = null;
  return {
    async run(task) {
      child ??= fork(fileURLToPath(program), {
        execArgv: [`--max-old-space-size=${HEAP_MIB}`, '--enable-source-maps'],
      });
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
