/** Webhook endpoints of an account, and what becomes of their deliveries as they are disabled or removed. */
import type { EntityManager } from 'typeorm';
import type { ShelfEvent } from '../../contract/vocabulary.js';
import { Account } from '../account.js';
import { Delivery } from '../delivery.js';
import { WebhookEndpoint } from '../webhook-endpoint.js';
import { failPending, failRest } from './disabling.js';
import { removeSome } from './purge.js';

/** Deliveries with their attempts. */
const REMOVED_AT_ONCE = 5_000;

export interface WebhookKey {
  accountId: string;
  /** `wh_` + 24 hex. */
  publicId: string;
}

/** The account's endpoints, newest first. */
export async function listWebhooks(manager: EntityManager, accountId: string): Promise<WebhookEndpoint[]> {
  return manager.find(WebhookEndpoint, { where: { accountId }, order: { createdAt: 'DESC', id: 'ASC' } });
}

export async function findWebhook(manager: EntityManager, key: WebhookKey): Promise<WebhookEndpoint | null> {
  return manager.findOneBy(WebhookEndpoint, key);
}

/** The endpoint as it stays until the transaction's end: who would change it meanwhile waits. */
export async function lockWebhook(tx: EntityManager, key: WebhookKey): Promise<WebhookEndpoint | null> {
  return tx.findOne(WebhookEndpoint, { where: { ...key }, lock: { mode: 'for_no_key_update' } });
}

/** Stores a further endpoint. Null when the account has `max` of them. */
export async function addWebhook(
  manager: EntityManager,
  { max, ...webhook }: WebhookKey & Pick<WebhookEndpoint, 'url' | 'events' | 'secretSealed'> & { max: number },
): Promise<WebhookEndpoint | null> {
  return manager.transaction(async (tx) => {
    // Requests side by side would all count the same.
    await tx.findOneOrFail(Account, { where: { id: webhook.accountId }, lock: { mode: 'for_no_key_update' } });
    if ((await tx.countBy(WebhookEndpoint, { accountId: webhook.accountId })) >= max) return null;
    await tx.insert(WebhookEndpoint, webhook);
    return tx.findOneByOrFail(WebhookEndpoint, { publicId: webhook.publicId });
  });
}

export interface WebhookChanges {
  url?: string;
  events?: ShelfEvent[];
  enabled?: boolean;
}

/**
 * Changes what is named. Enabling forgets why it was disabled and since when it fails, another URL the latter; disabling
 * ends the deliveries that are under way, which can be recovered. Null when there is no such endpoint.
 */
export async function changeWebhook(
  manager: EntityManager,
  key: WebhookKey,
  { url, events, enabled }: WebhookChanges,
): Promise<WebhookEndpoint | null> {
  const changed = await manager.transaction(async (tx) => {
    const webhook = await lockWebhook(tx, key);
    if (!webhook) return null;
    const turns = enabled !== undefined && enabled !== webhook.enabled;
    const moves = url !== undefined && url !== webhook.url;
    const change = {
      ...(url !== undefined && { url }),
      ...(events && { events }),
      ...((moves || (turns && enabled)) && { failingSince: null }),
      ...(turns && { enabled, disabledReason: enabled ? null : ('by_owner' as const) }),
    };
    const { id } = webhook;
    if (Object.keys(change).length > 0) await tx.update(WebhookEndpoint, { id }, change);
    if (turns && !enabled) await failPending(tx, id);
    return tx.findOneByOrFail(WebhookEndpoint, { id });
  });
  if (changed && enabled === false) await failRest(manager, changed.id);
  return changed;
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

/**
 * Removes an endpoint with its deliveries, of which none goes out any more from the beginning on; false when there is no
 * such endpoint. Its history goes bit by bit: at once, that of a busy endpoint takes longer than a statement may, and keeps
 * the account's shelves waiting. Who has found it half done asks again.
 */
export async function removeWebhook(manager: EntityManager, key: WebhookKey): Promise<boolean> {
  for (;;) {
    const removed = await manager.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, key);
      if (!webhook) return null;
      if (webhook.enabled) await tx.update(WebhookEndpoint, { ...key }, { enabled: false, disabledReason: 'by_owner' });
      const where = 'endpoint_id = :id';
      return removeSome(tx, Delivery, { where, parameters: { id: webhook.id }, limit: REMOVED_AT_ONCE });
    });
    if (removed === null) return false;
    if (removed < REMOVED_AT_ONCE) break;
  }
  const { affected } = await manager.delete(WebhookEndpoint, { ...key });
  return affected === 1;
}
