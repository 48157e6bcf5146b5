import type { LoginBody } from '../contract/auth.js';
import { findAccountByEmail } from '../entities/queries/accounts.js';
import { createSessionByPassword, type AccountWithSession, type SessionClient } from '../entities/queries/sessions.js';
import { hashPassword, verifyPassword } from '../infra/passwords.js';
import { makeSessionToken } from '../infra/session-tokens.js';
import type { Deps } from './deps.js';

/** Creates a session and its token; null for an unknown address or a wrong password, in the same time. */
export async function signIn(
  { dataSource: { manager } }: Deps,
  { email, password }: LoginBody,
  client: SessionClient,
): Promise<(AccountWithSession & { token: string }) | null> {
  const account = await findAccountByEmail(manager, email);
  if (!account) {
    await hashPassword(password); // as slow as the comparison
    return null;
  }
  if (!(await verifyPassword(account.passwordHash, password))) return null;
  const { token, tokenHash } = makeSessionToken();
  const session = await createSessionByPassword(manager, { account, tokenHash, client });
  return session && { account, session, token };
}
