/** Which runs of a service are replayed. The list is made up: a server would take minutes to get as many. */
import { expect, test } from '@jest/globals';
import type { WorkflowExecutionInfo } from '@temporalio/client';
import { chooseRuns } from '../../../worker/replay-service.js';

/** As visibility lists them: the newest first. */
function listOf(open: number, ended: number) {
  const listed = { open: 0, ended: 0 };
  const list = async function* ({ query = '' }: { query?: string } = {}): AsyncGenerator<WorkflowExecutionInfo> {
    const state = query.includes('!=') ? 'ended' : 'open';
    for (let n = state === 'open' ? open : ended; n > 0; n -= 1) {
      listed[state] += 1;
      yield { workflowId: `${state}-${n}`, runId: '', startTime: new Date(n * 1000) } as WorkflowExecutionInfo;
    }
  };
  return { client: { workflow: { list } } as unknown as Parameters<typeof chooseRuns>[0], listed };
}

const idsOf = (runs: { workflowId: string }[]) => runs.map(({ workflowId }) => workflowId);

test('the oldest of all open runs is replayed, however many there are', async () => {
  const { client } = listOf(12_001, 0);
  expect(idsOf(await chooseRuns(client, 'shelfWorkflow', 3))).toEqual(['open-1', 'open-6001', 'open-12001']);
});

test('of the runs that have ended the last 5,000 are looked at, for what the open ones leave of the count', async () => {
  const { client, listed } = listOf(2, 9_000);
  const chosen = idsOf(await chooseRuns(client, 'shelfWorkflow', 4));
  expect(chosen).toEqual(['open-1', 'open-2', 'ended-4001', 'ended-9000']);
  expect(listed.ended).toBe(5_000);
});
