/**
 * Engine work on one document. Each activity downloads what it needs, has the engine work on files and stores the result
 * as one object under the run's prefix. An activity that finds its object there was done before and returns at once.
 */
import { basename, join } from 'node:path';
import { DocumentError } from '../engine/document-error.js';
import type { DocumentInfo } from '../engine/model.js';
import { refuseUnreadable, type PageTally } from '../engine/readable.js';
import { countPages } from '../entities/queries/quotas.js';
import { recordProgress } from '../entities/queries/runs.js';
import { workFiles } from '../infra/object-keys.js';
import type { ShelfRunInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import type { ActivityDeps } from './deps.js';
import { chooseLanguages, type LanguagesInput } from './languages.js';
import { readJson } from './objects.js';
import { parseRange, recogniseRange, type PageListInput, type PageRangeInput } from './page-ranges.js';
import { loadRun, type DraftRunInput, type Run } from './run.js';
import { makeObject, makeOncePerDraft, timed, type Timed } from './work.js';

export interface WholeDocumentInput extends DraftRunInput {
  pageCount: number;
  /** Length of the ranges that the pages were parsed in. */
  pagesPerRange: number;
}

export function documentActivities(deps: ActivityDeps) {
  return {
    /** Ends the parsing of a document that has nothing to read, with the reason why. */
    judgePages: activity(async ({ tally }: ShelfRunInput & { tally: PageTally }) => refuseUnreadable(tally)),
    inspectDocument: activity((input: ShelfRunInput, { signal }) => inspect(deps, input, signal)),
    parsePages: activity((input: PageRangeInput, { signal }) => parseRange(deps, input, signal)),
    chooseLanguages: activity((input: LanguagesInput, { signal }) => chooseLanguages(deps, input, signal)),
    recognisePages: activity((input: PageListInput, { signal }) => recogniseRange(deps, input, signal)),
    structureShelf: activity((input: WholeDocumentInput, { signal }) => structure(deps, input, signal)),
    verifyShelf: activity((input: WholeDocumentInput, { signal }) => verify(deps, input, signal)),
  };
}

/** Reads the document's own metadata and counts its pages; the shelf shows their number from then on. */
async function inspect(
  { config, dataSource: { manager }, storage, scratch, engine }: ActivityDeps,
  input: ShelfRunInput,
  signal: AbortSignal,
): Promise<Timed & { pageCount: number }> {
  const { maxPages } = config.engine;
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
  const { shelfPublicId: publicId, run: number } = input;
  await countPages(manager, { publicId, run: number, pages: pageCount });
  await recordProgress(manager, { publicId, run: number, pageCount });
  await storage.put(key, JSON.stringify(info), 'application/json', signal);
  return { pageCount, workMs };
}

async function structure(deps: ActivityDeps, input: WholeDocumentInput, signal: AbortSignal): Promise<Timed> {
  const run = await loadRun(deps.dataSource.manager, input);
  const options = optionsOf(run);
  return makeOncePerDraft(deps, { run, file: workFiles.unverifiedTree, signal }, (key) =>
    withPages(deps, { run, input, signal }, (pages) =>
      makeObject(deps, key, signal, (outPath) => deps.engine.structure({ ...pages, options, outPath, signal })),
    ),
  );
}

async function verify(deps: ActivityDeps, input: WholeDocumentInput, signal: AbortSignal): Promise<Timed> {
  const { storage, engine } = deps;
  const run = await loadRun(deps.dataSource.manager, input);
  const options = { ...optionsOf(run), policy: run.shelf.acceptancePolicy };
  return makeOncePerDraft(deps, { run, file: workFiles.tree, signal }, (key) =>
    withPages(deps, { run, input, signal }, async (pages, folder) => {
      const unverifiedTreePath = join(folder, 'unverified-tree.json.gz');
      await storage.downloadTo(run.workPrefix + workFiles.unverifiedTree, unverifiedTreePath, signal);
      return makeObject(deps, key, signal, (outPath) =>
        engine.verify({ ...pages, unverifiedTreePath, options, outPath, signal }),
      );
    }),
  );
}

/**
 * Downloads the parsed pages of a document in order, then those that were recognised, and calls `use` with their paths
 * and the folder that they are in, which is removed afterwards.
 */
async function withPages<T>(
  { storage, scratch }: ActivityDeps,
  { run: { workPrefix }, input, signal }: { run: Run; input: WholeDocumentInput; signal: AbortSignal },
  use: (pages: { info: DocumentInfo; pagesPaths: string[] }, folder: string) => Promise<T>,
): Promise<T> {
  const info = await readJson<DocumentInfo>(storage, workPrefix + workFiles.info, signal);
  if (!info) throw new Error('the work files of the run are gone');
  return scratch.withFolder(async (folder) => {
    const pagesPaths: string[] = [];
    const download = async (key: string): Promise<void> => {
      const path = join(folder, basename(key));
      await storage.downloadTo(key, path, signal);
      pagesPaths.push(path);
    };
    for (const { first, last } of pageRanges(input.pageCount, input.pagesPerRange))
      await download(workPrefix + workFiles.pages(first, last));
    for await (const { key } of storage.list(workPrefix + workFiles.recognisedPrefix, signal)) await download(key);
    return use({ info, pagesPaths }, folder);
  });
}

/** The ranges of `pagesPerRange` pages that a document is parsed in. */
function pageRanges(pageCount: number, pagesPerRange: number): { first: number; last: number }[] {
  return Array.from({ length: Math.ceil(pageCount / pagesPerRange) }, (_, index) => {
    const first = index * pagesPerRange + 1;
    return { first, last: Math.min(first + pagesPerRange - 1, pageCount) };
  });
}

function optionsOf({ shelf, upload }: Run) {
  const { fileName, sha256, sizeBytes } = upload;
  // both are set when the upload is committed, in the transaction that creates the shelf
  if (sha256 === null || sizeBytes === null) throw new Error(`upload ${upload.id} of a shelf is not committed`);
  return { template: shelf.template, source: { fileName, sha256, sizeBytes } };
}
