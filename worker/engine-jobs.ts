/** The jobs of an engine process. What a document does to the process must not cost the pages that were written by then. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import type { Operation } from '../contract/vocabulary.js';
import { concludeDocument, structureDocument, verifyTree } from '../engine/document.js';
import type { OperationError } from '../engine/edit/operations.js';
import type { DocumentInfo, ParsedPage } from '../engine/model.js';
import type { Around } from '../engine/pipeline.js';
import { addTallies, NO_PAGES } from '../engine/page-tally.js';
import { readPage } from '../engine/read/stage.js';
import { refuseUnreadable, tallyPage } from '../engine/readable.js';
import type { MadeTree, UnverifiedTree, VerifiedTree } from '../engine/shelf.js';
import { continued, recordStage, recordText, type Known, type StageRecord } from '../engine/stage-record.js';
import { RELEASE } from '../infra/release.js';
import { unpackTree } from '../infra/tar.js';
import {
  EVENT_FD,
  picturePath,
  type EngineEvent,
  type EngineJob,
  type EngineResults,
  type ReadFiles,
} from './engine-protocol.js';
import { openFileSource } from './file-source.js';
import { pageLine, pageOfLine, readJsonFile, readPages, writeJson } from './pages-file.js';

/** Sends an event to the pool. */
export function send(event: EngineEvent): void {
  writeAll(EVENT_FD, `${JSON.stringify(event)}\n`);
}

function writeAll(fd: number, line: string): void {
  const bytes = Buffer.from(line);
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
}

/** Tells the pool how long a stage has taken. */
const timed: Around = (stage, work) => {
  const startMs = performance.timeOrigin + performance.now();
  const output = work();
  send({ type: 'stage', stage, startMs, endMs: performance.timeOrigin + performance.now() });
  return output;
};

/** Without /proc, in the sandbox, the most that there was: pdf.js keeps what it takes. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

/** For loops over the pixels of pictures, which compileEngine leaves to a compiler that is not good at them. */
function compileForPixels(): void {
  setFlagsFromString('--turbofan');
}

/** Loaded on demand: not all jobs need it, and it is slow to load. */
export const reader = () => import('../engine/read/document.js');

async function inspect({ pdfPath }: EngineJob & { kind: 'inspect' }): Promise<EngineResults['inspect']> {
  const source = await openFileSource(pdfPath);
  try {
    const pdf = await (await reader()).openPdf(source);
    send({ type: 'opened' });
    return pdf.info;
  } finally {
    await source.close();
  }
}

/** Writes each page as one line before it reports the page: a killed process has lost one page at most. */
async function parse(job: EngineJob & { kind: 'parse' }): Promise<EngineResults['parse']> {
  const source = await openFileSource(job.pdfPath);
  const out = openSync(job.outPath, 'w');
  try {
    const pdf = await (await reader()).openPages(source);
    send({ type: 'opened' });
    if (job.recognition) compileForPixels();
    const log = job.explains ? (await import('./explain/reading.js')).openReadingLog() : null;
    const recognition = job.recognition && (await import('./recognition.js')).openRecognition(source, job.recognition);
    for (const [i, number] of job.pages.entries()) {
      send({ type: 'page-started', page: number });
      const read = (): Promise<{ parsed: ParsedPage }> => readPage({ pdf, number });
      const { parsed: page } = await (log ? log.during('read', read) : read());
      const seen = async (): Promise<{ page: ParsedPage; broken: boolean }> =>
        recognition && page.needsRecognition ? recognition.recognise(page) : { page, broken: false };
      const done = await (log ? log.during('recognise', seen) : seen());
      writeAll(out, `${pageLine(log ? log.on(done.page) : done.page)}\n`);
      send({ type: 'page-done', page: number });
      // pdf.js never frees its caches: a fresh process costs less than one that is killed at its limit
      const next = job.pages[i + 1];
      if (next && (done.broken || residentBytes() > job.recycleBytes)) return { next };
    }
    return { next: null };
  } finally {
    closeSync(out);
    await source.close();
  }
}

async function languages(job: EngineJob & { kind: 'languages' }): Promise<EngineResults['languages']> {
  compileForPixels();
  const source = await openFileSource(job.pdfPath);
  try {
    return await (await import('./choose-languages.js')).chooseLanguages({ source, ...job });
  } finally {
    await source.close();
  }
}

/** A broken page gets no picture, and a new process continues after it. */
async function paint(job: EngineJob & { kind: 'paint' }): Promise<EngineResults['paint']> {
  compileForPixels();
  const source = await openFileSource(job.pdfPath);
  try {
    const painter = await (await import('../engine/read/paint.js')).openPainter(source);
    send({ type: 'opened' });
    for (const [i, number] of job.pages.entries()) {
      send({ type: 'page-started', page: number });
      const picture = await painter.picture(number).catch((error: unknown) => {
        // an error of the file system is not the page's fault
        if (typeof (error as { code?: unknown }).code === 'string') throw error;
        return null;
      });
      if (picture) await writeFile(picturePath(job.outFolder, number), picture);
      send({ type: 'page-done', page: number });
      const next = job.pages[i + 1];
      if (next && (!picture || residentBytes() > job.recycleBytes)) return { next };
    }
    return { next: null };
  } finally {
    await source.close();
  }
}

