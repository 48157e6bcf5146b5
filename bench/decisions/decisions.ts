/** The decisions of this build over a folder of PDFs: stored, or compared with those of another build. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Template } from '../../contract/vocabulary.js';
import { createEnginePool, type EnginePool } from '../../worker/engine-pool.js';
import { compareDocument, emptyComparison } from './compare.js';
import { readPagesOnce } from './parsed-pages.js';
import { readHash } from './read-hash.js';
import { report } from './report.js';
import { createRunner, type Runner } from './runners.js';
import { joinDocuments, readDocuments, writeDocument, type StoredDocument } from './store.js';

const PROCESSES = Math.min(2, availableParallelism());
const LIMITS = {
  recognition: { languages: 'eng', dataDir: null, pageTimeoutMs: 120_000 },
  pageTimeoutMs: 60_000,
  documentTimeoutMs: 1_800_000,
  memoryBytes: 2048 * 1024 * 1024,
};
const PROGRESS_MS = 5_000;

export interface DecisionsRequest {
  /** Searched for PDFs, with the folders in it. */
  documents: string;
  /** Gets the decisions. */
  out?: string | undefined;
  /** Decisions of another build, to compare with. */
  base?: string | undefined;
  /** Keeps the pages as they are read. */
  cache: string;
  template: Template | null;
  say: (line: string) => void;
  /** Hears how far it is. */
  progress: (line: string) => void;
}

export async function benchDecisions(request: DecisionsRequest): Promise<void> {
  const documents = pdfsIn(request.documents);
  if (documents.length === 0) throw new Error(`no PDF is in ${request.documents}`);
  const scratch = await mkdtemp(join(tmpdir(), 'shelfwright-decisions-'));
  try {
    const paths = await structureAll(documents, scratch, request);
    if (request.out) await joinDocuments(paths, request.out);
    if (request.base) request.say(await comparedWith(request.base, documents, paths));
    else request.say(`${documents.length} documents are in ${request.out}`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Paths below the folder, in one order on all systems. */
function pdfsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.pdf$/i.test(path))
    .sort((a, b) => (a < b ? -1 : 1));
}

/** @returns for each document the file with its decisions. */
async function structureAll(
  documents: readonly string[],
  scratch: string,
  request: DecisionsRequest,
): Promise<string[]> {
  const pool = createEnginePool({ ...LIMITS, concurrency: PROCESSES, startAhead: false, log: { info: () => {} } });
  const hash = readHash();
  const outPath = (at: number): string => join(scratch, `${at}.jsonl.gz`);
  let [next, done] = [0, 0];
  const startedMs = performance.now();
  const tell = (): void => {
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    request.progress(`${done} of ${documents.length} documents, ${seconds} s`);
  };
  const telling = setInterval(tell, PROGRESS_MS);
  async function work(): Promise<void> {
    const runner = createRunner();
    try {
      for (let at = next++; at < documents.length; at = next++) {
        await structureOne({ document: documents[at]!, outPath: outPath(at), hash, pool, runner }, request);
        done++;
      }
    } finally {
      runner.close();
    }
  }
  try {
    await Promise.all(Array.from({ length: PROCESSES }, work));
    tell();
    return documents.map((_, at) => outPath(at));
  } finally {
    clearInterval(telling);
    await pool.close();
  }
}

interface Task {
  document: string;
  outPath: string;
  hash: string;
  pool: EnginePool;
  runner: Runner;
}

async function structureOne({ document, outPath, hash, pool, runner }: Task, request: DecisionsRequest): Promise<void> {
  const { documents: folder, cache, template } = request;
  const failed = (error: string): Promise<void> =>
    writeDocument(outPath, { document, error, files: {}, decisions: new Map() });
  const read = await readPagesOnce(pool, { file: resolve(folder, document), cache, readHash: hash });
  if ('error' in read) return failed(read.error);
  const answer = await runner.run({ document, ...read, template, outPath });
  if (!answer) {
    request.progress(`${document} ended its process, or took too long`);
    return failed('killed');
  }
  if (answer.defect) request.progress(`${document}: ${answer.defect}`);
}

async function comparedWith(base: string, documents: readonly string[], paths: readonly string[]): Promise<string> {
  const comparison = emptyComparison();
  const waiting = new Map(documents.map((document, at) => [document, paths[at]!]));
  for await (const before of readDocuments(base)) {
    const path = waiting.get(before.document);
    if (path === undefined) comparison.missing.push({ document: before.document, build: 'before' });
    else compareDocument(comparison, before, await onlyDocument(path));
    waiting.delete(before.document);
  }
  for (const document of waiting.keys()) comparison.missing.push({ document, build: 'after' });
  return report(comparison);
}

async function onlyDocument(path: string): Promise<StoredDocument> {
  for await (const document of readDocuments(path)) return document;
  throw new Error(`${path} holds no document`);
}
