/**
 * Histories that would take months: the workflows of the build over activities that are stood in for, on a server that
 * skips time.
 */
import { randomBytes } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { DEFECT, REFUSALS, REVIEW_MESSAGES, WORKFLOWS } from '../../workflows/messages.js';
import { deleteWorkflowStart, deliveryWorkflowStart } from '../../workflows/starts.js';
import { approve, inReview, refusedWith, regenerate, reviewed, REVIEWED_RUN } from '../support/reviews.js';
import {
  failureType,
  fakeActivities,
  newShelfRun,
  startShelf,
  timeSkippingEnvironment,
  withWorkers,
  type FakeActivities,
} from '../support/workflows.js';

/** The server's clock is ahead of ours once it has skipped time. */
const FAR_MS = 365 * 24 * 3_600_000;

interface Scenario {
  fakes: FakeActivities;
  start(env: TestWorkflowEnvironment): Promise<WorkflowHandle>;
  /** What people do while it runs. */
  meanwhile?(handle: WorkflowHandle, env: TestWorkflowEnvironment): Promise<void>;
}

/** Months with a bad operation, refusals, Updates and Signals. */
function inReviewForMonths(): Scenario {
  let refusals = 1;
  const fakes = reviewed({
    approveShelf: async () => {
      if (refusals-- <= 0) return {};
      const details = [{ index: 0, reason: 'not_found' }];
      throw ApplicationFailure.create({ type: REFUSALS.badOperation, nonRetryable: true, details });
    },
  });
  return {
    fakes,
    start: (env) => startShelf(env, newShelfRun()),
    async meanwhile(handle, env) {
      const first = await inReview(handle, fakes);
      await approve(handle, first, { operationsKey: 'operations.json', validForMs: FAR_MS }).catch(refusedWith);
      await env.sleep('40 days');
      await regenerate(handle, first, { validForMs: FAR_MS });
      const second = await inReview(handle, fakes, 2);
      await approve(handle, first, { validForMs: FAR_MS }).catch(refusedWith);
      await handle.signal(REVIEW_MESSAGES.regenerate);
      await env.sleep('40 days');
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
    fakes,
    start: (env) => startShelf(env, newShelfRun()),
    meanwhile: (handle) => approve(handle, 'ver_0123456789abcdef01234567', { validForMs: FAR_MS }),
  };
}

/** A run that goes on after a loss of Temporal, from the step that its row names. */
function resumed(): Scenario {
  const openRun = async () => ({ ...REVIEWED_RUN, step: 'structuring' as const, reviewMode: false });
  return { fakes: fakeActivities({ openRun }), start: (env) => startShelf(env, newShelfRun()) };
}

/** A run whose claim follows one whose work files the store refuses to remove. */
function afterLeftWork(): Scenario {
  const fakes = fakeActivities({
    removeWork: async () => {
      throw ApplicationFailure.nonRetryable('the store refuses', DEFECT);
    },
  });
  return { fakes, start: (env) => startShelf(env, { ...newShelfRun(), run: 2 }) };
}

/** Waits for the second sweep as long as an activity may take. */
const deleted: Scenario = {
  fakes: fakeActivities(),
  start: ({ client }) => {
    const input = { shelfPublicId: newShelfRun().shelfPublicId, lastRun: 1, requestId: null };
    return client.workflow.start(WORKFLOWS.deleteShelf, deleteWorkflowStart(input));
  },
};

/** A receiver that is away for two days. */
function delivered(): Scenario {
  const waits = [5, 25, 125, 625, 3_125, 15_625, 43_200, 43_200, 43_200].map((seconds) => seconds * 1_000);
  let number = 0;
  const attemptDelivery = async () => {
    const waitMs = waits[number] ?? null;
    number += 1;
    if (waitMs === null) return { outcome: 'succeeded', number, statusCode: 204, waitMs } as const;
    return { outcome: 'retry', number, statusCode: null, waitMs } as const;
  };
  return {
    fakes: fakeActivities({ attemptDelivery }),
    start: ({ client }) => {
      const id = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
      const input = { deliveryId: id('dlv'), endpointPublicId: id('wh'), accountPublicId: id('usr') };
      return client.workflow.start(WORKFLOWS.deliverWebhook, deliveryWorkflowStart(input));
    },
  };
}

export const SKIPPING_SCENARIOS: Record<string, () => Scenario> = {
  resumed,
  reopened,
  'work-left-behind': afterLeftWork,
  'months-in-review': inReviewForMonths,
  'swept-twice': () => deleted,
  'two-days-away': delivered,
};

/** Plays the scenarios of these names, one after another; `keep` is given each one's workflow. */
export async function playSkipping(
  names: string[],
  keep: (handle: WorkflowHandle, name: string) => Promise<void>,
): Promise<void> {
  const env = await timeSkippingEnvironment();
  try {
    for (const name of names) {
      const scenario = SKIPPING_SCENARIOS[name]!();
      await withWorkers(env, scenario.fakes, async () => {
        const handle = await scenario.start(env);
        await scenario.meanwhile?.(handle, env);
        await failureType(handle);
        await keep(handle, name);
      });
    }
  } finally {
    await env.teardown();
  }
}
