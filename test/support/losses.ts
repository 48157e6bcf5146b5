/** What runs waited for that a process left without a word: the time-outs in their histories. */
import type { Temporal } from '../../infra/temporal.js';

const REQUESTS_MS = 30_000;

/** Each time-out of a task of the workflows of a type, by the workflow's id. */
export function lossesOf(temporal: Temporal, workflowType: string): Promise<string[]> {
  return temporal.within(REQUESTS_MS, async ({ workflow }) => {
    const losses: string[] = [];
    for await (const { workflowId } of workflow.list({ query: `WorkflowType = '${workflowType}'` })) {
      const { events } = await workflow.getHandle(workflowId).fetchHistory();
      for (const event of events ?? []) {
        const lost = event.activityTaskStartedEventAttributes?.lastFailure?.timeoutFailureInfo;
        const isLost = lost ?? event.activityTaskTimedOutEventAttributes ?? event.workflowTaskTimedOutEventAttributes;
        if (isLost) losses.push(`${workflowId}, event ${String(event.eventId)}: ${JSON.stringify(isLost)}`);
      }
    }
    return losses;
  });
}
