/** A database for a test file: each registers its hooks and passes what it has started to `assign`. */
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Account } from '../../entities/account.js';
import { migratedDatabase, type TestDatabase } from './database.js';
import { givenAccount } from './rows.js';

const TIMEOUT_MS = 120_000;

/** A migrated database for the file. */
export function setUpDatabase(assign: (database: TestDatabase) => unknown): void {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await migratedDatabase();
    await assign(database);
  }, TIMEOUT_MS);
  afterAll(() => database?.stop());
}

/** The same, with a new account before each test. */
export function setUpAccount(assign: (given: TestDatabase & { account: Account }) => unknown): void {
  let database: TestDatabase;
  setUpDatabase((started) => (database = started));
  beforeEach(async () => {
    assign({ ...database, account: await givenAccount(database.manager) });
  });
}
