/** `shelf show ID`: what the database knows about a shelf, and Temporal, if it is available, about its run. */
import type { WorkflowExecutionDescription } from '@temporalio/client';
import { findShelfReport, type ShelfReport } from '../entities/queries/shelf-report.js';
import { readPolls } from '../infra/task-queues.js';
import { isWorkflowNotFound } from '../infra/temporal-requests.js';
import { runAddress } from '../infra/temporal-ui.js';
import { TASK_QUEUES } from '../workflows/messages.js';
import { shelfRunId } from '../workflows/starts.js';
import type { Answer, Systems } from './commands.js';
import { CommandError } from './input.js';
import { TEMPORAL_TIMEOUT_MS } from './temporal.js';

export async function showShelf({ manager, temporal, temporalUiUrl }: Systems, publicId: string): Promise<Answer> {
  const report = await findShelfReport(manager, publicId);
  if (!report) throw new CommandError(`There is no shelf ${publicId}.`);
  const id = shelfRunId(publicId, report.shelf.run);
  const [{ workflow, pendingActivities }, queues] = await Promise.all([
    describeRun(temporal, id),
    readQueues(temporal),
  ]);
  const url = temporalUiUrl && runAddress(temporalUiUrl, temporal?.namespace ?? 'default', id);
  const { versions, deliveries } = report;
  return {
    sections: {
      shelf: ofShelf(report),
      workflow: { id, ...workflow, url },
      pendingActivities,
      queues,
      versions,
      deliveries,
    },
  };
}

function ofShelf({ shelf, accountPublicId }: ShelfReport): object {
  return {
    publicId: shelf.publicId,
    account: accountPublicId,
    name: shelf.name,
    status: shelf.status,
    run: shelf.run,
    step: shelf.progressStep ?? (shelf.status === 'failed' ? shelf.failedAtStep : null),
    pagesDone: shelf.pagesDone,
    pageCount: shelf.pageCount,
    failedAtStep: shelf.failedAtStep,
    lastError: shelf.errorMessage,
    currentVersion: shelf.currentVersionNumber,
    requestId: shelf.requestId,
    createdAt: shelf.createdAt,
    updatedAt: shelf.updatedAt,
    deletedAt: shelf.deletedAt,
  };
}

interface DescribedRun {
  /**
   * `state`: of the latest execution, or why it is unknown. `workflowTaskAttempt`: of the pending workflow task, null without
   * one; from the second on, the run's code fails or no worker ends it.
   */
  workflow: { state: string; workflowTaskAttempt?: number | null };
  pendingActivities: object[];
}

async function describeRun(temporal: Systems['temporal'], id: string): Promise<DescribedRun> {
  if (!temporal) return { workflow: { state: 'not known: set TEMPORAL_ADDRESS' }, pendingActivities: [] };
  try {
    const run = await temporal.within(TEMPORAL_TIMEOUT_MS, (client) => client.workflow.getHandle(id).describe());
    const { attempt: workflowTaskAttempt = null } = run.raw.pendingWorkflowTask ?? {};
    return { workflow: { state: run.status.name, workflowTaskAttempt }, pendingActivities: pendingOf(run) };
  } catch (error) {
    const state = isWorkflowNotFound(error) ? 'Temporal knows no such run' : 'not known: Temporal cannot be reached';
    return { workflow: { state }, pendingActivities: [] };
  }
}

/** The messages of failures come from closed lists (activities/failures.ts). */
function pendingOf({ raw }: WorkflowExecutionDescription): object[] {
  return (raw.pendingActivities ?? []).map(({ activityType, attempt, lastFailure, scheduledTime }) => ({
    activity: activityType?.name ?? null,
    attempt: attempt ?? null,
    lastFailure: lastFailure?.message ?? null,
    nextAttemptAt: scheduledTime ? new Date(Number(scheduledTime.seconds) * 1000) : null,
  }));
}

/** Where no worker polls, runs stand still. An empty list without Temporal; the run's state says so. */
async function readQueues(temporal: Systems['temporal']): Promise<object[]> {
  if (!temporal) return [];
  try {
    const polls = await readPolls(temporal, Object.values(TASK_QUEUES), TEMPORAL_TIMEOUT_MS);
    return polls.map(({ queue, state, workers, lastPollAt }) => ({
      queue,
      workers,
      lastPollAt,
      state: state === 'ok' ? 'polled' : 'NO WORKER POLLS IT',
    }));
  } catch {
    return []; // as above
  }
}
