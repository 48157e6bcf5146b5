/** One document from PDF to a tree on disk, by the same steps as the service, through a scratch folder. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  MAX_PAGES,
  type AcceptancePolicy,
  type AuditStatus,
  type Template,
  type Tier,
} from '../contract/vocabulary.js';
import { joinFiles } from '../engine/files/join.js';
import { DocumentError } from '../engine/model.js';
import type { ShelfFile, VerifiedTree } from '../engine/shelf.js';
import type { EnginePool } from './engine-pool.js';
import { explain, type ExplanationFiles } from './explain/explain.js';
import { allOrNone, chunks } from './chunks.js';
import { readJsonFile } from './pages-file.js';

/** Enough that a process pays for its start. */
const PAGES_PER_RANGE = 100;
/** Recognition takes a hundred times as long as reading: small shares keep all processes at work to the end. */
const RECOGNISED_PER_RANGE = 4;

export interface ConversionRequest {
  file: string;
  /** Gets the tree; emptied first. */
  folder: string;
  template: Template | null;
  policy: AcceptancePolicy;
  timeoutMs: number;
  /** Set to have the decisions written down and shown. */
  explanation?: ExplanationFiles;
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
export async function convertDocument(pool: EnginePool, request: ConversionRequest): Promise<Conversion> {
  const { file, template, policy, timeoutMs } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  const source = { fileName: basename(file), sha256: await sha256Of(file), sizeBytes: (await stat(file)).size };
  const scratch = await mkdtemp(join(tmpdir(), 'shelfwright-convert-'));
  try {
    const info = await pool.inspect(file, { signal });
    const { pageCount } = info;
    if (pageCount > MAX_PAGES)
      throw new DocumentError('too_many_pages', `${pageCount} pages; ${MAX_PAGES} are allowed`);
    const draftPath = join(scratch, 'draft.json.gz');
    const treePath = join(scratch, 'tree.json.gz');
    const options = { template, source };
    const pagesPaths = await parseDocument(pool, { file, pageCount, folder: scratch, signal });
    const structuring = { info, pagesPaths, options, outPath: draftPath, signal };
    if (request.explanation) await explain(pool, { file, structuring, scratch, files: request.explanation });
    else await pool.structure(structuring);
    await pool.verify({ info, pagesPaths, draftPath, options: { ...options, policy }, outPath: treePath, signal });
    const tree = await readJsonFile<VerifiedTree>(treePath);
    await writeTree(request.folder, tree.files);
    const { quality, audit, files } = tree;
    return { pageCount, fileCount: files.length, tier: quality.tier, audit: audit.status, markdown: joinFiles(files) };
  } catch (error) {
    if (signal.aborted) throw new DocumentError('timed_out', `the document took longer than ${timeoutMs / 1000} s`);
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

export interface ParseRequest {
  file: string;
  pageCount: number;
  /** Gets the files. */
  folder: string;
  signal: AbortSignal;
}

/**
 * Parses in ranges, as many at once as the pool has processes, then recognises the pages that need it. Returns the files
 * of both, each in page order.
 */
export async function parseDocument(
  pool: Pick<EnginePool, 'parsePages' | 'recognisePages'>,
  { file, pageCount, folder, signal }: ParseRequest,
): Promise<string[]> {
  const outPath = (kind: string, first: number): string => join(folder, `${kind}-${first}.ndjson.gz`);
  const numbers = Array.from({ length: pageCount }, (_, i) => i + 1);
  const parsed = await allOrNone(signal, chunks(numbers, PAGES_PER_RANGE), async ([first, last], stop) => {
    const path = outPath('pages', first);
    return { path, ...(await pool.parsePages({ pdfPath: file, first, last, outPath: path, signal: stop })) };
  });
  const pictured = parsed.flatMap(({ toRecognise }) => toRecognise);
  const recognised = await allOrNone(signal, chunks(pictured, RECOGNISED_PER_RANGE), async ([first, , pages], stop) => {
    const path = outPath('recognised', first);
    await pool.recognisePages({ pdfPath: file, pages, outPath: path, signal: stop });
    return { path };
  });
  return [...parsed, ...recognised].map(({ path }) => path);
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function writeTree(folder: string, files: readonly ShelfFile[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const { path, content } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}
