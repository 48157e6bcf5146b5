import { expect, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import type { RunStart } from '../../activities/record.js';
import { NOT_SMALL, STALE_RUN, TASK_QUEUES } from '../../workflows/messages.js';
import { poll } from '../support/poll.js';
import { approve, detailsOf, regenerate } from '../support/reviews.js';
import {
  failureType,
  fakeActivities,
  newShelfRun,
  parsed,
  runShelf,
  startShelf,
  withWorkers,
} from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';

let env: TestWorkflowEnvironment;
/** Where each step was done, in order. */
let queues: string[];

const DELIVERY = {
  deliveryId: 'dlv_0123456789abcdef01234567',
  endpointPublicId: 'wh_0123456789abcdef01234567',
  accountPublicId: 'usr_0123456789abcdef01234567',
};

interface Proposal {
  versionPublicId: string;
}

const START: RunStart = {
  step: 'uploading',
  pagesPerRange: 48,
  rangesInFlight: 8,
  documentTimeoutMs: 60_000,
  longestAttemptMs: 120_000,
  pagesPerRecognition: 4,
  recognitionTimeoutMs: 60_000,
};

setUpTemporal((started) => (env = started));

/** A run of a document of `pageCount` pages of which the first needs recognition. */
async function run(pageCount: number, smallPages: number, isSlow = (_step: string): boolean => false): Promise<void> {
  queues = [];
  const note = (step: string): void => {
    const { taskQueue } = Context.current().info;
    queues.push(`${step}: ${taskQueue}`);
    if (taskQueue !== TASK_QUEUES.smallDocuments || !isSlow(step)) return;
    throw ApplicationFailure.create({ type: NOT_SMALL, nonRetryable: true });
  };
  const fakes = fakeActivities({
    openRun: async () => ({ ...START, smallPages }),
    inspectDocument: async () => (note('inspect'), { pageCount, workMs: 1 }),
    parsePages: async () => (note('parse'), { ...parsed(pageCount), toRecognise: [1] }),
    chooseLanguages: async () => ({ languages: 'eng', workMs: 1 }),
    recognisePages: async () => (note('recognise'), parsed(1)),
    structureShelf: async () => (note('structure'), { workMs: 1 }),
    verifyShelf: async () => (note('verify'), { workMs: 1 }),
  });
  expect(await runShelf(env, fakes)).toBeNull();
}

test('a document of a few pages is read on a queue of its own, but for recognition', async () => {
  await run(20, 20);
  expect(queues).toEqual([
    'inspect: documents-small',
    'parse: documents-small',
    'recognise: documents',
    'structure: documents-small',
    'verify: documents-small',
  ]);
});

test('a document that has more pages than its size let expect continues among the others', async () => {
  await run(21, 20);
  expect(queues[0]).toBe('inspect: documents-small');
  expect(queues.slice(1).every((step) => step.endsWith(': documents'))).toBe(true);
});

test('a large file, and a run of a release that knew no small ones, is among the others from the start', async () => {
  await run(1, 0);
  expect(queues.every((step) => step.endsWith(': documents'))).toBe(true);
});

test('what takes long on the queue of small documents is done over on the other, and the run continues', async () => {
  await run(2, 20, (step) => step === 'parse');
  expect(queues).toEqual([
    'inspect: documents-small',
    'parse: documents-small',
    'parse: documents',
    'recognise: documents',
    'structure: documents-small',
    'verify: documents-small',
  ]);
});

test('a small document becomes a version by one activity, on its queue', async () => {
  const fakes = fakeActivities({
    openRun: async () => ({ ...START, smallPages: 20, draftsGivenUp: 3 }),
    makeSmallVersion: async () => {
      expect(Context.current().info.taskQueue).toBe(TASK_QUEUES.smallDocuments);
      return { draft: null, deliveries: [DELIVERY] };
    },
  });
  expect(await runShelf(env, fakes)).toBeNull();
  const names = fakes.calls.map(({ name }) => name).filter((name) => name !== 'attemptDelivery');
  expect(names).toEqual(['openRun', 'makeSmallVersion', 'indexShelf', 'removeWork']);
  expect(fakes.called('makeSmallVersion')).toMatchObject([
    {
      smallPages: 20,
      draftsGivenUp: 3,
      startsDeliveries: true,
      versionPublicId: expect.stringMatching(/^ver_[0-9a-f]{24}$/),
    },
  ]);
});

test('what the one activity leaves, and what it fails at, is done by the steps, as a version with another id', async () => {
  for (const makeSmallVersion of [async () => null, async () => Promise.reject(new Error('connect ECONNREFUSED'))]) {
    const fakes = fakeActivities({
      openRun: async () => ({ ...START, smallPages: 20 }),
      inspectDocument: async () => ({ pageCount: 2, workMs: 1 }),
      makeSmallVersion,
    });
    expect(await runShelf(env, fakes)).toBeNull();
    expect(fakes.called('makeSmallVersion')).toHaveLength(1);
    expect(fakes.called('parsePages')).toHaveLength(1);
    const [small, whole] = [fakes.called('makeSmallVersion')[0], fakes.called('publishVersion')[0]] as Proposal[];
    expect(whole?.versionPublicId).not.toBe(small?.versionPublicId);
  }
});

test('a document of which the one activity tells the pages is not inspected, and read in ranges of the length it says', async () => {
  const seen: string[] = [];
  const note = (step: string): void => void seen.push(`${step}: ${Context.current().info.taskQueue}`);
  const fakes = fakeActivities({
    openRun: async () => ({ ...START, smallPages: 20 }),
    makeSmallVersion: async () => ({ pageCount: 90, workMs: 1, pagesPerRange: 45 }),
    parsePages: async () => (note('parse'), parsed(45)),
    structureShelf: async () => (note('structure'), { workMs: 1, verified: true }),
  });
  expect(await runShelf(env, fakes)).toBeNull();
  expect(fakes.called('makeSmallVersion')).toMatchObject([{ takesInspected: true }]);
  expect(fakes.called('inspectDocument')).toEqual([]);
  const ranges = fakes.called('parsePages') as { first: number; last: number }[];
  // they are read at once, in any order
  expect(ranges.map(({ first, last }) => `${first}-${last}`).toSorted()).toEqual(['1-45', '46-90']);
  expect(fakes.called('structureShelf')).toMatchObject([{ pageCount: 90, pagesPerRange: 45 }]);
  expect(seen).toEqual(['parse: documents', 'parse: documents', 'structure: documents']);
});

test('a document that one activity cannot convert is refused at the step that refuses it', async () => {
  const fakes = fakeActivities({
    openRun: async () => ({ ...START, smallPages: 20 }),
    verifyShelf: async () => {
      throw ApplicationFailure.nonRetryable('not close enough', 'verification_failed');
    },
  });
  expect(await runShelf(env, fakes)).toBe('verification_failed');
  expect(fakes.called('recordFailure')).toMatchObject([{ step: 'verifying', reason: 'verification_failed' }]);
});

const heardOfNoMore = async () => Promise.reject(new Error('heard of no more'));
/** Its note says that another attempt has begun to publish. */
const begunBefore = async () => null;

test.each([
  [null, heardOfNoMore],
  ['ver_0123456789abcdef01234567', heardOfNoMore],
  ['ver_0123456789abcdef01234567', begunBefore],
])(
  'a lost attempt that commits while the steps are under way is not lost: the run goes on with it (draft %s)',
  async (draft, makeSmallVersion) => {
    const stale = () => Promise.reject(ApplicationFailure.nonRetryable('the shelf has moved on', STALE_RUN));
    const fakes = fakeActivities({
      openRun: async () => ({ ...START, smallPages: 20, reviewMode: draft !== null }),
      makeSmallVersion,
      inspectDocument: stale,
      publishVersion: async () => ({ draft, deliveries: [] }),
    });
    await withWorkers(env, fakes, async () => {
      const handle = await startShelf(env, newShelfRun());
      if (draft) {
        await poll(async () => ((await detailsOf(handle))?.startsWith('in review') ? true : null));
        await approve(handle, draft);
      }
      expect(await failureType(handle)).toBeNull();
    });
    expect(fakes.called('recordFailure')).toEqual([]);
    expect(fakes.called('indexShelf')).toHaveLength(1);
    expect(fakes.called('approveShelf')).toHaveLength(draft ? 1 : 0);
  },
);

test('a small document is reviewed, and given up, by the one activity', async () => {
  const fakes = fakeActivities({
    openRun: async () => ({ ...START, smallPages: 20, reviewMode: true }),
    makeSmallVersion: async ({ versionPublicId }) => ({ draft: versionPublicId }),
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const drafts = () => (fakes.called('makeSmallVersion') as Proposal[]).map(({ versionPublicId }) => versionPublicId);
    const reviewed = () => poll(async () => ((await detailsOf(handle))?.startsWith('in review') ? true : null));
    await reviewed();
    await regenerate(handle, drafts()[0]!);
    await poll(async () => (drafts().length === 2 ? true : null));
    await reviewed();
    await approve(handle, drafts()[1]!);
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.called('removeDraft')).toHaveLength(1);
  expect(fakes.called('inspectDocument')).toEqual([]);
});
