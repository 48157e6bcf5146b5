/** Reading ranges of pages: parsing, and recognition of scans. Each range is an object that a retry finds again. */
import { recordProgress } from '../entities/queries/runs.js';
import { workFiles } from '../infra/object-keys.js';
import type { ShelfRunInput } from '../workflows/messages.js';
import type { Upload } from '../entities/upload.js';
import type { ActivityDeps } from './deps.js';
import type { PagesRead } from './document-engine.js';
import { namedLanguages } from './languages.js';
import { readJson } from './objects.js';
import { loadRun } from './run.js';
import { makeObject, type Timed } from './work.js';

export interface PageRangeInput extends ShelfRunInput {
  /** Pages counted from 1, both inclusive. */
  first: number;
  last: number;
  /** Whether the answer may name the languages of the range's scanned pages: an earlier build's run asks for them all the same. */
  tellsLanguages?: boolean;
}

export interface PageListInput extends ShelfRunInput {
  /** Counted from 1, ascending: all pages between the first and the last whose text has to be recognised. */
  pages: number[];
  /** Joined by "+". Workflows of release 0.5.0 do not send it. */
  languages?: string;
}

export type ReadRange = Timed & PagesRead;

export async function parseRange(
  deps: ActivityDeps,
  { first, last, tellsLanguages, ...input }: PageRangeInput,
  signal: AbortSignal,
): Promise<ReadRange> {
  const range = {
    pagesName: workFiles.pages(first, last),
    doneName: workFiles.parsed(first, last),
    count: last - first + 1,
  };
  const { languages, ...read } = await readRange(deps, { input, range, signal }, (paths) =>
    deps.engine.parsePages({ ...paths, first, last, signal }),
  );
  return tellsLanguages && languages !== undefined ? { ...read, languages } : read;
}

export async function recogniseRange(
  deps: ActivityDeps,
  { pages, languages, ...input }: PageListInput,
  signal: AbortSignal,
): Promise<ReadRange> {
  const [first, last] = [pages[0]!, pages.at(-1)!];
  const range = {
    pagesName: workFiles.recognised(first, last),
    doneName: workFiles.recognisedDone(first, last),
    count: pages.length,
  };
  const chosen = languages === undefined ? {} : { languages };
  return readRange(deps, { input, range, signal }, (paths) =>
    deps.engine.recognisePages({ ...paths, ...chosen, pages, signal }),
  );
}

interface RangeWork {
  input: ShelfRunInput;
  range: { pagesName: string; doneName: string; count: number };
  signal: AbortSignal;
}

/** Runs `read`, which writes pages into an object; a second object, written after it, marks the range as done. */
async function readRange(
  deps: ActivityDeps,
  { input, range, signal }: RangeWork,
  read: (paths: { pdfPath: string; outPath: string }) => Promise<PagesRead>,
): Promise<ReadRange> {
  const { storage, scratch } = deps;
  const run = await loadRun(deps.dataSource.manager, input);
  const doneKey = run.workPrefix + range.doneName;
  const known = await readJson<PagesRead>(storage, doneKey, signal);
  if (known) return { workMs: 0, ...known };
  const { result, workMs } = await scratch.withSource(run.upload.objectKey, signal, (pdfPath) =>
    makeObject(deps, [run.workPrefix + range.pagesName], signal, (outPath) => read({ pdfPath, outPath })),
  );
  const pagesRead = { tally: result.tally, toRecognise: result.toRecognise, ...languagesFor(deps, run.upload, result) };
  const done = JSON.stringify(pagesRead satisfies PagesRead);
  await storage.put(doneKey, done, 'application/json', signal);
  const name = workFiles.progress(range.doneName, range.count - pagesRead.toRecognise.length);
  await reportProgress(deps, input, { workPrefix: run.workPrefix, name, signal });
  return { workMs, ...pagesRead };
}

/** In which languages the scanned pages of the range are recognised, where that is known by now. */
function languagesFor(
  deps: ActivityDeps,
  upload: Upload,
  { toRecognise, languages }: PagesRead,
): Pick<PagesRead, 'languages'> {
  const chosen = toRecognise.length > 0 ? (namedLanguages(deps, upload) ?? languages) : undefined;
  return chosen === undefined ? {} : { languages: chosen };
}

/** Records how many pages are finished. They are counted from what is stored, so that a retry counts nothing twice. */
async function reportProgress(
  { storage, dataSource: { manager } }: ActivityDeps,
  input: ShelfRunInput,
  { workPrefix, name, signal }: { workPrefix: string; name: string; signal: AbortSignal },
): Promise<void> {
  await storage.put(workPrefix + name, name, 'text/plain', signal);
  let pagesDone = 0;
  const prefix = workPrefix + workFiles.progressPrefix;
  for await (const object of storage.list(prefix, signal)) pagesDone += workFiles.finishedPages(object.key);
  await recordProgress(manager, { publicId: input.shelfPublicId, run: input.run, pagesDone });
}
