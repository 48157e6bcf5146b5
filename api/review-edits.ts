/** The draft in review and its pending operations, read and replaced. Nothing here changes the draft. */
import { invalid } from '../contract/errors.js';
import { operationsOf } from '../contract/operations.js';
import type { PendingOperations, Review } from '../contract/review.js';
import type { Operation } from '../contract/vocabulary.js';
import { findDraftVersion } from '../entities/queries/review.js';
import { countEdits, findEdits, replaceEdits } from '../entities/queries/review-edits.js';
import { findShelf } from '../entities/queries/shelves.js';
import { listVersionFiles, listVersionPaths } from '../entities/queries/versions.js';
import type { Shelf } from '../entities/shelf.js';
import type { Version } from '../entities/version.js';
import { RELEASE } from '../infra/release.js';
import { METADATA_PATH } from '../reading/files.js';
import type { Readers } from '../reading/readers.js';
import { accountOf, sessionOf } from './auth.js';
import type { Content } from './content.js';
import type { Deps } from './deps.js';
import { foundShelf, requireOpen } from './gates.js';
import { presentShelf } from './present.js';
import { reviewFiles } from './review-files.js';
import { badOperation, draftChanged, presentChange, requireSeen, revisionChanged, seenOf } from './review-seen.js';
import type { ShelfRequest } from './reviews.js';

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
    engine: { ofDraft: version.engineVersion, current: RELEASE },
    fileCount: version.fileCount,
    files: reviewFiles(listing, metadata),
    pending: { count, ...presentChange(request, lastChange) },
    shelf: presentShelf(shelf, account.publicId),
  };
}

export async function readPending(
  { dataSource }: Deps,
  request: ShelfRequest,
  { version }: Draft,
): Promise<PendingOperations> {
  const { operations, ...lastChange } = await findEdits(dataSource.manager, version.id);
  return { draft: version.publicId, operations, ...presentChange(request, lastChange) };
}

/** Keeps the operations of a body. Throws ServiceError 400, and 409 when another change or another draft came first. */
export async function keepPending(
  { deps, readers }: ReviewDeps,
  request: ShelfRequest,
  { draft: { shelf, version }, body }: { draft: Draft; body: unknown },
): Promise<PendingOperations> {
  const { manager } = deps.dataSource;
  const change = changeOf(body);
  await requireSeen(manager, request, { shelf, draft: version.publicId }, change);
  const account = accountOf(request);
  await requireApplicable({ deps, readers }, account.publicId, version, change);
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
  const shown = presentChange(request, replaced.lastChange);
  if (replaced.outcome === 'revision_changed') throw revisionChanged(shelf.status, shown);
  return { draft: change.draft, operations: change.operations, ...shown };
}

interface Change {
  draft: string;
  revision: number;
  operations: Operation[];
}

/** Throws ServiceError 400. */
function changeOf(body: unknown): Change {
  if (body === undefined || body === null) throw invalid('body', 'required', 'The body is missing.');
  const operations = operationsOf(body);
  const { draft, revision } = seenOf(body);
  if ((body as { operations?: unknown }).operations === undefined) throw missing('operations');
  if (draft === undefined) throw missing('draft');
  if (revision === undefined) throw missing('revision');
  return { draft, revision, operations };
}

const missing = (member: string): Error => invalid(member, 'required', `${member}: is missing`);

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
