import type { EntityManager } from 'typeorm';
import type { StructureOptions, VerifyOptions } from '../engine/shelf.js';
import { findRun, isProcessing, type RunContext } from '../entities/queries/runs.js';
import type { ShelfRunInput } from '../workflows/messages.js';
import { staleRun } from './failures.js';
import { runPrefix } from '../infra/object-keys.js';

export interface Run extends RunContext {
  /** Prefix of the run's work files. */
  workPrefix: string;
}

/** Input of an attempt to make a draft. */
export interface DraftRunInput extends ShelfRunInput {
  /** The shelf's count when the run began to make the draft. Workflows of release 0.4.0 do not send it. */
  draftsGivenUp?: number;
}

/**
 * Loads what run n works on. Throws the failure that ends a run quietly (`staleRun`) when the run was superseded, or the
 * draft was given up meanwhile: a late attempt would mistake the next draft's work files for its own.
 */
export async function loadRun(manager: EntityManager, input: DraftRunInput): Promise<Run> {
  const { shelfPublicId: publicId, run } = input;
  return runOfRow(await findRun(manager, { publicId, run }), input);
}

/** The same of what has been read: whoever decides by the row twice reads it once. */
export function runOfRow(found: RunContext | null, { shelfPublicId, run, draftsGivenUp }: DraftRunInput): Run {
  if (!found || !isProcessing(found.shelf.status)) throw staleRun();
  if ((draftsGivenUp ?? found.shelf.draftsGivenUp) !== found.shelf.draftsGivenUp) throw staleRun();
  return { ...found, workPrefix: runPrefix(found.accountPublicId, shelfPublicId, run) };
}

export function optionsOf({ shelf, upload }: Run): StructureOptions {
  const { fileName, sha256, sizeBytes } = upload;
  // both are set when the upload is committed, in the transaction that creates the shelf
  if (sha256 === null || sizeBytes === null) throw new Error(`upload ${upload.id} of a shelf is not committed`);
  return { template: shelf.template, source: { fileName, sha256, sizeBytes } };
}

export function verifyOptionsOf(run: Run): VerifyOptions {
  return { ...optionsOf(run), policy: run.shelf.acceptancePolicy };
}
