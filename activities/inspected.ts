/** What inspecting a document has found, as the work file of a run, and the part of it that the run gets. */
import type { DocumentInfo } from '../engine/model.js';
import { countPages } from '../entities/queries/quotas.js';
import { recordProgress } from '../entities/queries/runs.js';
import { workFiles } from '../infra/object-keys.js';
import type { ActivityDeps } from './deps.js';
import type { Run } from './run.js';
import type { Timed } from './work.js';

export interface Inspected extends Timed {
  pageCount: number;
  /** Whether all pages were read and recognised for an earlier tree of this run. Release 0.5.0 did not return it. */
  pagesStored?: boolean;
  /** Length of the ranges to parse the pages in. Release 0.5.0 did not return it. */
  pagesPerRange?: number;
}

/** Stores what `inspect` has read of a document; the shelf shows the number of pages from then on. */
export async function recordInspected(
  { dataSource: { manager }, storage }: Pick<ActivityDeps, 'dataSource' | 'storage'>,
  { run, info, signal }: { run: Run; info: DocumentInfo; signal: AbortSignal },
): Promise<void> {
  const { publicId, run: number } = run.shelf;
  const { pageCount } = info;
  await countPages(manager, { publicId, run: number, pages: pageCount });
  await recordProgress(manager, { publicId, run: number, pageCount });
  await storage.put(run.workPrefix + workFiles.info, JSON.stringify(info), 'application/json', signal);
}

/**
 * The length of ranges of at most `most` pages, as few as there have to be and all alike: otherwise the last one would be
 * short, and workers that read at once would end at different times.
 */
export const evenRange = (pageCount: number, most: number): number =>
  Math.ceil(pageCount / Math.ceil(pageCount / most));
