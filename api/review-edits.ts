/** The draft in review and its pending operations, read and replaced. Nothing here changes the draft. */
import type { FastifyRequest } from 'fastify';
import { invalid } from '../contract/errors.js';
import { operationsOf } from '../contract/operations.js';
import type { PendingOperations, Review } from '../contract/review.js';
import type { Editor, Operation } from '../contract/vocabulary.js';
import { findDraftVersion } from '../entities/queries/review.js';
import { countEdits, findEdits, replaceEdits, type LastChange } from '../entities/queries/review-edits.js';
import { findShelf } from '../entities/queries/shelves.js';
import { listVersionFiles, listVersionPaths } from '../entities/queries/versions.js';
import type { Shelf } from '../entities/shelf.js';
import type { Version } from '../entities/version.js';
import { METADATA_PATH } from '../reading/files.js';
import type { Readers } from '../reading/readers.js';
import { accountOf, sessionOf } from './auth.js';
import type { Content } from './content.js';
import type { Deps } from './deps.js';
import { conflict, foundShelf, requireOpen } from './gates.js';
import { presentShelf } from './present.js';
import { reviewFiles } from './review-files.js';
import { badOperation, draftChanged, type ShelfRequest } from './reviews.js';

export interface ReviewDeps {
  deps: Deps;
  content: Content;
  readers: Readers;
}

/** A shelf in review with its draft. */
export interface Draft {
  shelf: Shelf;
  version: Version;
}

/** Throws ServiceError 404 for the shelf, 409 when it is not in review. */
export async function requireDraft({ dataSource: { manager } }: Deps, request: ShelfRequest): Promise<Draft> {
  const key = { accountId: accountOf(request).id, publicId: request.params.id };
  const shelf = foundShelf(await findShelf(manager, key));
  requireOpen('editDraft', shelf.status);
  const version = await findDraftVersion(manager, shelf);
  if (!version) throw draftChanged(shelf.status);
  return { shelf, version };
}

/** The last change as the request's session sees it. */
function presentChange(request: FastifyRequest, { revision, sessionId, changedAt }: LastChange) {
  const changedBy: Editor = sessionId === sessionOf(request).session.id ? 'this_session' : 'another_session';
  return { changedAt: changedAt?.toISOString() ?? null, changedBy: revision === 0 ? null : changedBy };
}

export async function readReview(
  { deps: { dataSource }, content }: ReviewDeps,
  request: ShelfRequest,
  { shelf, version }: Draft,
): Promise<Review> {
  const { manager } = dataSource;
  const account = accountOf(request);
  const { count, ...lastChange } = await countEdits(manager, version.id);
  const listing = await listVersionFiles(manager, version.id);
  const key = { accountId: account.id, shelfPublicId: shelf.publicId };
  const hasMetadata = listing.some(({ path }) => path === METADATA_PATH);
  const metadata = hasMetadata ? await content.text(key, version, METADATA_PATH) : undefined;
  return {
    draft: version.publicId,
    createdAt: version.createdAt.toISOString(),
    fileCount: version.fileCount,
    files: reviewFiles(listing, metadata),
    pending: { revision: lastChange.revision, count, ...presentChange(request, lastChange) },
    shelf: presentShelf(shelf, account.publicId),
  };
}

export async function readPending(
  { dataSource }: Deps,
  request: ShelfRequest,
  { version }: Draft,
): Promise<PendingOperations> {
  const { operations, ...lastChange } = await findEdits(dataSource.manager, version.id);
  const { revision } = lastChange;
  return { draft: version.publicId, revision, operations, ...presentChange(request, lastChange) };
}

/** Keeps the operations of a body. Throws ServiceError 400, and 409 when another change or another draft came first. */
export async function keepPending(
  { deps, readers }: ReviewDeps,
  request: ShelfRequest,
  { draft: { shelf, version }, body }: { draft: Draft; body: unknown },
): Promise<PendingOperations> {
  const { manager } = deps.dataSource;
  const change = changeOf(body);
  requireSameDraft({ shelf, version }, change.draft);
  const { revision } = await countEdits(manager, version.id);
  const account = accountOf(request);
  if (revision === change.revision) await requireApplicable({ deps, readers }, account.publicId, version, change);
  const replaced = await replaceEdits(manager, {
    ...change,
    accountId: account.id,
    shelfPublicId: shelf.publicId,
    sessionId: sessionOf(request).session.id,
  });
  if (replaced.outcome === 'absent') return foundShelf<never>(null);
  if (replaced.outcome === 'draft_changed') {
    requireOpen('editDraft', replaced.status);
    throw draftChanged(replaced.status);
  }
  const { lastChange } = replaced;
  const shown = { revision: lastChange.revision, ...presentChange(request, lastChange) };
  if (replaced.outcome === 'revision_changed') throw revisionChanged(shelf, shown);
  return { draft: change.draft, operations: change.operations, ...shown };
}

/** Throws ServiceError 409 unless the client has seen this draft. */
export function requireSameDraft({ shelf, version }: Draft, seen: string): void {
  if (seen !== version.publicId) throw draftChanged(shelf.status);
}

/** The 409 for pending operations that are not those that the client has seen. */
export function revisionChanged({ status }: Shelf, now: { revision: number }): Error {
  const message = 'The pending operations have changed in the meantime. Read them again.';
  return conflict('revision_changed', status, message, now);
}

interface Change {
  draft: string;
  revision: number;
  operations: Operation[];
}

/** Throws ServiceError 400. */
function changeOf(body: unknown): Change {
  const operations = operationsOf(requireBody(body));
  const { draft, revision, operations: given } = body as Partial<Change>;
  if (given === undefined) throw invalid('operations', 'required', 'operations: is missing');
  if (draft === undefined) throw invalid('draft', 'required', 'draft: is missing');
  if (revision === undefined) throw invalid('revision', 'required', 'revision: is missing');
  if (!Number.isSafeInteger(revision) || revision < 0 || revision >= MAX_REVISION)
    throw invalid('revision', 'invalid_type', 'revision: must be an integer of an earlier answer');
  return { draft: requireText(draft), revision, operations };
}

/** The largest integer of Postgres, which the next revision has to fit into. */
const MAX_REVISION = 2 ** 31 - 1;

function requireBody(body: unknown): unknown {
  if (body === undefined || body === null) throw invalid('body', 'required', 'The body is missing.');
  return body;
}

export function requireText(draft: unknown): string {
  if (typeof draft !== 'string') throw invalid('draft', 'invalid_type', 'draft: must be a string');
  return draft;
}

/** Throws ServiceError 400 for the first operation that the draft does not allow. */
async function requireApplicable(
  { deps, readers }: Pick<ReviewDeps, 'deps' | 'readers'>,
  account: string,
  version: Version,
  { operations }: Change,
): Promise<void> {
  if (operations.length === 0) return;
  const paths = await listVersionPaths(deps.dataSource.manager, version.id);
  // texts do not matter, and need not be copied to the reader
  const bare = operations.map((one) => (one.type === 'write' ? { ...one, content: '' } : one));
  const refused = await orTooComplex(
    readers.run({ name: 'checkOperations', input: { paths, operations: bare }, account }),
  );
  if (refused) throw badOperation(refused);
}

/** Operations that exceed the limits of a reader are the client's to change. */
export async function orTooComplex<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'READING_TOO_LARGE') throw badOperation({ reason: 'too_complex' });
    throw error;
  }
}
