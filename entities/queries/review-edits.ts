/** Pending operations of a draft in review: kept until the review ends, and never applied by themselves. */
import { IsNull, type EntityManager } from 'typeorm';
import type { Operation, ShelfStatus } from '../../contract/vocabulary.js';
import { ReviewEdit } from '../review-edit.js';
import { Shelf } from '../shelf.js';
import { Version } from '../version.js';
import type { ShelfKey } from './versions.js';

/** The last change of a draft's pending operations; with revision 0 there was none. */
export type LastChange = Pick<ReviewEdit, 'revision' | 'sessionId'> & { changedAt: Date | null };

const NO_CHANGE: LastChange = { revision: 0, sessionId: null, changedAt: null };

/** @param versionId UUID of the draft */
export async function findEdits(
  manager: EntityManager,
  versionId: string,
): Promise<LastChange & { operations: Operation[] }> {
  return (await manager.findOneBy(ReviewEdit, { versionId })) ?? { ...NO_CHANGE, operations: [] };
}

/** The same with the number of operations in place of them. */
export async function countEdits(manager: EntityManager, versionId: string): Promise<LastChange & { count: number }> {
  const [found] = await manager.query<(LastChange & { count: number })[]>(
    `SELECT ${LAST_CHANGE}, jsonb_array_length(operations) AS count FROM review_edits WHERE version_id = $1`,
    [versionId],
  );
  return found ?? { ...NO_CHANGE, count: 0 };
}

const LAST_CHANGE = 'revision, session_id AS "sessionId", changed_at AS "changedAt"';

export interface EditsChange extends ShelfKey {
  /** `ver_` id of the draft, and revision of its edits, that the change was made to. */
  draft: string;
  revision: number;
  operations: Operation[];
  /** UUID of the session that makes the change. */
  sessionId: string;
}

export type EditsOutcome =
  | { outcome: 'kept' | 'revision_changed'; lastChange: LastChange }
  | { outcome: 'draft_changed'; status: ShelfStatus }
  | { outcome: 'absent' };

/** Replaces the pending operations, unless another change or the end of the review came first. */
export async function replaceEdits(manager: EntityManager, change: EditsChange): Promise<EditsOutcome> {
  const { accountId, shelfPublicId: publicId, draft, revision, operations, sessionId } = change;
  return manager.transaction(async (tx) => {
    // whatever ends a review locks the row for its update
    const where = { accountId, publicId, deletedAt: IsNull() };
    const shelf = await tx.findOne(Shelf, { where, lock: { mode: 'pessimistic_read' } });
    if (!shelf) return { outcome: 'absent' };
    const { status, draftVersionId: id } = shelf;
    const version = status === 'review' && id !== null ? await tx.findOneBy(Version, { id, publicId: draft }) : null;
    if (!version) return { outcome: 'draft_changed', status };
    const [kept] = await tx.query<LastChange[]>(REPLACE, [version.id, revision, JSON.stringify(operations), sessionId]);
    if (kept) return { outcome: 'kept', lastChange: kept };
    return { outcome: 'revision_changed', lastChange: await countEdits(tx, version.id) };
  });
}

/** $1 draft, $2 revision to replace, $3 operations, $4 session. */
const REPLACE = `
  INSERT INTO review_edits AS kept (version_id, revision, operations, session_id, changed_at)
  SELECT $1::uuid, $2::int + 1, $3::jsonb, $4::uuid, now()
  WHERE $2::int = 0 OR EXISTS (SELECT FROM review_edits WHERE version_id = $1::uuid)
  ON CONFLICT (version_id) DO UPDATE SET revision = excluded.revision, operations = excluded.operations,
    session_id = excluded.session_id, changed_at = excluded.changed_at
  WHERE kept.revision = $2::int
  RETURNING ${LAST_CHANGE}`;

/** Forgets the pending operations of a draft that is approved. */
export async function removeEdits(manager: EntityManager, versionId: string): Promise<void> {
  await manager.delete(ReviewEdit, { versionId });
}
