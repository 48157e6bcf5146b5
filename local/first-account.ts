/** The account that `npm start` creates, with a password and a key that only connection.json contains. */
import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { Account } from '../entities/account.js';
import { createDataSource } from '../entities/data-source.js';
import { createAccount, createApiKey, findAccountByEmail, findAccountByKeyHash } from '../entities/queries/accounts.js';
import { hashApiKey, makeApiKey } from '../infra/api-keys.js';
import { hashPassword } from '../infra/passwords.js';
import type { Connection } from './connection.js';

const EMAIL = 'owner@shelfwright.localhost';

type Credentials = Pick<Connection, 'apiKey' | 'email' | 'password'>;

/** Returns the known credentials if their key is valid, or else new ones, for the account of an earlier start if any. */
export async function ensureFirstAccount(databaseUrl: string, known: Partial<Credentials>): Promise<Credentials> {
  const { apiKey, email, password } = known;
  const dataSource = createDataSource(databaseUrl, { poolSize: 1, applicationName: 'shelfwright-start' });
  await dataSource.initialize();
  try {
    const opens = apiKey !== undefined && (await findAccountByKeyHash(dataSource.manager, hashApiKey(apiKey))) !== null;
    if (opens && email !== undefined && password !== undefined) return { apiKey, email, password };
    return await dataSource.transaction(makeCredentials);
  } finally {
    await dataSource.destroy();
  }
}

async function makeCredentials(manager: EntityManager): Promise<Credentials> {
  const password = randomBytes(15).toString('base64url');
  const passwordHash = await hashPassword(password, 'local');
  const earlier = await findAccountByEmail(manager, EMAIL);
  if (earlier !== null) await manager.update(Account, { id: earlier.id }, { passwordHash });
  const account = earlier ?? (await createAccount(manager, { email: EMAIL, name: 'Owner', passwordHash }));
  const { key, prefix, keyHash } = makeApiKey();
  await createApiKey(manager, { accountId: account.id, name: 'npm start', prefix, keyHash });
  return { apiKey: key, email: EMAIL, password };
}
