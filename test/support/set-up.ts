/** Set-up and tear-down of test files, in one place: each registers its hooks and passes what it has started to `assign`. */
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Account } from '../../entities/account.js';
import { migratedDatabase, type TestDatabase } from './database.js';
import { givenAccount } from './rows.js';
import { localEnvironment, timeSkippingEnvironment } from './workflows.js';

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

/** Temporal's dev server, in which time passes as it does outside. */
export function setUpTemporal(assign: (env: TestWorkflowEnvironment) => unknown): void {
  setUpEnvironment(localEnvironment, assign);
}

/** Temporal's time-skipping server, for workflows that wait for long. */
export function setUpTimeSkipping(assign: (env: TestWorkflowEnvironment) => unknown): void {
  setUpEnvironment(timeSkippingEnvironment, assign);
}

function setUpEnvironment(
  start: () => Promise<TestWorkflowEnvironment>,
  assign: (env: TestWorkflowEnvironment) => unknown,
): void {
  let env: TestWorkflowEnvironment | undefined;
  beforeAll(async () => {
    env = await start();
    await assign(env);
  }, TIMEOUT_MS);
  afterAll(() => env?.teardown(), TIMEOUT_MS);
}
