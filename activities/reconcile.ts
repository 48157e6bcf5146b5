/** Brings rows and runs together again where one was lost: a bounded batch at a time, safe to repeat. */
import { log } from '@temporalio/activity';
import { PasswordReset } from '../entities/password-reset.js';
import { removeRevokedKeys } from '../entities/queries/api-keys.js';
import { removeOldCodes } from '../entities/queries/codes.js';
import { removeOldRequests } from '../entities/queries/idempotency.js';
import { removeOldAttempts, removeOldEvents } from '../entities/queries/events.js';
import { removeOldMails } from '../entities/queries/mails.js';
import { removeOldWindows } from '../entities/queries/rate-limits.js';
import {
  findDeletedShelves,
  findPendingMails,
  findShelfStates,
  findUntouchedShelves,
  type OpenShelf,
} from '../entities/queries/reconcile.js';
import { removeOldSessions } from '../entities/queries/sessions.js';
import { removeOldSlots } from '../entities/queries/slots.js';
import { findRun, needsRun, recordFailure } from '../entities/queries/runs.js';
import { Registration } from '../entities/registration.js';
import { causesOf } from '../infra/outages.js';
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
import { each } from './isolation.js';
import type { ActivityDeps } from './deps.js';
import { cancelRun, describeRun, hasFailed, hasJustFailed, runStatus, startDelivery } from './executions.js';
import { isDependencyOutage, userMessage } from './failures.js';
import { removeRunFiles } from './removal.js';

/** Rows, runs or objects that one batch looks at. */
const BATCH = 500;
/** The longest window of a rate limit is an hour. */
const WINDOW_KEEP_SECONDS = 2 * 3600;
const MAIL_KEEP_DAYS = 30;
/** After their end, so that it can still be seen when that was. */
const SESSION_KEEP_DAYS = 30;
const KEY_KEEP_DAYS = 30;
const EVENT_KEEP_DAYS = 90;
const ATTEMPT_KEEP_DAYS = 30;
const SLOT_KEEP_DAYS = 1;

/** Where a walk over many rows goes on; null at its beginning and at its end. */
export interface Walk {
  after: string | null;
}

type ReconcileDeps = Pick<ActivityDeps, 'config' | 'dataSource' | 'storage' | 'temporal' | 'repaired'>;

