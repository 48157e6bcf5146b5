import type { EntityManager } from 'typeorm';
import { IdempotencyKey } from '../idempotency-key.js';
import { removeSome } from './purge.js';

export interface RepeatableRequest {
  accountId: string;
  /** The client's `Idempotency-Key`. */
  key: string;
  /** Hash of what the request asks for. */
  requestHash: string;
  /** A running request that has not renewed for this long counts as lost with its process. */
  lostAfterMs: number;
}

export interface StartedRequest {
  /** Token with which the request is renewed and ended. */
  claim: string;
  /**
   * When the first request with the key began, in seconds since 1970 by Postgres' clock: with account and key it
   * identifies the work that lost requests and their repeats share.
   */
  began: string;
  /** Whether it resumes the work of a request that was lost. */
  isResumed: boolean;
}

export type RequestStart =
  | ({ outcome: 'started' } & StartedRequest)
  | { outcome: 'done'; statusCode: number; responseBody: string | null }
  | { outcome: 'running' }
  | { outcome: 'mismatch' };

/**
 * Begins a request that may be a repeat. `done` has the first answer; `running`: the first request is in progress;
 * `mismatch`: the key was used for another request. Keys are kept for 24 hours.
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
  // released between the two statements: the same as if this request had arrived a moment earlier
  if (!kept) return { outcome: 'running' };
  if (kept.requestHash !== requestHash) return { outcome: 'mismatch' };
  if (kept.state === 'running') return { outcome: 'running' };
  return { outcome: 'done', statusCode: kept.statusCode as number, responseBody: kept.responseBody };
}

/** Whether a request of the account has begun with the key within 24 hours, and has not failed. */
export function isKeyKnown(
  manager: EntityManager,
  { accountId, key }: Pick<RepeatableRequest, 'accountId' | 'key'>,
): Promise<boolean> {
  return manager
    .createQueryBuilder(IdempotencyKey, 'kept')
    .where({ accountId, key })
    .andWhere("kept.created_at >= now() - interval '1 day'")
    .getExists();
}

export interface ClaimedRequest {
  accountId: string;
  key: string;
  claim: string;
}

/** Renews the lease of a running request; without effect once it has ended or a repeat has taken over. */
export async function renewRequest(manager: EntityManager, request: ClaimedRequest): Promise<void> {
  await manager.update(IdempotencyKey, { ...request, state: 'running' }, { renewedAt: () => 'now()' });
}

/**
 * Stores the answer for repeats, and the request's hash if it was not known at the beginning. To be called in the
 * transaction of the change. False when a repeat has taken over: the change must then be rolled back.
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

/** Marks a request as lost, so that a repeat resumes its work at once. */
export async function leaveRequest(manager: EntityManager, request: ClaimedRequest): Promise<void> {
  await manager.update(IdempotencyKey, { ...request, state: 'running' }, { renewedAt: () => 'to_timestamp(0)' });
}

/** Forgets a request that failed, so that a repeat starts over. */
export async function releaseRequest(manager: EntityManager, request: ClaimedRequest): Promise<void> {
  await manager.delete(IdempotencyKey, { ...request, state: 'running' });
}

/** Removes keys older than 24 hours (at most `limit`); returns how many. */
export function removeOldRequests(manager: EntityManager, limit: number): Promise<number> {
  return removeSome(manager, IdempotencyKey, { where: "created_at < now() - interval '1 day'", limit });
}
