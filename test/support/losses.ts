/** What runs waited for that a process left without a word: the time-outs in their histories. */
import type { Temporal } from '../../infra/temporal.js';

const REQUESTS_MS = 30_000;

/** Each time-out of a task of the runs of a shelf, of all shelves if none is named, by the run's id. */
export function lossesOf(temporal: Temporal, shelfPublicId = ''): Promise<string[]> {
  return temporal.within(REQUESTS_MS, async ({ workflow }) => {
    const losses: string[] = [];
    for await (const { workflowId } of workflow.list({ query: `WorkflowId STARTS_WITH 'shelf/${shelfPublicId}'` })) {
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
