/** Runs that are not of shelves come to their end too, and to a good one. */
import type { Temporal } from '../../../infra/temporal.js';
import { WORKFLOWS } from '../../../workflows/messages.js';
import type { reconcileWorkflow } from '../../../workflows/reconcile.js';
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
  const failed: string[] = [];
  for (const round of rounds) failed.push(...roundAmiss(round, await batchesFailed(temporal, round)));
  return [
    checked('runs: deletes, deliveries, mails, recoveries are over', all.length, stuck),
    checked('runs: none of them has failed', all.length, bad.map(shown)),
    checked(
      'runs: the reconciler’s after the last fault failed in no batch',
      Math.max(rounds.length, 1),
      rounds.length === 0 ? ['none has ended'] : failed,
    ),
  ];
}

/** A round completes when one of its batches came through; those that did not are in its result. */
export function roundAmiss(round: Listed, failed: readonly string[]): string[] {
  if (round.status !== 'COMPLETED') return [shown(round)];
  return failed.length === 0 ? [] : [`${round.workflowId}: ${failed.join()} failed`];
}

async function batchesFailed(temporal: Temporal, { workflowId, status }: Listed): Promise<readonly string[]> {
  if (status !== 'COMPLETED') return [];
  const result = await temporal.within(LIST_MS, ({ workflow }) =>
    workflow.getHandle<typeof reconcileWorkflow>(workflowId).result(),
  );
  return result.failed ?? [];
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
