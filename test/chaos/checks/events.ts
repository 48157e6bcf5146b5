/** Every event was written once, and every endpoint got it: one id, the same bytes, a valid signature. */
import { createHmac } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { DeliveryStatus, ShelfEvent } from '../../../contract/vocabulary.js';
import type { Endpoint } from '../endpoints.js';
import type { Ledger } from '../ledger.js';
import type { Received } from '../receiver.js';
import { readReceived } from './received.js';
import { checked, type Check } from '../table.js';

const PING = 'webhook.ping';

interface EventRow {
  id: string;
  accountId: string;
  type: ShelfEvent | typeof PING;
  body: string;
}

interface DeliveryRow {
  eventId: string;
  endpoint: string;
  status: DeliveryStatus;
  attempts: number;
}

/** How far a receiver's clock may be from the signed time. */
const TOLERANCE_S = 300;

export interface EventDeps {
  manager: EntityManager;
  ledger: Ledger;
  endpoints: readonly Endpoint[];
  /** The receiver's file. */
  recordPath: string;
}

export async function checkEvents({ manager, ledger, endpoints, recordPath }: EventDeps): Promise<Check[]> {
  const events = await manager.query<EventRow[]>(
    `SELECT id, account_id AS "accountId", type, body FROM events ORDER BY created_at, id`,
  );
  const deliveries = await readDeliveries(manager);
  const received = readReceived(recordPath);
  const wanted = events.flatMap((event) =>
    endpoints.filter((endpoint) => isFor(event, endpoint)).map((endpoint) => ({ event, endpoint })),
  );
  const known = new Map(deliveries.map((row) => [`${row.eventId} ${row.endpoint}`, row]));
  const taken = Map.groupBy(received, ({ id, endpoint }) => `${id} ${endpoint}`);
  const keyOf = ({ event, endpoint }: (typeof wanted)[number]): string => `${event.id} ${endpoint.publicId}`;
  const keys = new Set(wanted.map(keyOf));
  const unwritten = [...ledger.sentAgain.keys()].filter((key) => !keys.has(key));
  const unsent = wanted.filter((one) => known.get(keyOf(one))?.status !== 'succeeded');
  const unheard = wanted.filter((one) => !taken.get(keyOf(one))?.some(({ status }) => status === 204));
  const broken = wanted.flatMap((one) => {
    const faults = (taken.get(keyOf(one)) ?? []).flatMap((line) => faultOf(line, one.event, one.endpoint) ?? []);
    return [...new Set(faults)].map((fault) => `${keyOf(one)}: ${fault}`);
  });
  return [
    checked('events: one for each rest that a client saw', ledger.shelves.length, eventsAmiss(events, ledger)),
    checked('deliveries: pings and redeliveries that were promised', ledger.sentAgain.size, unwritten),
    checked(
      'deliveries: every event to every endpoint succeeded',
      wanted.length,
      unsent.map((one) => `${keyOf(one)}: ${known.get(keyOf(one))?.status ?? 'no row'}`),
    ),
    checked('deliveries: each was received', wanted.length, unheard.map(keyOf)),
    checked('deliveries: bytes, id and signature of each request', received.length, broken),
    checked(
      'deliveries: none of what is not wanted',
      received.length,
      [...taken.keys()].filter((key) => !keys.has(key)),
    ),
  ];
}

/** A ping says for which endpoint it is; everything else goes to all that want its kind. */
function isFor({ accountId, type, body }: EventRow, endpoint: Endpoint): boolean {
  if (type === PING) return (JSON.parse(body) as { webhookPublicId: string }).webhookPublicId === endpoint.publicId;
  return accountId === endpoint.accountId && endpoint.events.includes(type);
}

/** `1 attempt` and so on, with how many deliveries took so many. */
export async function attemptsTaken(manager: EntityManager): Promise<Map<string, number>> {
  const byAttempts = Map.groupBy(await readDeliveries(manager), ({ attempts }) => `${attempts} attempts`);
  return new Map([...byAttempts].map(([name, rows]) => [name, rows.length]));
}

function readDeliveries(manager: EntityManager): Promise<DeliveryRow[]> {
  return manager.query<DeliveryRow[]>(
    `SELECT delivery.event_id AS "eventId", endpoint.public_id AS endpoint, delivery.status,
            delivery.attempt_count AS attempts
     FROM deliveries delivery JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id`,
  );
}

/** By the interface's own words, not by the service's code. */
function faultOf(line: Received, { body }: EventRow, { secret }: Endpoint): string | null {
  const bytes = Buffer.from(line.body, 'base64');
  if (!bytes.equals(Buffer.from(body))) return 'other bytes';
  const signed = Buffer.concat([Buffer.from(`${line.id}.${line.timestamp}.`), bytes]);
  if (line.signature !== `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`) return 'bad signature';
  const apartS = Math.abs(Date.parse(line.at) / 1000 - Number(line.timestamp));
  return apartS <= TOLERANCE_S ? null : `signed ${apartS} s apart`;
}

/** Each shelf's events in their order are the rests that its client was told of. */
function eventsAmiss(events: readonly EventRow[], { shelves }: Ledger): string[] {
  const ofShelves = events.filter(({ type }) => type !== PING);
  const byShelf = Map.groupBy(ofShelves, ({ body }) => (JSON.parse(body) as { shelfPublicId: string }).shelfPublicId);
  return shelves.flatMap(({ name, publicId, history }) => {
    const written = (byShelf.get(publicId) ?? []).map(({ type }) => type.replace('shelf.', ''));
    return written.join() === history.join() ? [] : [`${name} ${publicId}: ${written.join()}; seen ${history.join()}`];
  });
}
