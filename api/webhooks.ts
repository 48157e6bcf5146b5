/** What stands before the work of a webhook's handler: the endpoint must be there, enabled, and its URL one to send to. */
import type { FastifyRequest } from 'fastify';
import { invalid, ServiceError } from '../contract/errors.js';
import type { DeliveryOfEvent, Sending } from '../entities/queries/delivery-history.js';
import type { WebhookKey } from '../entities/queries/webhooks.js';
import type { WebhookEndpoint } from '../entities/webhook-endpoint.js';
import type { UrlRefusedError } from '../infra/outbound/url-rules.js';
import { checkWebhookUrl } from '../infra/outbound/webhook-url.js';
import { accountOf } from './auth.js';
import type { Deps } from './deps.js';

/** What a request's endpoint is looked up by. */
export function webhookKey(request: FastifyRequest<{ Params: { webhookPublicId: string } }>): WebhookKey {
  return { accountId: accountOf(request).id, publicId: request.params.webhookPublicId };
}

/** What was found for an endpoint's id, else 404. */
export function foundWebhook<T>(found: T | null): T {
  if (found === null) throw new ServiceError('NOT_FOUND', 'There is no such webhook.');
  return found;
}

/** What was found for a delivery's id, else 404. */
export function foundDelivery<T>(found: T | null): T {
  if (found === null) throw new ServiceError('NOT_FOUND', 'There is no such delivery.');
  return found;
}

/** Refuses with a 409 that says why nothing is sent to the endpoint. */
export function requireEnabled({ enabled, disabledReason }: WebhookEndpoint): void {
  if (!enabled)
    throw new ServiceError('CONFLICT', 'This webhook is disabled. Enable it, then ask again.', {
      reason: 'disabled',
      disabledReason,
    });
}

/** A delivery that is on its way from now on, else 404 or 409. */
export function sentDelivery(sending: Sending, found: <T>(found: T | null) => T): DeliveryOfEvent {
  switch (sending.outcome) {
    case 'pending_now':
      return sending;
    case 'absent':
      return found<DeliveryOfEvent>(null);
    case 'disabled':
      requireEnabled(sending.webhook);
      throw new Error('the endpoint is enabled');
    case 'pending':
      throw new ServiceError('CONFLICT', 'This delivery is pending: it is being sent already.', { reason: 'pending' });
  }
}

/** Refuses with a 400 a URL that nothing would be sent to. It is checked again at every attempt. */
export async function requireWebhookUrl({ config }: Deps, url: string): Promise<void> {
  try {
    await checkWebhookUrl(url, { production: config.nodeEnv === 'production' });
  } catch (error) {
    if ((error as { name?: unknown }).name !== 'UrlRefusedError') throw error;
    const { reason, message } = error as UrlRefusedError;
    throw invalid('url', reason, message);
  }
}
