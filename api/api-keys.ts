import type { FastifyRequest } from 'fastify';
import type { ApiKeyBody } from '../contract/dashboard.js';
import { invalid, ServiceError } from '../contract/errors.js';
import type { ApiKey } from '../entities/api-key.js';
import { addApiKey, revokeApiKey } from '../entities/queries/api-keys.js';
import { webhooksOfKey } from '../entities/queries/webhooks.js';
import { makeApiKey } from '../infra/api-keys.js';
import { keyCreatedMail, keyRevokedMail } from '../infra/mail-texts.js';
import { accountOf } from './auth.js';
import type { Deps } from './deps.js';
import { circumstancesOf, withSecurityLog } from './security-log.js';
import { requireSeen } from './text.js';

/** Keys that an account may have, including expired ones. */
const MAX_KEYS = 50;

/** Creates another key of the account. Throws ServiceError 400 for an expiry in the past or a name that misleads, 409 for too many keys. */
export async function createKey(
  deps: Deps,
  request: FastifyRequest,
  { name, expiresAt, scope }: ApiKeyBody,
): Promise<{ apiKey: ApiKey; key: string }> {
  requireSeen('name', name);
  const account = accountOf(request);
  const until = readExpiry(expiresAt ?? null);
  const { key, ...made } = makeApiKey();
  const wanted = { ...made, accountId: account.id, name: name.trim(), expiresAt: until, scope, maxKeys: MAX_KEYS };
  const apiKey = await withSecurityLog(deps, request, async (tx, note) => {
    const added = await addApiKey(tx, wanted);
    const notice = keyCreatedMail(made.prefix, circumstancesOf(deps, request));
    if (added)
      await note({ account, type: 'key_created', details: { key: added.publicId, scope: added.scope }, notice });
    return added;
  });
  if (!apiKey)
    throw new ServiceError('CONFLICT', `An account can have ${MAX_KEYS} keys. Revoke one that is not needed.`, {
      reason: 'too_many_keys',
      maxKeys: MAX_KEYS,
    });
  return { apiKey, key };
}

/** Revokes a key of the account, and notifies the owner which of its webhooks stay; false when the account has no such key. */
export function revokeKey(deps: Deps, request: FastifyRequest, publicId: string): Promise<boolean> {
  const account = accountOf(request);
  return withSecurityLog(deps, request, async (tx, note) => {
    const isRevoked = await revokeApiKey(tx, { accountId: account.id, publicId });
    if (!isRevoked) return false;
    const webhooks = await webhooksOfKey(tx, { accountId: account.id, keyPublicId: publicId });
    const notice = webhooks.length === 0 ? null : keyRevokedMail(publicId, webhooks, circumstancesOf(deps, request));
    await note({ account, type: 'key_revoked', details: { key: publicId }, notice });
    return true;
  });
}

function readExpiry(given: string | null): Date | null {
  if (given === null) return null;
  const time = new Date(given);
  // a leap second is valid RFC 3339 but not a valid Date
  if (Number.isNaN(time.getTime())) throw invalid('expiresAt', 'invalid_format', 'expiresAt: this time cannot be read');
  if (time.getTime() <= Date.now()) throw invalid('expiresAt', 'in_the_past', 'expiresAt: this time has passed');
  return time;
}
