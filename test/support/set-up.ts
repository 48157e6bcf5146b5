/** Temporal for a test file: each registers its hooks and passes what it has started to `assign`. */
import { afterAll, beforeAll } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { localEnvironment, timeSkippingEnvironment } from './workflows.js';

const TIMEOUT_MS = 120_000;

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
