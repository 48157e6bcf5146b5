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
import { bodyOf } from '../engine/files/content.js';
import { DocumentError } from '../engine/model.js';
import type { ShelfFile, VerifiedTree } from '../engine/shelf.js';
import type { EnginePool } from './engine-pool.js';
import { readJsonFile } from './pages-file.js';

/** Enough that a process pays for its start. */
const PAGES_PER_RANGE = 100;

export interface ConversionRequest {
  file: string;
  /** Gets the tree; emptied first. */
  folder: string;
  template: Template | null;
  policy: AcceptancePolicy;
  timeoutMs: number;
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
    const pagesPaths = await parseRanges(pool, { file, pageCount, scratch, signal });
    await pool.structure({ info, pagesPaths, options, outPath: draftPath, signal });
    await pool.verify({ info, pagesPaths, draftPath, options: { ...options, policy }, outPath: treePath, signal });
    const tree = await readJsonFile<VerifiedTree>(treePath);
    await writeTree(request.folder, tree.files);
    const { quality, audit, files } = tree;
    return { pageCount, fileCount: files.length, tier: quality.tier, audit: audit.status, markdown: joined(files) };
  } catch (error) {
    if (signal.aborted) throw new DocumentError('timed_out', `the document took longer than ${timeoutMs / 1000} s`);
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

interface RangesRequest {
  file: string;
  pageCount: number;
  scratch: string;
  signal: AbortSignal;
}

/** Parses in ranges, as many at once as the pool has processes. Returns their files in page order. */
async function parseRanges(pool: EnginePool, { file, pageCount, scratch, signal }: RangesRequest): Promise<string[]> {
  const firsts = Array.from({ length: Math.ceil(pageCount / PAGES_PER_RANGE) }, (_, at) => 1 + at * PAGES_PER_RANGE);
  const failed = new AbortController();
  const tasks = firsts.map(async (first) => {
    const outPath = join(scratch, `pages-${first}.ndjson.gz`);
    const last = Math.min(pageCount, first + PAGES_PER_RANGE - 1);
    const stop = AbortSignal.any([signal, failed.signal]);
    await pool.parsePages({ pdfPath: file, first, last, outPath, signal: stop }).catch((error: unknown) => {
      failed.abort(error); // the other ranges end as well, with this reason
      throw error;
    });
    return outPath;
  });
  // The scratch folder goes when this returns: nothing may still be writing there.
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
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

/** README.md, front matter and page marks left out. */
function joined(files: readonly ShelfFile[]): string {
  const contents = files.filter(({ path }) => path.endsWith('.md') && path !== 'README.md');
  return contents.map(({ content }) => bodyOf(content)).join('\n');
}
