/**
 * The workflows of the last release beside those of this build, as during a rollout, and at their worst: no worker keeps a
 * run in memory, so that each task of a run may go to either.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { NativeConnection } from '@temporalio/worker';
import { newPublicId } from '../../entities/ids.js';
import { ATTEMPT_FAILED, REFUSALS, SEARCH_ATTRIBUTES, WAKE, WORKFLOWS } from '../../workflows/messages.js';
import { deliveryRunStart } from '../../workflows/starts.js';
import { poll } from '../support/poll.js';
import { approve, inReview, refusedWith, regenerate, reviewed } from '../support/reviews.js';
import { setUpTemporal } from '../support/set-up.js';
import {
  failureType,
  fakeActivities,
  newShelfRun,
  startShelf,
  withWorkers,
  type FakeActivities,
} from '../support/workflows.js';
import { loadBundle, storedReleases } from './releases.js';

const SHELVES = 6;

let env: TestWorkflowEnvironment;
let connection: NativeConnection;
let workflowBundle: { code: string };
let release: string;
setUpTemporal(async (started) => {
  env = started;
  connection = await NativeConnection.connect({ address: env.address });
});
beforeAll(async () => {
  release = (await storedReleases()).at(-1)!;
  workflowBundle = await loadBundle(release);
});
afterAll(() => connection?.close());

/** Runs `work` while workers of the last release are at work. */
function withLastRelease<T>(fakes: FakeActivities, work: () => Promise<T>): Promise<T> {
  return withWorkers(env, { ...fakes, maxCachedWorkflows: 0, workflowBundle, connection, identity: release }, work);
}

function withThisBuild<T>(fakes: FakeActivities, work: () => Promise<T>): Promise<T> {
  return withWorkers(env, { ...fakes, maxCachedWorkflows: 0, identity: 'this build' }, work);
}

/** Runs `work` while workers of both are at work. */
function besides<T>(fakes: FakeActivities, work: () => Promise<T>): Promise<T> {
  return withLastRelease(fakes, () => withThisBuild(fakes, work));
}

function startDelivery(): Promise<WorkflowHandle> {
  const ids = { deliveryId: newPublicId('dlv'), endpointPublicId: newPublicId('wh') };
  const options = deliveryRunStart({ ...ids, accountPublicId: newPublicId('usr') });
  return env.client.workflow.start(WORKFLOWS.deliverWebhook, options);
}

/** Who has completed workflow tasks of these runs. */
async function workersOf(handles: WorkflowHandle[]): Promise<Set<string>> {
  const histories = await Promise.all(handles.map((handle) => handle.fetchHistory()));
  const completed = histories.flatMap(({ events }) =>
    (events ?? []).flatMap((event) => event.workflowTaskCompletedEventAttributes?.identity ?? []),
  );
  return new Set(completed);
}

test('shelves and deliveries end well, whoever gets which task', async () => {
  let attempts = 0;
  const fakes = fakeActivities({
    attemptDelivery: async () => {
      attempts += 1;
      const again = attempts <= SHELVES / 2;
      return again
        ? { outcome: 'retry', number: 1, statusCode: 500, waitMs: 1_000 }
        : { outcome: 'succeeded', number: 2, statusCode: 200, waitMs: null };
    },
  });
  const handles = await besides(fakes, async () => {
    const shelves = await Promise.all(Array.from({ length: SHELVES }, () => startShelf(env, newShelfRun())));
    const deliveries = await Promise.all(Array.from({ length: SHELVES / 2 }, startDelivery));
    const all = [...shelves, ...deliveries];
    expect(await Promise.all(all.map(failureType))).toEqual(all.map(() => null));
    return all;
  });
  expect(fakes.called('structureShelf')).toHaveLength(SHELVES);
  expect(await workersOf(handles)).toEqual(new Set([release, 'this build']));
});

test('reviews are regenerated and approved, whoever gets which task', async () => {
  const fakes = reviewed();
  const handle = await besides(fakes, async () => {
    const run = await startShelf(env, newShelfRun());
    const first = await inReview(run, fakes);
    await regenerate(run, first);
    const second = await inReview(run, fakes, 2);
    expect(second).not.toBe(first);
    await approve(run, second);
    expect(await failureType(run)).toBeNull();
    return run;
  });
  expect(fakes.called('approveShelf')).toHaveLength(1);
  expect(await workersOf([handle])).toEqual(new Set([release, 'this build']));
});

test('a review goes on whose approval waited and was refused under the last release, and waits for nothing after the next', async () => {
  const goOn = Promise.withResolvers<void>();
  const { badOperation: type } = REFUSALS;
  const fakes = reviewed({
    approveShelf: async () => {
      await goOn.promise;
      if (fakes.called('approveShelf').length > 2) return {};
      throw ApplicationFailure.create({ type, nonRetryable: true, details: [] });
    },
  });
  const waitsFor = async (run: WorkflowHandle) =>
    (await run.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.waitsFor);
  const { run, draft } = await withLastRelease(fakes, async () => {
    const started = await startShelf(env, newShelfRun());
    const made = await inReview(started, fakes);
    const refused = approve(started, made).catch(refusedWith);
    await started.signal(ATTEMPT_FAILED, { activity: 'approveShelf', attempt: 3, reason: 'object_store' });
    await poll(async () => ((await waitsFor(started)) === 'object_store' ? true : null));
    goOn.resolve();
    expect(await refused).toBe(type);
    return { run: started, draft: made };
  });
  expect(await waitsFor(run)).toBe('object_store');
  await withThisBuild(fakes, async () => {
    expect(await approve(run, draft).catch(refusedWith)).toBe(type);
    expect(await waitsFor(run)).toBeUndefined();
    await approve(run, draft);
    expect(await failureType(run)).toBeNull();
  });
});

test('a delivery of this release that is woken under the last one goes on here', async () => {
  const goOn = Promise.withResolvers<void>();
  let attempts = 0;
  const fakes = fakeActivities({
    attemptDelivery: async () => {
      attempts += 1;
      if (attempts === 1) await goOn.promise;
      return attempts < 3
        ? { outcome: 'retry', number: attempts, statusCode: 500, waitMs: attempts === 1 ? 100 : 3_000 }
        : { outcome: 'succeeded', number: attempts, statusCode: 200, waitMs: null };
    },
  });
  const handle = await withLastRelease(fakes, async () => {
    const run = await startDelivery();
    await poll(async () => (attempts === 1 ? true : null));
    await run.signal(WAKE);
    await poll(async () => {
      const events = (await run.fetchHistory()).events ?? [];
      const signalled = events.findIndex((event) => event.workflowExecutionSignaledEventAttributes);
      const taken = events.findLastIndex((event) => event.workflowTaskCompletedEventAttributes);
      return signalled !== -1 && taken > signalled ? true : null;
    });
    goOn.resolve();
    await poll(async () => (attempts === 2 ? true : null));
    return run;
  });
  await withThisBuild(fakes, async () => expect(await failureType(handle)).toBeNull());
  expect(attempts).toBe(3);
  expect(await workersOf([handle])).toEqual(new Set([release, 'this build']));
});
