/**
 * Engine work on one document. Each activity downloads what it needs, has the engine work on files and stores the result
 * as one object under the run's prefix. An activity that finds its object there was done before and returns at once.
 */
import { basename, join } from 'node:path';
import { DocumentError } from '../engine/document-error.js';
import type { DocumentInfo } from '../engine/model.js';
import type { PageTally } from '../engine/page-tally.js';
import { refuseUnreadable } from '../engine/readable.js';
import { allOrNone } from '../infra/all-or-none.js';
import { workFiles } from '../infra/object-keys.js';
import { createSemaphore } from '../infra/semaphore.js';
import type { ShelfRunInput } from '../workflows/messages.js';
import { activity, documentActivity } from './activity.js';
import type { ActivityDeps } from './deps.js';
import { evenRange, recordInspected, type Inspected } from './inspected.js';
import { chooseLanguages, type LanguagesInput } from './languages.js';
import { objectExists, readJson } from './objects.js';
import { parseRange, recogniseRange, type PageListInput, type PageRangeInput } from './page-ranges.js';
import { loadRun, optionsOf, verifyOptionsOf, type DraftRunInput, type Run } from './run.js';
import { makeSmallVersion, type SmallVersionInput } from './small-version.js';
import { enterStep, type StepRequest } from './steps.js';
import { keyOfDraft, makeObject, makeOncePerDraft, timed, type Timed } from './work.js';

export interface WholeDocumentInput extends DraftRunInput {
  pageCount: number;
  /** Length of the ranges that the pages were parsed in. */
  pagesPerRange: number;
}

export interface InspectInput extends ShelfRunInput, StepRequest {
  /** Most pages of a range, to get how long ranges are to be, and whether those are stored already. */
  pagesPerRange?: number;
  /** Takes the length that it gets; the workflows of an earlier build keep to their own. */
  takesLength?: boolean;
}

export interface StructureInput extends WholeDocumentInput, StepRequest {
  /** Verifies in the same process; a worker of release 0.5.0 does not. */
  thenVerify?: boolean;
}

export interface Structured extends Timed {
  /** Whether the tree is verified, too. */
  verified?: boolean;
}

export function documentActivities(deps: ActivityDeps) {
  return {
    /** Ends the parsing of a document that has nothing to read. Only runs of releases up to 0.5.0 call it. */
    judgePages: activity(async ({ tally }: ShelfRunInput & { tally: PageTally }) => refuseUnreadable(tally)),
    inspectDocument: documentActivity((input: InspectInput, { signal }) => inspect(deps, input, signal)),
    parsePages: documentActivity((input: PageRangeInput, { signal }) => parseRange(deps, input, signal)),
    chooseLanguages: documentActivity((input: LanguagesInput, { signal }) => chooseLanguages(deps, input, signal)),
    recognisePages: documentActivity((input: PageListInput, { signal }) => recogniseRange(deps, input, signal)),
    structureShelf: documentActivity((input: StructureInput, { signal }) => structure(deps, input, signal)),
    verifyShelf: documentActivity((input: WholeDocumentInput & StepRequest, { signal }) => verify(deps, input, signal)),
    makeSmallVersion: documentActivity((input: SmallVersionInput, { signal }) => makeSmallVersion(deps, input, signal)),
  };
}

/** Reads the document's own metadata and counts its pages; the shelf shows their number from then on. */
async function inspect(deps: ActivityDeps, input: InspectInput, signal: AbortSignal): Promise<Inspected> {
  const { config, storage, scratch, engine } = deps;
  const { maxPages } = config.engine;
  const run = await loadRun(deps.dataSource.manager, input);
  await enterStep(deps, { run, input, status: 'parsing' });
  const key = run.workPrefix + workFiles.info;
  const known = await readJson<DocumentInfo>(storage, key, signal);
  if (known) {
    const { pageCount } = known;
    const ranges = rangesOf(pageCount, input);
    return {
      pageCount,
      workMs: 0,
      pagesStored: await arePagesStored(deps, run, { pageCount, ...ranges }, signal),
      ...ranges,
    };
  }
  const { result: info, workMs } = await scratch.withSource(run.upload.objectKey, signal, (pdfPath) =>
    timed(() => engine.inspect(pdfPath, { signal })),
  );
  const { pageCount } = info;
  if (pageCount === 0) throw new DocumentError('no_pages', 'the document has no pages');
  if (pageCount > maxPages) throw new DocumentError('too_many_pages', `${pageCount} pages, ${maxPages} are allowed`);
  await recordInspected(deps, { run, info, signal });
  return { pageCount, workMs, ...rangesOf(pageCount, input) };
}

/** Runs of releases up to 0.5.0 do not ask. */
function rangesOf(pageCount: number, { pagesPerRange, takesLength }: InspectInput): Pick<Inspected, 'pagesPerRange'> {
  if (pagesPerRange === undefined) return {};
  return { pagesPerRange: takesLength ? evenRange(pageCount, pagesPerRange) : pagesPerRange };
}

/**
 * A tree was structured after all pages had been read and recognised, and nothing removes their files before the run ends.
 * With ranges of another length they have other names.
 */
async function arePagesStored(
  { storage }: ActivityDeps,
  { workPrefix }: Run,
  { pageCount, pagesPerRange }: Pick<Inspected, 'pageCount' | 'pagesPerRange'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (pagesPerRange === undefined) return false;
  const trees = [workFiles.tree, workFiles.unverifiedTree];
  const found = await Promise.all(trees.map((name) => objectExists(storage, workPrefix + name, signal)));
  if (!found.includes(true)) return false;
  const stored = new Set<string>();
  for await (const { key } of storage.list(workPrefix + workFiles.pagesPrefix, signal)) stored.add(key);
  return pageRanges(pageCount, pagesPerRange).every(({ first, last }) =>
    stored.has(workPrefix + workFiles.pages(first, last)),
  );
}

