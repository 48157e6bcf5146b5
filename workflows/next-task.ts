/** Yields to the next workflow task, so that Temporal has the commands of this one before those that follow. */
import { getExternalWorkflowHandle, isCancellation, workflowInfo } from '@temporalio/workflow';

/**
 * Resolves in a later workflow task, some 30 ms from now. The workflow asks for a signal to itself, which Temporal refuses, and
 * the refusal is what wakes it. A timer would take up to a second longer than its setting, since Temporal fires timers in batches.
 */
export async function nextTask(): Promise<void> {
  const { workflowId, runId } = workflowInfo();
  try {
    await getExternalWorkflowHandle(workflowId, runId).signal('nextTask');
  } catch (error) {
    if (isCancellation(error)) throw error;
  }
}
