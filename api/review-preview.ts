/** What operations would make of the draft: the tree, and patches of the files that differ. */
import { operationsOf } from '../contract/operations.js';
import type { ReviewPreview } from '../contract/review.js';
import type { Operation } from '../contract/vocabulary.js';
import { findEdits } from '../entities/queries/review-edits.js';
import type { Version } from '../entities/version.js';
import type { Preview } from '../reading/edits.js';
import { METADATA_PATH, type Files } from '../reading/files.js';
import { accountOf } from './auth.js';
import { boundedPatches } from './diff/compare.js';
import type { Patcher } from './diff/patcher.js';
import { orTooComplex, type Draft, type ReviewDeps } from './review-edits.js';
import { reviewFiles } from './review-files.js';
import { badOperation, requireSeen, seenOf } from './review-seen.js';
import type { ShelfRequest } from './reviews.js';

/** What the operations of the body, or without any those that are kept, make of the draft. Throws ServiceError 400, 409. */
export async function previewReview(
  review: ReviewDeps & { patcher: Patcher },
  request: ShelfRequest,
  { draft, body }: { draft: Draft; body: unknown },
): Promise<ReviewPreview> {
  const { version, shelf } = draft;
  const given = operationsOf(body);
  const { manager } = review.deps.dataSource;
  await requireSeen(manager, request, { shelf, draft: version.publicId }, seenOf(body));
  const isGiven = ((body ?? {}) as { operations?: unknown }).operations !== undefined;
  const wanted = isGiven ? given : (await findEdits(manager, version.id)).operations;
  const { id: accountId, publicId: account } = accountOf(request);
  const key = { accountId, shelfPublicId: shelf.publicId };
  const files = await review.content.tree(key, version);
  const preview = await previewOf(review, { wanted, account, version, files });
  const patch = boundedPatches(review.patcher);
  const changes: ReviewPreview['changes'] = [];
  for (const { content: to, from: renamedFrom, ...shown } of preview.changed) {
    const from = files.get(renamedFrom ?? shown.path) ?? null;
    const change = { path: shown.path, from, to, ...(renamedFrom !== null && { renamedFrom }) };
    changes.push({ ...shown, from: renamedFrom, ...(await patch(change)) });
  }
  const metadata = preview.changed.find(({ path }) => path === METADATA_PATH)?.content ?? files.get(METADATA_PATH);
  return {
    shelfPublicId: shelf.publicId,
    draft: version.publicId,
    files: reviewFiles(preview.listing, metadata),
    changes,
    summary: summarise(preview),
  };
}

interface Wanted {
  wanted: Operation[];
  account: string;
  version: Version;
  files: Files;
}

async function previewOf({ readers }: ReviewDeps, { wanted, account, version, files }: Wanted): Promise<Preview> {
  if (wanted.length === 0) {
    const listing = Array.from(files, ([path, text]) => ({ path, sizeBytes: Buffer.byteLength(text) }));
    return { listing, changed: [] };
  }
  const outcome = await orTooComplex(
    readers.run({
      name: 'previewOperations',
      input: { operations: wanted },
      account,
      tree: { sha256: version.archiveSha256, load: () => Promise.resolve(files) },
    }),
  );
  if ('refused' in outcome) throw badOperation(outcome.refused);
  return outcome;
}

function summarise({ listing, changed }: Preview): ReviewPreview['summary'] {
  const counts = { added: 0, modified: 0, renamed: 0, removed: 0 };
  for (const { status } of changed) counts[status] += 1;
  const unchanged = listing.length - counts.added - counts.modified - counts.renamed;
  return { ...counts, unchanged, totalFiles: listing.length + counts.removed };
}
