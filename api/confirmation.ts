/** Asks a session for the password again, before actions that a stolen session must not be able to do. */
import type { FastifyRequest } from 'fastify';
import { invalid, ServiceError } from '../contract/errors.js';
import { changePassword, confirmSession } from '../entities/queries/sessions.js';
import { hashPassword, verifyPassword } from '../infra/passwords.js';
import { passwordChangedMail } from '../infra/mail-texts.js';
import { sessionOf } from './auth.js';
import { hashOwner } from './client-address.js';
import type { Deps } from './deps.js';
import { circumstancesOf, noteFailure, withSecurityLog } from './security-log.js';

/** How long an entered password counts; signing in is one. */
const CONFIRMED_MS = 15 * 60_000;

/** Throws ServiceError 403 unless the session's password was entered a short time ago. */
export async function requireConfirmed(request: FastifyRequest): Promise<void> {
  const { confirmedAt } = sessionOf(request).session;
  if (Date.now() - confirmedAt.getTime() <= CONFIRMED_MS) return;
  throw new ServiceError('FORBIDDEN', 'Enter your password again, then repeat this.', {
    reason: 'confirmation_required',
  });
}

/** The same for a request that may come with a key instead, which a thief of the session does not have. */
export async function requireConfirmedInSession(request: FastifyRequest): Promise<void> {
  if (request.session) await requireConfirmed(request);
}

/** Notes that the password was entered. Throws ServiceError 400 for a wrong one, and 401 when the session has ended in the meantime. */
export async function confirm(deps: Deps, request: FastifyRequest, password: string): Promise<void> {
  const { account, session } = sessionOf(request);
  if (!(await verifyPassword(account.passwordHash, password, hashOwner(request)))) {
    noteFailure(deps, request, { email: account.email, type: 'confirmation_failed' });
    throw invalid('password', 'incorrect', 'password: is not the one of this account');
  }
  await withSecurityLog(deps, request, async (tx, note) => {
    if (!(await confirmSession(tx, session.id))) throw new ServiceError('UNAUTHORIZED');
    await note({ account, type: 'password_confirmed' });
  });
}

/** Sets the password and ends all other sessions. Throws ServiceError 401 when this one has ended in the meantime. */
export async function setPassword(deps: Deps, request: FastifyRequest, password: string): Promise<void> {
  const { account, session } = sessionOf(request);
  const passwordHash = await hashPassword(password, hashOwner(request));
  await withSecurityLog(deps, request, async (tx, note) => {
    const changed = await changePassword(tx, { account, sessionId: session.id, passwordHash });
    if (!changed) throw new ServiceError('UNAUTHORIZED');
    const notice = passwordChangedMail(null, circumstancesOf(deps, request));
    await note({ account, type: 'password_changed', notice });
  });
}
