import type { EntityManager } from 'typeorm';
import { RateLimit } from '../rate-limit.js';
import { batchLoader } from './batch-loader.js';
import { removeSome } from './purge.js';

/** Slices of a window; its seconds are a multiple of it. */
const SLICES = 12;

/** One hit for `key`. */
export interface Hit {
  key: string;
  windowSeconds: number;
  /** Hits granted per window. */
  limit: number;
}

export interface LimitState {
  allowed: boolean;
  limit: number;
  /** Hits that would still be granted. */
  remaining: number;
  /** Seconds, at least 1: until the limit is unused again, or after a refusal until a hit can be granted. */
  resetSeconds: number;
}

/** A key's row after a statement. */
interface Counted {
  key: string;
  /** Hits that the statement has granted. */
  granted: number;
  /** Hits by slice, the current one first. */
  hits: number[];
  /** Since the start of the current slice. */
  ageSeconds: number;
}

/**
 * Counts a hit and says whether it is granted: a sliding window, which moves by slices. A hit is refused only if the limit
 * was reached within the last `windowSeconds`, and no span of `windowSeconds` less a slice holds more hits than the limit.
 * Refused hits do not count. Uses the database's clock, for all instances alike, and one statement for concurrent hits.
 * Not for use inside a longer transaction, because the row stays locked.
 */
export const hitLimit = batchLoader(async (manager: EntityManager, hits: Hit[]): Promise<LimitState[]> => {
  const ofOneLimit = Map.groupBy(hits, ({ windowSeconds, limit }) => `${windowSeconds}/${limit}`);
  const counted = await Promise.all([...ofOneLimit.values()].map((some) => countHits(manager, some)));
  const states = new Map(counted.flat());
  return hits.map((hit) => states.get(hit) as LimitState);
});

/** Counts hits of the same limit in one statement; of several hits for one key the first ones are granted. */
async function countHits(manager: EntityManager, hits: Hit[]): Promise<[Hit, LimitState][]> {
  const { windowSeconds, limit } = hits[0] as Hit;
  const byKey = Map.groupBy(hits, ({ key }) => key);
  const rows = await manager.query<Counted[]>(COUNT, [
    [...byKey.keys()],
    [...byKey.values()].map(({ length }) => length),
    windowSeconds / SLICES,
    limit,
  ]);
  return rows.flatMap((row) => {
    const left = Math.max(0, limit - row.hits.reduce((sum, some) => sum + some, 0));
    return (byKey.get(row.key) ?? []).map((hit, at): [Hit, LimitState] => {
      const allowed = at < row.granted;
      const remaining = allowed ? left + row.granted - 1 - at : 0;
      const slices = allowed ? SLICES : slicesUntilRoom(row.hits, limit);
      const resetSeconds = Math.max(1, Math.ceil((slices * windowSeconds) / SLICES - row.ageSeconds));
      return [hit, { allowed, limit, remaining, resetSeconds }];
    });
  });
}

/** $1 keys, $2 how many hits of each, $3 length of a slice in seconds, $4 limit. */
const COUNT = `
  INSERT INTO rate_limits AS counted (key, slice_start, hits, granted)
  SELECT key, to_timestamp(floor(extract(epoch FROM now()) / $3::int) * $3::int),
    least(asked, $4::int) || array_fill(0, ARRAY[${SLICES - 1}]), least(asked, $4::int)
  FROM unnest($1::text[], $2::int[]) AS hit (key, asked) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET (slice_start, hits, granted) = (
    SELECT start, (moved[1] + granted) || moved[2:], granted
    FROM greatest(counted.slice_start, excluded.slice_start) AS start,
    LATERAL (SELECT least(${SLICES}, extract(epoch FROM start - counted.slice_start) / $3::int)::int AS passed) AS since,
    LATERAL (SELECT (array_fill(0, ARRAY[passed]) || counted.hits)[1:${SLICES}] AS moved) AS under_way,
    LATERAL (SELECT $4::int - sum(one) AS room FROM unnest(moved) AS one) AS free,
    LATERAL (SELECT least(excluded.granted, greatest(0, room))::int AS granted) AS given
  )
  RETURNING key, granted, hits, greatest(0, extract(epoch FROM now() - slice_start))::float8 AS "ageSeconds"`;

/** Hits of the present window that were granted to a key. Counts none itself. */
export async function countGranted(
  manager: EntityManager,
  { key, windowSeconds }: Pick<Hit, 'key' | 'windowSeconds'>,
): Promise<number> {
  const [{ granted } = { granted: 0 }] = await manager.query<{ granted: number }[]>(
    `SELECT coalesce(sum(slice.hits), 0)::int AS granted
     FROM rate_limits AS counted, unnest(counted.hits) WITH ORDINALITY AS slice (hits, place)
     WHERE key = $1 AND floor(extract(epoch FROM now() - slice_start) / $2::int) + place <= ${SLICES}`,
    [key, windowSeconds / SLICES],
  );
  return granted;
}

/** Seconds until a hit can be granted to a key; 0 when one can be now. Counts none itself. */
export async function secondsUntilRoom(manager: EntityManager, { key, windowSeconds, limit }: Hit): Promise<number> {
  const [row] = await manager.query<Pick<Counted, 'hits' | 'ageSeconds'>[]>(
    `SELECT hits, extract(epoch FROM now() - slice_start)::float8 AS "ageSeconds" FROM rate_limits WHERE key = $1`,
    [key],
  );
  if (!row || row.hits.reduce((sum, some) => sum + some, 0) < limit) return 0;
  return Math.max(0, Math.ceil((slicesUntilRoom(row.hits, limit) * windowSeconds) / SLICES - row.ageSeconds));
}

/**
 * Resets the counters of these clients. Returns the names of the limits.
 *
 * @param whom as in the keys behind the limit's name: account ids (with all hosts that follow), addresses, networks
 */
export async function resetLimits(manager: EntityManager, whom: string[]): Promise<string[]> {
  const [rows] = await manager.query<[{ name: string }[], number]>(
    `DELETE FROM rate_limits WHERE substr(key, strpos(key, ':') + 1) = ANY ($1) OR split_part(key, ':', 2) = ANY ($1)
     RETURNING split_part(key, ':', 1) AS name`,
    [whom],
  );
  return [...new Set(rows.map(({ name }) => name))].toSorted();
}

/** Resets the counters of one key. */
export async function forgetHits(manager: EntityManager, key: string): Promise<void> {
  await manager.delete(RateLimit, { key });
}

/** How many slices have to pass until a hit can be granted. */
function slicesUntilRoom(hits: readonly number[], limit: number): number {
  let counted = 0;
  const full = hits.findIndex((some) => (counted += some) >= limit);
  return SLICES - full;
}

/** Removes rows without a hit for `olderThanSeconds` (more than the longest window); returns how many. */
export function removeOldWindows(
  manager: EntityManager,
  { olderThanSeconds, limit }: { olderThanSeconds: number; limit: number },
): Promise<number> {
  const where = 'slice_start < now() - make_interval(secs => :olderThanSeconds)';
  return removeSome(manager, RateLimit, { where, parameters: { olderThanSeconds }, limit });
}
