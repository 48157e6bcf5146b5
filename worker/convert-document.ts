/** Converts one document from PDF to a tree on disk, in the same steps as the service, through a scratch folder. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AcceptancePolicy, AuditStatus, Template, Tier } from '../contract/vocabulary.js';
import { joinFiles } from '../engine/files/join.js';
import { DocumentError } from '../engine/document-error.js';
import type { ShelfFile, VerifiedTree } from '../engine/shelf.js';
import type { EnginePool } from './engine-pool.js';
import { explain, type ExplanationFiles } from './explain/explain.js';
import { readJsonFile } from './pages-file.js';
import { readPdf } from './read-document.js';

export interface ConversionRequest {
  file: string;
  /** Receives the tree; emptied first. */
  folder: string;
  template: Template | null;
  policy: AcceptancePolicy;
  timeoutMs: number;
  /** As for readPdf; decided by the document if not given. */
  languages?: string | null | undefined;
  /** Files that get what was decided and why. */
  explanation?: ExplanationFiles | null;
}

export interface Conversion {
  pageCount: number;
  fileCount: number;
  tier: Tier;
  audit: AuditStatus;
  /** The content files joined in reading order. */
  markdown: string;
}

/** @throws DocumentError, or what reading and writing the files throws. */
export function convertDocument(pool: EnginePool, request: ConversionRequest): Promise<Conversion> {
  const { file, folder, template, policy, timeoutMs, explanation, languages } = request;
  return inScratch(timeoutMs, async (scratch, signal) => {
    const explains = Boolean(explanation);
    const read = await readPdf(pool, { file, languages, scratch, explains, signal });
    const { info, source, readPaths, recognisedPaths } = read;
    const unverifiedTreePath = join(scratch, 'unverified-tree.json.gz');
    const treePath = join(scratch, 'tree.json.gz');
    const options = { template, source };
    const pagesPaths = [...readPaths, ...recognisedPaths];
    const structuring = { info, pagesPaths, options, outPath: unverifiedTreePath, signal };
    if (explanation) await explain(pool, { file, structuring, policy, scratch, files: explanation });
    else await pool.structure(structuring);
    await pool.verify({
      info,
      pagesPaths,
      unverifiedTreePath,
      options: { ...options, policy },
      outPath: treePath,
      signal,
    });
    return written(await readJsonFile<VerifiedTree>(treePath), folder, info.pageCount);
  });
}

/** Does the work with a folder that is removed afterwards, and a signal that aborts it after `timeoutMs`. */
export async function inScratch<T>(
  timeoutMs: number,
  work: (scratch: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const scratch = await mkdtemp(join(tmpdir(), 'shelfwright-convert-'));
  try {
    return await work(scratch, signal);
  } catch (error) {
    if (signal.aborted) throw new DocumentError('timed_out', `the document took longer than ${timeoutMs / 1000} s`);
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The tree written into `folder`, which is emptied first. */
export async function written(tree: VerifiedTree, folder: string, pageCount: number): Promise<Conversion> {
  const { quality, audit, files } = tree;
  await writeTree(folder, files);
  return { pageCount, fileCount: files.length, tier: quality.tier, audit: audit.status, markdown: joinFiles(files) };
}

async function writeTree(folder: string, files: readonly ShelfFile[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const { path, content } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}
