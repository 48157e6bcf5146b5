/**
 * A small document from its PDF to its version, in one activity and one engine process: steps of their own, with a work
 * file after each, would take longer than the work.
 *
 * It is tried once. Whatever it cannot do is left to the steps, which know how to retry, to lose a page alone and to say
 * at which step a document is refused. A tree made by the steps may differ (by a later release, say), so it becomes a
 * version with another id: an attempt that stood still and continues cannot write over it.
 */
import { join } from 'node:path';
import type { DocumentInfo } from '../engine/model.js';
import { countPages } from '../entities/queries/quotas.js';
import { recordProgress } from '../entities/queries/runs.js';
import { workFiles } from '../infra/object-keys.js';
import { NOT_SMALL, type DeliveriesRequest } from '../workflows/messages.js';
import type { ActivityDeps } from './deps.js';
import type { Converted, ConvertProgress } from './document-engine.js';
import { evenRange, recordInspected, type Inspected } from './inspected.js';
import { objectExists } from './objects.js';
import { publishTree, type Published, type VersionNote } from './publish.js';
import { withRequestedDeliveries } from './requested-deliveries.js';
import { loadRun, verifyOptionsOf, type DraftRunInput, type Run } from './run.js';
import { enterStep } from './steps.js';
import { unpackTreeFiles } from './tree-files.js';
import { timed } from './work.js';

export interface SmallVersionInput extends DraftRunInput, DeliveriesRequest {
  /** `ver_` + 24 hex. */
  versionPublicId: string;
  /** Up to how many pages a document is small. */
  smallPages: number;
  /**
   * Continues from what is known of a document that is left to the steps; the workflows of an earlier build take any answer for
   * a version.
   */
  takesInspected?: boolean;
}

/** Where the steps have to make the version: what is known of the document, or `null`. */
export type SmallVersion = Published | Inspected | null;

export async function makeSmallVersion(
  deps: ActivityDeps,
  input: SmallVersionInput,
  signal: AbortSignal,
): Promise<SmallVersion> {
  const run = await loadRun(deps.dataSource.manager, input);
  const { draftsGivenUp } = run.shelf;
  const note = run.workPrefix + workFiles.smallVersion(draftsGivenUp);
  // a draft was given up, or a run starts again: the steps continue from what is stored
  if ((run.shelf.pageCount ?? 0) > input.smallPages) return null;
  if (await objectExists(deps.storage, note, signal)) return null;
  return deps.scratch.withFolder(async (folder) => {
    const outPath = join(folder, 'tree.json.gz');
    const { result: converted, workMs } = await convert(deps, { run, input, signal }, outPath);
    const { pageCount } = converted;
    if (pageCount === null)
      return input.takesInspected ? inspected(deps, { run, info: converted.info, workMs, signal }) : null;
    const tree = await unpackTreeFiles(outPath, folder, signal);
    const publicId = input.versionPublicId;
    await deps.storage.put(note, JSON.stringify({ publicId } satisfies VersionNote), 'application/json', signal);
    const published = await publishTree(deps, { tree, pageCount, run, publicId, draftsGivenUp, signal });
    return withRequestedDeliveries(input, published);
  });
}

interface Work {
  run: Run;
  input: SmallVersionInput;
  signal: AbortSignal;
}

/** Stores what is known of a document that is left to the steps; which one refuses it, if any does, they find out. */
async function inspected(
  deps: ActivityDeps,
  { run, info, workMs, signal }: { run: Run; info: DocumentInfo | undefined; workMs: number; signal: AbortSignal },
): Promise<Inspected | null> {
  const { maxPages, pagesPerRange } = deps.config.engine;
  if (!info || info.pageCount === 0 || info.pageCount > maxPages) return null;
  await recordInspected(deps, { run, info, signal });
  const { pageCount } = info;
  return { pageCount, workMs, pagesPerRange: evenRange(pageCount, pagesPerRange) };
}

/** Writes the tree to `outPath`, unless the document is left to the steps: then there is no number of pages. */
async function convert(
  deps: ActivityDeps,
  work: Work,
  outPath: string,
): Promise<{ result: Converted; workMs: number }> {
  const { scratch, engine, config } = deps;
  const { run, input, signal } = work;
  const maxPages = Math.min(input.smallPages, config.engine.maxPages);
  const options = verifyOptionsOf(run);
  const progress = progressOf(deps, work);
  return scratch.withSource(run.upload.objectKey, signal, async (pdfPath) => {
    try {
      const job = { pdfPath, maxPages, options, outPath, onProgress: progress.record, signal };
      return await timed(() => engine.convert(job));
    } catch (error) {
      if (signal.aborted || !isForSteps(error)) throw error;
      return { result: { pageCount: null }, workMs: 0 };
    } finally {
      await progress.recorded();
    }
  });
}

/** Whether it is the document's doing: it is refused, takes long, or breaks the engine. */
function isForSteps(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'DocumentError' || name === NOT_SMALL || code === 'ENGINE_CRASH';
}

/** Writes what the engine reports to the row, in its order, while the engine continues. */
function progressOf(deps: ActivityDeps, { run, input }: Work) {
  const { manager } = deps.dataSource;
  const { shelfPublicId: publicId, run: number } = input;
  const steps = { ...input, recordsStep: true };
  let pages = 0;
  let recording = Promise.resolve();
  const inTurn = (work: () => Promise<void>): void => {
    recording = recording.then(work);
    recording.catch(() => undefined); // `recorded` throws it
  };
  const write = async (progress: ConvertProgress): Promise<void> => {
    if ('pageCount' in progress) {
      const { pageCount } = progress;
      pages = pageCount;
      await countPages(manager, { publicId, run: number, pages });
      await recordProgress(manager, { publicId, run: number, pageCount });
      return;
    }
    if (progress.step === 'structuring') await recordProgress(manager, { publicId, run: number, pagesDone: pages });
    await enterStep(deps, { run, input: steps, status: progress.step });
  };
  inTurn(() => enterStep(deps, { run, input: steps, status: 'parsing' }));
  return {
    record: (progress: ConvertProgress): void => inTurn(() => write(progress)),
    /** Resolves when all is written. */
    recorded: () => recording,
  };
}
