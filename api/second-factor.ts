/** The second factor: setting it up, checking its codes, removing it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import type { RecoveryCodes, SecondFactorSetUp, SecondFactorState } from '../contract/second-factor.js';
import { invalid, ServiceError } from '../contract/errors.js';
import type { Account } from '../entities/account.js';
import {
  beginSecondFactor,
  enableSecondFactor,
  findPendingFactor,
  findSecondFactor,
  FREE_TRIES,
  forgetStrangeTries,
  isOwnNetwork,
  removeSecondFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  tryFromStrangeNetwork,
} from '../entities/queries/second-factors.js';
import { revokeOtherSessions } from '../entities/queries/sessions.js';
import { secondFactorMail, wrongCodesMail } from '../infra/mail-texts.js';
import { hashRecoveryCode, makeRecoveryCodes, makeTotpSecret, totpStep, totpUri } from '../infra/totp.js';
import { accountOf, sessionOf } from './auth.js';
import { sessionClient } from './client-address.js';
import type { Deps } from './deps.js';
import { countCode, countOwnCode, forgetOwnCodes } from './rate-limits.js';
import { circumstancesOf, mailTo, noteFailure, withSecurityLog } from './security-log.js';

/** What a secret is sealed for. */
const contextOf = ({ publicId }: Account): string => `second-factor:${publicId}`;

export async function secondFactorState(deps: Deps, account: Account): Promise<SecondFactorState> {
  const factor = await findSecondFactor(deps.dataSource.manager, account.id);
  return {
    enabled: factor !== null,
    since: factor?.enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: factor?.recoveryHashes.length ?? 0,
  };
}

/** Makes a secret, which counts once a code of it is entered. Throws ServiceError 409 if the account has a factor. */
export async function setUpSecondFactor(deps: Deps, request: FastifyRequest): Promise<SecondFactorSetUp> {
  const account = accountOf(request);
  const secret = makeTotpSecret();
  const secretSealed = deps.sealer.seal(secret, contextOf(account));
  const isBegun = await beginSecondFactor(deps.dataSource.manager, { accountId: account.id, secretSealed });
  if (!isBegun) throw alreadyEnabled();
  return { secret, uri: totpUri(secret, account.email) };
}

/** Ends the set-up with a code of the app. Throws ServiceError 400 for a wrong one, 409 without a set-up. */
export async function confirmSecondFactor(deps: Deps, request: FastifyRequest, code: string): Promise<RecoveryCodes> {
  const { account, session } = sessionOf(request);
  const pending = await findPendingFactor(deps.dataSource.manager, account.id);
  if (!pending) throw new ServiceError('CONFLICT', 'No second factor is being set up.', { reason: 'not_set_up' });
  const step = totpStep(deps.sealer.open(pending.secretSealed, contextOf(account)), code.trim());
  if (step === null) throw wrongCode();
  const { codes, hashes } = makeRecoveryCodes();
  await withSecurityLog(deps, request, async (tx, note) => {
    if (!(await enableSecondFactor(tx, pending, { step, recoveryHashes: hashes }))) throw alreadyEnabled();
    // they were opened without it
    await revokeOtherSessions(tx, { accountId: account.id, sessionId: session.id });
    const notice = secondFactorMail('enabled', circumstancesOf(deps, request));
    await note({ account, type: 'second_factor_enabled', notice });
  });
  return { recoveryCodes: codes };
}

/** Throws ServiceError 400 for a wrong code, 409 without a factor, 429 after too many. */
export async function renewRecoveryCodes(
  deps: Deps,
  { request, reply, code }: { request: FastifyRequest; reply: FastifyReply; code: string },
): Promise<RecoveryCodes> {
  const account = accountOf(request);
  await requireCode(deps, { request, reply, code });
  const { codes, hashes } = makeRecoveryCodes();
  await withSecurityLog(deps, request, async (tx, note) => {
    if (!(await replaceRecoveryCodes(tx, { accountId: account.id, recoveryHashes: hashes }))) throw noFactor();
    await note({ account, type: 'recovery_codes_created' });
  });
  return { recoveryCodes: codes };
}

/** Throws ServiceError 400 for a wrong code, 409 without a factor, 429 after too many. */
export async function disableSecondFactor(
  deps: Deps,
  { request, reply, code }: { request: FastifyRequest; reply: FastifyReply; code: string },
): Promise<void> {
  const account = accountOf(request);
  await requireCode(deps, { request, reply, code });
  await withSecurityLog(deps, request, async (tx, note) => {
    if (!(await removeSecondFactor(tx, account.id))) throw noFactor();
    const notice = secondFactorMail('disabled', circumstancesOf(deps, request));
    await note({ account, type: 'second_factor_disabled', notice });
  });
}

