import { CancellationScope, log, ParentClosePolicy, startChild } from '@temporalio/workflow';
import type { deliverWebhookWorkflow } from './deliver-webhook.js';
import { WORKFLOWS, type DeliveryInput } from './messages.js';
import { deliveryWorkflowStart } from './starts.js';

/**
 * Starts the workflows of deliveries that an activity of this run has recorded; they outlive it, however it ends. What
 * cannot be started is left to the reconciler and never fails the run.
 * @param deliveries undefined where the activity ran on a worker of an earlier release
 */
export async function startDeliveries(deliveries: readonly DeliveryInput[] | undefined): Promise<void> {
  if (!deliveries?.length) return;
  await CancellationScope.nonCancellable(() => Promise.all(deliveries.map(start)));
}

async function start(delivery: DeliveryInput): Promise<void> {
  const { workflowId, taskQueue, args, priority, staticSummary, typedSearchAttributes } =
    deliveryWorkflowStart(delivery);
  try {
    await startChild<typeof deliverWebhookWorkflow>(WORKFLOWS.deliverWebhook, {
      workflowId,
      taskQueue,
      args,
      priority,
      staticSummary,
      typedSearchAttributes,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      parentClosePolicy: ParentClosePolicy.ABANDON,
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'WorkflowExecutionAlreadyStartedError') return;
    log.warn('a delivery’s run was left to the reconciler', { workflowId, error: String(error) });
  }
}
