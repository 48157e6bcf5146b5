/** Exactly one open run, with the shelf's number, for each shelf in review; none for one that is ready or failed. */
import type { Temporal } from '../../../infra/temporal.js';
import { WORKFLOWS } from '../../../workflows/messages.js';
import { shelfRunId } from '../../../workflows/starts.js';
import { checked, type Check } from '../table.js';
import type { ShelfRow } from './shelves.js';

const LIST_MS = 30_000;
const AT_ONCE = 10;

export async function checkRuns(temporal: Temporal, shelves: readonly ShelfRow[]): Promise<Check[]> {
  const query = `WorkflowType = '${WORKFLOWS.shelf}' AND ExecutionStatus = 'Running'`;
  const listed = await temporal.within(LIST_MS, async ({ workflow }) => {
    const ids: string[] = [];
    for await (const { workflowId } of workflow.list({ query })) ids.push(workflowId);
    return ids;
  });
  const reviews = shelves.filter(({ status, deleted }) => status === 'review' && !deleted);
  const wanted = new Set(reviews.map(({ publicId, run }) => shelfRunId(publicId, run)));
  const described = new Map<string, string>();
  const queue = shelves.map(({ publicId, run }) => shelfRunId(publicId, run));
  const describe = async (): Promise<void> => {
    for (let id = queue.shift(); id; id = queue.shift()) described.set(id, await statusOf(temporal, id));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, describe));
  const open = [...described].filter(([, status]) => status === 'RUNNING').map(([id]) => id);
  const without = [...wanted].filter((id) => !open.includes(id) || listed.filter((one) => one === id).length !== 1);
  const surplus = [...new Set([...listed, ...open])].filter((id) => !wanted.has(id));
  return [
    checked('runs: one is open for each shelf in review', wanted.size, without),
    checked('runs: none is open for any other', shelves.length - wanted.size, surplus),
  ];
}

async function statusOf(temporal: Temporal, id: string): Promise<string> {
  try {
    const { status } = await temporal.within(LIST_MS, ({ workflow }) => workflow.getHandle(id).describe());
    return status.name;
  } catch (error) {
    if ((error as { name?: unknown }).name === 'WorkflowNotFoundError') return 'none'; // a restore's number
    throw error;
  }
}
