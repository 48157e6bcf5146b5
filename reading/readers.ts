/**
 * Reader processes: a few of them, with a bounded queue and limits on the time and memory of each job. They are not
 * threads, because a thread that runs out of memory takes the process that answers requests down with it.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createSemaphore } from '../infra/semaphore.js';
import type { Files } from './files.js';
import type { FileBatch, JobName, Jobs, Reply, Request } from './jobs.js';

const READERS = 2;
const MAX_WAITING = 64;
/** One job at a time for each account, and no account fills the queue by itself. */
const PER_ACCOUNT = { permits: 1, maxWaiting: 16 };
const MAX_WAIT_MS = 15_000;
/** Jobs limit their own time to less; this stops one that is stuck in a single line or pattern. */
const KILL_AFTER_MS = 20_000;
/** Of one reader: room for several of the largest trees and the indexes made from them. */
const MAX_HEAP_MB = 768;

const BATCH_CHARS = 1024 * 1024;

/** The job took more time or memory than it may. Its reader was killed, and the next job gets a new one. */
class ReadingTooLargeError extends Error {
  override readonly name = 'ReadingTooLargeError';
  readonly code = 'READING_TOO_LARGE';

  /** @param isFinal its memory was not enough, which a repeat does not change; its time may be, on a machine at rest */
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

export interface Job<N extends JobName> {
  name: N;
  input: Jobs[N]['input'];
  /** The owner: each account has one job running at a time, for fairness. */
  account: string;
  tree?: { sha256: string; load: () => Promise<Files> };
}

export type Readers = ReturnType<typeof createReaders>;

interface ReadersOptions {
  /** A reader that works on a job for longer is killed. */
  killAfterMs?: number;
  /** How long a job waits for a free reader. */
  maxWaitMs?: number;
  maxHeapMb?: number;
}

/** Readers start when they are first needed; `close()` ends them. */
export function createReaders({
  killAfterMs = KILL_AFTER_MS,
  maxWaitMs = MAX_WAIT_MS,
  maxHeapMb = MAX_HEAP_MB,
}: ReadersOptions = {}) {
  const bounds = { permits: READERS, maxWaiting: MAX_WAITING, perOwner: PER_ACCOUNT };
  const semaphore = createSemaphore({ ...bounds, maxWaitMs, what: 'reads' });
  const pool = createReaderPool(() => createReader({ killAfterMs, maxHeapMb }));

  async function attempt<N extends JobName>(job: Job<N>): Promise<Jobs[N]['output']> {
    const work = async (): Promise<Jobs[N]['output']> => {
      const reader = pool.take();
      reader.hold(true);
      try {
        return await askReader(reader, job);
      } finally {
        reader.hold(false);
        pool.giveBack(reader);
      }
    };
    return semaphore.run(work, { owner: job.account });
  }

  return {
    /**
     * Runs a job on a reader; once more where the reader died before it took the job, or was killed by others.
     * Throws errors with the code BUSY, READING_TOO_LARGE or READER_GONE, and what the job throws.
     */
    async run<N extends JobName>(job: Job<N>): Promise<Jobs[N]['output']> {
      try {
        return await attempt(job);
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'READER_GONE') throw error;
        return attempt(job);
      }
    },
    close: () => pool.close(),
  };
}

/** Readers that are reused as long as they live; the semaphore limits how many are taken at once. */
function createReaderPool(start: () => Reader) {
  const readers = new Set<Reader>();
  const idle: Reader[] = [];
  return {
    /** An idle reader that has not died meanwhile, or a new one. */
    take(): Reader {
      for (let reader = idle.pop(); reader; reader = idle.pop()) {
        if (reader.isAlive()) return reader;
        readers.delete(reader);
      }
      const reader = start();
      readers.add(reader);
      return reader;
    },
    giveBack(reader: Reader): void {
      if (reader.isAlive()) idle.push(reader);
      else readers.delete(reader);
    },
    async close(): Promise<void> {
      await Promise.all(Array.from(readers, (reader) => reader.end()));
    },
  };
}

/** Asks for the job, and sends the tree first where the reader does not have it. */
async function askReader<N extends JobName>(reader: Reader, { name, input, tree }: Job<N>): Promise<Jobs[N]['output']> {
  const request = { name, input, ...(tree && { sha256: tree.sha256 }) };
  let reply = await reader.ask(request);
  if ('missing' in reply && tree) {
    for (const files of batches(await tree.load())) await reader.sendFiles({ sha256: tree.sha256, files });
    reply = await reader.ask(request);
  }
  if ('error' in reply) throw reply.error;
  if (!('output' in reply)) throw new Error('a reader has lost its tree');
  return reply.output;
}

/** A tree in batches of files: sending one blocks the event loop while it is copied. */
function* batches(files: Files): Iterable<[string, string][]> {
  let batch: [string, string][] = [];
  let chars = 0;
  for (const [path, text] of files) {
    batch.push([path, text]);
    chars += text.length;
    if (chars < BATCH_CHARS) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  yield batch;
}

type Reader = ReturnType<typeof createReader>;
type Answer = { reply: Reply } | { error: Error };

function startReader(maxHeapMb: number): ChildProcess {
  return fork(fileURLToPath(new URL('./reader.js', import.meta.url)), {
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}

/** One process, one job at a time. */
function createReader({ killAfterMs, maxHeapMb }: { killAfterMs: number; maxHeapMb: number }) {
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
      const timer = setTimeout(() => {
        isOverdue = true;
        child.kill('SIGKILL');
      }, killAfterMs);
      try {
        const answer = await new Promise<Answer>((resolve) => {
          settle = resolve;
          child.send(request, onSent);
        });
        if ('error' in answer) throw answer.error;
        return answer.reply;
      } finally {
        clearTimeout(timer);
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

/** V8 aborts when the heap is full; a SIGKILL that is not ours may be the kernel's, when the machine's memory runs out. */
function exitError(code: number | null, signal: NodeJS.Signals | null, isOverdue: boolean): Error {
  const isOutOfMemory = signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134;
  if (isOutOfMemory || isOverdue)
    return new ReadingTooLargeError(`a reader was ended by ${signal ?? code}`, isOutOfMemory);
  const message = `a reader ended with ${signal ?? code}`;
  return signal === 'SIGKILL' ? new ReaderGoneError(message) : new Error(message);
}
