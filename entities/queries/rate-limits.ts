import type { EntityManager } from 'typeorm';
import { RateLimit } from '../rate-limit.js';

export interface LimitState {
  allowed: boolean;
  limit: number;
  /** Hits left in this window. */
  remaining: number;
  /** Seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/**
 * Counts one hit for `key` in the window under way: windows are fixed, of `windowSeconds`, by the database's clock, so
 * every instance counts in the same one. One statement. Not for use inside a longer transaction: the row stays locked.
 */
export async function hitLimit(
  manager: EntityManager,
  { key, windowSeconds, limit }: { key: string; windowSeconds: number; limit: number },
): Promise<LimitState> {
  const [row] = await manager.query<{ hits: number; resetSeconds: number }[]>(
    `INSERT INTO rate_limits AS counted (key, window_start, hits)
     VALUES ($1, to_timestamp(floor(extract(epoch FROM now()) / $2::int) * $2::int), 1)
     ON CONFLICT (key, window_start) DO UPDATE SET hits = counted.hits + 1
     RETURNING hits, ceil(extract(epoch FROM window_start) + $2::int - extract(epoch FROM now()))::int AS "resetSeconds"`,
    [key, windowSeconds],
  );
  if (!row) throw new Error('the limit was not counted');
  const { hits, resetSeconds } = row;
  return {
    allowed: hits <= limit,
    limit,
    remaining: Math.max(0, limit - hits),
    resetSeconds: Math.max(1, resetSeconds),
  };
}

/** Removes windows that began over `olderThanSeconds` ago (more than the longest window); answers how many. */
export async function removeOldWindows(
  manager: EntityManager,
  { olderThanSeconds, limit }: { olderThanSeconds: number; limit: number },
): Promise<number> {
  const result = await manager
    .createQueryBuilder()
    .delete()
    .from(RateLimit)
    .where(
      `(key, window_start) IN (
        SELECT key, window_start FROM rate_limits
        WHERE window_start < now() - make_interval(secs => :olderThanSeconds) LIMIT :limit
      )`,
      { olderThanSeconds, limit },
    )
    .execute();
  return result.affected ?? 0;
}
