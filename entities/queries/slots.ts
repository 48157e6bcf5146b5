/**
 * Turns at receivers: only so many requests are under way to one origin (scheme, host, port) at once, over all workers. A
 * slot is lent: who dies with it gives it back when its time is over. docs/decisions/0022 says how long those wait that
 * find no free one.
 */
import type { EntityManager } from 'typeorm';
import { DeliverySlot } from '../delivery-slot.js';
import { removeSome } from './purge.js';

const SLOTS_PER_ORIGIN = 4;
/** More than the 15 s that a request may take. */
const HELD_SECONDS = 18;
/** Tries of one who sees a free slot and finds it taken. */
const TRIES = 4;
/** What a request is taken to need before the first has ended. */
const FIRST_GUESS_MS = 500;
const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 30 * 60_000;

export interface Turn {
  origin: string;
  deliveryId: string;
}

/** Takes one of the origin's slots, or answers how long to wait before asking again. */
export async function acquireSlot(
  manager: EntityManager,
  turn: Turn,
): Promise<{ slot: number } | { slot: null; waitMs: number }> {
  for (let left = TRIES; ; left -= 1) {
    const slot = await takeSlot(manager, turn);
    if (slot !== null) return { slot };
    const { slots, free, waiting, meanMs } = await lookAt(manager, turn.origin);
    if (slots === 0) await makeSlots(manager, turn.origin);
    else if (free === 0 || left === 1) return { slot: null, waitMs: waitFor(waiting, meanMs) };
  }
}

interface Seen {
  slots: number;
  free: number;
  /** Deliveries that wait for a turn. */
  waiting: number;
  meanMs: number;
}

async function lookAt(manager: EntityManager, origin: string): Promise<Seen> {
  const [seen] = await manager.query<[Seen]>(
    `SELECT count(*) AS slots, count(*) FILTER (WHERE held_until <= now()) AS free,
            (SELECT count(*) FROM deliveries WHERE waits_for = $1 AND status = 'pending') AS waiting,
            coalesce(avg(last_duration_ms), $2)::float8 AS "meanMs"
     FROM delivery_slots WHERE origin = $1`,
    [origin, FIRST_GUESS_MS],
  );
  return seen;
}

/** Somewhere in the time that the slots need for all who wait: as many ask again in it as there are turns. */
function waitFor(waiting: number, meanMs: number): number {
  const turnsMs = ((waiting + 1) * meanMs) / SLOTS_PER_ORIGIN;
  return Math.round(Math.min(Math.max(turnsMs, MIN_WAIT_MS), MAX_WAIT_MS) * (0.5 + Math.random()));
}

async function takeSlot(manager: EntityManager, { origin, deliveryId }: Turn): Promise<number | null> {
  // a row that another one is taking is locked, and so passed over
  const [rows] = await manager.query<[{ slot: number }[], number]>(
    `UPDATE delivery_slots SET delivery_id = $2, held_until = now() + make_interval(secs => $3)
     WHERE origin = $1 AND slot = (
       SELECT slot FROM delivery_slots WHERE origin = $1 AND held_until <= now()
       ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING slot`,
    [origin, deliveryId, HELD_SECONDS],
  );
  return rows[0]?.slot ?? null;
}

/** Makes the rows of an origin that is met for the first time. */
async function makeSlots(manager: EntityManager, origin: string): Promise<void> {
  await manager.query(
    `INSERT INTO delivery_slots (origin, slot, delivery_id, held_until)
     SELECT $1, slot, '', now() FROM generate_series(1, $2::int) AS slot
     ON CONFLICT DO NOTHING`,
    [origin, SLOTS_PER_ORIGIN],
  );
}

/** Gives a slot back unless its time was over and another has it. */
export async function releaseSlot(
  manager: EntityManager,
  { origin, slot, deliveryId, durationMs }: Turn & { slot: number; durationMs: number },
): Promise<void> {
  const still = { origin, slot, deliveryId };
  await manager.update(DeliverySlot, still, { heldUntil: () => 'now()', lastDurationMs: durationMs });
}

/** Forgets origins that nothing was sent to for a while; answers how many slots (at most `limit`). */
export function removeOldSlots(
  manager: EntityManager,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  const where = 'held_until < now() - make_interval(days => :olderThanDays)';
  return removeSome(manager, DeliverySlot, { where, parameters: { olderThanDays }, limit });
}
