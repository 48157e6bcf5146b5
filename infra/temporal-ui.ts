/** Addresses in Temporal's UI. */

/** The page of a run. `uiUrl` has no slash at its end. */
export function runAddress(uiUrl: string, namespace: string, workflowId: string): string {
  return `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
}
