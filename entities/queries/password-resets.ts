import type { EntityManager } from 'typeorm';
import { Account } from '../account.js';
import { PasswordReset } from '../password-reset.js';
import { revokeKeysOf } from './api-keys.js';
import { closeCodes, lockCode, mayHaveCode, type NewCode } from './codes.js';
import { revokeSessionsOf } from './sessions.js';
import { forgetStrangeTries } from './second-factors.js';
import { fromNow } from './times.js';

/** Stores a code for a new password; false when the address has reached its daily limit. */
export async function createPasswordReset(manager: EntityManager, args: NewCode): Promise<boolean> {
  const { codeHash, ttlSeconds, maxPerDay } = args;
  const email = args.email.toLowerCase();
  return manager.transaction(async (tx) => {
    if (!(await mayHaveCode(tx, PasswordReset, { email, maxPerDay }))) return false;
    await tx
      .createQueryBuilder()
      .insert()
      .into(PasswordReset)
      .values({ email, codeHash, expiresAt: fromNow(ttlSeconds) })
      .execute();
    return true;
  });
}

/**
 * Sets the new password of the address's account, ends all its sessions, closes all its codes and, with `revokeKeys`,
 * revokes all its keys. Null when the code was used already, or there is no such account.
 */
export async function replacePassword(
  manager: EntityManager,
  { resetId, passwordHash, revokeKeys }: { resetId: string; passwordHash: string; revokeKeys: boolean },
): Promise<{ account: Account; keysRevoked: number } | null> {
  return manager.transaction(async (tx) => {
    const reset = await lockCode(tx, PasswordReset, resetId);
    if (!reset) return null;
    await closeCodes(tx, PasswordReset, reset.email);
    const account = await tx.findOneBy(Account, { email: reset.email });
    if (!account) return null;
    await tx.update(Account, { id: account.id }, { passwordHash });
    await revokeSessionsOf(tx, account.id);
    await forgetStrangeTries(tx, account.id);
    return { account, keysRevoked: revokeKeys ? await revokeKeysOf(tx, account.id) : 0 };
  });
}

/** Forgets all codes that were sent for a new password, so that the address may have a day's number again; returns how many. */
export async function forgetPasswordResets(manager: EntityManager, email: string): Promise<number> {
  const { affected } = await manager.delete(PasswordReset, { email });
  return affected ?? 0;
}
