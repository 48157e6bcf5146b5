/** Forgotten passwords: a code by e-mail, with the same rules as for a registration, then a new password. */
import type { FastifyRequest } from 'fastify';
import type { ForgotPasswordBody, ResetPasswordBody } from '../contract/auth.js';
import { findAccountByEmail } from '../entities/queries/accounts.js';
import { takeCodeAttempt } from '../entities/queries/codes.js';
import { createMail } from '../entities/queries/mails.js';
import { createPasswordReset, replacePassword } from '../entities/queries/password-resets.js';
import { webhooksOfKey } from '../entities/queries/webhooks.js';
import { PasswordReset } from '../entities/password-reset.js';
import { hashCode, hashPassword } from '../infra/passwords.js';
import { hashOwner } from './client-address.js';
import { CODE_MINUTES, CODE_RULES, makeCode, MAX_CODE_TRIES } from './codes.js';
import type { Deps } from './deps.js';
import { circumstancesOf, noteFailure, withSecurityLog } from './security-log.js';
import { passwordChangedMail, resetMail, unknownMail } from '../infra/mail-texts.js';

/** Stores a code and puts a mail into the outbox; the same steps whether or not the address has an account. */
export async function forgotPassword(deps: Deps, request: FastifyRequest, body: ForgotPasswordBody): Promise<void> {
  const { dataSource, workflows, config } = deps;
  const email = body.email.toLowerCase();
  const { code, codeHash } = await makeCode(email, hashOwner(request));
  const mailId = await dataSource.transaction(async (tx) => {
    const known = await findAccountByEmail(tx, email);
    if (!(await createPasswordReset(tx, { email, codeHash, ...CODE_RULES }))) return null;
    const mail = known ? resetMail(code, CODE_MINUTES) : unknownMail(config.publicUrl);
    return createMail(tx, { recipient: email, ...mail, ttlSeconds: CODE_RULES.ttlSeconds });
  });
  if (mailId !== null) await workflows.startMail({ mailId, requestId: request.id });
}

/** Sets the password, ends all sessions and, if asked to, revokes all keys; false for every kind of refusal, in the same time. */
export async function resetPassword(deps: Deps, request: FastifyRequest, body: ResetPasswordBody): Promise<boolean> {
  const { manager } = deps.dataSource;
  const email = body.email.toLowerCase();
  const codeHash = await hashCode(body.code, email, hashOwner(request));
  // before the attempt is counted: a full password queue must not use one up
  const passwordHash = await hashPassword(body.password, hashOwner(request));
  const tried = { email, codeHash, maxAttempts: MAX_CODE_TRIES };
  const reset = await takeCodeAttempt(manager, PasswordReset, tried);
  if (!reset) {
    noteFailure(deps, request, { email, type: 'password_reset_failed' });
    return false;
  }
  const { revokeKeys = false } = body;
  return withSecurityLog(deps, request, async (tx, note) => {
    const replaced = await replacePassword(tx, { resetId: reset.id, passwordHash, revokeKeys });
    if (!replaced) return false;
    const { account, keysRevoked } = replaced;
    const webhooks = await webhooksOfKey(tx, { accountId: account.id });
    const revoked = revokeKeys ? { count: keysRevoked, webhooks } : null;
    const notice = passwordChangedMail(revoked, circumstancesOf(deps, request));
    await note({ account, type: 'password_reset', details: { keysRevoked }, notice });
    return true;
  });
}
