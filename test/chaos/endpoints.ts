/**
 * Where the events of a run go: of each account to a receiver that is steady and to one that refuses half at first; of bursts
 * to one that is slow.
 */
import type { EntityManager } from 'typeorm';
import { SHELF_EVENTS, type ShelfEvent } from '../../contract/vocabulary.js';
import { newPublicId } from '../../entities/ids.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { createSealer } from '../../infra/sealing.js';
import { newWebhookSecret } from '../../infra/webhook-signature.js';

export interface Endpoint {
  kind: 'steady' | 'flaky' | 'failures' | 'slow';
  publicId: string;
  accountId: string;
  events: readonly ShelfEvent[];
  secret: string;
}

/** Hosts that differ are origins that differ, each with turns of its own. */
const KINDS: Record<Endpoint['kind'], { host: string; events: readonly ShelfEvent[] }> = {
  steady: { host: 'steady.localhost', events: SHELF_EVENTS },
  flaky: { host: 'flaky.localhost', events: SHELF_EVENTS },
  failures: { host: 'steady.localhost', events: ['shelf.failed'] },
  slow: { host: 'slow.localhost', events: SHELF_EVENTS },
};

interface Owner {
  accountId: string;
  /** Of the receiver. */
  port: number;
  encryptionKeys: readonly string[];
}

/** Those of an account with shelves. */
export async function makeEndpoints(manager: EntityManager, owner: Owner): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = [];
  for (const kind of ['steady', 'flaky', 'failures'] as const) endpoints.push(await makeEndpoint(manager, kind, owner));
  return endpoints;
}

export async function makeEndpoint(
  manager: EntityManager,
  kind: Endpoint['kind'],
  { accountId, port, encryptionKeys }: Owner,
): Promise<Endpoint> {
  const { host, events } = KINDS[kind];
  const [publicId, secret] = [newPublicId('wh'), newWebhookSecret()];
  await manager.insert(WebhookEndpoint, {
    publicId,
    accountId,
    url: `http://${host}:${port}/${kind}`,
    events: [...events],
    secretSealed: createSealer(encryptionKeys).seal(secret, publicId),
  });
  return { kind, publicId, accountId, events, secret };
}
