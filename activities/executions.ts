/** Workflow executions as Temporal knows them, by workflow id. */
import { isWorkflowNotFound, REQUEST_TIMEOUT_MS } from '../infra/temporal-requests.js';
import type { Temporal } from '../infra/temporal.js';
import { WORKFLOWS, type DeliveryInput } from '../workflows/messages.js';
import { deliveryWorkflowStart } from '../workflows/starts.js';

export type Executions = Pick<Temporal, 'within'>;

/** Status of the latest workflow with this id, one that an operator has paused being RUNNING; null when Temporal knows none. */
export async function workflowStatus(temporal: Executions, workflowId: string): Promise<string | null> {
  return (await describeWorkflow(temporal, workflowId))?.status ?? null;
}

/** Also when it was closed, and whether it waits for a timer or for the next attempt of an activity. */
export async function describeWorkflow(
  temporal: Executions,
  workflowId: string,
): Promise<{ status: string; closedMs: number | null; waits: boolean } | null> {
  try {
    const described = temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.getHandle(workflowId).describe());
    const { status, closeTime, raw } = await described;
    // between two attempts it is the time of the next one; for an attempt that is queued or running it is in the past
    const isLater = ({ scheduledTime }: { scheduledTime?: { seconds?: unknown } | null }) =>
      Number(scheduledTime?.seconds ?? 0) * 1000 > Date.now();
    const waits = status.name === 'RUNNING' && (raw.pendingActivities ?? []).every(isLater);
    return {
      status: status.name === 'PAUSED' ? 'RUNNING' : status.name,
      closedMs: closeTime?.getTime() ?? null,
      waits,
    };
  } catch (error) {
    if (isWorkflowNotFound(error)) return null;
    throw error;
  }
}

/** Workflow ids in one list query: some ten kilobytes. */
const LISTED_AT_ONCE = 250;

/**
 * Those of the workflows that Temporal's list shows as running: a request for hundreds, where `describeWorkflow` is one each. The
 * list lags by seconds, so one that it does not show has to be described before anything is done about it.
 */
export async function listedAsRunning(temporal: Executions, workflowIds: readonly string[]): Promise<Set<string>> {
  const running = new Set<string>();
  for (let from = 0; from < workflowIds.length; from += LISTED_AT_ONCE) {
    const some = workflowIds.slice(from, from + LISTED_AT_ONCE);
    const names = some.map((workflowId) => `'${workflowId}'`).join();
    const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${names})`;
    await temporal.within(REQUEST_TIMEOUT_MS, async ({ workflow }) => {
      // usually all are running, and then the count is enough
      const { count } = await workflow.count(query);
      if (count === some.length) for (const workflowId of some) running.add(workflowId);
      else if (count > 0)
        for await (const { workflowId } of workflow.list({ query, pageSize: LISTED_AT_ONCE })) running.add(workflowId);
    });
  }
  return running;
}

/** A workflow fails after a day of outages, or by a defect: an immediate retry helps with neither. */
const AFTER_FAILURE_MS = 3_600_000;

/** Whether a workflow failed or timed out; one that an operator ended did not. */
export function hasFailed({ status }: { status: string }): boolean {
  return status === 'FAILED' || status === 'TIMED_OUT';
}

/** Whether it failed too recently to be started again. */
export function hasJustFailed(run: { status: string; closedMs: number | null }): boolean {
  return hasFailed(run) && run.closedMs !== null && Date.now() - run.closedMs < AFTER_FAILURE_MS;
}

/** Starts the workflow of a delivery, or wakes the one that is still waiting. */
export async function startDelivery(temporal: Executions, input: DeliveryInput): Promise<void> {
  const options = deliveryWorkflowStart(input);
  await temporal.within(REQUEST_TIMEOUT_MS, (client) =>
    client.workflow.signalWithStart(WORKFLOWS.deliverWebhook, options),
  );
}

/** Cancels an open workflow; false when there is none. */
export async function cancelWorkflow(temporal: Executions, workflowId: string): Promise<boolean> {
  return unlessGone(temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.getHandle(workflowId).cancel()));
}

/** Terminates an open workflow; false when there is none. */
export async function terminateWorkflow(temporal: Executions, workflowId: string, reason: string): Promise<boolean> {
  return unlessGone(
    temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.getHandle(workflowId).terminate(reason)),
  );
}

async function unlessGone(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (isWorkflowNotFound(error)) return false; // closed in the meantime counts as well
    throw error;
  }
}
