/** Second factors. Every statement that accepts a code is one that only one of two concurrent requests can win. */
import { IsNull, Not, type EntityManager } from 'typeorm';
import { SecondFactor } from '../second-factor.js';

/** The factor that signing in asks for; null without one, or while it is being set up. */
export async function findSecondFactor(manager: EntityManager, accountId: string): Promise<SecondFactor | null> {
  return manager.findOneBy(SecondFactor, { accountId, enabledAt: Not(IsNull()) });
}

export async function findPendingFactor(manager: EntityManager, accountId: string): Promise<SecondFactor | null> {
  return manager.findOneBy(SecondFactor, { accountId, enabledAt: IsNull() });
}

/** Begins the set-up, or begins it anew; false when the account has a factor. */
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

/** Ends the set-up; false when it was ended, or begun anew, meanwhile. */
export async function enableSecondFactor(
  manager: EntityManager,
  { accountId, secretSealed }: Pick<SecondFactor, 'accountId' | 'secretSealed'>,
  { step, recoveryHashes }: { step: number; recoveryHashes: string[] },
): Promise<boolean> {
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
