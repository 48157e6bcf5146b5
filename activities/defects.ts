/**
 * Counts the defects of activities that are being retried. Temporal counts all attempts alike, so a minute's outage would
 * use up the retries of a defect, just when unknown errors are most likely. The count is local to this process: several
 * workers each grant their own retries, and the retry policy's maximum ends them all.
 */
import type { Info } from '@temporalio/activity';

/** Activities whose count is kept; the oldest one is dropped first. */
const REMEMBERED = 100_000;

const counts = new Map<string, number>();

/** Counts one more defect of an activity; returns how many there were, this one included. */
export function countDefect({ workflowExecution, activityId }: Info): number {
  const key = [workflowExecution?.workflowId, workflowExecution?.runId, activityId].join(' ');
  const count = (counts.get(key) ?? 0) + 1;
  counts.delete(key); // so that it becomes the newest
  counts.set(key, count);
  for (const oldest of counts.keys()) {
    if (counts.size <= REMEMBERED) break;
    counts.delete(oldest);
  }
  return count;
}
