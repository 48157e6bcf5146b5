/** Runs as Temporal knows them, by workflow id. */
import { isWorkflowNotFound, REQUEST_TIMEOUT_MS, type Temporal } from '../infra/temporal.js';
import { deliveryRunStart, WORKFLOWS, type DeliveryInput } from '../workflows/messages.js';

export type Executions = Pick<Temporal, 'within'>;

/** Status of the latest workflow with this id; null when Temporal knows none. */
export async function runStatus(temporal: Executions, workflowId: string): Promise<string | null> {
  return (await describeRun(temporal, workflowId))?.status ?? null;
}

/** The same with the time at which it was closed. */
export async function describeRun(
  temporal: Executions,
  workflowId: string,
): Promise<{ status: string; closedMs: number | null } | null> {
  try {
    const described = temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.getHandle(workflowId).describe());
    const { status, closeTime } = await described;
    return { status: status.name, closedMs: closeTime?.getTime() ?? null };
  } catch (error) {
    if (isWorkflowNotFound(error)) return null;
    throw error;
  }
}

/** A run that failed by itself did so after a day of outages, or by a defect: neither is mended by trying at once. */
const AFTER_FAILURE_MS = 3_600_000;

/** Whether a run ended by itself, not by an operator, and without having done its work. */
export function hasFailed({ status }: { status: string }): boolean {
  return status === 'FAILED' || status === 'TIMED_OUT';
}

/** The same of one that did so too short a time ago to be started again. */
export function hasJustFailed(run: { status: string; closedMs: number | null }): boolean {
  return hasFailed(run) && run.closedMs !== null && Date.now() - run.closedMs < AFTER_FAILURE_MS;
}

/** Starts the run of a delivery, or wakes the one that still waits. */
export async function startDelivery(temporal: Executions, input: DeliveryInput): Promise<void> {
  const options = deliveryRunStart(input);
  await temporal.within(REQUEST_TIMEOUT_MS, (client) =>
    client.workflow.signalWithStart(WORKFLOWS.deliverWebhook, options),
  );
}

/** Asks an open workflow to end; false when there is none. */
export async function cancelRun(temporal: Executions, workflowId: string): Promise<boolean> {
  return unlessGone(temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.getHandle(workflowId).cancel()));
}

/** Ends an open workflow at once; false when there is none. */
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
