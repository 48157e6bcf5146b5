/** One attempt at a delivery: reads the row, sends the request to the receiver, records the reply. */
import { setTimeout as pause } from 'node:timers/promises';
import { Context, log } from '@temporalio/activity';
import type { EntityManager } from 'typeorm';
import { findSendable, recordAttempt, recordWaiting, type Sendable } from '../entities/queries/attempts.js';
import { failIfDisabled } from '../entities/queries/disabling.js';
import { acquireSlot, laneOf, releaseSlot, type HeldSlot, type SlotRequest } from '../entities/queries/slots.js';
import { disabledMail } from '../infra/mail-texts.js';
import { isOutage } from '../infra/outages.js';
import type { Reply } from '../infra/outbound/outbound.js';
import { originOf } from '../contract/webhook-url.js';
import { signWebhook } from '../infra/webhook-signature.js';
import type { DeliveryWorkflowInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import { startNextBeside } from './deferred-deliveries.js';
import { MAX_ATTEMPTS, waitAfter } from './backoff.js';
import type { ActivityDeps } from './deps.js';
import { noFreeSlot } from './failures.js';

const USER_AGENT = 'Shelfwright-Webhooks/1.0';
/** Temporal's timer may fire a moment before the attempt is due by Postgres' clock. */
const EARLY_MS = 1_000;
/** How long recording is retried when Postgres is down after a request was sent; then the request is sent again. */
const RECORD_FOR_MS = 20_000;
const RECORD_AGAIN_MS = 500;
const DISABLED_MAIL_TTL_SECONDS = 7 * 24 * 3600;

/** A slot that should be free within this is waited for here, so often: Temporal's shortest retry takes as long. */
const PAUSE_MS = 1_000;
const PAUSES = 3;
/** Then an answer restarts the count of attempts, which the policy limits for the sake of outages. */
const MAX_BUSY_ATTEMPTS = 1_000;

/** The outcome of an activity run, for the workflow. */
export interface Attempt {
  /** `busy`: not sent, because no slot was free or the delivery is not due. `over`: there is nothing more to send. */
  outcome: 'succeeded' | 'failed' | 'retry' | 'busy' | 'over';
  /** Of the attempt that was made, or comes next; null when there is none. */
  number: number | null;
  statusCode: number | null;
  /** Until the next attempt; null when there is none. */
  waitMs: number | null;
}

const OVER: Attempt = { outcome: 'over', number: null, statusCode: null, waitMs: null };

type DeliveryDeps = Pick<ActivityDeps, 'dataSource' | 'outbound' | 'sealer' | 'temporal'> & {
  config: Pick<ActivityDeps['config'], 'webhooks'>;
};

export function deliveryActivities(deps: DeliveryDeps) {
  return {
    /** Sends a delivery at least once: a request whose record is lost is sent again with the same attempt number. */
    attemptDelivery: activity((input: DeliveryWorkflowInput, { signal }) => attempt(deps, input, signal)),
  };
}

async function attempt(deps: DeliveryDeps, input: DeliveryWorkflowInput, signal: AbortSignal): Promise<Attempt> {
  const { deliveryId } = input;
  const { manager } = deps.dataSource;
  const delivery = await findSendable(manager, deliveryId);
  if (!delivery) return OVER;
  if (!delivery.enabled) return (await failIfDisabled(manager, delivery)) ? OVER : currentState(deps, deliveryId);
  if (delivery.dueInMs > EARLY_MS) return busy(delivery, delivery.dueInMs);
  const origin = laneOf(delivery.accountPublicId, originOf(new URL(delivery.url)));
  const acquired = await acquireSoon(manager, { origin, deliveryId }, signal);
  if (acquired.slot === null) {
    const { waitMs } = acquired;
    await recordWaiting(manager, { origin, deliveryId, waitMs });
    if (input.retriesBusy && Context.current().info.attempt < MAX_BUSY_ATTEMPTS) throw noFreeSlot(waitMs);
    return busy(delivery, waitMs);
  }
  const startedAt = new Date();
  const held = { origin, deliveryId, slot: acquired.slot };
  const request = { delivery, startedAt, signal: unlessWoken(signal) };
  // now that the slot is held: started later, the next delivery would find it free and pass all that wait for it
  const isFirst = delivery.attemptCount === delivery.attemptsBefore;
  const starting = isFirst ? startNextBeside(deps, delivery.endpointId) : null;
  const reply = await withSlot(deps, { held, startedAt }, () => post(deps, request));
  const attempted = await record(deps, { delivery, startedAt, reply });
  await starting;
  return attempted;
}

async function acquireSoon(manager: EntityManager, request: SlotRequest, signal: AbortSignal) {
  for (let left = PAUSES; ; left -= 1) {
    const acquired = await acquireSlot(manager, request);
    if (acquired.slot !== null || acquired.waitMs > PAUSE_MS || left === 0) return acquired;
    await pause(acquired.waitMs, undefined, { signal });
  }
}

/** Aborts like `signal`, but not when the workflow cancels the activity, being woken: the request continues to its end. */
function unlessWoken(signal: AbortSignal): AbortSignal {
  const context = Context.current();
  const request = new AbortController();
  const onAbort = (): void => {
    if (!context.cancellationDetails?.cancelRequested) request.abort(signal.reason);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return request.signal;
}

function busy(delivery: Sendable, waitMs: number): Attempt {
  return { outcome: 'busy', number: delivery.attemptCount + 1, statusCode: null, waitMs: Math.ceil(waitMs) };
}

function post(
  { sealer, outbound }: DeliveryDeps,
  { delivery, startedAt, signal }: { delivery: Sendable; startedAt: Date; signal: AbortSignal },
): Promise<Reply> {
  const { eventId: id, endpointPublicId, body, url, secretSealed, attemptCount } = delivery;
  const timestamp = Math.floor(startedAt.getTime() / 1000);
  const secret = sealer.open(secretSealed, endpointPublicId);
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-attempt': String(attemptCount + 1),
    'webhook-endpoint-id': endpointPublicId,
    'webhook-signature': signWebhook(secret, { id, timestamp, body }),
  };
  return outbound.post({ url, headers, body, signal });
}

/** Releases the slot as soon as `work` has ended. A slot that cannot be released expires. */
async function withSlot<T>(
  { dataSource: { manager } }: DeliveryDeps,
  { held, startedAt }: { held: HeldSlot; startedAt: Date },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    await releaseSlot(manager, { ...held, durationMs: Date.now() - startedAt.getTime() }).catch((error: unknown) =>
      log.warn('a slot was not released and will expire', { delivery: held.deliveryId, error: String(error) }),
    );
  }
}