async function requireCode(
  deps: Deps,
  { request, reply, code }: { request: FastifyRequest; reply: FastifyReply; code: string },
): Promise<void> {
  const account = accountOf(request);
  if ((await findSecondFactor(deps.dataSource.manager, account.id)) === null) throw noFactor();
  if (!(await acceptCode(deps, { request, reply, account, code }))) throw wrongCode();
}

/**
 * Checks the code of a sign-in whose password was right; without a second factor none is needed. Returns since when there
 * is the factor that it has checked. Throws ServiceError 401 with the reason `code_required` or `code_invalid`, 429 after
 * too many.
 */
export async function requireSecondFactor(
  deps: Deps,
  { request, reply, account, code }: CodeAttempt & { code: string | undefined },
): Promise<CheckedFactor> {
  const factor = await findSecondFactor(deps.dataSource.manager, account.id);
  if (!factor) return { since: null };
  if (!code?.trim()) throw codeRequired();
  if (await acceptCode(deps, { request, reply, account, code })) return { since: factor.enabledAt };
  throw new ServiceError('UNAUTHORIZED', 'The code is wrong or has expired.', { reason: 'code_invalid' });
}

/** The factor whose code a sign-in has entered; null where the account had none. */
export interface CheckedFactor {
  since: Date | null;
}

/** Throws ServiceError 401 if the account has got a factor since `checked`. Within the transaction of the new session. */
export async function requireNoOtherFactor(tx: EntityManager, account: Account, checked: CheckedFactor): Promise<void> {
  const factor = await findSecondFactor(tx, account.id);
  if (factor && factor.enabledAt?.getTime() !== checked.since?.getTime()) throw codeRequired();
}

interface CodeAttempt {
  request: FastifyRequest;
  reply: FastifyReply;
  account: Account;
}

/** Each code is valid once. Throws ServiceError 429 for one that comes too early. */
async function acceptCode(
  deps: Deps,
  { request, reply, account, code }: CodeAttempt & { code: string },
): Promise<boolean> {
  const { manager } = deps.dataSource;
  const counted = await countTry(deps, { request, reply, account });
  const factor = await findSecondFactor(manager, account.id);
  if (!factor) return false;
  const step = totpStep(deps.sealer.open(factor.secretSealed, contextOf(account)), code.trim());
  const isRight =
    step === null ? await useRecoveryCode(deps, { request, account, code }) : await takeStep(manager, account.id, step);
  if (isRight) {
    await forgetOwnCodes(deps, account);
    if (counted.isStrange) await forgetStrangeTries(manager, account.id);
    return true;
  }
  if (counted.isFifth) await mailTo(deps, request, { account, text: wrongCodesMail(circumstancesOf(deps, request)) });
  noteFailure(deps, request, { email: account.email, type: 'sign_in_failed', details: { wrong: 'code' } });
  return false;
}

function useRecoveryCode(
  deps: Deps,
  { request, account, code }: Pick<CodeAttempt, 'request' | 'account'> & { code: string },
): Promise<boolean> {
  return withSecurityLog(deps, request, async (tx, note) => {
    if (!(await takeRecoveryCode(tx, account.id, hashRecoveryCode(code)))) return false;
    await note({ account, type: 'recovery_code_used' });
    return true;
  });
}

interface CountedTry {
  /** The account's delays are about it. */
  isStrange: boolean;
  /** The owner is notified if it is wrong. */
  isFifth: boolean;
}

/**
 * Whoever knows the password guesses codes from as many networks as there are, and must not keep the owner out by it. So the
 * owner's networks have a limit each and one for the day in sum, and all others share the account's delays; the owner's do
 * as well once they are used up for the day. Throws ServiceError 429.
 */
async function countTry(deps: Deps, { request, reply, account }: CodeAttempt): Promise<CountedTry> {
  const { manager } = deps.dataSource;
  const { network } = sessionClient(request);
  if (network !== null && (await isOwnNetwork(manager, account, network))) {
    await countCode(deps, { account, network }, reply);
    const place = await countOwnCode(deps, account);
    if (place !== null) return { isStrange: false, isFifth: place === FREE_TRIES };
  }
  const { waitSeconds, isLastFree } = await tryFromStrangeNetwork(manager, account.id);
  if (waitSeconds > 0) {
    reply.header('retry-after', String(waitSeconds));
    throw new ServiceError('RATE_LIMITED', 'Too many wrong codes. Wait, then enter another one.', {
      limit: 'second-factor-delay',
      waitSeconds,
    });
  }
  return { isStrange: true, isFifth: isLastFree };
}

const codeRequired = () =>
  new ServiceError('UNAUTHORIZED', 'Enter the code of your authenticator app, too.', { reason: 'code_required' });
const wrongCode = () => invalid('code', 'invalid_or_expired', 'The code is wrong or has expired.');
const noFactor = () =>
  new ServiceError('CONFLICT', 'The account has no second factor.', { reason: 'no_second_factor' });
const alreadyEnabled = () =>
  new ServiceError('CONFLICT', 'The account has a second factor already.', { reason: 'second_factor_enabled' });
