/** Webhook endpoints and their deliveries as the wire shows them. */
import type { Delivery as WireDelivery, DeliveryAttempt as WireAttempt, DeliveryDetail } from '../contract/delivery.js';
import type { Webhook } from '../contract/webhook.js';
import type { DeliveryAttempt } from '../entities/delivery-attempt.js';
import type { DeliveryOfEvent } from '../entities/queries/delivery-history.js';
import type { WebhookEndpoint } from '../entities/webhook-endpoint.js';

/** Without the secret. `userId` is the owner's public id. */
export function presentWebhook(webhook: WebhookEndpoint, userId: string): Webhook {
  const { publicId, url, events, enabled, disabledReason, createdAt } = webhook;
  return { publicId, userId, url, events, enabled, disabledReason, createdAt: createdAt.toISOString() };
}

export function presentDelivery({ delivery, event }: DeliveryOfEvent, webhookPublicId: string): WireDelivery {
  const { shelfPublicId = null } = JSON.parse(event.body) as { shelfPublicId?: string };
  return {
    publicId: delivery.id,
    webhookPublicId,
    eventId: event.id,
    event: event.type,
    shelfPublicId,
    status: delivery.status,
    attemptCount: delivery.attemptCount,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
    updatedAt: delivery.updatedAt.toISOString(),
  };
}

export function presentDeliveryDetail(
  found: DeliveryOfEvent,
  webhookPublicId: string,
  attempts: DeliveryAttempt[],
): DeliveryDetail {
  return {
    ...presentDelivery(found, webhookPublicId),
    body: found.event.body,
    attempts: attempts.map(presentAttempt),
  };
}

function presentAttempt({ number, startedAt, ...attempt }: DeliveryAttempt): WireAttempt {
  const { durationMs, statusCode, error, responseText } = attempt;
  return { number, startedAt: startedAt.toISOString(), durationMs, statusCode, error, responseText };
}
