/** Signing in and out, and ending the sessions of an account. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import type { LoginBody } from '../contract/auth.js';
import type { Account } from '../entities/account.js';
import { findAccountByEmail } from '../entities/queries/accounts.js';
import { isKnownPlace } from '../entities/queries/security-events.js';
import {
  createSessionByPassword,
  revokeOtherSessions,
  revokeSession,
  revokeSessionOf,
  type AccountWithSession,
} from '../entities/queries/sessions.js';
import { newPlaceMail, type MailText } from '../infra/mail-texts.js';
import { hashPassword, verifyPassword } from '../infra/passwords.js';
import { hashSessionToken, makeSessionToken } from '../infra/session-tokens.js';
import { refuseSuspended, sessionOf } from './auth.js';
import { hashOwner, sessionClient } from './client-address.js';
import type { Deps } from './deps.js';
import { requireNoOtherFactor, requireSecondFactor, type CheckedFactor } from './second-factor.js';
import { countPassword, forgetPasswords } from './rate-limits.js';
import { circumstancesOf, noteFailure, withSecurityLog } from './security-log.js';

/**
 * Creates a session and its token; null for an unknown address or a wrong password, in the same time. Throws ServiceError
 * 401 with a reason if the password is right for an account that is suspended, or has a second factor; 429 after too
 * many passwords from one network.
 */
export async function signIn(
  deps: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { email, password, code }: LoginBody,
): Promise<(AccountWithSession & { token: string }) | null> {
  const account = await findAccountByEmail(deps.dataSource.manager, email);
  await countPassword(deps, { request, reply }, { account, email });
  // a hash is as slow as the comparison
  const owner = hashOwner(request);
  const isRight = account
    ? await verifyPassword(account.passwordHash, password, owner)
    : !(await hashPassword(password, owner));
  if (!account || !isRight) {
    noteFailure(deps, request, { email, type: 'sign_in_failed' });
    return null;
  }
  await forgetPasswords(deps, request, account);
  refuseSuspended(account);
  const checked = await requireSecondFactor(deps, { request, reply, account, code });
  return openSession(deps, request, account, checked);
}

/** Null when the account has another password by now. Throws ServiceError 401 when it has another second factor. */
async function openSession(deps: Deps, request: FastifyRequest, account: Account, checked: CheckedFactor) {
  const { token, tokenHash } = makeSessionToken();
  const client = sessionClient(request);
  const lifetime = deps.config.sessions;
  return withSecurityLog(deps, request, async (tx, note) => {
    const session = await createSessionByPassword(tx, { account, tokenHash, client, lifetime });
    if (!session) return null;
    // the account's row is locked: enabling a factor later ends this session
    await requireNoOtherFactor(tx, account, checked);
    await note({ account, type: 'signed_in', notice: await newPlaceNotice(tx, deps, { request, account }) });
    return { account, session, token };
  });
}

async function newPlaceNotice(
  tx: EntityManager,
  deps: Deps,
  { request, account }: { request: FastifyRequest; account: Account },
): Promise<MailText | null> {
  const where = circumstancesOf(deps, request);
  const isKnown = await isKnownPlace(tx, { accountPublicId: account.publicId, network: where.network });
  return isKnown ? null : newPlaceMail(where);
}

/** Ends the session of a token, if there is one. */
export async function signOut(deps: Deps, request: FastifyRequest, token: string): Promise<void> {
  await withSecurityLog(deps, request, async (tx, note) => {
    const account = await revokeSession(tx, hashSessionToken(token));
    if (account) await note({ account, type: 'signed_out' });
  });
}

/** Ends every session of the account but the caller's. */
export async function endOtherSessions(deps: Deps, request: FastifyRequest): Promise<void> {
  const { account, session } = sessionOf(request);
  await withSecurityLog(deps, request, async (tx, note) => {
    const count = await revokeOtherSessions(tx, { accountId: account.id, sessionId: session.id });
    if (count > 0) await note({ account, type: 'sessions_ended', details: { count } });
  });
}

/** Ends one session of the account; false when it has no such session any more. */
export function endSession(deps: Deps, request: FastifyRequest, sessionId: string): Promise<boolean> {
  const { account } = sessionOf(request);
  return withSecurityLog(deps, request, async (tx, note) => {
    const isEnded = await revokeSessionOf(tx, { accountId: account.id, sessionId });
    if (isEnded) await note({ account, type: 'sessions_ended', details: { count: 1 } });
    return isEnded;
  });
}
