/** Walks of the reconciler over many rows: batch by batch, until their end or until the time of a turn is up. */

/** Of a turn; a job's next turn begins half a minute to five minutes after the last one did (local/schedules.ts). */
export const TURN_MS = 40_000;
/** Rows of a batch. */
const BATCH = 500;
/** Repairs that a walk does at once: each is some requests to Temporal. */
export const REPAIRS_AT_ONCE = 8;

/** Where a walk continues; null at its beginning and at its end. */
export interface Cursor {
  after: string | null;
}

interface Walk<Row> {
  /** The rows after a position, in the order of their positions. */
  find: (from: { after: string | null; limit: number }) => Promise<Row[]>;
  positionOf: (row: Row) => string;
  repair: (rows: Row[]) => Promise<unknown>;
  /** Asked after each batch: whether the turn has to end before its time is up. */
  isEnough?: () => boolean;
}

/** Repairs row after row; answers where the next turn continues. */
export async function walk<Row>(
  { after }: Cursor,
  signal: AbortSignal,
  { find, positionOf, repair, isEnough = () => false }: Walk<Row>,
): Promise<Cursor> {
  const endMs = performance.now() + TURN_MS;
  for (let at = after; ;) {
    signal.throwIfAborted();
    const rows = await find({ after: at, limit: BATCH });
    await repair(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return { after: null };
    at = positionOf(last);
    if (performance.now() > endMs || isEnough()) return { after: at };
  }
}
