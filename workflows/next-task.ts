/** Going on in a later workflow task, so that Temporal has the commands of this one before those that follow. */
import {
  defineSignal,
  getExternalWorkflowHandle,
  isCancellation,
  log,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';

const NEXT_TASK = 'nextTask';

/** For runs that call `nextTask`. */
export function answerNextTask(): void {
  const description = 'Of the run itself: it goes on in a workflow task of its own.';
  setHandler(defineSignal(NEXT_TASK), () => undefined, { description });
}

/**
 * Resolves in a later workflow task, some 30 ms from now: a signal of the run to itself. A timer would last up to a second
 * longer than it is set to, since Temporal's timers are fired in batches.
 */
export async function nextTask(): Promise<void> {
  const { workflowId, runId } = workflowInfo();
  try {
    await getExternalWorkflowHandle(workflowId, runId).signal(NEXT_TASK);
  } catch (error) {
    if (isCancellation(error)) throw error;
    // what follows may go ahead of what came before, which is not worth more than a line
    log.warn('a run could not signal itself', { error: String(error) });
  }
}
