/** One attempt at a delivery: from the row to the receiver, and what it said back to the row. */
import { setTimeout as pause } from 'node:timers/promises';
import { log } from '@temporalio/activity';
import { findSendable, noteWaiting, recordAttempt, type Sendable } from '../entities/queries/attempts.js';
import { failIfDisabled } from '../entities/queries/disabling.js';
import { releaseSlot, acquireSlot, type Turn } from '../entities/queries/slots.js';
import { isOutage } from '../infra/outages.js';
import type { Reply } from '../infra/outbound/outbound.js';
import { originOf } from '../infra/outbound/url-rules.js';
import { signWebhook } from '../infra/webhook-signature.js';
import { disabledMail } from '../infra/mail-texts.js';
import type { DeliveryInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import { MAX_ATTEMPTS, waitAfter } from './backoff.js';
import type { ActivityDeps } from './deps.js';

const USER_AGENT = 'Shelfwright-Webhooks/1.0';
/** A wait ends when Temporal says so, which may be a moment before Postgres thinks it is time. */
const EARLY_MS = 1_000;
/** What was sent is recorded although Postgres is away for so long; else it is sent again. */
const RECORD_FOR_MS = 20_000;
const RECORD_AGAIN_MS = 500;
const DISABLED_MAIL_TTL_SECONDS = 7 * 24 * 3600;

/** What has become of an attempt. */
export interface Attempt {
  /** `busy`: not tried, the receiver has enough to do or it is not yet time. `over`: there is nothing more to send. */
  outcome: 'succeeded' | 'failed' | 'retry' | 'busy' | 'over';
  /** Of the attempt that was made, or is to be made; null when there is none. */
  number: number | null;
  statusCode: number | null;
  /** Until the next one; null when there is none. */
  waitMs: number | null;
}

const OVER: Attempt = { outcome: 'over', number: null, statusCode: null, waitMs: null };

type DeliveryDeps = Pick<ActivityDeps, 'dataSource' | 'outbound' | 'sealer'> & {
  config: Pick<ActivityDeps['config'], 'webhooks'>;
};

export function deliveryActivities({ config, dataSource: { manager }, outbound, sealer }: DeliveryDeps) {
  async function attempt({ deliveryId }: DeliveryInput, signal: AbortSignal): Promise<Attempt> {
    const delivery = await findSendable(manager, deliveryId);
    if (!delivery) return OVER;
    if (!delivery.enabled) return (await failIfDisabled(manager, delivery)) ? OVER : movedOn(deliveryId);
    const busy = { outcome: 'busy', number: delivery.attemptCount + 1, statusCode: null } as const;
    if (delivery.dueInMs > EARLY_MS) return { ...busy, waitMs: Math.ceil(delivery.dueInMs) };
    const turn: Turn = { origin: originOf(new URL(delivery.url)), deliveryId };
    const taken = await acquireSlot(manager, turn);
    if (taken.slot === null) {
      await noteWaiting(manager, { ...turn, waitMs: taken.waitMs });
      return { ...busy, waitMs: taken.waitMs };
    }
    const startedAt = new Date();
    const reply = await inTurn({ ...turn, slot: taken.slot, startedAt }, () => post(delivery, startedAt, signal));
    return record(delivery, { startedAt, reply });
  }

  function post(delivery: Sendable, startedAt: Date, signal: AbortSignal): Promise<Reply> {
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

  /** Gives the turn back as soon as `work` has ended; what cannot be given back comes back by itself. */
  async function inTurn<T>(turn: Turn & { slot: number; startedAt: Date }, work: () => Promise<T>): Promise<T> {
    const { startedAt, ...held } = turn;
    try {
      return await work();
    } finally {
      await releaseSlot(manager, { ...held, durationMs: Date.now() - startedAt.getTime() }).catch((error: unknown) =>
        log.warn('a turn was left to its end', { delivery: turn.deliveryId, error: String(error) }),
      );
    }
  }

  async function record(delivery: Sendable, sent: { startedAt: Date; reply: Reply }): Promise<Attempt> {
    const { statusCode, responseText, error, durationMs } = sent.reply;
    const verdict = judge(delivery, sent.reply);
    const attempted = { statusCode, responseText, error, durationMs, startedAt: sent.startedAt };
    const number = delivery.attemptCount + 1;
    const status = await throughOutage(() =>
      recordAttempt(manager, { delivery, ...attempted, ...verdict }, (endpoint, reason) => ({
        ...disabledMail(endpoint, reason),
        ttlSeconds: DISABLED_MAIL_TTL_SECONDS,
      })),
    );
    if (status === null) return movedOn(delivery.deliveryId);
    if (status === 'pending') return { outcome: 'retry', number, statusCode, waitMs: verdict.waitMs };
    return { outcome: status, number, statusCode, waitMs: null };
  }

  /** Where a delivery stands that is no longer where it was: recorded by a try whose answer was lost, or at rest. */
  async function movedOn(deliveryId: string): Promise<Attempt> {
    const delivery = await findSendable(manager, deliveryId);
    if (!delivery) return OVER;
    const waitMs = Math.max(0, Math.ceil(delivery.dueInMs));
    return { outcome: 'busy', number: delivery.attemptCount + 1, statusCode: null, waitMs };
  }

  /** What a reply means: a whole one of 2xx is success, everything else is not. */
  function judge({ attemptCount, attemptsBefore }: Sendable, { statusCode, error, retryAfterSeconds }: Reply) {
    const gone = statusCode === 410;
    const tries = attemptCount + 1 - attemptsBefore;
    const succeeded = error === null && statusCode !== null && statusCode >= 200 && statusCode < 300;
    if (succeeded) return { outcome: 'succeeded', waitMs: 0, gone } as const;
    if (gone || tries >= MAX_ATTEMPTS) return { outcome: 'failed', waitMs: 0, gone } as const;
    const asks = statusCode === 429 || statusCode === 503;
    const askedMs = asks && retryAfterSeconds !== null ? retryAfterSeconds * 1000 : 0;
    return {
      outcome: 'retry',
      waitMs: waitAfter(tries, { firstMs: config.webhooks.firstRetryMs, askedMs }),
      gone,
    } as const;
  }

  return {
    /** Sends a delivery once, at least: what is lost before it is recorded is sent again with the same number. */
    attemptDelivery: activity((input: DeliveryInput, { signal }) => attempt(input, signal)),
  };
}

async function throughOutage<T>(work: () => Promise<T>): Promise<T> {
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
