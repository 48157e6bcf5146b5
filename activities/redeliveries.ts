/** Deliveries whose run is to be started again: those that lost it, and failed ones that are to be recovered. */
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
import { each } from './isolation.js';
import type { ActivityDeps } from './deps.js';
import { describeRun, hasJustFailed, startDelivery } from './executions.js';
import type { Walk } from './reconcile.js';

/** Rows that the reconciler looks at in a turn. */
const BATCH = 500;
const RECOVERED_AT_ONCE = 100;
/** An attempt that was under way when its run was ended may be recorded after it; and clocks differ. */
const LATE_RECORD_MS = 60_000;

/** For the reconciler, on the queue of its other batches. */
export function lostDeliveryActivities(
  deps: Pick<ActivityDeps, 'dataSource' | 'temporal' | 'repaired'> & {
    config: Pick<ActivityDeps['config'], 'reconcileAfterSeconds'>;
  },
) {
  const { temporal, repaired } = deps;
  const untouchedSeconds = deps.config.reconcileAfterSeconds;
  const { manager } = deps.dataSource;

  async function reconcile({ updatedAt, ...input }: OverdueDelivery): Promise<void> {
    const { deliveryId } = input;
    const run = await describeRun(temporal, deliveryRunId(deliveryId));
    // how a run ended says nothing of a row that was made pending again after it
    const isOfBefore = run !== null && run.closedMs !== null && run.closedMs + LATE_RECORD_MS < updatedAt.getTime();
    const ended = isOfBefore ? null : run;
    if (ended?.status === 'TERMINATED' || ended?.status === 'CANCELLED') {
      await failUntouched(manager, { deliveryId, updatedAt });
      log.warn('recorded the end of a delivery’s closed run', { delivery: deliveryId, state: ended.status });
      return;
    }
    if (ended !== null && hasJustFailed(ended)) return;
    await startDelivery(temporal, input);
    if (run?.status === 'RUNNING') return;
    repaired('delivery_started');
    log.warn('started a delivery’s run that was missing', { delivery: deliveryId });
  }

  /** Ends what disabled endpoints were left with. An endpoint with which that fails must not stop the walk. */
  async function endUnfinished(signal: AbortSignal): Promise<void> {
    try {
      const endpoints = await findUnfinishedEndpoints(manager, BATCH);
      await each(endpoints, signal, (endpointId) => failRest(manager, endpointId, signal));
    } catch (error) {
      signal.throwIfAborted();
      log.error('deliveries to disabled endpoints could not be ended', { error: String(error) });
    }
  }

  return {
    /** Walks over pending deliveries whose time has come and on which nobody is at work. */
    startDeliveries: activity(async ({ after }: Walk, { signal }: ActivityScope): Promise<Walk> => {
      const overdue = await findOverdueDeliveries(manager, { untouchedSeconds, after, limit: BATCH });
      await each(overdue, signal, reconcile);
      if (after === null) await endUnfinished(signal);
      return { after: overdue.length < BATCH ? null : (overdue.at(-1)?.deliveryId ?? null) };
    }),
  };
}

export function recoveryActivities({
  dataSource: { manager },
  temporal,
}: Pick<ActivityDeps, 'dataSource' | 'temporal'>) {
  return {
    /** The next failed deliveries in order; `more` when there may be others behind them. */
    findFailed: activity(
      async (input: RecoveryInput & { after: string | null }): Promise<{ deliveryIds: string[]; more: boolean }> => {
        const deliveryIds = await findFailedDeliveries(manager, { ...input, limit: RECOVERED_AT_ONCE });
        return { deliveryIds, more: deliveryIds.length === RECOVERED_AT_ONCE };
      },
    ),

    /** Makes them pending and starts their runs. Safe to repeat: what was made pending before is started now. */
    sendAgain: activity(
      async (
        { deliveryIds, endpointPublicId, accountPublicId }: RecoveryInput & { deliveryIds: string[] },
        { signal },
      ): Promise<{ sent: number }> => {
        const pending = await redeliverFailed(manager, deliveryIds);
        await each(pending, signal, (deliveryId) =>
          startDelivery(temporal, { deliveryId, endpointPublicId, accountPublicId }),
        );
        return { sent: pending.length };
      },
    ),
  };
}
