/** The jobs that make the tree of a document from its pages, which are all in memory then, or edit a tree. */
import { readFile, writeFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import type { Operation } from '../contract/vocabulary.js';
import { concludeDocument, structureDocument, verifyTree } from '../engine/document.js';
import { applyOperations } from '../engine/edit/edit.js';
import type { OperationError } from '../engine/edit/operations.js';
import type { DocumentInfo, ParsedPage } from '../engine/model.js';
import { addTallies, NO_PAGES } from '../engine/page-tally.js';
import { openPdf } from '../engine/read/document.js';
import { readPage } from '../engine/read/stage.js';
import { refuseUnreadable, tallyPage } from '../engine/readable.js';
import type { MadeTree, UnverifiedTree, VerifiedTree } from '../engine/shelf.js';
import { continued, recordStage, recordText, type Known, type StageRecord } from '../engine/stage-record.js';
import { RELEASE } from '../infra/release.js';
import { unpackTree } from '../infra/tar.js';
import { send, timed } from './engine-events.js';
import type { EngineJob, EngineResults, ReadFiles } from './engine-protocol.js';
import { structureExplained } from './explain/record.js';
import { openFileSource } from './file-source.js';
import { pageAsStored, readJsonFile, readPages, writeJson } from './pages-file.js';

/** A document with fewer pages stays far below the memory of one with twice as many, however its heap grows. */
const MANY_PAGES = 500;

/**
 * All pages of a document are in memory at once in these jobs. V8 would let the heap grow by two thirds before it collects
 * again what has become garbage; by a fifth takes an eighth less of memory, and a sixth more of processor time.
 */
function keepHeapSmall({ pageCount }: DocumentInfo): void {
  if (pageCount >= MANY_PAGES) setFlagsFromString('--heap-growing-percent=20');
}

export async function structure(job: EngineJob & { kind: 'structure' }): Promise<EngineResults['structure']> {
  keepHeapSmall(job.info);
  const pages = await readPages(job.pagesPaths);
  const unverified = job.explain
    ? await structureExplained({ ...job, pages, explain: job.explain })
    : structureDocument(job.info, pages, job.options, timed);
  await writeJson(job.outPath, unverified);
  return null;
}

export async function verify(job: EngineJob & { kind: 'verify' }): Promise<EngineResults['verify']> {
  keepHeapSmall(job.info);
  // first: what it takes to unpack it is free again for the pages
  const unverified = await readJsonFile<UnverifiedTree>(job.unverifiedTreePath);
  const pages = await readPages(job.pagesPaths);
  const tree = timed('verify', () => verifyTree(job.info, pages, unverified, job.options));
  return writeTree(job.outPath, tree);
}

/** Another worker, of another release, may publish it. */
async function writeTree(path: string, tree: VerifiedTree): Promise<EngineResults['conclude']> {
  await writeJson(path, { ...tree, engineVersion: RELEASE } satisfies MadeTree);
  return { quality: tree.quality, audit: tree.audit };
}

/** Both steps that work on the whole document. */
async function concludePages(
  pages: ParsedPage[],
  { info, options, outPath }: Pick<EngineJob & { kind: 'conclude' }, 'info' | 'options' | 'outPath'>,
): Promise<EngineResults['conclude']> {
  const tree = concludeDocument(info, pages, options, {
    onVerifying: () => send({ type: 'step', step: 'verifying' }),
    around: timed,
  });
  return writeTree(outPath, tree);
}

export async function conclude(job: EngineJob & { kind: 'conclude' }): Promise<EngineResults['conclude']> {
  return concludePages(await readPages(job.pagesPaths), job);
}

/** A document of one page is over before any compiling pays, and one of few before Maglev does, which compiles slowly. */
const FEW_PAGES = 4;
/** One of them that takes longer than this has dense pages. */
const QUICK_MS = 1_000;

/**
 * The process of a document of few pages ends before it has used compiled code as often as pays for compiling (decision 65).
 * Gives back what turns the compilers on again once the work takes long.
 */
function compileLess(pageCount: number): () => void {
  if (pageCount > FEW_PAGES) return () => {};
  const begunMs = performance.now();
  const off = pageCount === 1 ? ['sparkplug', 'maglev'] : ['maglev'];
  for (const compiler of off) setFlagsFromString(`--no-${compiler}`);
  return () => {
    if (performance.now() - begunMs < QUICK_MS) return;
    for (const compiler of off) setFlagsFromString(`--${compiler}`);
  };
}

/** A page that needs recognition ends it: that takes seconds a page, and its own limits. */
export async function convert(job: EngineJob & { kind: 'convert' }): Promise<EngineResults['convert']> {
  const source = await openFileSource(job.pdfPath);
  try {
    const pdf = await openPdf(source);
    send({ type: 'opened' });
    const { info } = pdf;
    const { pageCount } = info;
    if (pageCount < 1 || pageCount > job.maxPages) return { pageCount: null, info };
    send({ type: 'counted', pages: pageCount });
    const compileIfSlow = compileLess(pageCount);
    const pages: ParsedPage[] = [];
    for (let number = 1; number <= pageCount; number++) {
      send({ type: 'page-started', page: number });
      const { parsed } = await readPage({ pdf, number });
      if (parsed.needsRecognition) return { pageCount: null, info };
      pages.push(pageAsStored(parsed));
      send({ type: 'page-done', page: number });
      compileIfSlow();
    }
    refuseUnreadable(pages.map(tallyPage).reduce(addTallies, NO_PAGES));
    send({ type: 'step', step: 'structuring' });
    await concludePages(pages, { ...job, info });
    return { pageCount };
  } finally {
    await source.close();
  }
}

export async function stage({ from, until, outPath }: EngineJob & { kind: 'stage' }): Promise<EngineResults['stage']> {
  const known = 'recordPath' in from ? await recorded(from.recordPath) : await readDocument(from);
  await writeFile(outPath, recordText(recordStage(known, until)));
  return null;
}

async function recorded(path: string): Promise<Known> {
  return continued(JSON.parse(await readFile(path, 'utf8')) as StageRecord);
}

async function readDocument({ info, options, pagesPaths }: ReadFiles): Promise<Known> {
  const pages = (await readPages(pagesPaths)).map((parsed) => ({ parsed }));
  const state = { info, options, pages };
  return { next: 'normalise', state };
}

/** Limit of the tree that an edit unpacks: it comes from a client. */
const MAX_TREE_BYTES = 256 * 1024 * 1024;

export async function edit(job: EngineJob & { kind: 'edit' }): Promise<EngineResults['edit']> {
  const { files } = await unpackTree(await readFile(job.archivePath), MAX_TREE_BYTES);
  const operations = JSON.parse(await readFile(job.operationsPath, 'utf8')) as Operation[];
  const tree = Array.from(files, ([path, content]) => ({ path, content }));
  try {
    await writeJson(job.outPath, { files: applyOperations(tree, operations) });
    return { refused: null };
  } catch (error) {
    if ((error as { name?: unknown }).name !== 'OperationError') throw error;
    const { index, reason, member } = error as OperationError;
    return { refused: { index, reason, member } };
  }
}
