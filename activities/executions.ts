/** Workflow executions as Temporal knows them, by workflow id. */
import { isWorkflowNotFound, REQUEST_TIMEOUT_MS } from '../infra/temporal-requests.js';
import type { Temporal } from '../infra/temporal.js';
import { WORKFLOWS, type DeliveryInput } from '../workflows/messages.js';
import { deliveryRunStart } from '../workflows/starts.js';

export type Executions = Pick<Temporal, 'within'>;

/** Status of the latest workflow with this id; null when Temporal knows none. */
export async function runStatus(temporal: Executions, workflowId: string): Promise<string | null> {
  return (await describeRun(temporal, workflowId))?.status ?? null;
}

/** The same with the time at which it was closed, and whether it waits for a timer or for the next attempt of an activity. */
export async function describeRun(
  temporal: Executions,
  workflowId: string,
): Promise<{ status: string; closedMs: number | null; waits: boolean } | null> {
  try {
    const described = temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.getHandle(workflowId).describe());
    const { status, closeTime, raw } = await described;
    // between two attempts that is the time of the next one; of an attempt that is queued or at work it is past
    const isLater = ({ scheduledTime }: { scheduledTime?: { seconds?: unknown } | null }) =>
      Number(scheduledTime?.seconds ?? 0) * 1000 > Date.now();
    const waits = status.name === 'RUNNING' && (raw.pendingActivities ?? []).every(isLater);
    return { status: status.name, closedMs: closeTime?.getTime() ?? null, waits };
  } catch (error) {
    if (isWorkflowNotFound(error)) return null;
    throw error;
  }
}

/** Of a request to Temporal's list, which names them all: some ten kilobytes. */
const LISTED_AT_ONCE = 250;

/**
 * Those of the workflows that Temporal's list shows as running: a request for hundreds, where `describeRun` is one each. The
 * list lags by seconds, so one that it does not show has to be described before anything is done about it.
 */
export async function listedAsRunning(temporal: Executions, workflowIds: readonly string[]): Promise<Set<string>> {
  const running = new Set<string>();
  for (let from = 0; from < workflowIds.length; from += LISTED_AT_ONCE) {
    const some = workflowIds.slice(from, from + LISTED_AT_ONCE);
    const names = some.map((workflowId) => `'${workflowId}'`).join();
    const query = `ExecutionStatus = 'Running' AND WorkflowId IN (${names})`;
    await temporal.within(REQUEST_TIMEOUT_MS, async ({ workflow }) => {
      // as a rule all run, and then their number says it
      const { count } = await workflow.count(query);
      if (count === some.length) for (const workflowId of some) running.add(workflowId);
      else if (count > 0)
        for await (const { workflowId } of workflow.list({ query, pageSize: LISTED_AT_ONCE })) running.add(workflowId);
    });
  }
  return running;
}

/** A workflow that failed did so after a day of outages, or by a defect: neither is cured by an immediate retry. */
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
  const options = deliveryRunStart(input);
  await temporal.within(REQUEST_TIMEOUT_MS, (client) =>
    client.workflow.signalWithStart(WORKFLOWS.deliverWebhook, options),
  );
}

/** Cancels an open workflow; false when there is none. */
export async function cancelRun(temporal: Executions, workflowId: string): Promise<boolean> {
  return unlessGone(temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.getHandle(workflowId).cancel()));
}

/** Terminates an open workflow; false when there is none. */
export async function terminateRun(temporal: Executions, workflowId: string, reason: string): Promise<boolean> {
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
