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
  /** Codes of this kind that one network can have sent to an address in 24 hours. */
  maxPerDay: number;
  /** The /24 or /48 that asks; null if unknown. */
  network: string | null;
}

/** From so many codes to an address in 24 hours on, as a multiple of a network's, networks that are not known wait. */
const NETWORKS_AT_ONCE = 2;
const LONGER_WAIT = '1 hour';

/**
 * Whether the address may get another code of this kind now. A network that has had its number waits for tomorrow, and
 * keeps no other out; many together get one an hour; one that the address's account was signed in to from waits for none.
 * The same statements whether or not there is an account. To be called in the transaction that stores the code.
 */
export async function mayHaveCode(
  tx: EntityManager,
  kind: CodeKind,
  { email, maxPerDay, network }: Pick<NewCode, 'email' | 'maxPerDay' | 'network'>,
): Promise<boolean> {
  const { tableName } = tx.connection.getMetadata(kind);
  // counting and inserting are atomic per address: else concurrent requests would all see the same count
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1 || ':' || $2, 0))", [tableName, email]);
  const [sent] = await tx.query<{ own: number; all: number; recent: number; isKnown: boolean }[]>(
    `SELECT count(*) FILTER (WHERE network IS NOT DISTINCT FROM $2)::int AS own, count(*)::int AS all,
       count(*) FILTER (WHERE created_at > now() - interval '${LONGER_WAIT}')::int AS recent,
       EXISTS (SELECT FROM accounts JOIN security_events event ON event.account_public_id = accounts.public_id
         WHERE accounts.email = $1 AND event.type IN ('account_created', 'signed_in') AND event.network = $2) AS "isKnown"
     FROM ${tableName} WHERE email = $1 AND created_at > now() - interval '1 day'`,
    [email, network],
  );
  if (!sent) throw new Error('a query without a row');
  const isCrowded = sent.all >= NETWORKS_AT_ONCE * maxPerDay && sent.recent > 0;
  return sent.own < maxPerDay && (sent.isKnown || !isCrowded);
}

export interface CodeAttempt extends Pick<NewCode, 'email' | 'codeHash' | 'network'> {
  maxAttempts: number;
}

const IS_OWN = '(network IS NOT DISTINCT FROM CAST(:network AS text))';

/**
 * Counts one attempt against every open code of the address, and returns the newest one with this hash. A code has
 * `maxAttempts` for the network that asked for it and as many for all others together, so that those who guess from
 * elsewhere do not use up the owner's. Counting and comparing are one statement, so that concurrent attempts cannot exceed
 * them. Rows are locked in the same order as in `lockCode`.
 */
export async function takeCodeAttempt(
  manager: EntityManager,
  kind: CodeKind,
  { email, codeHash, network, maxAttempts }: CodeAttempt,
): Promise<{ id: string } | null> {
  const { tableName } = manager.connection.getMetadata(kind);
  const taken = await manager
    .createQueryBuilder()
    .update<Registration | PasswordReset>(kind)
    .set({
      attempts: () => `attempts + (${IS_OWN})::int`,
      strangeAttempts: () => `strange_attempts + (NOT ${IS_OWN})::int`,
    })
    .where(
      `id IN (
        SELECT id FROM ${tableName}
        WHERE email = :email AND used_at IS NULL AND expires_at > now()
          AND CASE WHEN ${IS_OWN} THEN attempts ELSE strange_attempts END < :maxAttempts
        ORDER BY created_at, id FOR UPDATE
      )`,
      { email: email.toLowerCase(), network, maxAttempts },
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
