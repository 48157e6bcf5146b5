/**
 * Defects of activities that are being tried again. Temporal counts attempts alone, so a minute's outage would use up
 * what a defect is granted, in the very moment in which unknown errors are likely. Counted in this process: where several
 * workers take turns, each grants its own, and the policy's number of attempts is the end of both.
 */
import type { Info } from '@temporalio/activity';

/** Activities whose count is kept; the oldest is forgotten first. */
const REMEMBERED = 100_000;

const counts = new Map<string, number>();

/** Notes one more defect of an activity; answers how many there were, this one included. */
export function countDefect({ workflowExecution, activityId }: Info): number {
  const key = [workflowExecution?.workflowId, workflowExecution?.runId, activityId].join(' ');
  const count = (counts.get(key) ?? 0) + 1;
  counts.delete(key); // to be the newest
  counts.set(key, count);
  for (const oldest of counts.keys()) {
    if (counts.size <= REMEMBERED) break;
    counts.delete(oldest);
  }
  return count;
}
