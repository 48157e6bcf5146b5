import type { EntityManager } from 'typeorm';
import type { ApiKeyBody } from '../contract/dashboard.js';
import { invalid, ServiceError } from '../contract/errors.js';
import type { ApiKey } from '../entities/api-key.js';
import { addApiKey } from '../entities/queries/api-keys.js';
import { makeApiKey } from '../infra/api-keys.js';

/** Keys that an account may have, including expired ones. */
const MAX_KEYS = 50;

/** Creates another key of the account. Throws ServiceError 400 for an expiry in the past, 409 for too many keys. */
export async function createKey(
  manager: EntityManager,
  accountId: string,
  { name, expiresAt, scope }: ApiKeyBody,
): Promise<{ apiKey: ApiKey; key: string }> {
  const until = readExpiry(expiresAt ?? null);
  const { key, ...made } = makeApiKey();
  const apiKey = await addApiKey(manager, {
    ...made,
    accountId,
    name: name.trim(),
    expiresAt: until,
    scope,
    maxKeys: MAX_KEYS,
  });
  if (!apiKey)
    throw new ServiceError('CONFLICT', `An account can have ${MAX_KEYS} keys. Revoke one that is not needed.`, {
      reason: 'too_many_keys',
      maxKeys: MAX_KEYS,
    });
  return { apiKey, key };
}

function readExpiry(given: string | null): Date | null {
  if (given === null) return null;
  const time = new Date(given);
  // a leap second is valid RFC 3339 but not a valid Date
  if (Number.isNaN(time.getTime())) throw invalid('expiresAt', 'invalid_format', 'expiresAt: this time cannot be read');
  if (time.getTime() <= Date.now()) throw invalid('expiresAt', 'in_the_past', 'expiresAt: this time has passed');
  return time;
}
