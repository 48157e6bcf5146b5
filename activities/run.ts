import type { EntityManager } from 'typeorm';
import { findRun, isProcessing, type RunContext } from '../entities/queries/runs.js';
import type { ShelfRunInput } from '../workflows/messages.js';
import { staleRun } from './failures.js';
import { runPrefix } from './keys.js';

export interface Run extends RunContext {
  /** Prefix of the run's work files. */
  workPrefix: string;
}

/** What run n works on. Throws the failure that ends a run quietly when the shelf has moved on. */
export async function loadRun(manager: EntityManager, { shelfPublicId, run }: ShelfRunInput): Promise<Run> {
  const found = await findRun(manager, { publicId: shelfPublicId, run });
  if (!found || !isProcessing(found.shelf.status)) throw staleRun();
  return { ...found, workPrefix: runPrefix(found.accountPublicId, shelfPublicId, run) };
}
