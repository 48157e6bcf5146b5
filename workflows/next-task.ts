/** Yields to the next workflow task, so that Temporal has the commands of this one before those that follow. */
import {
  defineSignal,
  getExternalWorkflowHandle,
  isCancellation,
  log,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';

const NEXT_TASK = 'nextTask';

/** For workflows that call `nextTask`. */
export function answerNextTask(): void {
  const description = 'Sent by the workflow to itself, to continue in its next workflow task.';
  setHandler(defineSignal(NEXT_TASK), () => undefined, { description });
}

/**
 * Resolves in a later workflow task, some 30 ms from now: a signal of the workflow to itself. A timer would take up to a
 * second longer than its setting, since Temporal fires timers in batches.
 */
export async function nextTask(): Promise<void> {
  const { workflowId, runId } = workflowInfo();
  try {
    await getExternalWorkflowHandle(workflowId, runId).signal(NEXT_TASK);
  } catch (error) {
    if (isCancellation(error)) throw error;
    // only logged: the worst is that later commands reach Temporal with the earlier ones
    log.warn('a run could not signal itself', { error: String(error) });
  }
}
