/** Reviews that outlive workers and are renewed, over the dev server. */
import { expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { REFUSALS, WORKFLOWS, type ReviewedRunInput } from '../../workflows/messages.js';
import { shelfRunStart } from '../../workflows/starts.js';
import { approve, inReview, refusedWith, regenerate, reviewed } from '../support/reviews.js';
import { failureType, newShelfRun, startShelf, withWorkers } from '../support/workflows.js';
import { setUpTemporal } from '../support/set-up.js';

let env: TestWorkflowEnvironment;
setUpTemporal((started) => (env = started));

/** A run that continues as new after so many times of regenerating. */
function startRenewing(regeneratesPerHistory: number): Promise<WorkflowHandle> {
  const input: ReviewedRunInput = { ...newShelfRun(), regeneratesPerHistory };
  const options = shelfRunStart(input, { accountPublicId: 'usr_1', template: null });
  return env.client.workflow.start(WORKFLOWS.shelf, options);
}

/** Run id of the execution that is the latest with the workflow's id. */
const historyOf = async ({ workflowId }: WorkflowHandle): Promise<string> =>
  (await env.client.workflow.getHandle(workflowId).describe()).runId;

test('a review outlives its worker: the next one continues with it', async () => {
  const fakes = reviewed();
  const { handle, draft } = await withWorkers(env, fakes, async () => {
    const started = await startShelf(env, newShelfRun());
    return { handle: started, draft: await inReview(started, fakes) };
  });
  await withWorkers(env, fakes, async () => {
    await approve(handle, draft);
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.called('publishVersion')).toHaveLength(1);
});

test('an approval that no worker takes in time has no effect when one comes', async () => {
  const fakes = reviewed();
  const { handle, draft } = await withWorkers(env, fakes, async () => {
    const started = await startShelf(env, newShelfRun());
    return { handle: started, draft: await inReview(started, fakes) };
  });
  const late = approve(handle, draft, { validForMs: 1_000 }).catch(refusedWith);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await withWorkers(env, fakes, async () => {
    expect(await late).toBe(REFUSALS.expired);
    expect(fakes.called('approveShelf')).toEqual([]);
    await approve(handle, draft);
    expect(await failureType(handle)).toBeNull();
  });
});

test('many times of regenerating renew the history, between two messages, and the review continues', async () => {
  const fakes = reviewed();
  await withWorkers(env, fakes, async () => {
    const handle = await startRenewing(2);
    const follow = env.client.workflow.getHandle(handle.workflowId);
    const histories = [await historyOf(handle)];
    for (const time of [1, 2, 3, 4, 5]) {
      await regenerate(follow, await inReview(follow, fakes, time));
      await inReview(follow, fakes, time + 1);
      histories.push(await historyOf(handle));
    }
    expect(new Set(histories).size).toBe(3);
    await approve(follow, await inReview(follow, fakes, 6));
    expect(await failureType(follow)).toBeNull();
  });
  expect(fakes.called('giveUpDraft')).toHaveLength(5);
  expect(fakes.called('approveShelf')).toHaveLength(1);
  expect(fakes.called('removeWork')).toHaveLength(1);
});

test('a renewed history is in review from its first moment', async () => {
  const fakes = reviewed();
  await withWorkers(env, fakes, async () => {
    const draft = 'ver_0123456789abcdef01234567';
    const input: ReviewedRunInput = { ...newShelfRun(), draft };
    const options = shelfRunStart(input, { accountPublicId: 'usr_1', template: null });
    const handle = await env.client.workflow.start(WORKFLOWS.shelf, options);
    await approve(handle, draft);
    expect(await failureType(handle)).toBeNull();
  });
  expect(fakes.calls.map(({ name }) => name)).toEqual(['approveShelf', 'indexShelf', 'removeWork']);
});

test('a run in review stays small', async () => {
  const fakes = reviewed();
  await withWorkers(env, fakes, async () => {
    const handle = await startShelf(env, newShelfRun());
    const draft = await inReview(handle, fakes);
    for (let i = 0; i < 30; i += 1) await approve(handle, 'ver_ffffffffffffffffffffffff').catch(refusedWith);
    await approve(handle, draft);
    expect(await failureType(handle)).toBeNull();
    expect((await handle.fetchHistory()).events?.length).toBeLessThan(400);
  });
});
