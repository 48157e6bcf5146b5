/** The reconciler's repairs: starts workflows that are missing and ends those that should not be there, in bounded batches. */
import { log } from '@temporalio/activity';
import {
  findDeletedShelves,
  findPendingMails,
  findShelfStates,
  findUntouchedShelves,
  type OpenKind,
  type OpenShelf,
} from '../entities/queries/reconcile.js';
import { findRun, needsRun, recordFailure } from '../entities/queries/runs.js';
import { REQUEST_TIMEOUT_MS } from '../infra/temporal-requests.js';
import { WORKFLOWS } from '../workflows/messages.js';
import {
  deleteWorkflowId,
  deleteWorkflowStart,
  mailWorkflowId,
  mailWorkflowStart,
  shelfRunId,
  shelfRunOfId,
  shelfRunStart,
} from '../workflows/starts.js';
import { activity, type ActivityScope } from './activity.js';
import { forEachIsolated } from './isolation.js';
import type { ActivityDeps } from './deps.js';
import {
  cancelWorkflow,
  describeWorkflow,
  hasFailed,
  hasJustFailed,
  listedAsRunning,
  workflowStatus,
  startDelivery,
} from './executions.js';
import { userMessage } from './failures.js';
import { purgeRows } from './purge.js';
import { removeRunFiles } from './removal.js';
import { walk, type Cursor } from './walk.js';

type ReconcileDeps = Pick<ActivityDeps, 'config' | 'dataSource' | 'storage' | 'temporal' | 'repaired'>;

/** Repairs of a walk at the same time: each is a few requests to Temporal. */
const LIMITS = { atOnce: 8 };

/** Each walk examines only what nobody has touched for `reconcileAfterSeconds`. */
export function reconcileActivities(deps: ReconcileDeps) {
  const { temporal } = deps;
  const { manager } = deps.dataSource;
  const untouchedSeconds = deps.config.reconcileAfterSeconds;
  return {
    /** Walks over shelves `of` one kind; over all that need a run for workflows of releases up to 0.5.0. */
    reconcileShelves: activity(
      ({ after, of }: Cursor & { of?: OpenKind }, { signal }: ActivityScope): Promise<Cursor> =>
        walk({ after }, signal, {
          find: (from) => findUntouchedShelves(manager, { ...from, untouchedSeconds, of }),
          positionOf: ({ publicId }) => publicId,
          async repair(shelves, isOver) {
            const lost = await notRunning(temporal, shelves, ({ publicId, run }) => shelfRunId(publicId, run));
            return forEachIsolated(lost, signal, (shelf) => reconcileShelf(deps, shelf, signal), { ...LIMITS, isOver });
          },
        }),
    ),

    /** Cancels open runs that were superseded or whose shelf is gone, newest first from the start time `after`. */
    reconcileRuns: activity(({ after }: Cursor, { signal }: ActivityScope): Promise<Cursor> => {
      const until = after ?? new Date(Date.now() - untouchedSeconds * 1000).toISOString();
      return walk({ after: until }, signal, {
        find: ({ after: startedUntil, limit }) => listOpenRuns(deps, startedUntil ?? until, limit),
        positionOf: ({ startTime }) => startTime.toISOString(),
        async repair(open, isOver) {
          const superseded = await findSuperseded(deps, open);
          return forEachIsolated(superseded, signal, (run) => cancelSuperseded(deps, run), { ...LIMITS, isOver });
        },
      });
    }),

    startDeletes: activity(({ after }: Cursor, { signal }: ActivityScope): Promise<Cursor> =>
      walk({ after }, signal, {
        find: (from) => findDeletedShelves(manager, { ...from, untouchedSeconds }),
        positionOf: ({ publicId }) => publicId,
        async repair(shelves, isOver) {
          const lost = await notRunning(temporal, shelves, ({ publicId }) => deleteWorkflowId(publicId));
          return forEachIsolated(lost, signal, (shelf) => startDelete(deps, shelf), { ...LIMITS, isOver });
        },
      }),
    ),

    /**
     * Starts the workflow of each mail that never had one, or whose workflow Temporal has lost. Workflows of releases up to
     * 0.5.0 name no position.
     */
    startMails: activity((from: Cursor | undefined, { signal }: ActivityScope): Promise<Cursor> =>
      walk({ after: from?.after ?? null }, signal, {
        find: (at) => findPendingMails(manager, { ...at, untouchedSeconds }),
        positionOf: (mailId) => mailId,
        async repair(mails, isOver) {
          const lost = await notRunning(temporal, mails, mailWorkflowId);
          return forEachIsolated(lost, signal, (mailId) => startMail(deps, mailId), { ...LIMITS, isOver });
        },
      }),
    ),

    purgeRows: activity((_: Cursor | undefined, { signal }: ActivityScope) => purgeRows(manager, signal)),
  };
}

