/** What a client has seen of a review, and the refusals when that is no longer what there is. */
import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { invalid, type ServiceError } from '../contract/errors.js';
import type { Editor, ShelfStatus } from '../contract/vocabulary.js';
import { countEdits, type LastChange } from '../entities/queries/review-edits.js';
import type { Shelf } from '../entities/shelf.js';
import { conflict } from './gates.js';

/** As far as the request says it. */
export interface Seen {
  /** `ver_` id of the draft. */
  draft?: string | undefined;
  /** Of the pending operations. */
  revision?: number | undefined;
}

/** The largest integer of Postgres, which the next revision has to fit into. */
const MAX_REVISION = 2 ** 31 - 1;

/** The members of a body that is undefined or an object. Throws ServiceError 400. */
export function seenOf(body: unknown): Seen {
  const { draft, revision } = (body ?? {}) as Record<string, unknown>;
  if (draft !== undefined && typeof draft !== 'string')
    throw invalid('draft', 'invalid_type', 'draft: must be a string');
  if (revision !== undefined && !isRevision(revision))
    throw invalid('revision', 'invalid_type', 'revision: must be the integer of an earlier answer');
  return { draft, revision };
}

function isRevision(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < MAX_REVISION;
}

/**
 * Requires that what the client has seen is still current; what the request does not name is not checked. Throws ServiceError 409.
 *
 * @param draft `ver_` id of the shelf's draft
 */
export async function requireSeen(
  manager: EntityManager,
  request: FastifyRequest,
  { shelf, draft }: { shelf: Shelf; draft: string },
  seen: Seen,
): Promise<void> {
  if (seen.draft !== undefined && seen.draft !== draft) throw draftChanged(shelf.status);
  if (seen.revision === undefined || shelf.draftVersionId === null) return;
  const lastChange = await countEdits(manager, shelf.draftVersionId);
  if (lastChange.revision !== seen.revision) throw revisionChanged(shelf.status, presentChange(request, lastChange));
}

/** The 409 for an approval that others' pending operations came before, from the row as it is now. */
export async function presentRevisionChanged(
  manager: EntityManager,
  request: FastifyRequest,
  { status, draftVersionId }: Shelf,
): Promise<ServiceError> {
  if (draftVersionId === null) return draftChanged(status);
  return revisionChanged(status, presentChange(request, await countEdits(manager, draftVersionId)));
}

/** The last change of the pending operations, as the caller sees it. */
export function presentChange({ session }: FastifyRequest, { revision, sessionId, changedAt }: LastChange) {
  const changedBy: Editor = sessionId !== null && sessionId === session?.id ? 'this_session' : 'another_session';
  return { revision, changedAt: changedAt?.toISOString() ?? null, changedBy: revision === 0 ? null : changedBy };
}

/** The 409 for pending operations that are not those that the client has seen. */
export function revisionChanged(status: ShelfStatus, now: ReturnType<typeof presentChange>): ServiceError {
  const message = 'The pending operations have changed in the meantime. Read them again.';
  return conflict('revision_changed', status, message, now);
}

/** The 409 for a draft that is no longer the shelf's. */
export function draftChanged(status: ShelfStatus): ServiceError {
  return conflict('draft_changed', status, 'The draft has changed in the meantime. Read it again.');
}

/** The 400 for an operation that cannot be applied to the draft; `details` are those of the refusal. */
export function badOperation(details: unknown): ServiceError {
  const { index, reason, ...more } = details as { index?: number; reason: string };
  const which = index === undefined ? 'operations' : `operations[${index}]`;
  return invalid('operations', reason, `${which}: ${reason}`, { ...(index !== undefined && { index }), ...more });
}
