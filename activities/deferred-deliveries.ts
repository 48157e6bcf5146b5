/** Starts deferred deliveries when there is room for them: with a first attempt, and by the reconciler. */
import { log } from '@temporalio/activity';
import { admitDeferred, findDeferring } from '../entities/queries/deferrals.js';
import type { ActivityDeps } from './deps.js';
import { startDelivery } from './executions.js';
import { forEachIsolated } from './isolation.js';
import { walk } from './walk.js';

type DeferralDeps = Pick<ActivityDeps, 'dataSource' | 'temporal'>;

/** Starts of one endpoint at the same time: as a rule there is one. */
const STARTS_AT_ONCE = 8;

/** Starts the endpoint's next deliveries. One whose start fails is pending without a workflow, which the reconciler looks for. */
async function startNext({ dataSource, temporal }: DeferralDeps, endpointId: string, signal: AbortSignal) {
  const admitted = await admitDeferred(dataSource.manager, endpointId);
  await forEachIsolated(admitted, signal, (one) => startDelivery(temporal, one), { atOnce: STARTS_AT_ONCE });
}

/**
 * The same beside the attempt at another delivery, whose outcome does not depend on it; a wake that cancels the attempt does
 * not stop it. Never rejects.
 */
export async function startNextBeside(deps: DeferralDeps, endpointId: string): Promise<void> {
  try {
    await startNext(deps, endpointId, new AbortController().signal);
  } catch (error) {
    log.warn('deferred deliveries were left to the reconciler', { error: String(error) });
  }
}

/** Starts deferred deliveries of all endpoints that have room: the attempt that should have done so was lost. */
export async function startAllDeferred(deps: DeferralDeps, signal: AbortSignal, untilMs: number): Promise<void> {
  await walk({ after: null }, signal, {
    find: (from) => findDeferring(deps.dataSource.manager, from),
    positionOf: (endpointId) => endpointId,
    repair: (ids, isOver) => forEachIsolated(ids, signal, (id) => startNext(deps, id, signal), { isOver }),
    untilMs,
  });
}
