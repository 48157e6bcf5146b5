/** Everything that the database knows about one shelf, for operators. */
import type { EntityManager } from 'typeorm';
import type { DeliveryStatus, VersionSource } from '../../contract/vocabulary.js';
import { Account } from '../account.js';
import { Shelf } from '../shelf.js';

/** Limits; the latest are shown. */
const DELIVERIES_SHOWN = 100;
const VERSIONS_SHOWN = 100;

export interface ReportedVersion {
  /** Null for the draft in review. */
  number: number | null;
  publicId: string;
  source: VersionSource;
  run: number;
  files: number;
  createdAt: Date;
}

export interface ReportedDelivery {
  endpoint: string;
  id: string;
  event: string;
  status: DeliveryStatus;
  attempts: number;
  lastStatusCode: number | null;
  lastAttemptAt: Date | null;
  nextAttemptAt: Date | null;
}

export interface ShelfReport {
  shelf: Shelf;
  /** `usr_` id. */
  accountPublicId: string;
  /** Latest first. */
  versions: ReportedVersion[];
  /** By endpoint, latest first. */
  deliveries: ReportedDelivery[];
}

/** Null when there is no such shelf; one that is being deleted is still there. */
export async function findShelfReport(manager: EntityManager, publicId: string): Promise<ShelfReport | null> {
  const shelf = await manager.findOneBy(Shelf, { publicId });
  if (!shelf) return null;
  const account = await manager.findOneByOrFail(Account, { id: shelf.accountId });
  const versions = await manager.query<ReportedVersion[]>(
    `SELECT version_number AS number, public_id AS "publicId", source, run, file_count AS files, created_at AS "createdAt"
     FROM versions WHERE shelf_id = $1 ORDER BY created_at DESC LIMIT ${VERSIONS_SHOWN}`,
    [shelf.id],
  );
  const deliveries = await manager.query<ReportedDelivery[]>(
    `SELECT endpoint.public_id AS endpoint, delivery.id, event.type AS event, delivery.status,
            delivery.attempt_count AS attempts, last.status_code AS "lastStatusCode",
            last.started_at AS "lastAttemptAt", delivery.next_attempt_at AS "nextAttemptAt"
     FROM (SELECT * FROM events WHERE shelf_id = $1 ORDER BY created_at DESC LIMIT ${DELIVERIES_SHOWN}) event
     JOIN deliveries delivery ON delivery.event_id = event.id
     JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
     LEFT JOIN LATERAL (SELECT status_code, started_at FROM delivery_attempts
       WHERE delivery_id = delivery.id ORDER BY number DESC LIMIT 1) last ON true
     ORDER BY endpoint.created_at, endpoint.id, event.created_at DESC LIMIT ${DELIVERIES_SHOWN}`,
    [shelf.id],
  );
  return { shelf, accountPublicId: account.publicId, versions, deliveries };
}
