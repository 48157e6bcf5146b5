/** Webhook endpoints of an account; disabling or removing one also ends its deliveries. */
import { IsNull, Not, type EntityManager } from 'typeorm';
import type { ShelfEvent } from '../../contract/vocabulary.js';
import { Delivery } from '../delivery.js';
import { WebhookEndpoint } from '../webhook-endpoint.js';
import { lockAccount } from './accounts.js';
import { failPending, failRest } from './disabling.js';
import { removeSome } from './purge.js';

/** Deliveries per statement, which removes their attempts as well. */
const REMOVED_PER_STATEMENT = 5_000;

export interface WebhookKey {
  accountId: string;
  /** `wh_` + 24 hex. */
  publicId: string;
}

/** The account's endpoints, newest first. */
export async function listWebhooks(manager: EntityManager, accountId: string): Promise<WebhookEndpoint[]> {
  return manager.find(WebhookEndpoint, { where: { accountId }, order: { createdAt: 'DESC', id: 'ASC' } });
}

/** The account's endpoints whose URL the key has set, oldest first; without a key, those of any key. */
export async function webhooksOfKey(
  manager: EntityManager,
  { accountId, keyPublicId }: { accountId: string; keyPublicId?: string },
): Promise<WebhookEndpoint[]> {
  const urlSetByKey = keyPublicId ?? Not(IsNull());
  return manager.find(WebhookEndpoint, { where: { accountId, urlSetByKey }, order: { createdAt: 'ASC', id: 'ASC' } });
}

export async function findWebhook(manager: EntityManager, key: WebhookKey): Promise<WebhookEndpoint | null> {
  return manager.findOneBy(WebhookEndpoint, key);
}

/** Locks the endpoint for the rest of the transaction. */
export async function lockWebhook(tx: EntityManager, key: WebhookKey): Promise<WebhookEndpoint | null> {
  return tx.findOne(WebhookEndpoint, { where: { ...key }, lock: { mode: 'for_no_key_update' } });
}

/** Stores another endpoint. Null when the account has `max` of them. Throws AccountClosedError. */
export async function addWebhook(
  manager: EntityManager,
  {
    max,
    ...webhook
  }: WebhookKey & Pick<WebhookEndpoint, 'url' | 'urlSetByKey' | 'events' | 'secretSealed'> & { max: number },
): Promise<WebhookEndpoint | null> {
  return manager.transaction(async (tx) => {
    // without the lock concurrent requests would all see the same count
    await lockAccount(tx, webhook.accountId);
    if ((await tx.countBy(WebhookEndpoint, { accountId: webhook.accountId })) >= max) return null;
    await tx.insert(WebhookEndpoint, webhook);
    return tx.findOneByOrFail(WebhookEndpoint, { publicId: webhook.publicId });
  });
}

export interface WebhookChanges {
  url?: string;
  /** Given with `url`. */
  urlSetByKey?: string | null;
  events?: ShelfEvent[];
  enabled?: boolean;
}

/**
 * Changes the given fields. Enabling resets why the endpoint was disabled and since when it fails; a new URL resets the
 * latter. Disabling fails the pending deliveries, which can be recovered. Null when there is no such endpoint.
 */
export async function changeWebhook(
  manager: EntityManager,
  key: WebhookKey,
  changes: WebhookChanges,
): Promise<WebhookEndpoint | null> {
  const changed = await manager.transaction((tx) => changeWebhookRow(tx, key, changes));
  if (changed && changes.enabled === false) await failRest(manager, changed.id);
  return changed;
}

/** What `changeWebhook` does in the transaction; after its commit a caller that disables calls `failRest`. */
export async function changeWebhookRow(
  tx: EntityManager,
  key: WebhookKey,
  { url, urlSetByKey = null, events, enabled }: WebhookChanges,
): Promise<WebhookEndpoint | null> {
  const webhook = await lockWebhook(tx, key);
  if (!webhook) return null;
  const isToggled = enabled !== undefined && enabled !== webhook.enabled;
  const isMoved = url !== undefined && url !== webhook.url;
  const change = {
    ...(url !== undefined && { url, urlSetByKey }),
    ...(events && { events }),
    ...((isMoved || (isToggled && enabled)) && { failingSince: null }),
    ...(isToggled && { enabled, disabledReason: enabled ? null : ('by_owner' as const) }),
  };
  const { id } = webhook;
  if (Object.keys(change).length > 0) await tx.update(WebhookEndpoint, { id }, change);
  if (isToggled && !enabled) await failPending(tx, id);
  return tx.findOneByOrFail(WebhookEndpoint, { id });
}

/** Replaces the secret; false when there is no such endpoint. */
export async function replaceWebhookSecret(
  manager: EntityManager,
  key: WebhookKey,
  secretSealed: Buffer,
): Promise<boolean> {
  const { affected } = await manager.update(WebhookEndpoint, { ...key }, { secretSealed });
  return affected === 1;
}

/** Removes an endpoint with its deliveries. False when there is no such endpoint. Idempotent: call it again after a failure. */
export async function removeWebhook(manager: EntityManager, key: WebhookKey): Promise<boolean> {
  for (;;) {
    const step = await manager.transaction((tx) => removeWebhookStep(tx, key));
    if (step !== 'disabled' && step !== 'emptying') return step === 'removed';
  }
}

/** `disabled`: it was enabled and is not any more, some deliveries are left; `emptying`: some are left. */
export type RemovalStep = 'absent' | 'disabled' | 'emptying' | 'removed';

/**
 * A part of the removal, in a transaction of its own: the endpoint is disabled, so that nothing is sent any more, and some
 * deliveries go, with the last of them the endpoint. Those of an active endpoint take longer than a statement may, and
 * would block the account's shelves.
 */
export async function removeWebhookStep(tx: EntityManager, key: WebhookKey): Promise<RemovalStep> {
  const webhook = await lockWebhook(tx, key);
  if (!webhook) return 'absent';
  if (webhook.enabled) await tx.update(WebhookEndpoint, { ...key }, { enabled: false, disabledReason: 'by_owner' });
  const where = 'endpoint_id = :id';
  const removed = await removeSome(tx, Delivery, {
    where,
    parameters: { id: webhook.id },
    limit: REMOVED_PER_STATEMENT,
  });
  if (removed === REMOVED_PER_STATEMENT) return webhook.enabled ? 'disabled' : 'emptying';
  await tx.delete(WebhookEndpoint, { ...key });
  return 'removed';
}
