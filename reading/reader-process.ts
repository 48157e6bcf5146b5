/** One reader process, which does one job at a time, within limits of time and memory. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FileBatch, Reply, Request } from './jobs.js';
import { processorMs } from './processor-time.js';

/** Between two measurements of a process. */
const LEAST_PAUSE_MS = 50;

/** The job took more time or memory than it may. Its reader was killed, and the next job gets a new one. */
class ReadingTooLargeError extends Error {
  override readonly name = 'ReadingTooLargeError';
  readonly code = 'READING_TOO_LARGE';

  /** @param isFinal whether a retry is pointless: memory ran out. Of time there may be enough on an idle machine */
  constructor(
    message: string,
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** The reader died, and not of the job as far as is known: another one can do it. */
class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
  readonly code = 'READER_GONE';
}

export type Reader = ReturnType<typeof createReader>;
type Answer = { reply: Reply } | { error: Error };

function startReader(maxHeapMb: number): ChildProcess {
  return fork(fileURLToPath(new URL('./reader.js', import.meta.url)), {
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

export interface ReaderLimits {
  /** A job may take so long by the clock. */
  killAfterMs: number;
  /** And this much processor time, however loaded the machine is. */
  maxWorkMs: number;
  maxHeapMb: number;
}

/** Starts a process; a job that exceeds a limit ends it. */
export function createReader({ maxHeapMb, ...limits }: ReaderLimits) {
  const child = startReader(maxHeapMb);
  let end: Error | null = null;
  let settle: ((answer: Answer) => void) | null = null;
  let isOverdue = false;
  const fail = (error: Error): void => {
    end ??= error;
    settle?.({ error });
  };
  const onSent = (cause: Error | null): void => {
    if (cause) fail(new ReaderGoneError('a reader takes no job', { cause }));
  };
  child.on('message', (reply: Reply) => settle?.({ reply }));
  child.on('error', fail);
  child.on('exit', (code, signal) => fail(exitError(code, signal, isOverdue)));

  return {
    isAlive: () => end === null,
    /** A reader keeps this process alive while it works on a job, and not while it is idle. */
    hold(isWorking: boolean): void {
      for (const one of [child, child.channel])
        if (isWorking) one?.ref();
        else one?.unref();
    },
    async ask(request: Request): Promise<Reply> {
      if (end) throw end;
      const stopWatching = watch(child, limits, () => {
        isOverdue = true;
        child.kill('SIGKILL');
      });
      try {
        const answer = await new Promise<Answer>((resolve) => {
          settle = resolve;
          child.send(request, onSent);
        });
        if ('error' in answer) throw answer.error;
        return answer.reply;
      } finally {
        stopWatching();
        settle = null;
      }
    },
    /** Sends files of a tree that the next request is about; resolves when they are on their way. */
    async sendFiles(batch: FileBatch): Promise<void> {
      if (end) throw end;
      await new Promise<void>((resolve) => child.send(batch, (error) => resolve(onSent(error))));
    },
    async end(): Promise<void> {
      if (end) return;
      child.ref();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Calls back once a process has worked, or taken by the clock, for as long as a job may; returns what ends the watch. Where
 * the system does not tell what a process has used, the clock counts as work.
 */
function watch(
  { pid }: ChildProcess,
  { killAfterMs, maxWorkMs }: Omit<ReaderLimits, 'maxHeapMb'>,
  onOverdue: () => void,
): () => void {
  const startMs = performance.now();
  const usedBefore = processorMs(pid);
  const check = (): void => {
    const elapsedMs = performance.now() - startMs;
    const used = processorMs(pid);
    const workedMs = used === null || usedBefore === null ? elapsedMs : used - usedBefore;
    const leftMs = Math.min(maxWorkMs - workedMs, killAfterMs - elapsedMs);
    if (leftMs <= 0) onOverdue();
    else timer = setTimeout(check, Math.max(leftMs, LEAST_PAUSE_MS));
  };
  let timer = setTimeout(check, Math.min(maxWorkMs, killAfterMs));
  return () => clearTimeout(timer);
}

/** V8 aborts when the heap is full; a SIGKILL that is not ours may be the kernel's, when the machine's memory runs out. */
function exitError(code: number | null, signal: NodeJS.Signals | null, isOverdue: boolean): Error {
  const isOutOfMemory = signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134;
  if (isOutOfMemory || isOverdue)
    return new ReadingTooLargeError(`a reader was ended by ${signal ?? code}`, isOutOfMemory);
  const message = `a reader ended with ${signal ?? code}`;
  return signal === 'SIGKILL' ? new ReaderGoneError(message) : new Error(message);
}
