/** Where the events of a run go: of each account to a receiver that is steady and to one that refuses half at first. */
import type { EntityManager } from 'typeorm';
import { SHELF_EVENTS, type ShelfEvent } from '../../contract/vocabulary.js';
import { newPublicId } from '../../entities/ids.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { createSealer } from '../../infra/sealing.js';
import { newWebhookSecret } from '../../infra/webhook-signature.js';

export interface Endpoint {
  kind: 'steady' | 'flaky' | 'failures';
  publicId: string;
  accountId: string;
  events: readonly ShelfEvent[];
  secret: string;
}

/** Hosts that differ are origins that differ, each with turns of its own. */
const KINDS: { kind: Endpoint['kind']; host: string; events: readonly ShelfEvent[] }[] = [
  { kind: 'steady', host: 'steady.localhost', events: SHELF_EVENTS },
  { kind: 'flaky', host: 'flaky.localhost', events: SHELF_EVENTS },
  { kind: 'failures', host: 'steady.localhost', events: ['shelf.failed'] },
];

export async function makeEndpoints(
  manager: EntityManager,
  { accountId, port, encryptionKeys }: { accountId: string; port: number; encryptionKeys: readonly string[] },
): Promise<Endpoint[]> {
  const sealer = createSealer(encryptionKeys);
  const endpoints: Endpoint[] = [];
  for (const { kind, host, events } of KINDS) {
    const [publicId, secret] = [newPublicId('wh'), newWebhookSecret()];
    await manager.insert(WebhookEndpoint, {
      publicId,
      accountId,
      url: `http://${host}:${port}/${kind}`,
      events: [...events],
      secretSealed: sealer.seal(secret, publicId),
    });
    endpoints.push({ kind, publicId, accountId, events, secret });
  }
  return endpoints;
}
