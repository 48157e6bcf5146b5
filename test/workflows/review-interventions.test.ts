/** What operators do to a run in review: approve and regenerate as Signals, and cancel it. */
import { expect, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { REFUSALS } from '../../workflows/messages.js';
import { poll } from '../support/poll.js';
import { failureType, newShelfRun, startShelf, withWorkers } from '../support/workflows.js';
import { approve, inReview, refusedWith, reviewed } from '../support/reviews.js';
import { setUpTemporal } from '../support/set-up.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

test('an operator approves and regenerates by Signals', async () => {
  const fakes = reviewed();
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const first = await inReview(handle, fakes);
    await handle.signal('regenerate');
    const second = await inReview(handle, fakes, 2);
    await handle.signal('approve');
    expect(await failureType(handle)).toBeNull();
    expect(fakes.called('giveUpDraft')).toEqual([expect.objectContaining({ draft: first })]);
    expect(fakes.called('approveShelf')).toEqual([expect.objectContaining({ draft: second, operationsKey: null })]);
  });
});

test('a Signal that cannot be followed does no harm', async () => {
  const goOn = Promise.withResolvers<void>();
  const fakes = reviewed({ structureShelf: () => goOn.promise.then(() => ({ workMs: 1 })) });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    await handle.signal('approve');
    await handle.signal('regenerate');
    goOn.resolve();
    await inReview(handle, fakes);
    expect((await handle.describe()).status.name).toBe('RUNNING');
    expect(fakes.called('approveShelf')).toEqual([]);
    await handle.signal('approve');
    expect(await failureType(handle)).toBeNull();
  });
});

test('cancelling a run in review fails the shelf as stopped after its verification', async () => {
  const fakes = reviewed();
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    await inReview(handle, fakes);
    await handle.cancel();
    expect(await failureType(handle)).toBe('CancelledFailure');
  });
  expect(fakes.called('recordFailure')).toEqual([expect.objectContaining({ step: 'verifying', reason: 'stopped' })]);
  expect(fakes.called('removeWork')).toHaveLength(1);
});

test('a run that is cancelled in the middle of an approval takes no other while it ends', async () => {
  const [cancelled, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const fakes = reviewed({
    approveShelf: async () => {
      await cancelled.promise;
      throw ApplicationFailure.nonRetryable('undefined is not a function', 'Defect');
    },
    recordFailure: () => goOn.promise.then(() => ({ recorded: true })),
  });
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const draft = await inReview(handle, fakes);
    const first = approve(handle, draft).catch(refusedWith);
    await poll(async () => (fakes.called('approveShelf').length > 0 ? true : null));
    await handle.cancel();
    cancelled.resolve();
    expect(await first).toBe(REFUSALS.failed);
    await poll(async () => (fakes.called('recordFailure').length > 0 ? true : null));
    expect(await approve(handle, draft).catch(refusedWith)).toBe(REFUSALS.notInReview);
    goOn.resolve();
    expect(await failureType(handle)).toBe('CancelledFailure');
  });
});
