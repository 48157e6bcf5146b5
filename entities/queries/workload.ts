/** The workload of the whole service, for `/metrics`. */
import type { EntityManager } from 'typeorm';
import { PROCESSING_STEPS, SHELF_STATUSES, type ShelfStatus } from '../../contract/vocabulary.js';

export interface Workload {
  /** Shelves that are not deleted. */
  shelves: Record<ShelfStatus, number>;
  /** Since the last change of the processing shelf that has not changed for longest; 0 without any. */
  untouchedSeconds: number;
  /** Since the oldest deletion of a shelf whose row, which goes last, is still there; 0 without any. */
  deletionOpenSeconds: number;
  pendingDeliveries: number;
  /**
   * How long the delivery that has waited for longest is past its time; 0 when none is. A deferred one is, since it was
   * recorded, where no other of its endpoint is on its way to a first attempt, and so nothing is going to start it.
   */
  overdueSeconds: number;
  /** Endpoints that are enabled and whose last attempt failed. */
  failingEndpoints: number;
  pendingMails: number;
  storedBytes: number;
  /** Of the calendar month by UTC. */
  pagesThisMonth: number;
}

type Row = Omit<Workload, 'shelves'> & { shelves: Partial<Record<ShelfStatus, number>> | null };

/** Of the oldest deferred delivery of an endpoint that has none on its way to a first attempt; by indexes for both. */
const NOT_STARTED_SECONDS = `(
  SELECT extract(epoch FROM now() - min(oldest.updated_at)) FROM webhook_endpoints endpoint, LATERAL (
    SELECT updated_at FROM deliveries WHERE endpoint_id = endpoint.id AND status = 'pending' AND deferred
    ORDER BY created_at, id LIMIT 1) oldest
  WHERE enabled AND NOT EXISTS (
    SELECT 1 FROM deliveries
    WHERE endpoint_id = endpoint.id AND status = 'pending' AND NOT deferred AND attempt_count = attempts_before))`;

/** One statement, which scans all shelves: not to be called often. */
export async function measureWorkload(manager: EntityManager): Promise<Workload> {
  const [row] = await manager.query<Row[]>(
    `SELECT
       (SELECT json_object_agg(status, count) FROM
         (SELECT status, count(*) FROM shelves WHERE deleted_at IS NULL GROUP BY status) by_status) AS shelves,
       (SELECT coalesce(extract(epoch FROM now() - min(updated_at)), 0)::float FROM shelves
         WHERE deleted_at IS NULL AND status = ANY ($1)) AS "untouchedSeconds",
       (SELECT coalesce(extract(epoch FROM now() - min(deleted_at)), 0)::float FROM shelves
         WHERE deleted_at IS NOT NULL) AS "deletionOpenSeconds",
       (SELECT count(*)::int FROM deliveries WHERE status = 'pending' AND NOT deferred)
         + (SELECT count(*)::int FROM deliveries WHERE status = 'pending' AND deferred) AS "pendingDeliveries",
       greatest(0, (SELECT extract(epoch FROM now() - min(coalesce(next_attempt_at, updated_at)))
         FROM deliveries WHERE status = 'pending' AND NOT deferred), ${NOT_STARTED_SECONDS})::float AS "overdueSeconds",
       (SELECT count(*)::int FROM webhook_endpoints WHERE enabled AND failing_since IS NOT NULL) AS "failingEndpoints",
       (SELECT count(*)::int FROM mails WHERE sent_at IS NULL AND expires_at > now()) AS "pendingMails",
       (SELECT coalesce(sum(size_bytes), 0)::float8 FROM uploads WHERE committed_at IS NOT NULL)
         + (SELECT coalesce(sum(storage_size_bytes + archive_size_bytes), 0)::float8 FROM versions WHERE restored_from IS NULL) AS "storedBytes",
       (SELECT coalesce(sum(pages), 0)::float8 FROM counted_pages
         WHERE counted_at >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS "pagesThisMonth"`,
    [[...PROCESSING_STEPS]],
  );
  if (!row) throw new Error('a query without a row');
  const counted = SHELF_STATUSES.map((status) => [status, row.shelves?.[status] ?? 0] as const);
  return { ...row, shelves: Object.fromEntries(counted) as Workload['shelves'] };
}
