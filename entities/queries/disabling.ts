import type { EntityManager } from 'typeorm';
import type { DisabledReason } from '../../contract/vocabulary.js';
import { Account } from '../account.js';
import { WebhookEndpoint } from '../webhook-endpoint.js';
import { createMail, type NewMail } from './mails.js';

/** With nothing but failures for so long, an endpoint is disabled. */
export const FAILING_DAYS = 5;
const FAILED_AT_ONCE = 5_000;

/** What the owner of an endpoint is told when the service disables it. */
export type DisableNotice = (
  endpoint: Pick<WebhookEndpoint, 'publicId' | 'url'>,
  reason: Exclude<DisabledReason, 'by_owner'>,
) => Omit<NewMail, 'recipient'>;

/**
 * Disables an endpoint whose row is locked, fails what waits for it (`failRest` is due after the commit), and puts the mail
 * to its owner into the outbox: once, since it is done to an enabled endpoint only.
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

/**
 * Ends deliveries that were to come to an endpoint which is disabled; they can be recovered. So many in one transaction
 * as a statement has time for. Answers whether these were all: `failRest` is for the others, after the commit.
 */
export async function failPending(tx: EntityManager, endpointId: string): Promise<boolean> {
  const [, failed] = await tx.query<[unknown[], number]>(
    `UPDATE deliveries SET status = 'failed', next_attempt_at = NULL
     WHERE status = 'pending' AND id IN (
       SELECT id FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' LIMIT $2)`,
    [endpointId, FAILED_AT_ONCE],
  );
  return failed < FAILED_AT_ONCE;
}

/**
 * Ends what is still pending for an endpoint unless it has been enabled again. One that is missed, since the process dies
 * in between, ends with its next attempt.
 */
export async function failRest(manager: EntityManager, endpointId: string): Promise<void> {
  for (let done = false; !done;)
    done = await manager.transaction(async (tx) => {
      const endpoint = await tx.findOne(WebhookEndpoint, {
        where: { id: endpointId },
        lock: { mode: 'for_no_key_update' },
      });
      return !endpoint || endpoint.enabled || (await failPending(tx, endpointId));
    });
}
