/** Second factors. Every statement that accepts a code is one that only one of two concurrent requests can win. */
import { IsNull, MoreThan, Not, type EntityManager } from 'typeorm';
import { Account } from '../account.js';
import { SecondFactor } from '../second-factor.js';

/** The factor that signing in requires; null without one, or while it is being set up. */
export async function findSecondFactor(manager: EntityManager, accountId: string): Promise<SecondFactor | null> {
  return manager.findOneBy(SecondFactor, { accountId, enabledAt: Not(IsNull()) });
}

export async function findPendingFactor(manager: EntityManager, accountId: string): Promise<SecondFactor | null> {
  return manager.findOneBy(SecondFactor, { accountId, enabledAt: IsNull() });
}

/** Begins the set-up, or restarts it; false when the account has a factor. */
export async function beginSecondFactor(
  manager: EntityManager,
  { accountId, secretSealed }: { accountId: string; secretSealed: Buffer },
): Promise<boolean> {
  const begun = await manager.query<object[]>(
    `INSERT INTO second_factors (account_id, secret_sealed) VALUES ($1, $2)
     ON CONFLICT (account_id) DO UPDATE SET secret_sealed = $2, created_at = now() WHERE second_factors.enabled_at IS NULL
     RETURNING account_id`,
    [accountId, secretSealed],
  );
  return begun.length === 1;
}

/**
 * Ends the set-up; false when it was ended or restarted in the meantime. Within a transaction: sign-ins under way wait for its
 * end, and then see that there is a factor.
 */
export async function enableSecondFactor(
  manager: EntityManager,
  { accountId, secretSealed }: Pick<SecondFactor, 'accountId' | 'secretSealed'>,
  { step, recoveryHashes }: { step: number; recoveryHashes: string[] },
): Promise<boolean> {
  await manager.findOneOrFail(Account, { where: { id: accountId }, lock: { mode: 'for_no_key_update' } });
  const enabled = await manager
    .createQueryBuilder()
    .update(SecondFactor)
    .set({ enabledAt: () => 'now()', lastStep: step, recoveryHashes })
    .where('account_id = :accountId AND enabled_at IS NULL AND secret_sealed = :secretSealed', {
      accountId,
      secretSealed,
    })
    .execute();
  return enabled.affected === 1;
}

/** Codes in a row that are looked at before delays begin; the first delay is a second, each next one twice as long. */
export const FREE_TRIES = 5;
const LONGEST_DELAY_SECONDS = 900;
/** After this long without a code the count starts over. */
const FORGOTTEN_AFTER = '24 hours';
const DELAY = `least(${LONGEST_DELAY_SECONDS}, 2 ^ least(30, strange_tries - ${FREE_TRIES}))`;
const NEXT_TRY = `strange_tried_at + make_interval(secs => ${DELAY})`;

export interface StrangeTry {
  /** Seconds until a code is looked at again; 0: this one is. */
  waitSeconds: number;
  /** From the next wrong one on there are delays. */
  isLastFree: boolean;
}

/**
 * Whether somebody who had a code of this factor was in this network, with the password of now. Who signed in when there was
 * no factor may have known the password alone.
 */
export async function isOwnNetwork(
  manager: EntityManager,
  { id, publicId }: Pick<Account, 'id' | 'publicId'>,
  network: string,
): Promise<boolean> {
  const [known] = await manager.query<{ isKnown: boolean }[]>(
    `SELECT EXISTS (
       SELECT FROM security_events AS event, second_factors AS factor
       WHERE factor.account_id = $1 AND event.account_public_id = $2 AND event.network = $3
         AND event.type IN ('signed_in', 'second_factor_enabled') AND event.created_at >= factor.enabled_at
         AND event.created_at > ALL (SELECT created_at FROM security_events
           WHERE account_public_id = $2 AND type IN ('password_changed', 'password_reset'))
     ) AS "isKnown"`,
    [id, publicId, network],
  );
  return known?.isKnown === true;
}

/**
 * Counts a code from a network that is not the owner's, before it is compared: codes that come at the same time count each
 * other. The delays are the account's, however many networks the codes come from.
 */
export async function tryFromStrangeNetwork(manager: EntityManager, accountId: string): Promise<StrangeTry> {
  const [[counted]] = await manager.query<[{ tries: number }[], number]>(
    `UPDATE second_factors SET strange_tried_at = now(), strange_tries =
       1 + CASE WHEN strange_tried_at < now() - interval '${FORGOTTEN_AFTER}' THEN 0 ELSE strange_tries END
     WHERE account_id = $1 AND (strange_tries < ${FREE_TRIES} OR ${NEXT_TRY} <= now())
     RETURNING strange_tries AS tries`,
    [accountId],
  );
  if (counted) return { waitSeconds: 0, isLastFree: counted.tries === FREE_TRIES };
  const [delayed] = await manager.query<{ seconds: number }[]>(
    `SELECT ceil(extract(epoch FROM ${NEXT_TRY} - now()))::int AS seconds FROM second_factors WHERE account_id = $1`,
    [accountId],
  );
  return { waitSeconds: Math.max(1, delayed?.seconds ?? 0), isLastFree: false };
}

/** Ends the delays: a code was right, or the password is another one. */
export async function forgetStrangeTries(manager: EntityManager, accountId: string): Promise<void> {
  await manager.update(SecondFactor, { accountId, strangeTries: MoreThan(0) }, { strangeTries: 0 });
}

/** Marks a code as used; false when it, or a later one, was used before. */
export async function takeStep(manager: EntityManager, accountId: string, step: number): Promise<boolean> {
  const taken = await manager
    .createQueryBuilder()
    .update(SecondFactor)
    .set({ lastStep: step })
    .where('account_id = :accountId AND enabled_at IS NOT NULL AND last_step < :step', { accountId, step })
    .execute();
  return taken.affected === 1;
}

/** Uses a recovery code up; false when the account has no such code. */
export async function takeRecoveryCode(manager: EntityManager, accountId: string, hash: string): Promise<boolean> {
  const taken = await manager
    .createQueryBuilder()
    .update(SecondFactor)
    .set({ recoveryHashes: () => 'array_remove(recovery_hashes, :hash)' })
    .where('account_id = :accountId AND enabled_at IS NOT NULL AND :hash = ANY (recovery_hashes)', { accountId, hash })
    .execute();
  return taken.affected === 1;
}

/** Replaces the recovery codes; false without a factor. */
export async function replaceRecoveryCodes(
  manager: EntityManager,
  { accountId, recoveryHashes }: { accountId: string; recoveryHashes: string[] },
): Promise<boolean> {
  const replaced = await manager.update(SecondFactor, { accountId, enabledAt: Not(IsNull()) }, { recoveryHashes });
  return replaced.affected === 1;
}

/** False when there was none. */
export async function removeSecondFactor(manager: EntityManager, accountId: string): Promise<boolean> {
  const removed = await manager.delete(SecondFactor, { accountId, enabledAt: Not(IsNull()) });
  return removed.affected === 1;
}
