/** A run in review: approve and regenerate as Updates, over the dev server. */
import { expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { REFUSALS, SEARCH_ATTRIBUTES, STALE_RUN } from '../../workflows/messages.js';
import { failureType, newShelfRun, startShelf, withWorkers } from '../support/workflows.js';
import { approve, detailsOf, inReview, refusedWith, regenerate, reviewed, REVIEWED_RUN } from '../support/reviews.js';
import { setUpTemporal } from '../support/set-up.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

test('a shelf that asks for review waits with its draft until it is approved', async () => {
  const fakes = reviewed();
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const draft = await inReview(handle, fakes);
    const { typedSearchAttributes } = await handle.describe();
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.status)).toBe('review');
    expect(await detailsOf(handle)).toMatch(/^in review: waits for approve or regenerate, since 20\d\d-/);
    expect(fakes.called('removeWork')).toEqual([]);
    await approve(handle, draft);
    expect(await failureType(handle)).toBeNull();
    expect((await handle.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.status)).toBe('ready');
  });
  expect(fakes.calls.slice(-4).map(({ name }) => name)).toEqual([
    'publishVersion',
    'approveShelf',
    'indexShelf',
    'removeWork',
  ]);
});

test('of two concurrent approvals exactly one wins, and the other is refused as second', async () => {
  const goOn = Promise.withResolvers<void>();
  const fakes = reviewed({ approveShelf: () => goOn.promise.then(() => ({})) });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const draft = await inReview(handle, fakes);
    const both = [1, 2].map(() => approve(handle, draft).then(() => 'approved', refusedWith));
    expect(await Promise.race(both)).toBe(REFUSALS.underWay);
    goOn.resolve();
    expect((await Promise.all(both)).toSorted()).toEqual([REFUSALS.underWay, 'approved'].toSorted());
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.called('approveShelf')).toHaveLength(1);
});

test('who has read the row in review is never refused, though the run does not know yet that it is written', async () => {
  const written = Promise.withResolvers<string>();
  const answered = Promise.withResolvers<void>();
  const fakes = reviewed({
    publishVersion: async ({ versionPublicId }) => {
      written.resolve(versionPublicId);
      await answered.promise;
      return { draft: versionPublicId };
    },
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const approved = approve(handle, await written.promise);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(fakes.called('approveShelf')).toEqual([]);
    answered.resolve();
    await approved;
    expect(await failureType(handle)).toBeNull();
  });
});

test('a run that is started afresh for a row in review waits again, and takes what comes before it has read the row', async () => {
  const draft = 'ver_0123456789abcdef01234567';
  const read = Promise.withResolvers<void>();
  const fakes = reviewed({
    openRun: async () => {
      await read.promise;
      return { ...REVIEWED_RUN, step: 'verifying', draft };
    },
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const approved = approve(handle, draft);
    setTimeout(() => read.resolve(), 300);
    await approved;
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.calls.map(({ name }) => name)).toEqual(['openRun', 'approveShelf', 'indexShelf', 'removeWork']);
});

test('an approval of another draft is refused, and the review continues', async () => {
  const fakes = reviewed();
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const draft = await inReview(handle, fakes);
    expect(await approve(handle, 'ver_ffffffffffffffffffffffff').catch(refusedWith)).toBe(REFUSALS.draftChanged);
    await approve(handle, draft);
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.called('approveShelf')).toHaveLength(1);
});

test('an approval that is taken after its time has no effect', async () => {
  const fakes = reviewed();
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const draft = await inReview(handle, fakes);
    expect(await approve(handle, draft, { validForMs: -1_000 }).catch(refusedWith)).toBe(REFUSALS.expired);
    await approve(handle, draft);
  });
  expect(fakes.called('approveShelf')).toHaveLength(1);
});

test('a run that is at work takes no approval', async () => {
  const goOn = Promise.withResolvers<void>();
  const fakes = reviewed({ structureShelf: () => goOn.promise.then(() => ({ workMs: 1 })) });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const refused = await approve(handle, 'ver_0123456789abcdef01234567').catch(refusedWith);
    expect(refused).toBe(REFUSALS.notInReview);
    goOn.resolve();
    await approve(handle, await inReview(handle, fakes));
  });
});

