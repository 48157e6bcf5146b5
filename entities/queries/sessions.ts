import type { EntityManager } from 'typeorm';
import { Account } from '../account.js';
import { Session } from '../session.js';
import { removeSome } from './purge.js';

const IDLE_DAYS = 30;
/** A session expires after this time even if it is used; the cookie, too. */
export const SESSION_MAX_DAYS = 90;

export interface AccountWithSession {
  account: Account;
  session: Session;
}

/** Creates a session. It expires 30 days after its last use, and 90 days after its start at the latest. */
export async function createSession(
  manager: EntityManager,
  { accountId, tokenHash }: { accountId: string; tokenHash: string },
): Promise<Session> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(Session)
    .values({ accountId, tokenHash, expiresAt: () => `now() + interval '${IDLE_DAYS} days'` })
    .execute();
  return manager.findOneByOrFail(Session, { tokenHash });
}

/**
 * Creates a session after a check of the password; null when the account has another password by now. A new password ends
 * all sessions, so none may be created with the old one after that.
 */
export async function createSessionByPassword(
  manager: EntityManager,
  { account, tokenHash }: { account: Pick<Account, 'id' | 'passwordHash'>; tokenHash: string },
): Promise<Session | null> {
  const { id: accountId, passwordHash } = account;
  return manager.transaction(async (tx) => {
    const where = { id: accountId, passwordHash };
    const unchanged = await tx.findOne(Account, { select: { id: true }, where, lock: { mode: 'pessimistic_read' } });
    return unchanged && createSession(tx, { accountId, tokenHash });
  });
}

/** The valid session of a token (`tokenHash`: SHA-256 in hex), in one query. Records the use at most once a minute. */
export async function findSession(manager: EntityManager, tokenHash: string): Promise<AccountWithSession | null> {
  const found = await manager
    .createQueryBuilder(Session, 'session')
    .innerJoinAndMapOne('session.account', Account, 'account', 'account.id = session.accountId')
    .where('session.tokenHash = :tokenHash', { tokenHash })
    .andWhere('session.revokedAt IS NULL AND session.expiresAt > now()')
    .getOne();
  if (!found) return null;
  const { account, ...session } = found as Session & { account: Account };
  if (Date.now() - session.lastSeenAt.getTime() > 60_000) {
    // the condition again, by the database's clock: of concurrent requests only the first writes
    await manager
      .createQueryBuilder()
      .update(Session)
      .set({
        lastSeenAt: () => 'now()',
        expiresAt: () =>
          `least(now() + interval '${IDLE_DAYS} days', created_at + interval '${SESSION_MAX_DAYS} days')`,
      })
      .where("id = :id AND revoked_at IS NULL AND last_seen_at < now() - interval '1 minute'", { id: session.id })
      .execute();
  }
  return { account, session };
}

/** Ends one session, by its token's hash. */
export async function revokeSession(manager: EntityManager, tokenHash: string): Promise<void> {
  await revoke(manager, 'token_hash = :of', tokenHash);
}

/** Ends every session of the account. */
export async function revokeSessionsOf(manager: EntityManager, accountId: string): Promise<void> {
  await revoke(manager, 'account_id = :of', accountId);
}

async function revoke(manager: EntityManager, whose: string, of: string): Promise<void> {
  await manager
    .createQueryBuilder()
    .update(Session)
    .set({ revokedAt: () => 'now()', expiresAt: () => 'least(expires_at, now())' })
    .where(`${whose} AND revoked_at IS NULL`, { of })
    .execute();
}

/** Removes sessions that expired over `olderThanDays` ago (at most `limit`); returns how many. */
export function removeOldSessions(
  manager: EntityManager,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  const where = 'expires_at < now() - make_interval(days => :olderThanDays)';
  return removeSome(manager, Session, { where, parameters: { olderThanDays }, limit });
}
