/** Deliveries that have to be sent again: failed ones, and pending ones without a workflow. */
import type { EntityManager } from 'typeorm';
import { admitDeferred } from './deferrals.js';
import { PING } from './delivery-history.js';
import type { NewDelivery } from './events.js';

export interface FailedBatch {
  endpointPublicId: string;
  /** ISO; deliveries that failed between these times. */
  since: string;
  until: string;
  /** `dlv_` id of the last one of the previous batch. */
  after: string | null;
  limit: number;
}

/**
 * Ids of deliveries to an enabled endpoint that failed in a period, in the order of their creation. Without pings: they are
 * limited for each host, and useless later.
 */
export async function findFailedDeliveries(
  manager: EntityManager,
  { endpointPublicId, since, until, after, limit }: FailedBatch,
): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `SELECT delivery.id FROM deliveries delivery
     JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
     JOIN events event ON event.id = delivery.event_id AND event.type <> $6
     WHERE endpoint.public_id = $1 AND endpoint.enabled AND delivery.status = 'failed'
       AND delivery.failed_at BETWEEN $2 AND $3
       AND ($4::text IS NULL OR (delivery.created_at, delivery.id) > (SELECT created_at, id FROM deliveries WHERE id = $4))
     ORDER BY delivery.created_at, delivery.id LIMIT $5`,
    [endpointPublicId, since, until, after, limit, PING],
  );
  return rows.map(({ id }) => id);
}

/**
 * Makes failed deliveries pending again, unless their endpoint has been disabled; the count of attempts continues, the
 * back-off restarts. Those for which there is no room yet are deferred. Returns how many of `ids` are pending now, and the
 * deliveries whose workflows are to be started, some of which may have been deferred before. Idempotent.
 */
export async function redeliverFailed(
  manager: EntityManager,
  ids: string[],
): Promise<{ pending: number; toStart: string[] }> {
  return manager.transaction(async (tx) => {
    // the endpoint before its deliveries (the lock order of all transactions), so that it is not disabled in between
    await tx.query(
      `SELECT id FROM webhook_endpoints WHERE id IN (SELECT endpoint_id FROM deliveries WHERE id = ANY ($1))
       ORDER BY id FOR NO KEY UPDATE`,
      [ids],
    );
    await tx.query(
      `UPDATE deliveries delivery
       SET status = 'pending', attempts_before = attempt_count, next_attempt_at = NULL, waits_for = NULL, deferred = true
       FROM webhook_endpoints endpoint
       WHERE delivery.id = ANY ($1) AND delivery.status = 'failed'
         AND endpoint.id = delivery.endpoint_id AND endpoint.enabled`,
      [ids],
    );
    const endpoints = await tx.query<{ id: string }[]>(
      `SELECT DISTINCT endpoint_id AS id FROM deliveries WHERE id = ANY ($1)`,
      [ids],
    );
    const admitted: NewDelivery[] = [];
    for (const { id } of endpoints) admitted.push(...(await admitDeferred(tx, id)));
    const pending = await tx.query<{ id: string; deferred: boolean }[]>(
      `SELECT id, deferred FROM deliveries WHERE id = ANY ($1) AND status = 'pending' ORDER BY created_at, id`,
      [ids],
    );
    const begun = pending.filter(({ deferred }) => !deferred).map(({ id }) => id);
    const toStart = new Set([...begun, ...admitted.map(({ deliveryId }) => deliveryId)]);
    return { pending: pending.length, toStart: [...toStart] };
  });
}

export interface OverdueDelivery extends NewDelivery {
  /** The last change of the row: its last attempt, or when it became pending again. */
  updatedAt: Date;
}

/** A batch of overdue deliveries by id, except deferred ones; the next batch starts `after` the last one. */
export async function findOverdueDeliveries(
  manager: EntityManager,
  { untouchedSeconds, after, limit }: { untouchedSeconds: number; after: string | null; limit: number },
): Promise<OverdueDelivery[]> {
  return manager.query<OverdueDelivery[]>(
    `SELECT delivery.id AS "deliveryId", endpoint.public_id AS "endpointPublicId", account.public_id AS "accountPublicId",
            delivery.updated_at AS "updatedAt"
     FROM deliveries delivery
     JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
     JOIN accounts account ON account.id = endpoint.account_id
     WHERE delivery.status = 'pending' AND NOT delivery.deferred AND delivery.id > $2
       AND delivery.updated_at < now() - make_interval(secs => $1)
       AND (delivery.next_attempt_at < now() - make_interval(secs => $1) OR delivery.next_attempt_at IS NULL)
     ORDER BY delivery.id LIMIT $3`,
    [untouchedSeconds, after ?? '', limit],
  );
}
