/** Temporal for a test file: each registers its hooks and passes what it has started to `assign`. */
import { afterAll, beforeAll } from '@jest/globals';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { startTemporal } from './servers.js';
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

/** The service's own client of the dev server, where no worker is unless a test starts one. */
export function setUpTemporalClient(assign: (temporal: Temporal) => unknown): void {
  let stop: (() => Promise<void>) | undefined;
  let temporal: Temporal | undefined;
  beforeAll(async () => {
    const server = await startTemporal();
    ({ stop } = server);
    temporal = createTemporal(server);
    await assign(temporal);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await temporal?.close();
    await stop?.();
  }, TIMEOUT_MS);
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
