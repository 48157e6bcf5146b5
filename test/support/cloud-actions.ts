/** The Actions of a run by Temporal Cloud's list (docs.temporal.io/cloud/actions), from its history. */
import type { WorkflowHandle } from '@temporalio/client';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
type Event = NonNullable<History['events']>[number];

/** The search attribute of patches, whose upsert is free. */
const FREE = 'TemporalChangeVersion';

/**
 * Counts starts (also by continue-as-new), activities with their retries, timers, upserts of search attributes, signals,
 * updates and starts of children (two each: to start it, and its execution). Local activities, and all other markers, of one
 * workflow task count once. Not in a history, so not counted: heartbeats that reach the server, queries, refused updates.
 */
export function actionsOf({ events }: History): number {
  const ofMarkers = new Set<string>();
  let actions = 0;
  for (const event of events ?? []) {
    const marker = event.markerRecordedEventAttributes;
    if (marker) ofMarkers.add(String(marker.workflowTaskCompletedEventId));
    actions += actionsOfEvent(event);
  }
  return actions + ofMarkers.size;
}

function actionsOfEvent(event: Event): number {
  if (event.activityTaskStartedEventAttributes) return event.activityTaskStartedEventAttributes.attempt ?? 1;
  if (event.startChildWorkflowExecutionInitiatedEventAttributes) return 2;
  const upsert = event.upsertWorkflowSearchAttributesEventAttributes;
  if (upsert) return FREE in (upsert.searchAttributes?.indexedFields ?? {}) ? 0 : 1;
  const counted =
    event.workflowExecutionStartedEventAttributes ??
    event.timerStartedEventAttributes ??
    event.workflowExecutionSignaledEventAttributes ??
    event.workflowExecutionUpdateAcceptedEventAttributes;
  return counted ? 1 : 0;
}