/**
 * Most pages of a document that one process structures and verifies. Of 1,090 pages both together held 475 MiB; in a process
 * each they hold some 370, for which the pages are fetched and unpacked twice (2 s).
 */
const MOST_PAGES_AT_ONCE = 800;

/** Structures, and verifies in the same process if asked to and the document is not long: pages are unpacked once. */
async function structure(deps: ActivityDeps, input: StructureInput, signal: AbortSignal): Promise<Structured> {
  const run = await loadRun(deps.dataSource.manager, input);
  await enterStep(deps, { run, input, status: 'structuring' });
  const atOnce = input.thenVerify && input.pageCount <= MOST_PAGES_AT_ONCE;
  const concluded = atOnce ? await conclude(deps, { run, input, signal }) : null;
  if (concluded) return concluded;
  const options = optionsOf(run);
  return makeOncePerDraft(deps, { run, file: workFiles.unverifiedTree, signal }, (keys) =>
    withPages(deps, { run, input, signal }, (pages) =>
      makeObject(deps, keys, signal, (outPath) => deps.engine.structure({ ...pages, options, outPath, signal })),
    ),
  );
}

/**
 * From the pages to the verified tree in one process. Null when the document cannot be concluded so: it needs more memory
 * than one of the two steps, or it is refused, and the steps one by one tell in which.
 */
async function conclude(
  deps: ActivityDeps,
  { run, input, signal }: { run: Run; input: StructureInput; signal: AbortSignal },
): Promise<Structured | null> {
  const options = verifyOptionsOf(run);
  let verifying: Promise<void> | null = null;
  const onVerifying = (): void => {
    verifying = enterStep(deps, { run, input, status: 'verifying' });
    verifying.catch(() => undefined); // awaited below
  };
  try {
    const { workMs } = await makeOncePerDraft(deps, { run, file: workFiles.tree, signal }, (keys) =>
      withPages(deps, { run, input, signal }, (pages) =>
        makeObject(deps, keys, signal, (outPath) =>
          deps.engine.conclude({ ...pages, options, outPath, onVerifying, signal }),
        ),
      ),
    );
    await (verifying ?? enterStep(deps, { run, input, status: 'verifying' }));
    return { workMs, verified: true };
  } catch (error) {
    const { name, code } = error as { name?: unknown; code?: unknown };
    if (name === 'DocumentError' && code !== 'timed_out') return null;
    throw error;
  }
}

async function verify(
  deps: ActivityDeps,
  input: WholeDocumentInput & StepRequest,
  signal: AbortSignal,
): Promise<Timed> {
  const { storage, engine } = deps;
  const run = await loadRun(deps.dataSource.manager, input);
  await enterStep(deps, { run, input, status: 'verifying' });
  const options = verifyOptionsOf(run);
  return makeOncePerDraft(deps, { run, file: workFiles.tree, signal }, (keys) =>
    withPages(deps, { run, input, signal }, async (pages, folder) => {
      const unverifiedTreePath = join(folder, 'unverified-tree.json.gz');
      const key = await keyOfDraft(deps, { run, file: workFiles.unverifiedTree, signal });
      await storage.downloadTo(key, unverifiedTreePath, signal);
      return makeObject(deps, keys, signal, (outPath) =>
        engine.verify({ ...pages, unverifiedTreePath, options, outPath, signal }),
      );
    }),
  );
}

/**
 * Downloads the parsed pages of a document, then those that were recognised, and calls `use` with their paths, in order,
 * and the folder that they are in, which is removed afterwards.
 */
async function withPages<T>(
  { storage, scratch }: ActivityDeps,
  { run: { workPrefix }, input, signal }: { run: Run; input: WholeDocumentInput; signal: AbortSignal },
  use: (pages: { info: DocumentInfo; pagesPaths: string[] }, folder: string) => Promise<T>,
): Promise<T> {
  const info = await readJson<DocumentInfo>(storage, workPrefix + workFiles.info, signal);
  if (!info) throw new Error('the work files of the run are gone');
  const keys = pageRanges(input.pageCount, input.pagesPerRange).map(
    ({ first, last }) => workPrefix + workFiles.pages(first, last),
  );
  for await (const { key } of storage.list(workPrefix + workFiles.recognisedPrefix, signal)) keys.push(key);
  return scratch.withFolder(async (folder) => {
    const inFlight = createSemaphore({ permits: DOWNLOADS_IN_FLIGHT, maxWaiting: Infinity, what: 'pages to fetch' });
    const pathOf = (key: string): string => join(folder, basename(key));
    // all or none: nothing may write to the folder once it is removed
    await allOrNone(signal, keys, (key, stop) =>
      inFlight.run(() => storage.downloadTo(key, pathOf(key), stop), { signal: stop }),
    );
    return use({ info, pagesPaths: keys.map(pathOf) }, folder);
  });
}

/** Of ranges of pages. A fetch of some hundred kilobytes mostly waits for the store. */
const DOWNLOADS_IN_FLIGHT = 6;

/** The ranges of `pagesPerRange` pages that a document is parsed in. */
function pageRanges(pageCount: number, pagesPerRange: number): { first: number; last: number }[] {
  return Array.from({ length: Math.ceil(pageCount / pagesPerRange) }, (_, index) => {
    const first = index * pagesPerRange + 1;
    return { first, last: Math.min(first + pagesPerRange - 1, pageCount) };
  });
}
