import type { EntityManager } from 'typeorm';
import { IdempotencyKey } from '../idempotency-key.js';
import { removeSome } from './purge.js';

export interface RepeatableRequest {
  accountId: string;
  /** The client's `Idempotency-Key`. */
  key: string;
  /** Hash of what the request asks for. */
  requestHash: string;
  /** A running request that has not been renewed for so long counts as lost with its process. */
  lostAfterMs: number;
}

export interface StartedRequest {
  /** What the functions that end the request need. */
  claim: string;
  /**
   * When the first request of the key began, in seconds since 1970 by Postgres' clock: with account and key it names all
   * that are one after the other lost.
   */
  began: string;
  /** Whether it goes on with the work of a request that was lost. */
  isResumed: boolean;
}

export type RequestStart =
  | ({ outcome: 'started' } & StartedRequest)
  | { outcome: 'done'; statusCode: number; responseBody: string | null }
  | { outcome: 'running' }
  | { outcome: 'mismatch' };

/**
 * Begins a request that may be a repeat. `done` carries the first's answer; `running`: the first is still at work;
 * `mismatch`: the key was used for something else. Keys are kept for 24 hours.
 */
export async function beginRequest(manager: EntityManager, request: RepeatableRequest): Promise<RequestStart> {
  const { accountId, key, requestHash, lostAfterMs } = request;
  const [started] = await manager.query<StartedRequest[]>(
    `INSERT INTO idempotency_keys AS kept (account_id, key, request_hash) VALUES ($1, $2, $3)
     ON CONFLICT (account_id, key) DO UPDATE
       SET request_hash = excluded.request_hash, state = 'running', claim = excluded.claim,
           status_code = NULL, response_body = NULL, renewed_at = excluded.renewed_at,
           created_at = CASE WHEN kept.created_at < now() - interval '1 day' THEN excluded.created_at ELSE kept.created_at END
       WHERE kept.created_at < now() - interval '1 day'
          OR (kept.state = 'running' AND kept.request_hash = excluded.request_hash
              AND kept.renewed_at < now() - $4 * interval '1 millisecond')
     RETURNING claim, extract(epoch FROM created_at)::text AS began, created_at < now() AS "isResumed"`,
    [accountId, key, requestHash, lostAfterMs],
  );
  if (started) return { outcome: 'started', ...started };
  const kept = await manager.findOneBy(IdempotencyKey, { accountId, key });
  // Released between the two statements: to the client it is as if it had come a moment earlier.
  if (!kept) return { outcome: 'running' };
  if (kept.requestHash !== requestHash) return { outcome: 'mismatch' };
  if (kept.state === 'running') return { outcome: 'running' };
  return { outcome: 'done', statusCode: kept.statusCode as number, responseBody: kept.responseBody };
}

export interface ClaimedRequest {
  accountId: string;
  key: string;
  claim: string;
}

/** Says that a running request is not lost; of no effect once it has ended or a repeat has taken over. */
export async function renewRequest(manager: EntityManager, request: ClaimedRequest): Promise<void> {
  await manager.update(IdempotencyKey, { ...request, state: 'running' }, { renewedAt: () => 'now()' });
}

/**
 * Stores the answer for repeats, and the request's hash where it was not known at the beginning. Best in the transaction
 * of the change itself. False when another request has taken over in the meantime: the change must then be rolled back.
 */
export async function finishRequest(
  manager: EntityManager,
  args: ClaimedRequest & { statusCode: number; responseBody: string | null; requestHash?: string },
): Promise<boolean> {
  const { accountId, key, claim, statusCode, responseBody, requestHash } = args;
  const result = await manager.update(
    IdempotencyKey,
    { accountId, key, claim, state: 'running' },
    { state: 'done', statusCode, responseBody, ...(requestHash !== undefined && { requestHash }) },
  );
  return result.affected === 1;
}

/** Counts a request as lost from now on: its repeat goes on with its work. */
export async function leaveRequest(manager: EntityManager, request: ClaimedRequest): Promise<void> {
  await manager.update(IdempotencyKey, { ...request, state: 'running' }, { renewedAt: () => 'to_timestamp(0)' });
}

/** Forgets a request that failed, so that its repeat is tried anew. */
export async function releaseRequest(manager: EntityManager, request: ClaimedRequest): Promise<void> {
  await manager.delete(IdempotencyKey, { ...request, state: 'running' });
}

/** Removes keys older than 24 hours; answers how many (at most `limit`). */
export function removeOldRequests(manager: EntityManager, limit: number): Promise<number> {
  return removeSome(manager, IdempotencyKey, { where: "created_at < now() - interval '1 day'", limit });
}