/** A page that cannot be drawn is the document's fault; an error of the file system is not. */
async function draw(job: EngineJob & { kind: 'draw' }): Promise<EngineResults['draw']> {
  compileForPixels();
  const source = await openFileSource(job.pdfPath);
  try {
    const painter = await (await import('../engine/read/paint.js')).openPainter(source);
    send({ type: 'opened' });
    const picture = await painter.draw(job.page, job).catch((error: unknown) => {
      if (typeof (error as { code?: unknown }).code === 'string') throw error;
      return null;
    });
    if (picture) await writeFile(job.outPath, picture);
    return { drawn: picture !== null };
  } finally {
    await source.close();
  }
}

async function measure({ pdfPath }: EngineJob & { kind: 'measure' }): Promise<EngineResults['measure']> {
  const source = await openFileSource(pdfPath);
  try {
    const painter = await (await import('../engine/read/paint.js')).openPainter(source);
    send({ type: 'opened' });
    return await painter.sizes();
  } finally {
    await source.close();
  }
}

/** A document with fewer pages stays far below the memory of one with twice as many, however its heap grows. */
const MANY_PAGES = 500;

/**
 * All pages of a document are in memory at once in these jobs. V8 would let the heap grow by two thirds before it collects
 * again what has become garbage; by a fifth takes an eighth less of memory, and a sixth more of processor time.
 */
function keepHeapSmall({ pageCount }: DocumentInfo): void {
  if (pageCount >= MANY_PAGES) setFlagsFromString('--heap-growing-percent=20');
}

async function structure(job: EngineJob & { kind: 'structure' }): Promise<EngineResults['structure']> {
  keepHeapSmall(job.info);
  const pages = await readPages(job.pagesPaths);
  const unverified = job.explain
    ? await (await import('./explain/record.js')).structureExplained({ ...job, pages, explain: job.explain })
    : structureDocument(job.info, pages, job.options, timed);
  await writeJson(job.outPath, unverified);
  return null;
}

async function verify(job: EngineJob & { kind: 'verify' }): Promise<EngineResults['verify']> {
  keepHeapSmall(job.info);
  const pages = await readPages(job.pagesPaths);
  const unverified = await readJsonFile<UnverifiedTree>(job.unverifiedTreePath);
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

async function conclude(job: EngineJob & { kind: 'conclude' }): Promise<EngineResults['conclude']> {
  return concludePages(await readPages(job.pagesPaths), job);
}

/** A page that needs recognition ends it: that takes seconds a page, and its own limits. */
async function convert(job: EngineJob & { kind: 'convert' }): Promise<EngineResults['convert']> {
  const source = await openFileSource(job.pdfPath);
  try {
    const pdf = await (await reader()).openPdf(source);
    send({ type: 'opened' });
    const { info } = pdf;
    const { pageCount } = info;
    if (pageCount < 1 || pageCount > job.maxPages) return { pageCount: null, info };
    send({ type: 'counted', pages: pageCount });
    const pages: ParsedPage[] = [];
    for (let number = 1; number <= pageCount; number++) {
      send({ type: 'page-started', page: number });
      const { parsed } = await readPage({ pdf, number });
      if (parsed.needsRecognition) return { pageCount: null, info };
      pages.push(pageOfLine(pageLine(parsed)));
      send({ type: 'page-done', page: number });
    }
    refuseUnreadable(pages.map(tallyPage).reduce(addTallies, NO_PAGES));
    send({ type: 'step', step: 'structuring' });
    await concludePages(pages, { ...job, info });
    return { pageCount };
  } finally {
    await source.close();
  }
}

async function stage({ from, until, outPath }: EngineJob & { kind: 'stage' }): Promise<EngineResults['stage']> {
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

async function edit(job: EngineJob & { kind: 'edit' }): Promise<EngineResults['edit']> {
  const { applyOperations } = await import('../engine/edit/edit.js');
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

/** Does a job. @throws what the engine throws. */
export function runJob(job: EngineJob): Promise<EngineResults[EngineJob['kind']]> {
  switch (job.kind) {
    case 'inspect':
      return inspect(job);
    case 'parse':
      return parse(job);
    case 'languages':
      return languages(job);
    case 'paint':
      return paint(job);
    case 'draw':
      return draw(job);
    case 'measure':
      return measure(job);
    case 'structure':
      return structure(job);
    case 'verify':
      return verify(job);
    case 'conclude':
      return conclude(job);
    case 'convert':
      return convert(job);
    case 'stage':
      return stage(job);
    case 'edit':
      return edit(job);
  }
}