/** The rows whose workflow Temporal's list does not show as running. */
async function notRunning<Row>(
  temporal: ReconcileDeps['temporal'],
  rows: readonly Row[],
  workflowIdOf: (row: Row) => string,
): Promise<Row[]> {
  const running = await listedAsRunning(temporal, rows.map(workflowIdOf));
  return rows.filter((row) => !running.has(workflowIdOf(row)));
}

async function startDelete(
  { temporal, repaired }: ReconcileDeps,
  { publicId, run }: { publicId: string; run: number },
): Promise<void> {
  const latest = await describeWorkflow(temporal, deleteWorkflowId(publicId));
  // a retry would hit the same defect; once the row is gone there is nothing left to start
  if (latest?.status === 'RUNNING' || (latest !== null && hasJustFailed(latest))) return;
  const options = deleteWorkflowStart({ shelfPublicId: publicId, lastRun: run - 1, requestId: null });
  await temporal.within(REQUEST_TIMEOUT_MS, ({ workflow }) => workflow.start(WORKFLOWS.deleteShelf, options));
  repaired('delete_started');
  log.warn('started a deletion that was missing', { shelf: publicId });
}

/** Starts the run that a shelf in processing or in review lacks, or fails the shelf whose run was ended from outside. */
async function reconcileShelf(
  deps: ReconcileDeps,
  { publicId, run, status, requestId }: OpenShelf,
  signal: AbortSignal,
): Promise<void> {
  const { temporal, repaired } = deps;
  const { manager } = deps.dataSource;
  if (!needsRun(status)) return;
  const state = await workflowStatus(temporal, shelfRunId(publicId, run));
  if (state === 'RUNNING') return;
  if (state === null) {
    const found = await findRun(manager, { publicId, run });
    if (!found) return;
    const { accountPublicId, shelf } = found;
    const input = { shelfPublicId: publicId, run, requestId };
    const options = shelfRunStart(input, { accountPublicId, template: shelf.template });
    await temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.start(WORKFLOWS.shelf, options));
    repaired('run_started');
    log.warn('started a run that was missing', { shelf: publicId, run, requestId });
    return;
  }
  const stopped = state === 'TERMINATED' || state === 'CANCELLED';
  const message = userMessage(stopped ? 'stopped' : 'internal');
  // a shelf in review has been verified, and a failure has to name one of the steps
  const step = status === 'review' ? 'verifying' : status;
  const { recorded, deliveries } = await recordFailure(manager, { publicId, run, step, message });
  if (recorded) repaired('run_failed');
  log.warn('recorded the end of a closed run', { shelf: publicId, run, requestId, state, recorded });
  const shelf = (await findShelfStates(manager, [publicId])).get(publicId);
  if (shelf) await removeRunFiles(deps, { ...shelf, shelfPublicId: publicId, run }, signal);
  await forEachIsolated(deliveries, signal, (delivery) => startDelivery(temporal, delivery));
}

interface OpenRun {
  workflowId: string;
  startTime: Date;
}

/** Open runs of shelves that started before `until`, newest first. */
async function listOpenRuns({ temporal }: ReconcileDeps, until: string, limit: number): Promise<OpenRun[]> {
  const query = `WorkflowType = '${WORKFLOWS.shelf}' AND ExecutionStatus = 'Running' AND StartTime <= '${until}'`;
  return temporal.within(3 * REQUEST_TIMEOUT_MS, async (client) => {
    const found: OpenRun[] = [];
    for await (const run of client.workflow.list({ query, pageSize: limit })) {
      found.push(run);
      if (found.length === limit) break;
    }
    return found;
  });
}

async function findSuperseded({ dataSource }: ReconcileDeps, open: OpenRun[]): Promise<OpenRun[]> {
  const ids = open.flatMap(({ workflowId }) => shelfRunOfId(workflowId)?.shelfPublicId ?? []);
  const states = await findShelfStates(dataSource.manager, [...new Set(ids)]);
  return open.filter(({ workflowId }) => {
    const named = shelfRunOfId(workflowId);
    const shelf = named && states.get(named.shelfPublicId);
    return named && (!shelf || shelf.deleted || shelf.run !== named.run);
  });
}

async function cancelSuperseded({ temporal, repaired }: ReconcileDeps, { workflowId }: OpenRun): Promise<void> {
  if (!(await cancelWorkflow(temporal, workflowId))) return;
  repaired('run_cancelled');
  log.warn('cancelled a run that is not its shelf’s', { run: workflowId });
}

async function startMail({ temporal, repaired }: ReconcileDeps, mailId: string): Promise<void> {
  const run = await describeWorkflow(temporal, mailWorkflowId(mailId));
  // a workflow that an operator ended is not started again; one that failed is, until the mail expires
  if (run !== null && (!hasFailed(run) || hasJustFailed(run))) return;
  const options = mailWorkflowStart({ mailId, requestId: null });
  await temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.start(WORKFLOWS.sendMail, options));
  repaired('mail_started');
}
