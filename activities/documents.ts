/**
 * Engine work on one document. Each activity fetches what it needs, lets the engine work on files and stores one object
 * under the run's prefix; one that finds its object there has been done before and answers at once.
 */
import { createReadStream } from 'node:fs';
import { basename, join } from 'node:path';
import { DocumentError, type DocumentInfo } from '../engine/model.js';
import { refuseUnreadable, type PageTally } from '../engine/readable.js';
import { recordProgress } from '../entities/queries/runs.js';
import type { ShelfRunInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import type { ActivityDeps, PagesRead } from './deps.js';
import { pageRanges, workFiles } from '../infra/object-keys.js';
import { objectExists, readJson } from './objects.js';
import { loadRun, type DraftRunInput, type Run } from './run.js';

export interface PageRangeInput extends ShelfRunInput {
  /** Pages counted from 1, both inclusive. */
  first: number;
  last: number;
}

export interface PageListInput extends ShelfRunInput {
  /** Counted from 1, ascending; all between the first and the last whose text has to be recognised. */
  pages: number[];
}

export interface WholeDocumentInput extends DraftRunInput {
  pageCount: number;
  /** Length of the ranges that the pages were parsed by. */
  pagesPerRange: number;
}

/** What engine work took, for the document's own time limit; 0 when it was done before. */
export interface Worked {
  workMs: number;
}

type ReadRange = Worked & PagesRead;

export function documentActivities({ config, dataSource, storage, scratch, engine }: ActivityDeps) {
  const { manager } = dataSource;
  const { maxPages } = config.engine;

  /** Reads what the whole document says of itself; the pages are counted and the shelf shows their number. */
  async function inspect(input: ShelfRunInput, signal: AbortSignal): Promise<Worked & { pageCount: number }> {
    const run = await loadRun(manager, input);
    const key = run.workPrefix + workFiles.info;
    const known = await readJson<DocumentInfo>(storage, key, signal);
    if (known) return { pageCount: known.pageCount, workMs: 0 };
    const { result: info, workMs } = await scratch.withSource(run.upload.objectKey, signal, (pdfPath) =>
      timed(() => engine.inspect(pdfPath, { signal })),
    );
    const { pageCount } = info;
    if (pageCount === 0) throw new DocumentError('no_pages', 'the document has no pages');
    if (pageCount > maxPages) throw new DocumentError('too_many_pages', `${pageCount} pages, ${maxPages} are allowed`);
    await recordProgress(manager, { publicId: input.shelfPublicId, run: input.run, pageCount });
    await storage.put(key, JSON.stringify(info), 'application/json', signal);
    return { pageCount, workMs };
  }

  async function parse({ first, last, ...input }: PageRangeInput, signal: AbortSignal): Promise<ReadRange> {
    const names = { pages: workFiles.pages(first, last), done: workFiles.parsed(first, last) };
    const count = last - first + 1;
    return readRange(input, { ...names, count }, signal, (paths) =>
      engine.parsePages({ ...paths, first, last, signal }),
    );
  }

  async function recognise({ pages, ...input }: PageListInput, signal: AbortSignal): Promise<ReadRange> {
    const [first, last] = [pages[0]!, pages.at(-1)!];
    const names = { pages: workFiles.recognised(first, last), done: workFiles.recognisedDone(first, last) };
    const count = pages.length;
    return readRange(input, { ...names, count }, signal, (paths) => engine.recognisePages({ ...paths, pages, signal }));
  }

  /** Lets `work` read pages into an object; a second one, written after it, marks the range as done. */
  async function readRange(
    input: ShelfRunInput,
    names: { pages: string; done: string; count: number },
    signal: AbortSignal,
    work: (paths: { pdfPath: string; outPath: string }) => Promise<PagesRead>,
  ): Promise<ReadRange> {
    const run = await loadRun(manager, input);
    const known = await readJson<PagesRead>(storage, run.workPrefix + names.done, signal);
    if (known) return { workMs: 0, ...known };
    const { result, workMs } = await scratch.withSource(run.upload.objectKey, signal, (pdfPath) =>
      produce(run.workPrefix + names.pages, signal, (outPath) => work({ pdfPath, outPath })),
    );
    const { tally, toRecognise } = result;
    const done = JSON.stringify({ tally, toRecognise } satisfies PagesRead);
    await storage.put(run.workPrefix + names.done, done, 'application/json', signal);
    const name = workFiles.progress(names.done, names.count - toRecognise.length);
    await noteProgress(input, run.workPrefix, { name, signal });
    return { workMs, tally, toRecognise };
  }

  /** Shows how many pages are finished, counted from what is stored, so that a repeat counts nothing twice. */
  async function noteProgress(
    input: ShelfRunInput,
    workPrefix: string,
    { name, signal }: { name: string; signal: AbortSignal },
  ): Promise<void> {
    await storage.put(workPrefix + name, name, 'text/plain', signal);
    let pagesDone = 0;
    const prefix = workPrefix + workFiles.progressPrefix;
    for await (const object of storage.list(prefix, signal)) pagesDone += workFiles.finishedPages(object.key);
    await recordProgress(manager, { publicId: input.shelfPublicId, run: input.run, pagesDone });
  }

  async function structure(input: WholeDocumentInput, signal: AbortSignal): Promise<Worked> {
    const run = await loadRun(manager, input);
    return makeForDraft(run, workFiles.draft, signal, (key) =>
      withPages(run, input, signal, (pages) =>
        produce(key, signal, (outPath) => engine.structure({ ...pages, options: optionsOf(run), outPath, signal })),
      ),
    );
  }

  async function verify(input: WholeDocumentInput, signal: AbortSignal): Promise<Worked> {
    const run = await loadRun(manager, input);
    const options = { ...optionsOf(run), policy: run.shelf.acceptancePolicy };
    return makeForDraft(run, workFiles.tree, signal, (key) =>
      withPages(run, input, signal, (pages) =>
        scratch.withFolder(async (folder) => {
          const draftPath = join(folder, 'draft.json.gz');
          await storage.downloadTo(run.workPrefix + workFiles.draft, draftPath, signal);
          return produce(key, signal, (outPath) => engine.verify({ ...pages, draftPath, options, outPath, signal }));
        }),
      ),
    );
  }

  /**
   * Makes a work file of a draft unless that was done since the last draft was given up. The one before it is written over
   * and never removed: whoever needs the file finds it, however late others come. A worker of release 0.4.0 removes it.
   */
  async function makeForDraft(
    { workPrefix, shelf }: Run,
    file: string,
    signal: AbortSignal,
    make: (key: string) => Promise<Worked>,
  ): Promise<Worked> {
    const key = workPrefix + file;
    const mark = workPrefix + workFiles.made(file, shelf.draftsGivenUp);
    const isThere = (name: string): Promise<boolean> => objectExists(storage, name, signal);
    if ((await isThere(key)) && (mark === key || (await isThere(mark)))) return { workMs: 0 };
    const { workMs } = await make(key);
    if (mark !== key) await storage.put(mark, file, 'text/plain', signal);
    return { workMs };
  }

  /** Fetches the parsed pages of a document, in order, and then those that were recognised, for as long as `use` needs them. */
  async function withPages<T>(
    run: Run,
    { pageCount, pagesPerRange }: WholeDocumentInput,
    signal: AbortSignal,
    use: (pages: { info: DocumentInfo; pagesPaths: string[] }) => Promise<T>,
  ): Promise<T> {
    const info = await readJson<DocumentInfo>(storage, run.workPrefix + workFiles.info, signal);
    if (!info) throw new Error('the work files of the run are gone');
    return scratch.withFolder(async (folder) => {
      const pagesPaths: string[] = [];
      for (const { first, last } of pageRanges(pageCount, pagesPerRange)) {
        const name = workFiles.pages(first, last);
        const path = join(folder, name);
        await storage.downloadTo(run.workPrefix + name, path, signal);
        pagesPaths.push(path);
      }
      for await (const { key } of storage.list(`${run.workPrefix}${workFiles.recognisedPrefix}`, signal)) {
        const path = join(folder, basename(key));
        await storage.downloadTo(key, path, signal);
        pagesPaths.push(path);
      }
      return use({ info, pagesPaths });
    });
  }

  /** Lets `work` write a file, stores it under `key` and answers its result and the milliseconds that it took. */
  async function produce<T>(
    key: string,
    signal: AbortSignal,
    work: (outPath: string) => Promise<T>,
  ): Promise<{ result: T; workMs: number }> {
    return scratch.withFolder(async (folder) => {
      const outPath = join(folder, 'out');
      const done = await timed(() => work(outPath));
      const out = createReadStream(outPath);
      try {
        await storage.upload(key, out, { signal });
      } finally {
        out.destroy(); // an upload that fails leaves its source open
      }
      return done;
    });
  }

  return {
    /** Ends the parsing of a document that has nothing to read, with the reason why. */
    judgePages: activity(async ({ tally }: ShelfRunInput & { tally: PageTally }) => refuseUnreadable(tally)),
    inspectDocument: activity((input: ShelfRunInput, { signal }) => inspect(input, signal)),
    parsePages: activity((input: PageRangeInput, { signal }) => parse(input, signal)),
    recognisePages: activity((input: PageListInput, { signal }) => recognise(input, signal)),
    structureShelf: activity((input: WholeDocumentInput, { signal }) => structure(input, signal)),
    verifyShelf: activity((input: WholeDocumentInput, { signal }) => verify(input, signal)),
  };
}

function optionsOf({ shelf, upload }: Run) {
  const { fileName, sha256, sizeBytes } = upload;
  // Both are set with the commit of the upload, in the transaction that makes the shelf.
  if (sha256 === null || sizeBytes === null) throw new Error(`upload ${upload.id} of a shelf is not committed`);
  return { template: shelf.template, source: { fileName, sha256, sizeBytes } };
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; workMs: number }> {
  const startedMs = performance.now();
  const result = await work();
  return { result, workMs: Math.round(performance.now() - startedMs) };
}
