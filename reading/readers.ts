/**
 * A few processes that read whole trees, with a bounded queue before them and limits on the time and memory of each job.
 * No threads: one that runs out of memory takes the process that answers requests with it.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Files } from './files.js';
import type { Delivery, JobName, Jobs, Reply, Request } from './jobs.js';

const READERS = 2;
const MAX_WAITING = 64;
/** No account fills the queue by itself. */
const MAX_WAITING_OF_ONE = 16;
const MAX_WAIT_MS = 15_000;
/** A job ends itself before; this is for a single line or pattern that takes all the time there is. */
const KILL_AFTER_MS = 20_000;
/** Of one reader: several trees as large as they come, and what is made of them. */
const MAX_HEAP_MB = 768;

const PARCEL_CHARS = 1024 * 1024;

/** There is no reader for this in time; the request may come again in a moment. */
class ReadingBusyError extends Error {
  override readonly name = 'ReadingBusyError';
  readonly code = 'BUSY';
}

/** The job took more time or memory than it may have. Its reader is gone, the next job gets a new one. */
class ReadingTooLargeError extends Error {
  override readonly name = 'ReadingTooLargeError';
  readonly code = 'READING_TOO_LARGE';
}

/** The reader died while it waited for a job: another can do it. */
class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
  readonly code = 'READER_GONE';
}

export interface Job<N extends JobName> {
  name: N;
  input: Jobs[N]['input'];
  /** Whose work it is: of one account only one job runs at a time, so that others have their turn. */
  account: string;
  tree?: { sha256: string; load: () => Promise<Files> };
}

export type Readers = ReturnType<typeof createReaders>;

interface Waiting {
  account: string;
  start: (reader: Reader) => void;
}

/** Readers start when they are first needed; `close()` ends them. */
export function createReaders({ killAfterMs = KILL_AFTER_MS, maxWaitMs = MAX_WAIT_MS, maxHeapMb = MAX_HEAP_MB } = {}) {
  const readers: Reader[] = [];
  const idle: Reader[] = [];
  const running = new Set<string>();
  const waiting: Waiting[] = [];

  function acquire(account: string): Promise<Reader> {
    return new Promise((resolve, reject) => {
      const ofOne = waiting.filter((one) => one.account === account).length;
      if (waiting.length >= MAX_WAITING || ofOne >= MAX_WAITING_OF_ONE)
        return reject(new ReadingBusyError('too many wait to read'));
      const entry: Waiting = {
        account,
        start(reader) {
          clearTimeout(timer);
          resolve(reader);
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(new ReadingBusyError('no reader came free in time'));
      }, maxWaitMs);
      waiting.push(entry);
      next();
    });
  }

  /** Gives free readers to those who wait, in order, but passes over accounts that have a job running. */
  function next(): void {
    for (;;) {
      const at = waiting.findIndex(({ account }) => !running.has(account));
      const reader = at === -1 ? undefined : (idleReader() ?? newReader());
      if (!reader) return;
      const [entry] = waiting.splice(at, 1);
      running.add(entry!.account);
      reader.hold(true);
      entry!.start(reader);
    }
  }

  /** One that waits for a job, and has not died meanwhile. */
  function idleReader(): Reader | undefined {
    for (let reader = idle.pop(); reader; reader = idle.pop()) {
      if (reader.isAlive()) return reader;
      readers.splice(readers.indexOf(reader), 1);
    }
    return undefined;
  }

  function newReader(): Reader | undefined {
    if (readers.length >= READERS) return undefined;
    const reader = createReader({ killAfterMs, maxHeapMb });
    readers.push(reader);
    return reader;
  }

  function release(reader: Reader, account: string): void {
    running.delete(account);
    reader.hold(false);
    if (reader.isAlive()) idle.push(reader);
    else readers.splice(readers.indexOf(reader), 1);
    next();
  }

  async function attempt<N extends JobName>({ name, input, account, tree }: Job<N>): Promise<Jobs[N]['output']> {
    const reader = await acquire(account);
    try {
      const asked = { name, input, ...(tree && { sha256: tree.sha256 }) };
      let reply = await reader.ask(asked);
      if ('missing' in reply && tree) {
        for (const files of parcels(await tree.load())) await reader.deliver({ sha256: tree.sha256, files });
        reply = await reader.ask(asked);
      }
      if ('error' in reply) throw reply.error;
      if (!('output' in reply)) throw new Error('a reader has lost its tree');
      return reply.output;
    } finally {
      release(reader, account);
    }
  }

  return {
    async run<N extends JobName>(job: Job<N>): Promise<Jobs[N]['output']> {
      try {
        return await attempt(job);
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'READER_GONE') throw error;
        return attempt(job);
      }
    },
    async close(): Promise<void> {
      await Promise.all(readers.map((reader) => reader.end()));
    },
  };
}

/** A tree in parts: each is copied in one go, in which no request is answered. */
function* parcels(files: Files): Iterable<[string, string][]> {
  let parcel: [string, string][] = [];
  let chars = 0;
  for (const [path, text] of files) {
    parcel.push([path, text]);
    chars += text.length;
    if (chars < PARCEL_CHARS) continue;
    yield parcel;
    parcel = [];
    chars = 0;
  }
  yield parcel;
}

type Reader = ReturnType<typeof createReader>;
type Answer = { reply: Reply } | { error: Error };

/** One process, one job at a time. */
function createReader({ killAfterMs, maxHeapMb }: { killAfterMs: number; maxHeapMb: number }) {
  const child = fork(fileURLToPath(new URL('./reader.js', import.meta.url)), {
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let end: Error | null = null;
  let settle: ((answer: Answer) => void) | null = null;
  const fail = (error: Error): void => {
    end ??= error;
    settle?.({ error });
  };
  const notSent = (cause: Error | null): void => {
    if (cause) fail(new ReaderGoneError('a reader takes no job', { cause }));
  };
  child.on('message', (reply: Reply) => settle?.({ reply }));
  child.on('error', fail);
  child.on('exit', (code, signal) => fail(endOf(code, signal)));

  return {
    isAlive: () => end === null,
    /** A reader keeps this process alive while it has a job, and not when it waits for one. */
    hold(isBusy: boolean): void {
      for (const one of [child, child.channel])
        if (isBusy) one?.ref();
        else one?.unref();
    },
    async ask(request: Request): Promise<Reply> {
      if (end) throw end;
      const timer = setTimeout(() => void child.kill('SIGKILL'), killAfterMs);
      try {
        const answer = await new Promise<Answer>((resolve) => {
          settle = resolve;
          child.send(request, notSent);
        });
        if ('error' in answer) throw answer.error;
        return answer.reply;
      } finally {
        clearTimeout(timer);
        settle = null;
      }
    },
    /** Files of a tree that is about to be asked for; resolves when they are on their way. */
    async deliver(delivery: Delivery): Promise<void> {
      if (end) throw end;
      await new Promise<void>((resolve) => child.send(delivery, (error) => resolve(notSent(error))));
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

/** V8 aborts when the heap is full; SIGKILL is ours, or the kernel's for want of memory. */
function endOf(code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === 'SIGKILL' || signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134)
    return new ReadingTooLargeError(`a reader was ended by ${signal ?? code}`);
  return new Error(`a reader ended with ${signal ?? code}`);
}
