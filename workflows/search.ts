import { log, patched } from '@temporalio/workflow';
import type { ShelfRunInput } from './messages.js';
import { indexing } from './proxies.js';

/** Patch id: releases up to 0.5.0 had no search. */
const INDEX = 'index-search';

/**
 * Has search find the version that a run has published. The shelf is ready, and its owner notified, before that; a failure is
 * repaired by the reconciler, and so is a cancellation: by then the shelf is deleted, or has a new PDF.
 */
export async function indexPublished({ shelfPublicId }: ShelfRunInput): Promise<void> {
  if (!patched(INDEX)) return;
  try {
    await indexing.indexShelf({ shelfPublicId });
  } catch (error) {
    log.warn('indexing a shelf was left to the reconciler', { error: String(error) });
  }
}
