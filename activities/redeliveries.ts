/** Restarts deliveries: pending ones without a workflow (reconciler), and failed ones that are to be recovered. */
import { log } from '@temporalio/activity';
import { failUntouched } from '../entities/queries/attempts.js';
import { failRest, findUnfinishedEndpoints } from '../entities/queries/disabling.js';
import {
  findFailedDeliveries,
  findOverdueDeliveries,
  redeliverFailed,
  type OverdueDelivery,
} from '../entities/queries/redeliveries.js';
import type { RecoveryInput } from '../workflows/messages.js';
import { deliveryWorkflowId } from '../workflows/starts.js';
import { activity, type ActivityScope } from './activity.js';
import { startAllDeferred } from './deferred-deliveries.js';
import type { ActivityDeps } from './deps.js';
import { describeWorkflow, hasJustFailed, startDelivery } from './executions.js';
import { forEachIsolated } from './isolation.js';
import { TURN_MS, walk, type Cursor } from './walk.js';

/** Most are only described, which Temporal answers within milliseconds: a turn gets through tens of thousands. */
const DESCRIBED_AT_ONCE = 16;
/** Of a turn's time, for what disabled endpoints were left with, and for what was deferred. */
const DISABLED_MS = TURN_MS / 4;
const DEFERRED_MS = TURN_MS / 4;
const RECOVERED_PER_BATCH = 100;
/** An attempt in flight when its workflow was ended may be recorded after it; and clocks differ. */
const LATE_RECORD_MS = 60_000;

type RepairDeps = Pick<ActivityDeps, 'dataSource' | 'temporal' | 'repaired'>;

/** For the reconciler, on the same task queue as its other batches. */
export function lostDeliveryActivities(
  deps: RepairDeps & {
    config: Pick<ActivityDeps['config'], 'reconcileAfterSeconds'>;
  },
) {
  const untouchedSeconds = deps.config.reconcileAfterSeconds;
  const { manager } = deps.dataSource;

  /** Fails what is still pending for disabled endpoints. */
  async function failRemaining(signal: AbortSignal): Promise<void> {
    await walk({ after: null }, signal, {
      find: (from) => findUnfinishedEndpoints(manager, from),
      positionOf: (endpointId) => endpointId,
      repair: (ids, isOver) =>
        forEachIsolated(ids, signal, (id) => failRest(manager, id, { signal, isOver }), { isOver }),
      untilMs: performance.now() + DISABLED_MS,
    });
  }

  /** Before the walk goes on, which is not stopped by a failure: with each turn what is deferred, since it may be an idle endpoint's. */
  async function before(after: string | null, signal: AbortSignal): Promise<void> {
    const startDeferred = () => startAllDeferred(deps, signal, performance.now() + DEFERRED_MS);
    for (const step of after === null ? [() => failRemaining(signal), startDeferred] : [startDeferred]) {
      try {
        await step();
      } catch (error) {
        signal.throwIfAborted();
        log.error('deliveries of some endpoints were left to the next turn', { error: String(error) });
      }
    }
  }

  return {
    /** Walks over pending deliveries that are overdue and that no workflow is processing. */
    startDeliveries: activity(async ({ after }: Cursor, { signal }: ActivityScope): Promise<Cursor> => {
      const untilMs = performance.now() + TURN_MS;
      await before(after, signal);
      return walk({ after }, signal, {
        find: (from) => findOverdueDeliveries(manager, { ...from, untouchedSeconds }),
        positionOf: ({ deliveryId }) => deliveryId,
        repair: (overdue, isOver) =>
          forEachIsolated(overdue, signal, (one) => repairDelivery(deps, one), { atOnce: DESCRIBED_AT_ONCE, isOver }),
        untilMs,
      });
    }),
  };
}

/**
 * A run that is open and waits is woken: it may wait for a time that has been changed since. An attempt that is queued is left
 * there, because a wake would put it at the end of the queue.
 */
async function repairDelivery(
  { dataSource, temporal, repaired }: RepairDeps,
  { updatedAt, ...input }: OverdueDelivery,
): Promise<void> {
  const { deliveryId } = input;
  const run = await describeWorkflow(temporal, deliveryWorkflowId(deliveryId));
  if (run?.status === 'RUNNING') {
    if (run.waits) await startDelivery(temporal, input);
    return;
  }
  // how a workflow ended does not matter for a row that was made pending again after that
  const isOutdated = run !== null && run.closedMs !== null && run.closedMs + LATE_RECORD_MS < updatedAt.getTime();
  const ended = isOutdated ? null : run;
  if (ended?.status === 'TERMINATED' || ended?.status === 'CANCELLED') {
    await failUntouched(dataSource.manager, { deliveryId, updatedAt });
    log.warn('recorded the end of a delivery’s closed run', { delivery: deliveryId, state: ended.status });
    return;
  }
  if (ended !== null && hasJustFailed(ended)) return;
  await startDelivery(temporal, input);
  repaired('delivery_started');
  log.warn('started a delivery’s run that was missing', { delivery: deliveryId });
}

export function recoveryActivities({
  dataSource: { manager },
  temporal,
}: Pick<ActivityDeps, 'dataSource' | 'temporal'>) {
  return {
    /** The next failed deliveries in order; `more` when there may be others after them. */
    findFailed: activity(
      async (input: RecoveryInput & { after: string | null }): Promise<{ deliveryIds: string[]; more: boolean }> => {
        const deliveryIds = await findFailedDeliveries(manager, { ...input, limit: RECOVERED_PER_BATCH });
        return { deliveryIds, more: deliveryIds.length === RECOVERED_PER_BATCH };
      },
    ),

    /**
     * Makes them pending and starts the workflows of those that are not deferred. Idempotent: those that are pending already
     * are started, too.
     */
    sendAgain: activity(
      async (
        { deliveryIds, endpointPublicId, accountPublicId }: RecoveryInput & { deliveryIds: string[] },
        { signal },
      ): Promise<{ sent: number }> => {
        const { pending, toStart } = await redeliverFailed(manager, deliveryIds);
        await forEachIsolated(toStart, signal, (deliveryId) =>
          startDelivery(temporal, { deliveryId, endpointPublicId, accountPublicId }),
        );
        return { sent: pending };
      },
    ),
  };
}
