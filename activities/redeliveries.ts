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
import { deliveryRunId, type RecoveryInput } from '../workflows/messages.js';
import { activity, type ActivityScope } from './activity.js';
import { forEachIsolated } from './isolation.js';
import type { ActivityDeps } from './deps.js';
import { describeRun, hasJustFailed, listedAsRunning, startDelivery } from './executions.js';
import { REPAIRS_AT_ONCE, walk, type Cursor } from './walk.js';

/** Deliveries with a run that one turn wakes: where a queue is slow, there are as many as it holds. */
const WOKEN_PER_TURN = 500;
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
  const { temporal } = deps;
  const untouchedSeconds = deps.config.reconcileAfterSeconds;
  const { manager } = deps.dataSource;

  async function startOverdue({ after }: Cursor, signal: AbortSignal): Promise<Cursor> {
    let woken = 0;
    return walk({ after }, signal, {
      find: (from) => findOverdueDeliveries(manager, { ...from, untouchedSeconds }),
      positionOf: ({ deliveryId }) => deliveryId,
      async repair(overdue) {
        const ids = overdue.map(({ deliveryId }) => deliveryRunId(deliveryId));
        const listed = await listedAsRunning(temporal, ids);
        woken += listed.size;
        const isListed = ({ deliveryId }: OverdueDelivery) => listed.has(deliveryRunId(deliveryId));
        await forEachIsolated(overdue, signal, (one) => repairDelivery(deps, one, isListed(one)), REPAIRS_AT_ONCE);
      },
      isEnough: () => woken >= WOKEN_PER_TURN,
    });
  }

  /** Fails what is still pending for disabled endpoints. An endpoint for which that fails must not stop the walk. */
  async function failRemaining(signal: AbortSignal): Promise<void> {
    try {
      await walk({ after: null }, signal, {
        find: (from) => findUnfinishedEndpoints(manager, from),
        positionOf: (endpointId) => endpointId,
        repair: (ids) => forEachIsolated(ids, signal, (endpointId) => failRest(manager, endpointId, signal)),
      });
    } catch (error) {
      signal.throwIfAborted();
      log.error('deliveries to disabled endpoints could not be ended', { error: String(error) });
    }
  }

  return {
    /** Walks over pending deliveries that are overdue and that no workflow is processing. */
    startDeliveries: activity(async ({ after }: Cursor, { signal }: ActivityScope): Promise<Cursor> => {
      const next = await startOverdue({ after }, signal);
      if (after === null) await failRemaining(signal);
      return next;
    }),
  };
}

/** A run that is listed as open is woken: it may wait for a time that has been changed since. */
async function repairDelivery(
  { dataSource, temporal, repaired }: RepairDeps,
  { updatedAt, ...input }: OverdueDelivery,
  isListed: boolean,
): Promise<void> {
  if (isListed) return startDelivery(temporal, input);
  const { deliveryId } = input;
  const run = await describeRun(temporal, deliveryRunId(deliveryId));
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
  if (run?.status === 'RUNNING') return;
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

    /** Makes them pending and starts their workflows. Idempotent: those that are pending already are started, too. */
    sendAgain: activity(
      async (
        { deliveryIds, endpointPublicId, accountPublicId }: RecoveryInput & { deliveryIds: string[] },
        { signal },
      ): Promise<{ sent: number }> => {
        const pending = await redeliverFailed(manager, deliveryIds);
        await forEachIsolated(pending, signal, (deliveryId) =>
          startDelivery(temporal, { deliveryId, endpointPublicId, accountPublicId }),
        );
        return { sent: pending.length };
      },
    ),
  };
}
