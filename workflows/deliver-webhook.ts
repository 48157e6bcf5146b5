import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  patched,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Attempt } from '../activities/deliveries.js';
import { SEARCH_ATTRIBUTES, WAKE, type DeliveryWorkflowInput } from './messages.js';
import { attemptDelivery } from './proxies.js';

/**
 * Wakes make a history long, and so do waits of runs that releases up to 0.5.0 began, at about ten events each; the few
 * attempts do not.
 */
const EVENTS_PER_HISTORY = 1_000;

/**
 * Patch id, recorded where a wake ends an attempt: a worker of 0.5.0, which polls the same queue, also executes runs that this
 * release began, and continues with the attempt.
 */
const WAKE_ENDS_BUSY = 'wake-ends-busy';

/** Patch id: before it, a run that was cancelled while its request was in flight closed as failed. */
const CANCELLED_AT_WORK = 'cancelled-at-work';

/**
 * Sends one event to one endpoint: attempts with durable timers between them, until one succeeds, the last one has failed
 * or the row has nothing more to send. The row holds all state that an attempt needs, so a workflow that is started
 * again, or twice, continues from the row's state.
 */
export async function deliverWebhookWorkflow(input: DeliveryWorkflowInput): Promise<void> {
  let woken = false;
  let state = 'pending';
  let last: Attempt | null = null;
  setHandler(defineSignal(WAKE), () => {
    woken = true;
  });
  do {
    woken = false;
    const attempted = await attempt(input, summaryOf(last), () => woken);
    if (attempted === null) {
      await continueIfLong(input);
      continue;
    }
    last = attempted;
    const next = stateAfter(last, state);
    if (next !== state) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.delivery, value: (state = next) }]);
    setCurrentDetails(detailsOf(last));
    if (last.waitMs !== null) {
      await condition(() => woken, last.waitMs, { summary: timerOf(last) });
      await continueIfLong(input);
    }
  } while (woken || last?.waitMs !== null);
}

async function continueIfLong(input: DeliveryWorkflowInput): Promise<void> {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  if (continueAsNewSuggested || historyLength > EVENTS_PER_HISTORY) {
    await continueAsNew<typeof deliverWebhookWorkflow>(input);
  }
}

/**
 * One attempt, whose activity the server repeats as long as no slot is free. Null when the workflow was woken before it
 * began; a request that is in flight is finished first.
 */
async function attempt(input: DeliveryWorkflowInput, summary: string, isWoken: () => boolean): Promise<Attempt | null> {
  if (!input.retriesBusy) return attemptDelivery.executeWithOptions({ summary }, [input]);
  const scope = new CancellationScope();
  let isOver = false;
  const options = { summary, cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED };
  const running = scope.run(() => attemptDelivery.executeWithOptions(options, [input]));
  const waking = condition(() => isOver || isWoken()).then(() => isOver || (patched(WAKE_ENDS_BUSY) && scope.cancel()));
  // a cancelled run rejects it before it is awaited below, which would count as unhandled
  waking.catch(() => undefined);
  try {
    return await running;
  } catch (error) {
    if (CancellationScope.current().consideredCancelled) throw cancellationResult(error);
    if (isCancellation(error) || isNotRetried(error)) return null;
    throw error;
  } finally {
    isOver = true;
    await waking;
  }
}

/** The error that a cancelled run ends with: its cancellation, also if the attempt missed it and failed or found no slot. */
function cancellationResult(error: unknown): unknown {
  return isNotRetried(error) && patched(CANCELLED_AT_WORK)
    ? new CancelledFailure('Cancelled during an attempt')
    : error;
}

/** Whether the server will not retry the attempt: it failed (its worker died, say) after its cancellation was requested. */
function isNotRetried(error: unknown): boolean {
  return error instanceof ActivityFailure && error.retryState === 'CANCEL_REQUESTED';
}

function stateAfter({ outcome }: Attempt, before: string): string {
  if (outcome === 'busy') return before;
  return outcome === 'retry' ? 'retrying' : outcome;
}

/** The summary of the next attempt, for the Temporal UI. */
function summaryOf(last: Attempt | null): string {
  if (!last) return 'attempt';
  const again = last.outcome === 'busy' ? `attempt ${last.number}, asked again` : `attempt ${(last.number ?? 0) + 1}`;
  return last.outcome === 'retry' ? `${again}, after ${last.statusCode ?? 'no reply'}` : again;
}

function timerOf({ outcome }: Attempt): string {
  return outcome === 'busy' ? 'until a slot of the receiver may be free' : 'until the next attempt, unless it is woken';
}

function detailsOf({ outcome, number, statusCode, waitMs }: Attempt): string {
  const next = waitMs === null ? '' : `, next at ${new Date(Date.now() + waitMs).toISOString()}`;
  if (outcome === 'over') return 'nothing more to send';
  if (outcome === 'busy') return `attempt ${number} waits for a slot${next}`;
  return `attempt ${number}: ${statusCode ?? 'no reply'}, ${outcome}${next}`;
}
