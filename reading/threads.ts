/** A few reading threads, with a bounded queue before them and a limit on the time of each job. */
import { Worker } from 'node:worker_threads';
import type { Files } from './files.js';
import type { JobName, Jobs, Reply, Request } from './jobs.js';

const THREADS = 2;
const MAX_WAITING = 64;
const MAX_WAIT_MS = 10_000;
/** A job ends itself before; this is for a single line or pattern that takes all the time there is. */
const KILL_AFTER_MS = 15_000;
/** Of one thread: several trees as large as they come, and what is made of them. */
const MAX_HEAP_MB = 768;

/** There is no thread for this in time; the request may come again in a moment. */
class ReadingBusyError extends Error {
  override readonly name = 'ReadingBusyError';
  readonly code = 'BUSY';
}

/** The job took more time or memory than it may have. Its thread is gone, the next job gets a new one. */
class ReadingTooLargeError extends Error {
  override readonly name = 'ReadingTooLargeError';
  readonly code = 'READING_TOO_LARGE';
}

export interface Job<N extends JobName> {
  name: N;
  input: Jobs[N]['input'];
  /** Whose work it is: of one account only one job runs at a time, so that others have their turn. */
  account: string;
  tree?: { sha256: string; load: () => Promise<Files> };
}

export type ReadingThreads = ReturnType<typeof createReadingThreads>;

interface Waiting {
  account: string;
  start: (thread: Thread) => void;
}

/** Threads start when they are first needed; `close()` ends them. */
export function createReadingThreads({ killAfterMs = KILL_AFTER_MS, maxWaitMs = MAX_WAIT_MS } = {}) {
  const threads: Thread[] = [];
  const idle: Thread[] = [];
  const running = new Set<string>();
  const waiting: Waiting[] = [];

  function acquire(account: string): Promise<Thread> {
    return new Promise((resolve, reject) => {
      if (waiting.length >= MAX_WAITING) return reject(new ReadingBusyError('too many wait to read'));
      const entry: Waiting = {
        account,
        start(thread) {
          clearTimeout(timer);
          resolve(thread);
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(new ReadingBusyError('no thread to read with came free in time'));
      }, maxWaitMs);
      waiting.push(entry);
      next();
    });
  }

  /** Gives free threads to those who wait, in order, but passes over accounts that have a job running. */
  function next(): void {
    for (;;) {
      const at = waiting.findIndex(({ account }) => !running.has(account));
      const thread = at === -1 ? undefined : (idle.pop() ?? newThread());
      if (!thread) return;
      const [entry] = waiting.splice(at, 1);
      running.add(entry!.account);
      entry!.start(thread);
    }
  }

  function newThread(): Thread | undefined {
    if (threads.length >= THREADS) return undefined;
    const thread = createThread(killAfterMs);
    threads.push(thread);
    return thread;
  }

  function release(thread: Thread, account: string): void {
    running.delete(account);
    if (thread.isAlive()) idle.push(thread);
    else threads.splice(threads.indexOf(thread), 1);
    next();
  }

  return {
    async run<N extends JobName>({ name, input, account, tree }: Job<N>): Promise<Jobs[N]['output']> {
      const thread = await acquire(account);
      try {
        const known = { name, input, ...(tree && { tree: { sha256: tree.sha256 } }) };
        let reply = await thread.ask(known);
        if ('missing' in reply && tree) {
          const files = [...(await tree.load())];
          reply = await thread.ask({ ...known, tree: { sha256: tree.sha256, files } });
        }
        if ('error' in reply) throw reply.error;
        if (!('output' in reply)) throw new Error('a reading thread has lost its tree');
        return reply.output;
      } finally {
        release(thread, account);
      }
    },
    async close(): Promise<void> {
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

type Thread = ReturnType<typeof createThread>;

/** One job at a time. */
function createThread(killAfterMs: number) {
  const worker = new Worker(new URL('./thread.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    env: {},
    name: 'reading',
  });
  // what waits for an answer keeps the process alive, not the thread
  worker.unref();
  let ids = 0;
  let isAlive = true;
  let settle: ((end: { reply: Reply } | { error: Error }) => void) | null = null;
  worker.on('message', (reply: Reply) => settle?.({ reply }));
  worker.on('error', (cause) => {
    isAlive = false;
    const isMemory = (cause as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';
    settle?.({
      error: isMemory ? new ReadingTooLargeError('a tree takes too much memory', { cause }) : (cause as Error),
    });
  });
  worker.on('exit', () => {
    isAlive = false;
    settle?.({ error: new ReadingTooLargeError('a reading thread was ended') });
  });

  return {
    isAlive: () => isAlive,
    async ask(request: Omit<Request, 'id'>): Promise<Reply> {
      if (!isAlive) throw new ReadingTooLargeError('a reading thread has ended');
      const id = (ids += 1);
      const timer = setTimeout(() => void worker.terminate(), killAfterMs);
      try {
        const end = await new Promise<{ reply: Reply } | { error: Error }>((resolve) => {
          settle = resolve;
          worker.postMessage({ ...request, id });
        });
        if ('error' in end) throw end.error;
        return end.reply;
      } finally {
        clearTimeout(timer);
        settle = null;
      }
    },
    end: () => worker.terminate(),
  };
}
