/**
 * The workflows of the last release beside those of this build, as during a rollout, and at their worst: no worker keeps a
 * run in memory, so that each task of a run may go to either.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure, defaultPayloadConverter } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { NativeConnection } from '@temporalio/worker';
import { newPublicId } from '../../entities/ids.js';
import {
  ATTEMPT_FAILED,
  REFUSALS,
  SEARCH_ATTRIBUTES,
  WAKE,
  WORKFLOWS,
  type ReviewedRunInput,
} from '../../workflows/messages.js';
import { deliveryWorkflowStart } from '../../workflows/starts.js';
import { poll } from '../support/poll.js';
import { approve, inReview, refusedWith, regenerate, reviewed } from '../support/reviews.js';
import { setUpTemporal } from '../support/set-up.js';
import {
  failureType,
  fakeActivities,
  newShelfRun,
  parsed,
  startShelf,
  withWorkers,
  type FakeActivities,
} from '../support/workflows.js';
import { loadBundle, storedReleases } from './releases.js';

const SHELVES = 6;
/** Of a document whose ranges of four pages, of six events each, make a history longer than the bound. */
const LONG_PAGES = 80;
const EVENTS_PER_HISTORY = 60;

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
  const options = deliveryWorkflowStart({ ...ids, accountPublicId: newPublicId('usr') });
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

const startLong = (input: ReviewedRunInput = newShelfRun()) =>
  startShelf(env, { ...input, eventsPerHistory: EVENTS_PER_HISTORY } as ReviewedRunInput);

/** The pages of a shelf that were read, in their order, each as often as it was. */
function pagesRead(fakes: FakeActivities, { shelfPublicId }: Pick<ReviewedRunInput, 'shelfPublicId'>): number[] {
  const ranges = fakes.called('parsePages') as { shelfPublicId: string; first: number; last: number }[];
  return ranges
    .filter((range) => range.shelfPublicId === shelfPublicId)
    .flatMap(({ first, last }) => pagesOf(first, last))
    .toSorted((a, b) => a - b);
}
const pagesOf = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const ALL_PAGES = pagesOf(1, LONG_PAGES);

/** What each execution of a run has continued as new with. */
async function continuations({ workflowId, firstExecutionRunId }: Long): Promise<ReviewedRunInput[]> {
  const inputs: ReviewedRunInput[] = [];
  for (let runId: string | null | undefined = firstExecutionRunId; runId;) {
    const { events } = await env.client.workflow.getHandle(workflowId, runId).fetchHistory();
    const [payload] = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.input?.payloads ?? [];
    if (payload) inputs.push(defaultPayloadConverter.fromPayload<ReviewedRunInput>(payload));
    runId = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  }
  return inputs;
}
type Long = Awaited<ReturnType<typeof startShelf>>;

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

test('long documents that continue as new end well with all their pages, whoever gets which task', async () => {
  const fakes = fakeActivities({}, LONG_PAGES);
  const inputs = [1, 2, 3].map(newShelfRun);
  await besides(fakes, async () => {
    const runs = await Promise.all(inputs.map(startLong));
    expect(await Promise.all(runs.map(failureType))).toEqual(inputs.map(() => null));
  });
  for (const input of inputs) expect([...new Set(pagesRead(fakes, input))]).toEqual(ALL_PAGES);
  expect(fakes.called('structureShelf')).toHaveLength(inputs.length);
}, 240_000);

test('what this build continues a long document with, the last release begins again, and this build ends', async () => {
  let isHeld = false;
  const fakes = fakeActivities(
    {
      parsePages: async ({ first, last }) => {
        if (isHeld && first > LONG_PAGES / 2) throw new Error('away');
        return parsed(last - first + 1);
      },
    },
    LONG_PAGES,
  );
  const begun = newShelfRun();
  const inputs = await withThisBuild(fakes, async () => {
    const run = await startLong(begun);
    expect(await failureType(run)).toBeNull();
    return continuations(run);
  });
  expect(pagesRead(fakes, begun)).toEqual(ALL_PAGES);
  expect(inputs.length).toBeGreaterThan(0);
  expect(inputs[0]).toMatchObject({ eventsPerHistory: EVENTS_PER_HISTORY, read: { pageCount: LONG_PAGES } });

  const continued = { ...inputs[0], ...newShelfRun() };
  isHeld = true;
  const handle = await withLastRelease(fakes, async () => {
    const run = await startLong(continued);
    await poll(async () => (pagesRead(fakes, continued).some((page) => page > LONG_PAGES / 2) ? true : null));
    return run;
  });
  isHeld = false;
  await withThisBuild(fakes, async () => expect(await failureType(handle)).toBeNull());
  expect([...new Set(pagesRead(fakes, continued))]).toEqual(ALL_PAGES);
  expect(await continuations(handle)).toEqual([]);
  expect(await workersOf([handle])).toEqual(new Set([release, 'this build']));
}, 240_000);

test('a review that one release continues as new goes on under the other, in both directions', async () => {
  const fakes = reviewed();
  const input: ReviewedRunInput = { ...newShelfRun(), regeneratesPerHistory: 1 };
  const started = await withLastRelease(fakes, () => startLong(input));
  const run = env.client.workflow.getHandle(started.workflowId);
  const renew = async (times: number): Promise<void> => {
    await regenerate(run, await inReview(run, fakes, times));
    await inReview(run, fakes, times + 1);
    await poll(async () => ((await continuations(started)).length === times ? true : null));
  };
  await withLastRelease(fakes, () => renew(1));
  await withThisBuild(fakes, () => renew(2));
  await withLastRelease(fakes, () => renew(3));
  await withThisBuild(fakes, async () => {
    await approve(run, await inReview(run, fakes, 4));
    expect(await failureType(run)).toBeNull();
  });
  const drafts = (fakes.called('publishVersion') as { versionPublicId: string }[]).map((made) => made.versionPublicId);
  expect((await continuations(started)).map(({ draft }) => draft)).toEqual(drafts.slice(1));
  expect(fakes.called('approveShelf')).toEqual([expect.objectContaining({ draft: drafts.at(-1) })]);
}, 240_000);
