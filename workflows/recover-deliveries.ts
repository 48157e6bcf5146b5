import { continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { RecoveryInput } from './messages.js';
import { recoveries } from './proxies.js';

/** What a recovery goes on with after continue-as-new. */
export interface RecoveryProgress extends RecoveryInput {
  /** The last delivery of the last batch. */
  after?: string;
  done?: number;
}

/**
 * Sends again, in the order in which they were made, all deliveries to an endpoint that failed in a span of time: batch
 * after batch is made pending and its runs are started. Ends early where the endpoint is gone or disabled.
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
