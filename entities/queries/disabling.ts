import type { EntityManager } from 'typeorm';
import type { DisabledReason } from '../../contract/vocabulary.js';
import { Account } from '../account.js';
import { Delivery } from '../delivery.js';
import { WebhookEndpoint } from '../webhook-endpoint.js';
import { createMail, type NewMail } from './mails.js';

/** After this time with only failures an endpoint is disabled. */
export const FAILING_DAYS = 5;
const FAILED_PER_STATEMENT = 5_000;

/** Writes the mail to the owner of an endpoint that the service disables. */
export type DisableNotice = (
  endpoint: Pick<WebhookEndpoint, 'publicId' | 'url'>,
  reason: Exclude<DisabledReason, 'by_owner'>,
) => Omit<NewMail, 'recipient'>;

/**
 * Disables an endpoint whose row is locked, fails its pending deliveries (call `failRest` after the commit), and puts the
 * mail to its owner into the outbox. Only for an enabled endpoint, so that there is one mail.
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
 * Fails pending deliveries of a disabled endpoint whose row is locked; they can be recovered. At most as many as a
 * statement has time for. Returns whether none was left: `failRest` fails the others after the commit.
 */
export async function failPending(tx: EntityManager, endpointId: string): Promise<boolean> {
  // Locked in the subquery and updated by id alone. If the planner's statistics date from a time when nothing was
  // pending, a join compares all rows with all, 60 million times here, which exceeds the statement time-out.
  const [, failed] = await tx.query<[unknown[], number]>(
    `UPDATE deliveries SET status = 'failed', next_attempt_at = NULL
     WHERE id = ANY (ARRAY(
       SELECT id FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' LIMIT $2 FOR NO KEY UPDATE))`,
    [endpointId, FAILED_PER_STATEMENT],
  );
  return failed === 0; // fewer than the limit does not mean none are left: some rows may have ended since they were selected
}

/**
 * Fails what is still pending for an endpoint, unless it has been enabled again, or as much as there is time for. Idempotent.
 * @param isOver asked after each statement
 */
export async function failRest(
  manager: EntityManager,
  endpointId: string,
  { signal, isOver = () => false }: { signal?: AbortSignal; isOver?: () => boolean } = {},
): Promise<void> {
  for (let isDone = false; !isDone; isDone ||= isOver()) {
    signal?.throwIfAborted();
    isDone = await whileDisabled(manager, endpointId, (tx) => failPending(tx, endpointId), true);
  }
}

/** Fails one delivery if its endpoint is disabled; false if the endpoint is enabled again. */
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

/** Ids of disabled endpoints with pending deliveries, in their order: failing them was interrupted. */
export async function findUnfinishedEndpoints(
  manager: EntityManager,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `SELECT id FROM webhook_endpoints endpoint
     WHERE NOT enabled AND ($1::uuid IS NULL OR id > $1)
       AND EXISTS (SELECT 1 FROM deliveries WHERE endpoint_id = endpoint.id AND status = 'pending')
     ORDER BY id LIMIT $2`,
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

/** Runs `work` under the lock of a disabled endpoint; returns `otherwise` for one that is enabled or gone. */
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
