/**
 * Reader processes: a few of them, with bounded queues. They are not threads, because a thread that runs out of memory
 * takes the process that answers requests down with it. Jobs with a client's pattern have readers of their own: such a job
 * may be as slow as the pattern makes it, and no other job waits for it.
 */
import { createSemaphore } from '../infra/semaphore.js';
import type { Files } from './files.js';
import type { JobName, Jobs } from './jobs.js';
import { createReader, type Reader, type ReaderLimits } from './reader-process.js';

const MAX_WAITING = 64;
/** One job at a time for each account, and no account fills the queue by itself. */
const PER_ACCOUNT = { permits: 1, maxWaiting: 16 };
const MAX_WAIT_MS = 15_000;
/** Less than a job waits, so that those that are stuck do not have the ones behind them refused. */
const KILL_AFTER_MS = 14_000;

interface PoolLimits extends ReaderLimits {
  /** How many work at once. */
  readers: number;
  /** How long a job waits for a free reader. */
  maxWaitMs: number;
}

/** Heaps have room for several of the largest trees and the indexes made from them. */
const USUAL = {
  readers: 2,
  maxWaitMs: MAX_WAIT_MS,
  killAfterMs: KILL_AFTER_MS,
  maxWorkMs: KILL_AFTER_MS,
  maxHeapMb: 768,
};
/** A search with a pattern ends itself between two lines; one that is stuck in a line is killed soon after. It needs no normalised text. */
const PATTERNS = { ...USUAL, maxWorkMs: 4_000, maxHeapMb: 512 };

const BATCH_CHARS = 1024 * 1024;

export interface Job<N extends JobName> {
  name: N;
  input: Jobs[N]['input'];
  /** The owner: each account has one job running at a time, for fairness. */
  account: string;
  tree?: { sha256: string; load: () => Promise<Files> };
}

export type Readers = ReturnType<typeof createReaders>;

/** Instead of the usual limits, of all readers alike. */
type ReadersOptions = Partial<Omit<PoolLimits, 'readers'>>;

/** Readers start when they are first needed; `close()` ends them. */
export function createReaders(options: ReadersOptions = {}) {
  const usual = createQueuedReaders({ ...USUAL, ...options });
  const forPatterns = createQueuedReaders({ ...PATTERNS, ...options });
  return {
    /**
     * Runs a job on a reader; once more if the reader died before it took the job, or was killed from outside.
     * Throws errors with the code BUSY, READING_TOO_LARGE or READER_GONE, and what the job throws.
     */
    async run<N extends JobName>(job: Job<N>): Promise<Jobs[N]['output']> {
      const readers = hasPattern(job) ? forPatterns : usual;
      try {
        return await readers.attempt(job);
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'READER_GONE') throw error;
        return readers.attempt(job);
      }
    },
    async close(): Promise<void> {
      await Promise.all([usual.close(), forPatterns.close()]);
    },
  };
}

/** Whether a client's regular expression is compiled or searched for. */
function hasPattern({ name, input }: Job<JobName>): boolean {
  return name === 'check' || (name === 'search' && (input as Jobs['search']['input']).regex !== undefined);
}

/** Readers, and a queue in which accounts are served in turn. */
function createQueuedReaders({ readers, maxWaitMs, ...limits }: PoolLimits) {
  const bounds = { permits: readers, maxWaiting: MAX_WAITING, perOwner: PER_ACCOUNT };
  const semaphore = createSemaphore({ ...bounds, maxWaitMs, what: 'reads' });
  const pool = createReaderPool(() => createReader(limits));
  return {
    attempt<N extends JobName>(job: Job<N>): Promise<Jobs[N]['output']> {
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
    },
    close: () => pool.close(),
  };
}

/** Readers that are reused as long as they live; the semaphore limits how many are taken at once. */
function createReaderPool(start: () => Reader) {
  const readers = new Set<Reader>();
  const idle: Reader[] = [];
  return {
    /** An idle reader that is still alive, or a new one. */
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
