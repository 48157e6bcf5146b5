/** The rules that all codes sent by e-mail share. */
import type { EntityManager } from 'typeorm';
import type { PasswordReset } from '../password-reset.js';
import type { Registration } from '../registration.js';
import { removeSome } from './purge.js';

/** What a code can confirm. */
type CodeKind = typeof Registration | typeof PasswordReset;

export interface NewCode {
  email: string;
  /** The same code has the same hash for one address. */
  codeHash: string;
  /** How long the code is valid. */
  ttlSeconds: number;
  /** Codes of this kind that an address can get in 24 hours. */
  maxPerDay: number;
}

/** Whether the address may get another code of this kind today. To be called in the transaction that stores it. */
export async function mayHaveCode(
  tx: EntityManager,
  kind: CodeKind,
  { email, maxPerDay }: { email: string; maxPerDay: number },
): Promise<boolean> {
  const { tableName } = tx.connection.getMetadata(kind);
  // counting and inserting are atomic per address: else concurrent requests would all see the same count
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1 || ':' || $2, 0))", [tableName, email]);
  const today = await tx
    .createQueryBuilder(kind, 'code')
    .where("code.email = :email AND code.createdAt > now() - interval '1 day'", { email })
    .getCount();
  return today < maxPerDay;
}

/**
 * Counts one attempt against every open code of the address, and returns the newest one with this hash. Counting and
 * comparing are one statement, so that concurrent attempts cannot exceed `maxAttempts`. Rows are locked in the same order
 * as in `lockCode`.
 */
export async function takeCodeAttempt(
  manager: EntityManager,
  kind: CodeKind,
  { email, codeHash, maxAttempts }: { email: string; codeHash: string; maxAttempts: number },
): Promise<{ id: string } | null> {
  const { tableName } = manager.connection.getMetadata(kind);
  const taken = await manager
    .createQueryBuilder()
    .update<Registration | PasswordReset>(kind)
    .set({ attempts: () => 'attempts + 1' })
    .where(
      `id IN (
        SELECT id FROM ${tableName}
        WHERE email = :email AND used_at IS NULL AND expires_at > now() AND attempts < :maxAttempts
        ORDER BY created_at, id FOR UPDATE
      )`,
      { email: email.toLowerCase(), maxAttempts },
    )
    .returning(['id', 'codeHash', 'createdAt'])
    .execute();
  const open = taken.raw as { id: string; code_hash: string; created_at: Date }[];
  const [newest] = open
    .filter((row) => row.code_hash === codeHash)
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  return newest ? { id: newest.id } : null;
}

/**
 * Locks all codes of the kind for a code's address, and returns that code; null when it was used. Always in the same
 * order, because two concurrent codes could deadlock otherwise.
 */
export async function lockCode<K extends CodeKind>(
  tx: EntityManager,
  kind: K,
  id: string,
): Promise<InstanceType<K> | null> {
  const { tableName } = tx.connection.getMetadata(kind);
  const ofAddress = await tx
    .createQueryBuilder<Registration | PasswordReset>(kind, 'code')
    .where(`code.email = (SELECT email FROM ${tableName} WHERE id = :id)`, { id })
    .orderBy('code.createdAt')
    .addOrderBy('code.id')
    .setLock('pessimistic_write')
    .getMany();
  const code = ofAddress.find((one) => one.id === id);
  return code && code.usedAt === null ? (code as InstanceType<K>) : null;
}

/** Closes all codes of the kind for the address. */
export async function closeCodes(tx: EntityManager, kind: CodeKind, email: string): Promise<void> {
  await tx
    .createQueryBuilder()
    .update<Registration | PasswordReset>(kind)
    .set({ usedAt: () => 'now()' })
    .where('email = :email AND used_at IS NULL', { email })
    .execute();
}

/** Removes codes older than `olderThanDays` (at most `limit`); returns how many. */
export function removeOldCodes(
  manager: EntityManager,
  kind: CodeKind,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  const where = 'created_at < now() - make_interval(days => :olderThanDays)';
  return removeSome(manager, kind, { where, parameters: { olderThanDays }, limit });
}
