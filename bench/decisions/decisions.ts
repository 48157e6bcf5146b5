/** The decisions of this build over a folder of PDFs: stored, or compared with those of another build. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Template } from '../../contract/vocabulary.js';
import { pdfsIn } from '../documents.js';
import { overDocuments } from '../over-documents.js';
import { compareDocument, emptyComparison } from './compare.js';
import { report } from './report.js';
import type { RunnerTask } from './runner.js';
import { joinDocuments, readDocuments, writeDocument, type StoredDocument } from './store.js';

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

/** @returns for each document the file with its decisions. */
async function structureAll(
  documents: readonly string[],
  scratch: string,
  { documents: folder, cache, template, progress }: DecisionsRequest,
): Promise<string[]> {
  const placed = documents.map((document, at) => ({
    document,
    file: resolve(folder, document),
    outPath: join(scratch, `${at}.jsonl.gz`),
  }));
  await overDocuments({
    documents: placed,
    cache,
    program: new URL('./runner.js', import.meta.url),
    taskOf: ({ document, outPath }, read): RunnerTask => ({ document, ...read, template, outPath }),
    onFailed: ({ document, outPath }, error) =>
      writeDocument(outPath, { document, error, files: {}, decisions: new Map() }),
    progress,
  });
  return placed.map(({ outPath }) => outPath);
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
