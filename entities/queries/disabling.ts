import type { EntityManager } from 'typeorm';
import type { DisabledReason } from '../../contract/vocabulary.js';
import { Account } from '../account.js';
import { Delivery } from '../delivery.js';
import { WebhookEndpoint } from '../webhook-endpoint.js';
import { createMail, type NewMail } from './mails.js';

/** With nothing but failures for so long, an endpoint is disabled. */
export const FAILING_DAYS = 5;

/** What the owner of an endpoint is told when the service disables it. */
export type DisableNotice = (
  endpoint: Pick<WebhookEndpoint, 'publicId' | 'url'>,
  reason: Exclude<DisabledReason, 'by_owner'>,
) => Omit<NewMail, 'recipient'>;

/**
 * Disables an endpoint whose row is locked, fails what waits for it, and puts the mail to its owner into the outbox: once,
 * since it is done to an enabled endpoint only.
 */
export async function disableEndpoint(
  tx: EntityManager,
  { id, publicId, url, accountId }: WebhookEndpoint,
  { reason, notice }: { reason: Exclude<DisabledReason, 'by_owner'>; notice: DisableNotice },
): Promise<void> {
  await tx.update(WebhookEndpoint, { id }, { enabled: false, disabledReason: reason });
  await failPending(tx, id);
  const { email } = await tx.findOneByOrFail(Account, { id: accountId });
  await createMail(tx, { recipient: email, ...notice({ publicId, url }, reason) });
}

/** Ends the deliveries that were to come to an endpoint which is disabled; they can be recovered. */
export async function failPending(tx: EntityManager, endpointId: string): Promise<void> {
  await tx.update(Delivery, { endpointId, status: 'pending' }, { status: 'failed', nextAttemptAt: null });
}
