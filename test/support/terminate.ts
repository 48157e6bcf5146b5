/** Runs that are ended from outside. */
import type { WorkflowHandle } from '@temporalio/client';
import { listedAsRunning } from '../../activities/executions.js';
import type { Temporal } from '../../infra/temporal.js';
import { until } from './until.js';

const REQUEST_MS = 30_000;

/** Ends a run as an operator does; resolves once Temporal's list, which lags, shows it as running no more. */
export async function terminate(temporal: Temporal, run: WorkflowHandle): Promise<void> {
  await temporal.within(REQUEST_MS, () => run.terminate('enough'));
  const isListed = async (): Promise<boolean> => (await listedAsRunning(temporal, [run.workflowId])).size > 0;
  await until(async () => !(await isListed()), 'the list shows that it has ended');
}