export function reconcileActivities(deps: ReconcileDeps) {
  const { temporal, repaired } = deps;
  /** What nobody has touched for this long should have someone at work on it. */
  const untouchedSeconds = deps.config.reconcileAfterSeconds;
  const { manager } = deps.dataSource;

  /** Starts the run that a shelf in work or in review lacks, or fails the shelf whose run was ended from outside. */
  async function reconcileShelf({ publicId, run, status, requestId }: OpenShelf, signal: AbortSignal): Promise<void> {
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
    // what is in review has been verified, and a failure names one of the steps
    const step = status === 'review' ? 'verifying' : status;
    const { recorded, deliveries } = await recordFailure(manager, { publicId, run, step, message });
    if (recorded) repaired('run_failed');
    log.warn('recorded the end of a closed run', { shelf: publicId, run, requestId, state, recorded });
    const shelf = (await findShelfStates(manager, [publicId])).get(publicId);
    if (shelf) await removeRunFiles(deps, { ...shelf, shelfPublicId: publicId, run }, signal);
    await each(deliveries, signal, (delivery) => startDelivery(temporal, delivery));
  }

  return {
    reconcileShelves: activity(async ({ after }: Walk, { signal }: ActivityScope): Promise<Walk> => {
      const shelves = await findUntouchedShelves(manager, { untouchedSeconds, after, limit: BATCH });
      await each(shelves, signal, (shelf) => reconcileShelf(shelf, signal));
      return { after: shelves.length < BATCH ? null : (shelves.at(-1)?.publicId ?? null) };
    }),

    /** Ends open runs whose shelf has moved on or is gone, newest first from the start time `after`. */
    reconcileRuns: activity(async ({ after }: Walk, { signal }: ActivityScope): Promise<Walk> => {
      const until = after ?? new Date(Date.now() - untouchedSeconds * 1000).toISOString();
      const query = `WorkflowType = '${WORKFLOWS.shelf}' AND ExecutionStatus = 'Running' AND StartTime <= '${until}'`;
      const open = await temporal.within(3 * REQUEST_TIMEOUT_MS, async (client) => {
        const found: { workflowId: string; startTime: Date }[] = [];
        for await (const run of client.workflow.list({ query, pageSize: BATCH })) {
          found.push(run);
          if (found.length === BATCH) break;
        }
        return found;
      });
      const runs = open.flatMap(({ workflowId }) => shelfRunOfId(workflowId) ?? []);
      const states = await findShelfStates(manager, [...new Set(runs.map((run) => run.shelfPublicId))]);
      const lost = runs.filter(({ shelfPublicId, run }) => {
        const shelf = states.get(shelfPublicId);
        return !shelf || shelf.deleted || shelf.run !== run;
      });
      await each(lost, signal, async ({ shelfPublicId, run }) => {
        if (!(await cancelRun(temporal, shelfRunId(shelfPublicId, run)))) return;
        repaired('run_cancelled');
        log.warn('cancelled a run that is not its shelf’s', { shelf: shelfPublicId, run });
      });
      return { after: open.length < BATCH ? null : (open.at(-1)?.startTime.toISOString() ?? null) };
    }),

    startDeletes: activity(async ({ after }: Walk, { signal }: ActivityScope): Promise<Walk> => {
      const shelves = await findDeletedShelves(manager, { untouchedSeconds, after, limit: BATCH });
      await each(shelves, signal, async ({ publicId, run }) => {
        const options = deleteRunStart({ shelfPublicId: publicId, lastRun: run - 1, requestId: null });
        await temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.start(WORKFLOWS.deleteShelf, options));
      });
      return { after: shelves.length < BATCH ? null : (shelves.at(-1)?.publicId ?? null) };
    }),

    /** Starts the run of each mail that never had one, or whose run Temporal has lost. */
    startMails: activity<void, void>(async (_, { signal }) => {
      const mails = await findPendingMails(manager, { untouchedSeconds, limit: BATCH });
      await each(mails, signal, async (mailId) => {
        const run = await describeRun(temporal, mailRunId(mailId));
        // one that an operator ended is not tried again; one that failed is, for as long as the mail is worth sending
        if (run !== null && (!hasFailed(run) || hasJustFailed(run))) return;
        const options = mailRunStart({ mailId, requestId: null });
        await temporal.within(REQUEST_TIMEOUT_MS, (client) => client.workflow.start(WORKFLOWS.sendMail, options));
        repaired('mail_started');
      });
    }),

    purgeRows: activity<void, void>(async (_, { signal }) => {
      const purges = {
        idempotencyKeys: () => removeOldRequests(manager, BATCH),
        rateWindows: () => removeOldWindows(manager, { olderThanSeconds: WINDOW_KEEP_SECONDS, limit: BATCH }),
        mails: () => removeOldMails(manager, { olderThanDays: MAIL_KEEP_DAYS, limit: BATCH }),
        registrations: () => removeOldCodes(manager, Registration, { olderThanDays: MAIL_KEEP_DAYS, limit: BATCH }),
        passwordResets: () => removeOldCodes(manager, PasswordReset, { olderThanDays: MAIL_KEEP_DAYS, limit: BATCH }),
        sessions: () => removeOldSessions(manager, { olderThanDays: SESSION_KEEP_DAYS, limit: BATCH }),
        revokedKeys: () => removeRevokedKeys(manager, { olderThanDays: KEY_KEEP_DAYS, limit: BATCH }),
        events: () => removeOldEvents(manager, { olderThanDays: EVENT_KEEP_DAYS, limit: BATCH }),
        attempts: () => removeOldAttempts(manager, { olderThanDays: ATTEMPT_KEEP_DAYS, limit: BATCH }),
        deliverySlots: () => removeOldSlots(manager, { olderThanDays: SLOT_KEEP_DAYS, limit: BATCH }),
      };
      // one whose statement takes too long must not keep those after it from their turn; an outage is for all of them
      const failures: unknown[] = [];
      for (const [what, purge] of Object.entries(purges)) {
        signal.throwIfAborted();
        try {
          await purge();
        } catch (error) {
          if (signal.aborted || (isDependencyOutage(error) && !isStatementTimeout(error))) throw error;
          log.error('rows could not be purged', { what, error: String(error) });
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    }),
  };
}

/** Whether Postgres, which is there, has ended a statement because of its time-out. */
function isStatementTimeout(error: unknown): boolean {
  return causesOf(error).some(({ code }) => code === '57014');
}
