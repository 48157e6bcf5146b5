/** `shelf show ID`: what the database knows about a shelf, and Temporal, if it is available, about its run. */
import type { WorkflowExecutionDescription } from '@temporalio/client';
import { findShelfReport, type ShelfReport } from '../entities/queries/shelf-report.js';
import { isWorkflowNotFound } from '../infra/temporal.js';
import { runAddress } from '../infra/temporal-ui.js';
import { shelfRunId } from '../workflows/messages.js';
import type { Answer, Systems } from './commands.js';
import { CommandError, UsageError } from './input.js';

const SHELF_ID = /^shf_[0-9a-f]{24}$/;
/** An operator is waiting; if Temporal is unavailable, the output says so. */
const TEMPORAL_TIMEOUT_MS = 5_000;

export function readShelfId(text: string): string {
  if (!SHELF_ID.test(text)) throw new UsageError('ID is that of a shelf: shf_ and 24 hex digits.');
  return text;
}

export async function showShelf({ manager, temporal, temporalUiUrl }: Systems, publicId: string): Promise<Answer> {
  const report = await findShelfReport(manager, publicId);
  if (!report) throw new CommandError(`There is no shelf ${publicId}.`);
  const id = shelfRunId(publicId, report.shelf.run);
  const { workflow, pendingActivities } = await describeRun(temporal, id);
  const url = temporalUiUrl && runAddress(temporalUiUrl, temporal?.namespace ?? 'default', id);
  const { versions, deliveries } = report;
  return {
    sections: { shelf: ofShelf(report), workflow: { id, ...workflow, url }, pendingActivities, versions, deliveries },
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
  /** `state`: of the latest execution, or why it is unknown. */
  workflow: { state: string };
  pendingActivities: object[];
}

async function describeRun(temporal: Systems['temporal'], id: string): Promise<DescribedRun> {
  if (!temporal) return { workflow: { state: 'not known: set TEMPORAL_ADDRESS' }, pendingActivities: [] };
  try {
    const run = await temporal.within(TEMPORAL_TIMEOUT_MS, (client) => client.workflow.getHandle(id).describe());
    return { workflow: { state: run.status.name }, pendingActivities: pendingOf(run) };
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
