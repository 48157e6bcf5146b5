/**
 * Bursts of deliveries: an owner recovers so many at once that most are deferred, to a receiver that takes its time, so that
 * faults meet them while they wait as rows without a workflow.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { createDataSource } from '../../entities/data-source.js';
import { Delivery } from '../../entities/delivery.js';
import { Event } from '../../entities/event.js';
import { newPublicId } from '../../entities/ids.js';
import { UNTRIED_PER_ENDPOINT } from '../../entities/queries/deferrals.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { givenAccount, givenApiKey } from '../support/rows.js';
import { asker } from './ask.js';
import type { Client } from './client.js';
import { makeEndpoint, type Endpoint } from './endpoints.js';
import type { Ledger } from './ledger.js';
import type { Options } from './options.js';
import type { System } from './system.js';

export interface Burst {
  /** When it is recovered, from 0 to 1 of the time for uploads. */
  at: number;
  apiKey: string;
  endpoint: Endpoint;
  /** ISO; all of its deliveries have failed since. */
  since: string;
  /** How many were seen deferred at the same moment. */
  deferred: number;
}

const DELIVERIES = 3 * UNTRIED_PER_ENDPOINT;
/** A burst is over after several faults. */
const FAULTS_EACH = 40;
const LOOK_EVERY_MS = 200;
const LOOK_MS = 5_000;

/** Each of an account of its own, whose endpoint has missed all of them. */
export async function makeBursts(
  manager: EntityManager,
  { config: { encryptionKeys }, receiverPort: port }: System,
  { faults }: Options,
): Promise<Burst[]> {
  const bursts: Burst[] = [];
  const count = Math.ceil(faults / FAULTS_EACH);
  for (let number = 0; number < count; number += 1) {
    const { id: accountId } = await givenAccount(manager);
    const apiKey = await givenApiKey(manager, accountId);
    const endpoint = await makeEndpoint(manager, 'slow', { accountId, port, encryptionKeys });
    const failedAt = new Date();
    await missEvents(manager, endpoint, failedAt);
    const since = new Date(failedAt.getTime() - 1_000).toISOString();
    bursts.push({ at: (number + 0.2) / count, apiKey, endpoint, since, deferred: 0 });
  }
  return bursts;
}

async function missEvents(manager: EntityManager, { publicId, accountId }: Endpoint, failedAt: Date): Promise<void> {
  const { id: endpointId } = await manager.findOneByOrFail(WebhookEndpoint, { publicId });
  const type = 'shelf.ready' as const;
  const events = Array.from({ length: DELIVERIES }, (_, number) => {
    const body = JSON.stringify({ event: type, shelfPublicId: `missed ${number}` });
    return { id: newPublicId('evt'), accountId, type, body };
  });
  await manager.insert(Event, events);
  const missed = events.map(({ id: eventId }) => ({ id: newPublicId('dlv'), eventId, endpointId }));
  await manager.insert(
    Delivery,
    missed.map((one) => ({ ...one, status: 'failed' as const, failedAt })),
  );
}

export interface BurstDeps {
  client: Client;
  ledger: Ledger;
  databaseUrl: string;
  signal: AbortSignal;
}

/** Resolves when the recovery is answered and deferred deliveries were seen, or none are left. */
export async function playBurst(burst: Burst, { client, ledger, databaseUrl, signal }: BurstDeps): Promise<void> {
  const { publicId } = burst.endpoint;
  const headers = { authorization: `Bearer ${burst.apiKey}`, 'content-type': 'application/json' };
  const ask = asker({ client, ledger, name: `Burst ${publicId}`, headers });
  const path = `/v1/webhooks/${publicId}/recover`;
  const body = () => JSON.stringify({ since: burst.since });
  // 409 where a start that got 503 has succeeded
  const answer = await ask('recover', { path, method: 'POST', headers, body }, [202, 409]);
  if (answer.status === 409 && answer.tries === 1) ledger.surprise(`Burst ${publicId}: recover was refused`);
  for (;;) {
    const counted = await countDeliveries(databaseUrl, publicId).catch(() => null);
    burst.deferred = counted?.deferred ?? 0;
    if (burst.deferred > 0 || counted?.open === 0) break;
    await pause(LOOK_EVERY_MS, undefined, { signal });
  }
  ledger.note('burst', { endpoint: publicId, deferred: burst.deferred });
}

/** By a connection of its own. Throws where Postgres is down or frozen. */
async function countDeliveries(url: string, endpoint: string): Promise<{ open: number; deferred: number }> {
  const once = { poolSize: 1, statementTimeoutMs: LOOK_MS, onConnectionError: () => undefined };
  const dataSource = createDataSource(url, { ...once, applicationName: 'chaos-bursts' });
  await dataSource.initialize();
  try {
    const [counts] = await dataSource.query<[{ open: number; deferred: number }]>(
      `SELECT count(*)::int AS open, (count(*) FILTER (WHERE deferred AND status = 'pending'))::int AS deferred
       FROM deliveries WHERE status <> 'succeeded'
         AND endpoint_id = (SELECT id FROM webhook_endpoints WHERE public_id = $1)`,
      [endpoint],
    );
    return counts;
  } finally {
    await dataSource.destroy();
  }
}
