/**
 * Only so many deliveries of an endpoint have a workflow before their first attempt: the others are deferred, which means
 * that they wait as rows. The reasons are in docs/decisions/0062. A worker that begins a first attempt starts as many more
 * as have had theirs, and the reconciler starts those that were lost.
 */
import type { EntityManager } from 'typeorm';
import type { NewDelivery } from './events.js';

/** Enough for the four slots of a receiver that answers within 50 ms, while a workflow takes half a second to its attempt. */
export const UNTRIED_PER_ENDPOINT = 40;

/** How many of an endpoint, whose id is `endpointId`, have a workflow and not had their first attempt; counts no further than the limit `$2`. */
const untriedOf = (endpointId: string): string =>
  `(SELECT count(*) FROM (
      SELECT 1 FROM deliveries WHERE endpoint_id = ${endpointId}
        AND status = 'pending' AND NOT deferred AND attempt_count = attempts_before LIMIT $2::int) untried)`;

/** The endpoints whose next deliveries have to be deferred. */
export async function findCrowded(manager: EntityManager, endpointIds: string[]): Promise<Set<string>> {
  const rows = await manager.query<{ id: string }[]>(
    `SELECT id FROM unnest($1::uuid[]) AS endpoint (id) WHERE ${untriedOf('endpoint.id')} >= $2::int`,
    [endpointIds, UNTRIED_PER_ENDPOINT],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Ends the deferral of the endpoint's oldest deliveries, as many as there is room for, and returns them: the caller starts
 * their workflows. Calls at the same time may end a few more.
 */
export async function admitDeferred(manager: EntityManager, endpointId: string): Promise<NewDelivery[]> {
  const [admitted] = await manager.query<[NewDelivery[], number]>(
    `UPDATE deliveries delivery SET deferred = false
     FROM webhook_endpoints endpoint JOIN accounts account ON account.id = endpoint.account_id
     WHERE endpoint.id = $1 AND delivery.id = ANY (ARRAY(
       SELECT id FROM deliveries WHERE endpoint_id = $1 AND status = 'pending' AND deferred
       ORDER BY created_at, id LIMIT greatest($2::int - ${untriedOf('$1')}, 0) FOR NO KEY UPDATE SKIP LOCKED))
     RETURNING delivery.id AS "deliveryId", endpoint.public_id AS "endpointPublicId", account.public_id AS "accountPublicId"`,
    [endpointId, UNTRIED_PER_ENDPOINT],
  );
  return admitted;
}

/** Ids of enabled endpoints with deferred deliveries, in their order. */
export async function findDeferring(
  manager: EntityManager,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `SELECT id FROM webhook_endpoints endpoint
     WHERE enabled AND ($1::uuid IS NULL OR id > $1)
       AND EXISTS (SELECT 1 FROM deliveries WHERE endpoint_id = endpoint.id AND status = 'pending' AND deferred)
     ORDER BY id LIMIT $2`,
    [after, limit],
  );
  return rows.map(({ id }) => id);
}
