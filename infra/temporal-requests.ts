/** What requests to Temporal have in common. It loads no client: callers pass one in. */

/** Time-out of a request, or two, within an activity, which has its own retries. */
export const REQUEST_TIMEOUT_MS = 20_000;

/** Whether Temporal does not know the workflow (never started, wiped, or past retention). */
export function isWorkflowNotFound(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === 'WorkflowNotFoundError';
}