test.each([REFUSALS.badOperation, REFUSALS.revisionChanged])(
  '%s leaves the shelf in review and says why',
  async (type) => {
    let attempts = 0;
    const fakes = reviewed({
      approveShelf: async () => {
        attempts += 1;
        if (attempts > 1) return {};
        const details = [{ index: 3, reason: 'not_found' }];
        throw ApplicationFailure.create({ type, nonRetryable: true, details });
      },
    });
    await withWorkers(env, fakes, async () => {
      const handle = await startShelf(env, newShelfRun());
      const draft = await inReview(handle, fakes);
      // a local activity is repeated where its workflow task was
      const opened = fakes.called('openRun').length;
      const refused = approve(handle, draft, { operationsKey: 'operations.json' });
      await expect(refused).rejects.toMatchObject({
        cause: { type, details: [{ index: 3, reason: 'not_found' }] },
      });
      expect((await handle.describe()).status.name).toBe('RUNNING');
      await approve(handle, draft);
      expect(await failureType(handle)).toBeNull();
      expect(fakes.called('openRun')).toHaveLength(opened);
    });
    expect(fakes.called('approveShelf')).toEqual([
      expect.objectContaining({ operationsKey: 'operations.json' }),
      expect.objectContaining({ operationsKey: null }),
    ]);
  },
);

test('an approval that cannot be carried out leaves the shelf in review, as its row says', async () => {
  let broken = true;
  const drafts: (string | null)[] = [];
  const fakes = reviewed({
    openRun: async () => ({ ...REVIEWED_RUN, draft: drafts.at(-1) ?? null }),
    publishVersion: async ({ versionPublicId: draft }) => {
      drafts.push(draft);
      return { draft };
    },
    approveShelf: async () => {
      if (broken) throw ApplicationFailure.nonRetryable('undefined is not a function', 'Defect');
      return {};
    },
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const draft = await inReview(handle, fakes);
    expect(await approve(handle, draft).catch(refusedWith)).toBe(REFUSALS.failed);
    broken = false;
    await approve(handle, draft);
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.called('publishVersion')).toHaveLength(1);
});

test('a superseded run refuses an approval and ends quietly', async () => {
  const stale = async (): Promise<never> => {
    throw ApplicationFailure.nonRetryable('the shelf has moved on', STALE_RUN);
  };
  let superseded = false;
  const fakes = reviewed({
    openRun: async () => (superseded ? stale() : REVIEWED_RUN),
    approveShelf: stale,
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const draft = await inReview(handle, fakes);
    superseded = true;
    expect(await approve(handle, draft).catch(refusedWith)).toBe(REFUSALS.notInReview);
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.called('recordFailure')).toEqual([]);
});

test('regenerating structures and verifies anew, gives the old draft up, and the new one is approved', async () => {
  let opened = 0;
  const fakes = reviewed({ openRun: async () => ({ ...REVIEWED_RUN, draftsGivenUp: opened++ }) });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const first = await inReview(handle, fakes);
    expect(await regenerate(handle, first)).toEqual({ updatedAt: '2026-01-02T03:04:05.678Z' });
    const second = await inReview(handle, fakes, 2);
    expect(second).not.toBe(first);
    expect(await approve(handle, first).catch(refusedWith)).toBe(REFUSALS.draftChanged);
    await approve(handle, second);
    expect(await failureType(handle)).toBeNull();
    expect(fakes.called('giveUpDraft')).toEqual([expect.objectContaining({ draft: first })]);
    expect(fakes.called('removeDraft')).toEqual([expect.objectContaining({ draft: first })]);
  });
  // each step says for which draft the run was opened
  for (const step of ['structureShelf', 'verifyShelf', 'publishVersion'] as const)
    expect(fakes.called(step)).toMatchObject([{ draftsGivenUp: 0 }, { draftsGivenUp: 1 }]);
});

test('regenerating with a template says so to the row, and to who looks for runs by it', async () => {
  const fakes = reviewed({
    giveUpDraft: async ({ template = 'book' }) => ({ updatedAt: '2026-01-02T03:04:05.678Z', template }),
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const templateOf = async () => (await handle.describe()).typedSearchAttributes.get(SEARCH_ATTRIBUTES.template);
    const before = await templateOf();
    let drafts = 1;
    for (const [template, shown] of [
      ['book', 'book'],
      [null, 'none'],
      [undefined, 'book'],
    ] as const) {
      const draft = await inReview(handle, fakes, drafts);
      expect(await regenerate(handle, draft, { template })).toMatchObject({
        template: shown === 'none' ? null : shown,
      });
      await inReview(handle, fakes, (drafts += 1));
      expect([before, await templateOf()]).toEqual(['none', shown]);
    }
    await approve(handle, await inReview(handle, fakes, drafts));
  });
  const given = fakes.called('giveUpDraft');
  expect(given).toMatchObject([{ template: 'book' }, { template: null }, {}]);
  expect(given[2]).not.toHaveProperty('template');
});