async function record(
  deps: DeliveryDeps,
  { delivery, startedAt, reply }: { delivery: Sendable; startedAt: Date; reply: Reply },
): Promise<Attempt> {
  const { statusCode, responseText, error, durationMs } = reply;
  const verdict = judge(delivery, reply, deps.config.webhooks.firstRetryMs);
  const attempted = { statusCode, responseText, error, durationMs, startedAt };
  const number = delivery.attemptCount + 1;
  const status = await retryThroughOutage(() =>
    recordAttempt(deps.dataSource.manager, { delivery, ...attempted, ...verdict }, (endpoint, reason) => ({
      ...disabledMail(endpoint, reason),
      ttlSeconds: DISABLED_MAIL_TTL_SECONDS,
    })),
  );
  if (status === null) return currentState(deps, delivery.deliveryId);
  if (status === 'pending') return { outcome: 'retry', number, statusCode, waitMs: verdict.waitMs };
  return { outcome: status, number, statusCode, waitMs: null };
}

/** The state of a delivery that has changed meanwhile: recorded by an attempt whose answer was lost, or ended. */
async function currentState({ dataSource }: DeliveryDeps, deliveryId: string): Promise<Attempt> {
  const delivery = await findSendable(dataSource.manager, deliveryId);
  return delivery ? busy(delivery, Math.max(0, delivery.dueInMs)) : OVER;
}

/** Only a complete 2xx reply is a success. */
function judge({ attemptCount, attemptsBefore }: Sendable, reply: Reply, firstRetryMs: number) {
  const { statusCode, error, retryAfterSeconds } = reply;
  const gone = statusCode === 410;
  const tries = attemptCount + 1 - attemptsBefore;
  const succeeded = error === null && statusCode !== null && statusCode >= 200 && statusCode < 300;
  if (succeeded) return { outcome: 'succeeded', waitMs: 0, gone } as const;
  if (gone || tries >= MAX_ATTEMPTS) return { outcome: 'failed', waitMs: 0, gone } as const;
  const isRetryAfter = statusCode === 429 || statusCode === 503;
  const askedMs = isRetryAfter && retryAfterSeconds !== null ? retryAfterSeconds * 1000 : 0;
  return { outcome: 'retry', waitMs: waitAfter(tries, { firstMs: firstRetryMs, askedMs }), gone } as const;
}

async function retryThroughOutage<T>(work: () => Promise<T>): Promise<T> {
  const deadlineMs = Date.now() + RECORD_FOR_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() > deadlineMs) throw error;
      await pause(RECORD_AGAIN_MS);
    }
  }
}
