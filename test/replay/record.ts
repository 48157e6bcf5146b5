/**
 * Records the histories that the replay test keeps: `node dist/test/replay/record.js RELEASE`, at each release, against
 * the bundle of the build. Old files stay for as long as runs of their release may be open.
 */
import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { deleteRunStart, mailRunStart, TASK_QUEUES, WORKFLOWS } from '../../workflows/messages.js';
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

interface Scenario {
  name: string;
  fakes: FakeActivities;
  start(env: TestWorkflowEnvironment): Promise<WorkflowHandle>;
}

const shelf = (name: string, ...fakes: Parameters<typeof fakeActivities>): Scenario => ({
  name,
  fakes: fakeActivities(...fakes),
  start: (env) => startShelf(env, newShelfRun()),
});

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

async function record(release: string): Promise<void> {
  silenceTemporal();
  const path = await timeSkippingServerPath();
  const env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path } },
  });
  try {
    await addSearchAttributes(env);
    for (const scenario of SCENARIOS) {
      await withWorkers(env, scenario.fakes, async () => {
        const handle = await scenario.start(env);
        await failureType(handle);
        await saveHistory(handle, `${release}-${scenario.name}`);
      });
    }
  } finally {
    await env.teardown();
  }
}

const [release] = process.argv.slice(2);
if (!release) throw new Error('usage: node dist/test/replay/record.js RELEASE');
await record(release);
