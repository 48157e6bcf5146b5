/** Converts many documents, two at a time: pages are read in engine processes and kept, the rest runs in a program. */
import { availableParallelism } from 'node:os';
import { createEnginePool, type EnginePool } from '../worker/engine-pool.js';
import { readPagesOnce, type ReadPages } from './parsed-pages.js';
import { readHash } from './read-hash.js';
import { createRunner, type Runner } from './runners.js';

const PROCESSES = Math.min(2, availableParallelism());
const LIMITS = {
  recognition: { languages: 'eng', dataDir: null, pageTimeoutMs: 120_000 },
  pageTimeoutMs: 60_000,
  documentTimeoutMs: 1_800_000,
  memoryBytes: 2048 * 1024 * 1024,
};
const PROGRESS_MS = 5_000;

export interface OverDocuments<Document extends { file: string }, Task extends object> {
  documents: readonly Document[];
  /** Keeps the pages as they are read. */
  cache: string;
  /** The module that converts what `taskOf` says; it calls `answerTasks`. */
  program: URL;
  taskOf: (document: Document, read: ReadPages) => Task;
  /** A document that cannot be read, with the error's code, or that ended its process (`killed`). */
  onFailed: (document: Document, error: string) => Promise<void>;
  /** Hears how far it is. */
  progress: (line: string) => void;
}

export async function overDocuments<Document extends { file: string }, Task extends object>(
  request: OverDocuments<Document, Task>,
): Promise<void> {
  const { documents, program, progress } = request;
  const pool = createEnginePool({ ...LIMITS, concurrency: PROCESSES, startAhead: false, log: { info: () => {} } });
  const hash = readHash();
  let [next, done] = [0, 0];
  const startedMs = performance.now();
  const tell = (): void => {
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    progress(`${done} of ${documents.length} documents, ${seconds} s`);
  };
  const telling = setInterval(tell, PROGRESS_MS);
  async function work(): Promise<void> {
    const runner = createRunner<Task>(program);
    try {
      for (let at = next++; at < documents.length; at = next++) {
        await convertOne(documents[at]!, { hash, pool, runner }, request);
        done++;
      }
    } finally {
      runner.close();
    }
  }
  try {
    await Promise.all(Array.from({ length: PROCESSES }, work));
    tell();
  } finally {
    clearInterval(telling);
    await pool.close();
  }
}

interface Parts<Task extends object> {
  hash: string;
  pool: EnginePool;
  runner: Runner<Task>;
}

async function convertOne<Document extends { file: string }, Task extends object>(
  document: Document,
  { hash, pool, runner }: Parts<Task>,
  { cache, taskOf, onFailed, progress }: OverDocuments<Document, Task>,
): Promise<void> {
  const read = await readPagesOnce(pool, { file: document.file, cache, readHash: hash });
  if ('error' in read) return onFailed(document, read.error);
  const answer = await runner.run(taskOf(document, read));
  if (!answer) {
    progress(`${document.file} ended its process, or took too long`);
    return onFailed(document, 'killed');
  }
  if (answer.defect) progress(`${document.file}: ${answer.defect}`);
}
