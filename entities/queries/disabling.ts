import type { EntityManager } from 'typeorm';
import type { DisabledReason } from '../../contract/vocabulary.js';
import { Account } from '../account.js';
import { Delivery } from '../delivery.js';
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
 * Ends deliveries that were to come to an endpoint which is disabled and whose row is locked; they can be recovered. So many
 * in one transaction as a statement has time for. Answers whether none was left: `failRest` is for the others, after the
 * commit.
 */
export async function failPending(tx: EntityManager, endpointId: string): Promise<boolean> {
  const [, failed] = await tx.query<[unknown[], number]>(
    `UPDATE deliveries SET status = 'failed', next_attempt_at = NULL
     WHERE status = 'pending' AND id IN (
       SELECT id FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' LIMIT $2)`,
    [endpointId, FAILED_AT_ONCE],
  );
  return failed === 0; // fewer than asked for: others may just have ended some, with more behind them
}

/** Ends what is still pending for an endpoint unless it has been enabled again. Safe to repeat. */
export async function failRest(manager: EntityManager, endpointId: string, signal?: AbortSignal): Promise<void> {
  let isDone = false;
  while (!isDone) {
    signal?.throwIfAborted();
    isDone = await whileDisabled(manager, endpointId, (tx) => failPending(tx, endpointId), true);
  }
}

/** Ends one delivery if its endpoint is disabled; else it is to be sent, and the answer is false. */
export function failIfDisabled(
  manager: EntityManager,
  { deliveryId: id, endpointId }: { deliveryId: string; endpointId: string },
): Promise<boolean> {
  const end = async (tx: EntityManager): Promise<boolean> => {
    await tx.update(Delivery, { id, status: 'pending' }, { status: 'failed', nextAttemptAt: null });
    return true;
  };
  return whileDisabled(manager, endpointId, end, false);
}

/** Ids of disabled endpoints for which something is still pending: who disabled them did not come to an end with it. */
export async function findUnfinishedEndpoints(manager: EntityManager, limit: number): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `SELECT id FROM webhook_endpoints endpoint
     WHERE NOT enabled AND EXISTS (SELECT 1 FROM deliveries WHERE endpoint_id = endpoint.id AND status = 'pending')
     LIMIT $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Does `work` under the lock of an endpoint that is disabled; answers `otherwise` for one that is not, or is gone. */
async function whileDisabled<T>(
  manager: EntityManager,
  id: string,
  work: (tx: EntityManager) => Promise<T>,
  otherwise: T,
): Promise<T> {
  return manager.transaction(async (tx) => {
    const endpoint = await tx.findOne(WebhookEndpoint, { where: { id }, lock: { mode: 'for_no_key_update' } });
    return !endpoint || endpoint.enabled ? otherwise : work(tx);
  });
}
