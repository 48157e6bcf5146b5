/** Whose something is, by its public id: for operators, who act in place of its owner. Not of closed accounts. */
import { IsNull, type EntityManager } from 'typeorm';
import { Account } from '../account.js';
import { ApiKey } from '../api-key.js';
import { Delivery } from '../delivery.js';
import { Shelf } from '../shelf.js';
import { WebhookEndpoint } from '../webhook-endpoint.js';

/** Null when there is no such shelf, or it is being deleted. */
export async function findShelfOwner(
  manager: EntityManager,
  publicId: string,
): Promise<{ account: Account; shelf: Shelf } | null> {
  const shelf = await manager.findOneBy(Shelf, { publicId, deletedAt: IsNull() });
  const account = shelf && (await findOpenAccount(manager, shelf.accountId));
  return account && { account, shelf };
}

/** @param id `dlv_` + 24 hex */
export async function findDeliveryOwner(
  manager: EntityManager,
  id: string,
): Promise<{ account: Account; webhook: WebhookEndpoint } | null> {
  const delivery = await manager.findOneBy(Delivery, { id });
  const webhook = delivery && (await manager.findOneBy(WebhookEndpoint, { id: delivery.endpointId }));
  const account = webhook && (await findOpenAccount(manager, webhook.accountId));
  return account && { account, webhook };
}

/** @param key its `key_` id, or the SHA-256 of the whole key in hex */
export async function findKeyOwner(
  manager: EntityManager,
  key: Pick<ApiKey, 'publicId'> | Pick<ApiKey, 'keyHash'>,
): Promise<{ account: Account; apiKey: ApiKey } | null> {
  const apiKey = await manager.findOneBy(ApiKey, { ...key });
  const account = apiKey && (await findOpenAccount(manager, apiKey.accountId));
  return account && { account, apiKey };
}

function findOpenAccount(manager: EntityManager, id: string): Promise<Account | null> {
  return manager.findOneBy(Account, { id, deletedAt: IsNull() });
}
