/** Walks of the reconciler over many rows: batch by batch, until their end or until the time of a turn is up. */

import { log } from '@temporalio/activity';
import { isDependencyOutage } from './failures.js';

/**
 * Of a turn: when it is up no further repair is begun. A job's next turn begins half a minute to five minutes after the last
 * one did (local/schedules.ts).
 */
export const TURN_MS = 40_000;
/** Rows of a batch. */
const BATCH = 500;

/** Where a walk continues; null at its beginning and at its end. */
export interface Cursor {
  after: string | null;
}

interface Walk<Row> {
  /** The rows after a position, in the order of their positions. */
  find: (from: { after: string | null; limit: number }) => Promise<Row[]>;
  positionOf: (row: Row) => string;
  /** As `forEachIsolated`, which asks `isOver`: answers the first row that was not looked at. */
  repair: (rows: Row[], isOver: () => boolean) => Promise<Row | undefined>;
  /** When the time is up, by `performance.now()`; after TURN_MS if not given. */
  untilMs?: number;
}

/**
 * Where the next turn continues after an outage: at the batch that it broke. What was done before is not done again, since a
 * dependency that fails now and then would let no turn end. @throws any other error, and that of a turn without progress.
 */
export function keepPosition(
  error: unknown,
  signal: AbortSignal,
  { from, at }: { from: string | null; at: string | null },
): string | null {
  if (signal.aborted || at === from || !isDependencyOutage(error)) throw error;
  log.warn('an outage ends a turn early', { error: String(error) });
  return at;
}

/** Repairs row after row; answers where the next turn continues. Each turn advances by at least one row, unless an outage ends it. */
export async function walk<Row>(
  { after }: Cursor,
  signal: AbortSignal,
  { find, positionOf, repair, untilMs = performance.now() + TURN_MS }: Walk<Row>,
): Promise<Cursor> {
  const isOver = (): boolean => performance.now() > untilMs;
  for (let at = after; ;) {
    signal.throwIfAborted();
    let rows: Row[];
    let left: Row | undefined;
    try {
      rows = await find({ after: at, limit: BATCH });
      left = await repair(rows, isOver);
    } catch (error) {
      return { after: keepPosition(error, signal, { from: after, at }) };
    }
    if (left === undefined && rows.length < BATCH) return { after: null };
    const last = left === undefined ? rows.at(-1) : rows[rows.indexOf(left) - 1];
    if (last !== undefined) at = positionOf(last);
    if (left !== undefined || isOver()) return { after: at };
  }
}
