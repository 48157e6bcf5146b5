/** What runs waited for that a process left without a word: the time-outs in their histories. */
import type { Temporal } from '../../infra/temporal.js';

const REQUESTS_MS = 30_000;

/**
 * Each time-out of a task of the runs of a shelf, of all shelves if none is named, by the run's id: of activities, and of
 * workflow tasks, which other workers take up ten seconds later.
 */
export function lossesOf(
  temporal: Temporal,
  shelfPublicId = '',
): Promise<{ activities: string[]; workflowTasks: string[] }> {
  return temporal.within(REQUESTS_MS, async ({ workflow }) => {
    const [activities, workflowTasks]: [string[], string[]] = [[], []];
    for await (const { workflowId } of workflow.list({ query: `WorkflowId STARTS_WITH 'shelf/${shelfPublicId}'` })) {
      const { events } = await workflow.getHandle(workflowId).fetchHistory();
      for (const event of events ?? []) {
        const lost = event.activityTaskStartedEventAttributes?.lastFailure?.timeoutFailureInfo;
        const ofActivity = lost ?? event.activityTaskTimedOutEventAttributes;
        const ofWorkflow = event.workflowTaskTimedOutEventAttributes;
        const where = `${workflowId}, event ${String(event.eventId)}`;
        if (ofActivity) activities.push(`${where}: ${JSON.stringify(ofActivity)}`);
        if (ofWorkflow) workflowTasks.push(`${where}: ${JSON.stringify(ofWorkflow)}`);
      }
    }
    return { activities, workflowTasks };
  });
}
