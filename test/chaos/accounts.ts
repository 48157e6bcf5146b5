/** The accounts of a run: each with a key, a session, a subscription and its endpoints. */
import type { EntityManager } from 'typeorm';
import { cookieName } from '../../api/session-cookie.js';
import { Account } from '../../entities/account.js';
import { givenAccount, givenApiKey, givenSession } from '../support/rows.js';
import { makeEndpoints, type Endpoint } from './endpoints.js';
import { ACCOUNTS } from './mix.js';
import type { Credentials } from './script.js';
import type { System } from './system.js';

export interface Accounts {
  credentials: Credentials[];
  endpoints: Endpoint[];
}

export async function makeAccounts(manager: EntityManager, { config, receiverPort: port }: System): Promise<Accounts> {
  const { publicUrl, encryptionKeys } = config;
  const accounts: Accounts = { credentials: [], endpoints: [] };
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const { id: accountId } = await givenAccount(manager);
    await manager.update(Account, { id: accountId }, { subscribedAt: new Date() });
    const cookie = `${cookieName({ nodeEnv: 'test' })}=${await givenSession(manager, accountId)}`;
    const apiKey = await givenApiKey(manager, accountId);
    accounts.credentials.push({ apiKey, session: { cookie, origin: publicUrl }, accountId });
    accounts.endpoints.push(...(await makeEndpoints(manager, { accountId, port, encryptionKeys })));
  }
  return accounts;
}
