/** What operators do with the ways in and out of an account: its keys, its rate limits, its deliveries. */
import { isIP } from 'node:net';
import { startDelivery } from '../activities/executions.js';
import { findAccountByEmail } from '../entities/queries/accounts.js';
import { revokeApiKey } from '../entities/queries/api-keys.js';
import { redeliver, type Sending } from '../entities/queries/delivery-history.js';
import { findDeliveryOwner, findKeyOwner } from '../entities/queries/owners.js';
import { forgetPasswordResets } from '../entities/queries/password-resets.js';
import { resetLimits } from '../entities/queries/rate-limits.js';
import { webhooksOfKey } from '../entities/queries/webhooks.js';
import { hashApiKey } from '../infra/api-keys.js';
import { countedAddress, networkOfAddress, siteOfAddress } from '../infra/client-networks.js';
import { foundAccount } from './account-commands.js';
import type { Answer, Command, Systems } from './commands.js';
import { CommandError, readPublicId, UsageError } from './input.js';
import { noteByOperator } from './security-log.js';
import { startNow } from './temporal.js';

export const ACCESS_COMMANDS: Record<string, Command> = {
  'delivery redeliver': {
    operands: ['ID'],
    options: {},
    about: 'Sends a delivery that has succeeded or failed again, as its owner could.',
    prepare: ([id = '']) => {
      const deliveryId = readPublicId('dlv', id);
      return (systems) => redeliverOne(systems, deliveryId);
    },
  },
  'limits reset': {
    operands: ['EMAIL'],
    options: { address: 'IP' },
    about:
      'Forgets what was counted against the rate limits of an account, the codes mailed for a new password among it, and of an address that its owner uses.',
    prepare: ([email = ''], { address }) => {
      if (address !== undefined && isIP(address) === 0) throw new UsageError('--address is an IPv4 or IPv6 address.');
      return (systems) => forgetHits(systems, email, address ?? null);
    },
  },
  'key revoke': {
    operands: ['KEY'],
    options: {},
    about: 'Revokes a key at once: by its key_ id or, where it was found somewhere, by the key itself.',
    prepare: ([given = '']) => {
      const key = readKey(given);
      return (systems) => revokeKey(systems, key);
    },
  },
};

async function redeliverOne({ manager, temporal }: Systems, deliveryId: string): Promise<Answer> {
  const { account, webhook } = await manager.transaction(async (tx) => {
    const owner = await findDeliveryOwner(tx, deliveryId);
    if (!owner) throw new CommandError(`There is no delivery ${deliveryId}.`);
    const key = { accountId: owner.account.id, publicId: owner.webhook.publicId };
    requirePending(await redeliver(tx, key, deliveryId), deliveryId);
    const details = { delivery: deliveryId, webhook: owner.webhook.publicId };
    await noteByOperator(tx, owner.account, 'delivery_redelivered', details);
    return owner;
  });
  const input = { deliveryId, endpointPublicId: webhook.publicId, accountPublicId: account.publicId };
  const started = await startNow(temporal, (executions) => startDelivery(executions, input));
  return { item: { id: deliveryId, webhook: webhook.publicId, account: account.publicId, status: 'pending', started } };
}

/** Throws CommandError unless the delivery has become pending. */
function requirePending(sending: Sending, id: string): void {
  switch (sending.outcome) {
    case 'pending_now':
      return;
    case 'absent':
      throw new CommandError(`There is no delivery ${id}.`);
    case 'pending':
      throw new CommandError(`The delivery ${id} is pending: it is being sent already.`);
    case 'disabled':
      throw new CommandError(
        `The webhook ${sending.webhook.publicId} is disabled (${sending.webhook.disabledReason}): its owner has to enable it first.`,
      );
  }
}

/** The security log holds networks, not addresses. */
async function forgetHits({ manager }: Systems, email: string, address: string | null): Promise<Answer> {
  const account = foundAccount(await findAccountByEmail(manager, email), email);
  const { publicId } = account;
  const network = address === null ? null : networkOfAddress(address);
  const places = address === null ? [] : [countedAddress(address), siteOfAddress(address), network ?? address];
  const limits = await manager.transaction(async (tx) => {
    const limited = await resetLimits(tx, [publicId, ...places.filter((place) => place !== null)]);
    const codes = await forgetPasswordResets(tx, account.email);
    const forgotten = codes > 0 ? [...limited, 'mailed-codes'] : limited;
    const details = { limits: forgotten, ...(network !== null && { network }) };
    await noteByOperator(tx, account, 'limits_reset', details);
    return forgotten;
  });
  return { item: { email: account.email, publicId, network, limits: limits.join(', ') || 'none was in use' } };
}

type KeyName = { publicId: string } | { keyHash: string };

/** Throws UsageError. */
function readKey(given: string): KeyName {
  if (/^key_[0-9a-f]{24}$/.test(given)) return { publicId: given };
  if (/^sk_live_[\w-]{32}$/.test(given)) return { keyHash: hashApiKey(given) };
  throw new UsageError(
    'KEY is the id of a key (key_ and 24 hex digits) or the whole key (sk_live_ and 32 characters).',
  );
}

async function revokeKey({ manager }: Systems, name: KeyName): Promise<Answer> {
  return manager.transaction(async (tx) => {
    const owner = await findKeyOwner(tx, name);
    if (!owner) throw new CommandError('There is no such key.');
    const { account, apiKey } = owner;
    const { publicId, prefix } = apiKey;
    if (!(await revokeApiKey(tx, { accountId: account.id, publicId })))
      throw new CommandError(`The key ${publicId} of ${account.email} was revoked before.`);
    await noteByOperator(tx, account, 'key_revoked', { key: publicId });
    // they belong to the account and stay, also those of somebody who had the key and should not have
    const webhooks = await webhooksOfKey(tx, { accountId: account.id, keyPublicId: publicId });
    const left = webhooks.map((webhook) => webhook.publicId).join(' ');
    const item = { publicId, prefix, name: apiKey.name, account: account.publicId, email: account.email };
    return { item: left === '' ? item : { ...item, webhooks: left } };
  });
}
