/** Creating an account: a registration, a code by e-mail, then the account with its first key. */
import type { FastifyRequest } from 'fastify';
import type { RegisterBody, VerifyEmailBody } from '../contract/auth.js';
import {
  createAccountFromRegistration,
  findAccountByEmail,
  type AccountWithKey,
} from '../entities/queries/accounts.js';
import { takeCodeAttempt } from '../entities/queries/codes.js';
import { createMail } from '../entities/queries/mails.js';
import { createRegistration } from '../entities/queries/registrations.js';
import { Registration } from '../entities/registration.js';
import { makeApiKey } from '../infra/api-keys.js';
import { hashCode, hashPassword, verifyPassword } from '../infra/passwords.js';
import { hashOwner } from './client-address.js';
import { CODE_MINUTES, CODE_RULES, makeCode, MAX_CODE_TRIES } from './codes.js';
import type { Deps } from './deps.js';
import { withSecurityLog } from './security-log.js';
import { requireSeen } from './text.js';
import { codeMail, knownMail } from '../infra/mail-texts.js';

const FIRST_KEY_NAME = 'First key';

/**
 * Stores the registration and puts a mail into the outbox. Known and new addresses take the same steps, so that timing
 * reveals nothing; beyond the daily number of codes there is no mail. Throws ServiceError 400 for a name that misleads.
 */
export async function register(deps: Deps, request: FastifyRequest, body: RegisterBody): Promise<void> {
  requireSeen('name', body.name);
  const { dataSource, workflows, config } = deps;
  const email = body.email.toLowerCase();
  const passwordHash = await hashPassword(body.password, hashOwner(request));
  const { code, codeHash } = await makeCode(email, hashOwner(request));
  const mailId = await dataSource.transaction(async (tx) => {
    const known = await findAccountByEmail(tx, email);
    const name = body.name.trim();
    const registration = await createRegistration(tx, { email, name, passwordHash, codeHash, ...CODE_RULES });
    if (!registration) return null;
    const mail = known ? knownMail(config.publicUrl) : codeMail(code, CODE_MINUTES);
    return createMail(tx, { recipient: email, ...mail, ttlSeconds: CODE_RULES.ttlSeconds });
  });
  if (mailId !== null) await workflows.startMail({ mailId, requestId: request.id });
}

/** Creates the account that a code confirms, with its first key; null for every kind of refusal. */
export async function verifyEmail(
  deps: Deps,
  request: FastifyRequest,
  body: VerifyEmailBody,
): Promise<(AccountWithKey & { key: string }) | null> {
  const email = body.email.toLowerCase();
  const codeHash = await hashCode(body.code, email, hashOwner(request));
  const tried = { email, codeHash, maxAttempts: MAX_CODE_TRIES };
  const registration = await takeCodeAttempt(deps.dataSource.manager, Registration, tried);
  if (!registration) return null;
  if (body.password !== undefined) {
    // anybody else who registers the address also has a code sent to it, for a password of their own
    const registered = await deps.dataSource.manager.findOneBy(Registration, { id: registration.id });
    const { passwordHash } = registered ?? {};
    if (!passwordHash || !(await verifyPassword(passwordHash, body.password, hashOwner(request)))) return null;
  }
  const { key, ...made } = makeApiKey();
  const created = await withSecurityLog(deps, request, async (tx, note) => {
    const apiKey = { name: FIRST_KEY_NAME, ...made };
    const found = await createAccountFromRegistration(tx, { registrationId: registration.id, apiKey });
    if (found) await note({ account: found.account, type: 'account_created', details: { key: found.apiKey.publicId } });
    return found;
  });
  return created && { ...created, key };
}
