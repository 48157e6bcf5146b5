/** Workflows of a release without those of the service: see stuck-run.test.ts. */
export async function anotherWorkflow(): Promise<void> {}
