/** Runs that are not of shelves come to their end too, and to a good one. */
import type { Temporal } from '../../../infra/temporal.js';
import { WORKFLOWS } from '../../../workflows/messages.js';
import { checked, type Check } from '../table.js';

const LIST_MS = 30_000;
/** Those that end by themselves; a shelf's may be in review, and the reconciler begins each minute. */
const ENDING = [WORKFLOWS.deleteShelf, WORKFLOWS.sendMail, WORKFLOWS.deliverWebhook, WORKFLOWS.recoverDeliveries];
const OF_ENDING = `WorkflowType IN (${ENDING.map((type) => `'${type}'`).join()})`;

interface Listed {
  workflowId: string;
  type: string;
  status: string;
}

/** `steadySince`: from when on no fault was to be felt by the reconciler. */
export async function checkOtherRuns(temporal: Temporal, steadySince: Date): Promise<Check[]> {
  const all = await list(temporal, OF_ENDING);
  const stuck: string[] = [];
  for (const run of all.filter(({ status }) => status === 'RUNNING')) {
    if (await isStuck(temporal, run)) stuck.push(run.workflowId);
  }
  const bad = all.filter(({ status }) => !['RUNNING', 'COMPLETED', 'CONTINUED_AS_NEW'].includes(status));
  const since = `WorkflowType = '${WORKFLOWS.reconcile}' AND StartTime > '${steadySince.toISOString()}'`;
  const rounds = (await list(temporal, since)).filter(({ status }) => status !== 'RUNNING');
  const failed = rounds.filter(({ status }) => status !== 'COMPLETED').map(shown);
  return [
    checked('runs: deletes, deliveries, mails, recoveries are over', all.length, stuck),
    checked('runs: none of them has failed', all.length, bad.map(shown)),
    checked(
      'runs: none of the reconciler’s after the last fault has failed',
      Math.max(rounds.length, 1),
      rounds.length === 0 ? ['none has ended'] : failed,
    ),
  ];
}

const shown = ({ workflowId, status }: Listed): string => `${workflowId}: ${status}`;

async function list(temporal: Temporal, query: string): Promise<Listed[]> {
  return temporal.within(LIST_MS, async ({ workflow }) => {
    const found: Listed[] = [];
    for await (const { workflowId, type, status } of workflow.list({ query })) {
      found.push({ workflowId, type, status: status.name });
    }
    return found;
  });
}

/** Open for another reason than that a deletion waits for the time of its second sweep, with nothing else to do. */
async function isStuck(temporal: Temporal, { workflowId, type }: Listed): Promise<boolean> {
  if (type !== WORKFLOWS.deleteShelf) return true;
  const { status, raw } = await temporal.within(LIST_MS, ({ workflow }) => workflow.getHandle(workflowId).describe());
  const atWork = (raw.pendingActivities?.length ?? 0) > 0 || Boolean(raw.pendingWorkflowTask);
  return status.name === 'RUNNING' && atWork;
}
