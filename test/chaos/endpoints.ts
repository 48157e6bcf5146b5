/** Where the events of a run go: of each account to a receiver that is steady and to one that refuses half at first. */
import type { EntityManager } from 'typeorm';
import { SHELF_EVENTS, type ShelfEvent } from '../../contract/vocabulary.js';
import { newPublicId } from '../../entities/ids.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { createSealer } from '../../infra/sealing.js';
import { newWebhookSecret } from '../../infra/webhook-signature.js';

export interface Endpoint {
  publicId: string;
  accountId: string;
  events: readonly ShelfEvent[];
  secret: string;
}

/** Hosts that differ are origins that differ, each with turns of its own. */
const KINDS: { host: string; path: string; events: readonly ShelfEvent[] }[] = [
  { host: 'steady.localhost', path: '/steady', events: SHELF_EVENTS },
  { host: 'flaky.localhost', path: '/flaky', events: SHELF_EVENTS },
  { host: 'steady.localhost', path: '/failures', events: ['shelf.failed'] },
];

export async function makeEndpoints(
  manager: EntityManager,
  { accountId, port, encryptionKeys }: { accountId: string; port: number; encryptionKeys: readonly string[] },
): Promise<Endpoint[]> {
  const sealer = createSealer(encryptionKeys);
  const endpoints: Endpoint[] = [];
  for (const { host, path, events } of KINDS) {
    const [publicId, secret] = [newPublicId('wh'), newWebhookSecret()];
    await manager.insert(WebhookEndpoint, {
      publicId,
      accountId,
      url: `http://${host}:${port}${path}`,
      events: [...events],
      secretSealed: sealer.seal(secret, publicId),
    });
    endpoints.push({ publicId, accountId, events, secret });
  }
  return endpoints;
}
