/** Preconditions of webhook handlers: the endpoint must exist and be enabled, and its URL must be allowed. */
import type { FastifyRequest } from 'fastify';
import { invalid, ServiceError } from '../contract/errors.js';
import type { DeliveryOfEvent, Sending } from '../entities/queries/delivery-history.js';
import type { WebhookKey } from '../entities/queries/webhooks.js';
import type { WebhookEndpoint } from '../entities/webhook-endpoint.js';
import type { UrlRefusedError } from '../contract/webhook-url.js';
import { checkWebhookUrl } from '../infra/outbound/webhook-url.js';
import { accountOf } from './auth.js';
import type { Deps } from './deps.js';

/** The key of the request's endpoint. */
export function webhookKey(request: FastifyRequest<{ Params: { webhookPublicId: string } }>): WebhookKey {
  return { accountId: accountOf(request).id, publicId: request.params.webhookPublicId };
}

/** What was found for an endpoint's id. Throws ServiceError 404 for null. */
export function foundWebhook<T>(found: T | null): T {
  if (found === null) throw new ServiceError('NOT_FOUND', 'There is no such webhook.');
  return found;
}

/** What was found for a delivery's id. Throws ServiceError 404 for null. */
export function foundDelivery<T>(found: T | null): T {
  if (found === null) throw new ServiceError('NOT_FOUND', 'There is no such delivery.');
  return found;
}

/** Throws ServiceError 409, with the reason, for a disabled endpoint. */
export function requireEnabled({ enabled, disabledReason }: WebhookEndpoint): void {
  if (!enabled)
    throw new ServiceError('CONFLICT', 'This webhook is disabled. Enable it, then try again.', {
      reason: 'disabled',
      disabledReason,
    });
}

/** The delivery that has become pending. Throws ServiceError 404 or 409. */
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

/** Throws ServiceError 400 for a URL that requests are not sent to. It is checked again at every attempt. */
export async function requireWebhookUrl({ config }: Deps, url: string): Promise<void> {
  try {
    await checkWebhookUrl(url, { production: config.nodeEnv === 'production' });
  } catch (error) {
    if ((error as { name?: unknown }).name !== 'UrlRefusedError') throw error;
    const { reason, message } = error as UrlRefusedError;
    throw invalid('url', reason, message);
  }
}
