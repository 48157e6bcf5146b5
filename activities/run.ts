import type { EntityManager } from 'typeorm';
import { findRun, isProcessing, type RunContext } from '../entities/queries/runs.js';
import type { ShelfRunInput } from '../workflows/messages.js';
import { staleRun } from './failures.js';
import { runPrefix } from '../infra/object-keys.js';

export interface Run extends RunContext {
  /** Prefix of the run's work files. */
  workPrefix: string;
}

/** What an attempt to make a draft is told of it. */
export interface DraftRunInput extends ShelfRunInput {
  /** As the run was told when it began to make the draft. Workflows of release 0.4.0 did not say it. */
  draftsGivenUp?: number;
}

/**
 * What run n works on. Throws the failure that ends a run quietly when the shelf has moved on, or the draft that is to
 * be made was given up meanwhile: a late attempt would take the next draft's work for its own.
 */
export async function loadRun(
  manager: EntityManager,
  { shelfPublicId, run, draftsGivenUp }: DraftRunInput,
): Promise<Run> {
  const found = await findRun(manager, { publicId: shelfPublicId, run });
  if (!found || !isProcessing(found.shelf.status)) throw staleRun();
  if ((draftsGivenUp ?? found.shelf.draftsGivenUp) !== found.shelf.draftsGivenUp) throw staleRun();
  return { ...found, workPrefix: runPrefix(found.accountPublicId, shelfPublicId, run) };
}
