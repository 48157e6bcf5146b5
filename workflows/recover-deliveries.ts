import { continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { RecoveryInput } from './messages.js';
import { recoveries } from './proxies.js';

/** Input of a recovery after continue-as-new. */
export interface RecoveryProgress extends RecoveryInput {
  /** The last delivery of the last batch. */
  after?: string;
  done?: number;
}

/**
 * Redelivers all deliveries to an endpoint that failed in a period, in the order of their creation: one batch after
 * another becomes pending, and its workflows are started. Ends early if the endpoint is gone or disabled.
 */
export async function recoverDeliveriesWorkflow(input: RecoveryProgress): Promise<void> {
  let { after, done = 0 } = input;
  for (;;) {
    const batch = await recoveries.findFailed({ ...input, after: after ?? null });
    const { sent } = await recoveries.sendAgain({ ...input, deliveryIds: batch.deliveryIds });
    done += sent;
    setCurrentDetails(`${done} deliveries are sent again`);
    after = batch.deliveryIds.at(-1);
    if (!batch.more || !after) return;
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof recoverDeliveriesWorkflow>({ ...input, after, done });
    }
  }
}
