import { IsNull, type EntityManager } from 'typeorm';
import { Account } from '../account.js';
import { Session } from '../session.js';
import { PasswordReset } from '../password-reset.js';
import { closeCodes } from './codes.js';
import { removeSome } from './purge.js';

export interface SessionLifetime {
  /** Without use. */
  idleHours: number;
  /** In all, even if it is used; the cookie, too. */
  maxDays: number;
}

/** As in the configuration. */
export const SESSION_LIFETIME: SessionLifetime = { idleHours: 24, maxDays: 14 };

interface NewSession {
  tokenHash: string;
  client?: SessionClient;
  lifetime?: SessionLifetime;
}

/** What a session shows of the browser that uses it. */
export type SessionClient = Pick<Session, 'userAgent' | 'network'>;

const UNKNOWN_CLIENT: SessionClient = { userAgent: null, network: null };

export interface AccountWithSession {
  account: Account;
  session: Session;
}

/** Creates a session. */
export async function createSession(
  manager: EntityManager,
  { accountId, tokenHash, client = UNKNOWN_CLIENT, lifetime = SESSION_LIFETIME }: NewSession & { accountId: string },
): Promise<Session> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(Session)
    .values({ accountId, tokenHash, ...client, expiresAt: () => expiryOf(lifetime, 'now()') })
    .execute();
  return manager.findOneByOrFail(Session, { tokenHash });
}

/** SQL of the time at which a session ends if it is not used any more. */
function expiryOf({ idleHours, maxDays }: SessionLifetime, createdAt: string): string {
  return `least(now() + interval '${Number(idleHours)} hours', ${createdAt} + interval '${Number(maxDays)} days')`;
}

/**
 * Creates a session after a check of the password; null when the account has another password by now. A new password ends
 * all sessions, so none may be created with the old one after that.
 */
export async function createSessionByPassword(
  manager: EntityManager,
  { account, ...session }: NewSession & { account: Pick<Account, 'id' | 'passwordHash'> },
): Promise<Session | null> {
  const { id: accountId, passwordHash } = account;
  return manager.transaction(async (tx) => {
    const where = { id: accountId, passwordHash };
    const unchanged = await tx.findOne(Account, { select: { id: true }, where, lock: { mode: 'pessimistic_read' } });
    return unchanged && createSession(tx, { accountId, ...session });
  });
}

/** The valid session of a token (`tokenHash`: SHA-256 in hex), in one query. Records the use at most once a minute. */
export async function findSession(
  manager: EntityManager,
  tokenHash: string,
  { client = {}, lifetime = SESSION_LIFETIME }: { client?: Partial<SessionClient>; lifetime?: SessionLifetime } = {},
): Promise<AccountWithSession | null> {
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
        ...client,
        lastSeenAt: () => 'now()',
        expiresAt: () => expiryOf(lifetime, 'created_at'),
      })
      .where("id = :id AND revoked_at IS NULL AND last_seen_at < now() - interval '1 minute'", { id: session.id })
      .execute();
  }
  return { account, session };
}

/** Ends one session, by its token's hash; returns whose it was, null if it was over already. */
export async function revokeSession(manager: EntityManager, tokenHash: string): Promise<Account | null> {
  if ((await revoke(manager, 'token_hash = :of', tokenHash)) === 0) return null;
  const { accountId } = await manager.findOneByOrFail(Session, { tokenHash });
  return manager.findOneBy(Account, { id: accountId });
}

/** Ends every session of the account. */
export async function revokeSessionsOf(manager: EntityManager, accountId: string): Promise<void> {
  await revoke(manager, 'account_id = :of', accountId);
}

/** A session of an account, by its UUID. */
export interface SessionKey {
  accountId: string;
  sessionId: string;
}

/** Ends one session of the account; false when it has no such session any more. */
export async function revokeSessionOf(manager: EntityManager, { accountId, sessionId }: SessionKey): Promise<boolean> {
  return (
    (await revoke(manager, 'account_id = :of AND id = :sessionId AND expires_at > now()', accountId, sessionId)) > 0
  );
}

/** Ends every session of the account but one; returns how many. */
export async function revokeOtherSessions(
  manager: EntityManager,
  { accountId, sessionId }: SessionKey,
): Promise<number> {
  return revoke(manager, 'account_id = :of AND id <> :sessionId', accountId, sessionId);
}

/** Returns how many sessions it has ended. */
async function revoke(manager: EntityManager, whose: string, of: string, sessionId?: string): Promise<number> {
  const revoked = await manager
    .createQueryBuilder()
    .update(Session)
    .set({ revokedAt: () => 'now()', expiresAt: () => 'least(expires_at, now())' })
    .where(`${whose} AND revoked_at IS NULL`, { of, sessionId })
    .execute();
  return revoked.affected ?? 0;
}

/** A page of the account's sessions that are open, last used first. `page` counts from 1. */
export async function listSessions(
  manager: EntityManager,
  { accountId, page, limit }: { accountId: string; page: number; limit: number },
): Promise<{ sessions: Session[]; total: number }> {
  const [sessions, total] = await manager
    .createQueryBuilder(Session, 'session')
    .where('session.accountId = :accountId AND session.revokedAt IS NULL AND session.expiresAt > now()', { accountId })
    .orderBy('session.lastSeenAt', 'DESC')
    .addOrderBy('session.id')
    .offset((page - 1) * limit)
    .limit(limit)
    .getManyAndCount();
  return { sessions, total };
}

/** Notes that the session's password was entered; false when the session is over. */
export async function confirmSession(manager: EntityManager, id: string): Promise<boolean> {
  const confirmed = await manager
    .createQueryBuilder()
    .update(Session)
    .set({ confirmedAt: () => 'now()' })
    .where('id = :id AND revoked_at IS NULL', { id })
    .execute();
  return confirmed.affected === 1;
}

/**
 * Sets the account's password, ends all its sessions but one and closes all its codes; false, and nothing is done, when
 * that session is over.
 */
export async function changePassword(
  manager: EntityManager,
  { account, sessionId, passwordHash }: { account: Account; sessionId: string; passwordHash: string },
): Promise<boolean> {
  return manager.transaction(async (tx) => {
    // the account before its sessions, in the same order as a password reset: the second transaction sees what the first has ended
    await tx.findOneOrFail(Account, { where: { id: account.id }, lock: { mode: 'for_no_key_update' } });
    if (!(await tx.existsBy(Session, { id: sessionId, accountId: account.id, revokedAt: IsNull() }))) return false;
    await tx.update(Account, { id: account.id }, { passwordHash });
    await revokeOtherSessions(tx, { accountId: account.id, sessionId });
    await closeCodes(tx, PasswordReset, account.email);
    return true;
  });
}

/** Removes sessions that expired over `olderThanDays` ago (at most `limit`); returns how many. */
export function removeOldSessions(
  manager: EntityManager,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  const where = 'expires_at < now() - make_interval(days => :olderThanDays)';
  return removeSome(manager, Session, { where, parameters: { olderThanDays }, limit });
}
