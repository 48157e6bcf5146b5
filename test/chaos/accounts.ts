/** The accounts of a run: each with a key, a session and a subscription. */
import type { EntityManager } from 'typeorm';
import { cookieName } from '../../api/session-cookie.js';
import { Account } from '../../entities/account.js';
import { givenAccount, givenApiKey, givenSession } from '../support/rows.js';
import { ACCOUNTS } from './mix.js';
import type { Credentials } from './script.js';

export async function makeAccounts(manager: EntityManager, publicUrl: string): Promise<Credentials[]> {
  const accounts: Credentials[] = [];
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const { id } = await givenAccount(manager);
    await manager.update(Account, { id }, { subscribedAt: new Date() });
    const cookie = `${cookieName({ nodeEnv: 'test' })}=${await givenSession(manager, id)}`;
    accounts.push({ apiKey: await givenApiKey(manager, id), session: { cookie, origin: publicUrl } });
  }
  return accounts;
}
