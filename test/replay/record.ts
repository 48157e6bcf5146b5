/**
 * Records the histories that the replay test keeps: `node dist/test/replay/record.js RELEASE [SCENARIO...]`, at each release, against
 * the bundle of the build. Old files stay for as long as runs of their release may be open.
 */
import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import {
  deleteRunStart,
  mailRunStart,
  REFUSALS,
  REVIEW_MESSAGES,
  TASK_QUEUES,
  WORKFLOWS,
} from '../../workflows/messages.js';
import { approve, inReview, refusedWith, regenerate, reviewed, REVIEWED_RUN } from '../support/reviews.js';
import { timeSkippingServerPath } from '../support/servers.js';
import {
  addSearchAttributes,
  failureType,
  fakeActivities,
  newShelfRun,
  parsed,
  silenceTemporal,
  startShelf,
  withWorkers,
  type FakeActivities,
} from '../support/workflows.js';
import { saveHistory } from './histories.js';

/** The server's clock is ahead of ours once it has skipped time. */
const FAR_MS = 365 * 24 * 3_600_000;

interface Scenario {
  name: string;
  fakes: FakeActivities;
  start(env: TestWorkflowEnvironment): Promise<WorkflowHandle>;
  /** What people do while it runs. */
  meanwhile?(handle: WorkflowHandle): Promise<void>;
}

const shelf = (name: string, ...fakes: Parameters<typeof fakeActivities>): Scenario => ({
  name,
  fakes: fakeActivities(...fakes),
  start: (env) => startShelf(env, newShelfRun()),
});

/** Refused, approved with a bad operation, regenerated and approved, by Updates and Signals. */
function inReviewForLong(): Scenario {
  let refusals = 1;
  const fakes = reviewed({
    approveShelf: async () => {
      if (refusals-- <= 0) return {};
      const details = [{ index: 0, reason: 'not_found' }];
      throw ApplicationFailure.create({ type: REFUSALS.badOperation, nonRetryable: true, details });
    },
  });
  return {
    name: 'reviewed',
    fakes,
    start: (env) => startShelf(env, newShelfRun()),
    async meanwhile(handle) {
      const first = await inReview(handle, fakes);
      await approve(handle, first, { operationsKey: 'operations.json', validForMs: FAR_MS }).catch(refusedWith);
      await regenerate(handle, first, FAR_MS);
      const second = await inReview(handle, fakes, 2);
      await approve(handle, first, { validForMs: FAR_MS }).catch(refusedWith);
      await handle.signal(REVIEW_MESSAGES.regenerate);
      const third = await inReview(handle, fakes, 3);
      if (second === third) throw new Error('the draft was not given up');
      await approve(handle, third, { operationsKey: 'operations.json', validForMs: FAR_MS });
    },
  };
}

/** A run that is started afresh for a row in review, and waits. */
function reopened(): Scenario {
  const fakes = reviewed({
    openRun: async () => ({ ...REVIEWED_RUN, step: 'verifying', draft: 'ver_0123456789abcdef01234567' }),
  });
  return {
    name: 'reopened',
    fakes,
    start: (env) => startShelf(env, newShelfRun()),
    meanwhile: (handle) => approve(handle, 'ver_0123456789abcdef01234567', { validForMs: FAR_MS }),
  };
}

const documentAtFault = async (): Promise<never> => {
  throw ApplicationFailure.nonRetryable('no password given', 'password_required');
};

const SCENARIOS: Scenario[] = [
  shelf('ready', {}, 30),
  shelf('scanned', {
    parsePages: async ({ first, last }) => ({ ...parsed(last - first + 1), toRecognise: [first, last] }),
  }),
  shelf('document-at-fault', { inspectDocument: documentAtFault }),
  shelf('resumed', {
    openRun: async () => ({
      step: 'structuring',
      pagesPerRange: 4,
      rangesInFlight: 2,
      documentTimeoutMs: 60_000,
      longestAttemptMs: 120_000,
      pagesPerRecognition: 2,
      recognitionTimeoutMs: 60_000,
    }),
  }),
  inReviewForLong(),
  reopened(),
  {
    name: 'whole',
    fakes: fakeActivities(),
    start: ({ client }) => {
      const input = { shelfPublicId: newShelfRun().shelfPublicId, lastRun: 1, requestId: null };
      return client.workflow.start(WORKFLOWS.deleteShelf, deleteRunStart(input));
    },
  },
  {
    name: 'sent',
    fakes: fakeActivities(),
    start: ({ client }) =>
      client.workflow.start(WORKFLOWS.sendMail, mailRunStart({ mailId: randomUUID(), requestId: null })),
  },
  {
    name: 'one-turn',
    fakes: fakeActivities(),
    start: ({ client }) =>
      client.workflow.start(WORKFLOWS.reconcile, {
        workflowId: randomUUID(),
        taskQueue: TASK_QUEUES.shelves,
        args: [],
      }),
  },
];

/** @param only names of scenarios; all when there are none */
async function record(release: string, only: string[]): Promise<void> {
  silenceTemporal();
  const path = await timeSkippingServerPath();
  const env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
  });
  try {
    await addSearchAttributes(env);
    for (const scenario of SCENARIOS) {
      if (only.length > 0 && !only.includes(scenario.name)) continue;
      await withWorkers(env, scenario.fakes, async () => {
        const handle = await scenario.start(env);
        await scenario.meanwhile?.(handle);
        await failureType(handle);
        await saveHistory(handle, `${release}-${scenario.name}`);
      });
    }
  } finally {
    await env.teardown();
  }
}

const [release, ...only] = process.argv.slice(2);
if (!release) throw new Error('usage: node dist/test/replay/record.js RELEASE [SCENARIO...]');
await record(release, only);
