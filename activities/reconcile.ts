/** The reconciler's repairs: starts workflows that are missing and ends those that should not be there, in bounded batches. */
import { log } from '@temporalio/activity';
import {
  findDeletedShelves,
  findPendingMails,
  findShelfStates,
  findUntouchedShelves,
  type OpenShelf,
} from '../entities/queries/reconcile.js';
import { findRun, needsRun, recordFailure } from '../entities/queries/runs.js';
import { REQUEST_TIMEOUT_MS } from '../infra/temporal.js';
import {
  deleteRunStart,
  mailRunId,
  mailRunStart,
  shelfRunId,
  shelfRunOfId,
  shelfRunStart,
  WORKFLOWS,
} from '../workflows/messages.js';
import { activity, type ActivityScope } from './activity.js';
import { forEachIsolated } from './isolation.js';
import type { ActivityDeps } from './deps.js';
import { cancelRun, describeRun, hasFailed, hasJustFailed, runStatus, startDelivery } from './executions.js';
import { userMessage } from './failures.js';
import { purgeRows } from './purge.js';
import { removeRunFiles } from './removal.js';

/** Rows or workflows that one batch examines. */
const BATCH = 500;

/** Where the walk over many rows continues; null at its beginning and at its end. */
export interface Cursor {
  after: string | null;
}

type ReconcileDeps = Pick<ActivityDeps, 'config' | 'dataSource' | 'storage' | 'temporal' | 'repaired'>;

/** Each walk examines only what nobody has touched for `reconcileAfterSeconds`. */
export function reconcileActivities(deps: ReconcileDeps) {
  const { manager } = deps.dataSource;
  const untouchedSeconds = deps.config.reconcileAfterSeconds;
  return {
    reconcileShelves: activity(async ({ after }: Cursor, { signal }: ActivityScope): Promise<Cursor> => {
      const shelves = await findUntouchedShelves(manager, { untouchedSeconds, after, limit: BATCH });
      await forEachIsolated(shelves, signal, (shelf) => reconcileShelf(deps, shelf, signal));
      return { after: shelves.length < BATCH ? null : (shelves.at(-1)?.publicId ?? null) };
    }),

    /** Cancels open runs that were superseded or whose shelf is gone, newest first from the start time `after`. */
    reconcileRuns: activity(async ({ after }: Cursor, { signal }: ActivityScope): Promise<Cursor> => {
      const until = after ?? new Date(Date.now() - untouchedSeconds * 1000).toISOString();
      const open = await listOpenRuns(deps, until);
      await forEachIsolated(await findSuperseded(deps, open), signal, (run) => cancelSuperseded(deps, run));
      return { after: open.length < BATCH ? null : (open.at(-1)?.startTime.toISOString() ?? null) };
    }),

    startDeletes: activity(async ({ after }: Cursor, { signal }: ActivityScope): Promise<Cursor> => {
      const shelves = await findDeletedShelves(manager, { untouchedSeconds, after, limit: BATCH });
      await forEachIsolated(shelves, signal, async ({ publicId, run }) => {
        const options = deleteRunStart({ shelfPublicId: publicId, lastRun: run - 1, requestId: null });
        await deps.temporal.within(REQUEST_TIMEOUT_MS, ({ workflow }) =>
          workflow.start(WORKFLOWS.deleteShelf, options),
        );
      });
      return { after: shelves.length < BATCH ? null : (shelves.at(-1)?.publicId ?? null) };
    }),

    /**
     * Starts the workflow of each mail that never had one, or whose workflow Temporal has lost. Workflows of releases up to
     * 0.5.0 name no position: mails that wait for a mail server kept those behind the first batch from being looked at.
     */
    startMails: activity(async (from: Cursor | undefined, { signal }: ActivityScope): Promise<Cursor> => {
      const after = from?.after ?? null;
      const mails = await findPendingMails(manager, { untouchedSeconds, after, limit: BATCH });
      await forEachIsolated(mails, signal, (mailId) => startMail(deps, mailId));
      return { after: mails.length < BATCH ? null : (mails.at(-1) ?? null) };
    }),

    purgeRows: activity<void, void>((_, { signal }) => purgeRows(manager, signal)),
  };
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
  const state = await runStatus(temporal, shelfRunId(publicId, run));
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

/** Open runs of shelves that started before `until`, newest first: one batch. */
async function listOpenRuns({ temporal }: ReconcileDeps, until: string): Promise<OpenRun[]> {
  const query = `WorkflowType = '${WORKFLOWS.shelf}' AND ExecutionStatus = 'Running' AND StartTime <= '${until}'`;
  return temporal.within(3 * REQUEST_TIMEOUT_MS, async (client) => {
    const found: OpenRun[] = [];
    for await (const run of client.workflow.list({ query, pageSize: BATCH })) {
      found.push(run);
      if (found.length === BATCH) break;
    }
    return found;
  });
}

type ShelfRun = NonNullable<ReturnType<typeof shelfRunOfId>>;

async function findSuperseded({ dataSource }: ReconcileDeps, open: OpenRun[]): Promise<ShelfRun[]> {
  const runs = open.flatMap(({ workflowId }) => shelfRunOfId(workflowId) ?? []);
  const states = await findShelfStates(dataSource.manager, [...new Set(runs.map((run) => run.shelfPublicId))]);
  return runs.filter(({ shelfPublicId, run }) => {
    const shelf = states.get(shelfPublicId);
    return !shelf || shelf.deleted || shelf.run !== run;
  });
}

async function cancelSuperseded(
  { temporal, repaired }: ReconcileDeps,
  { shelfPublicId, run }: ShelfRun,
): Promise<void> {
  if (!(await cancelRun(temporal, shelfRunId(shelfPublicId, run)))) return;
  repaired('run_cancelled');
  log.warn('cancelled a run that is not its shelf’s', { shelf: shelfPublicId, run });
}

async function startMail({ temporal, repaired }: ReconcileDeps, mailId: string): Promise<void> {
  const run = await describeRun(temporal, mailRunId(mailId));
  // a workflow that an operator ended is not started again; one that failed is, until the mail expires
  if (run !== null && (!hasFailed(run) || hasJustFailed(run))) return;
  const options = mailRunStart({ mailId, requestId: null });
  await temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.start(WORKFLOWS.sendMail, options));
  repaired('mail_started');
}
