/**
 * Slots limit how many requests of one account are in flight to one origin (scheme, host, port), over all workers: no
 * account can take the slots of another one's deliveries. A slot is a lease: that of a worker which died expires.
 * docs/decisions/0022 explains how long a delivery waits when no slot is free.
 */
import type { EntityManager } from 'typeorm';
import { DeliveryLane } from '../delivery-lane.js';
import { DeliverySlot } from '../delivery-slot.js';
import { removeSome } from './purge.js';

const SLOTS_PER_ORIGIN = 4;
/** Longer than the 15 s that a request may take. */
const LEASE_SECONDS = 18;
/** How often to try again when a slot that was free has been taken by another worker. */
const TRIES = 4;
/** Assumed duration of a request before the first has ended. */
const FIRST_GUESS_MS = 500;
const MIN_WAIT_MS = 250;
/** The longest wait, unless so many are waiting that their retries would exceed the rate below. */
const MAX_WAIT_MS = 30 * 60_000;
const MAX_RETRIES_PER_SECOND = 10;

/** Names an account's slots at an origin, in `delivery_slots` and `deliveries.waits_for`. */
export const laneOf = (accountPublicId: string, origin: string): string => `${accountPublicId} ${origin}`;

export interface SlotRequest {
  /** As `laneOf` names it. */
  origin: string;
  deliveryId: string;
}

export interface HeldSlot extends SlotRequest {
  /** From 1. */
  slot: number;
}

/** Acquires one of the origin's slots; when none is free, `waitMs` says when to try again. */
export async function acquireSlot(
  manager: EntityManager,
  request: SlotRequest,
): Promise<{ slot: number } | { slot: null; waitMs: number }> {
  for (let left = TRIES; ; left -= 1) {
    const { slot, slots, free, waiting, meanMs } = await tryAcquire(manager, request);
    if (slot !== null) return { slot };
    if (slots === 0) await createSlots(manager, request.origin);
    else if (free === 0 || left === 1) return { slot: null, waitMs: backoffMs(waiting, meanMs) };
  }
}

interface Lane {
  /** The one that was acquired. */
  slot: number | null;
  slots: number;
  /** Before. */
  free: number;
  /** Deliveries that wait for a slot. */
  waiting: number;
  /** Mean duration of the last requests. */
  meanMs: number;
}

/** One statement, whether a slot is free or not. */
async function tryAcquire(manager: EntityManager, { origin, deliveryId }: SlotRequest): Promise<Lane> {
  // a row that another worker is acquiring is locked, and skipped
  const [lane] = await manager.query<[Lane]>(
    `WITH acquired AS (
       UPDATE delivery_slots SET delivery_id = $2, held_until = now() + make_interval(secs => $3)
       WHERE origin = $1 AND slot = (
         SELECT slot FROM delivery_slots WHERE origin = $1 AND held_until <= now()
         ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING slot)
     SELECT (SELECT slot FROM acquired) AS slot, count(*) AS slots, count(*) FILTER (WHERE held_until <= now()) AS free,
            greatest(coalesce((SELECT waiting FROM delivery_lanes WHERE origin = $1), 0), 0) AS waiting,
            coalesce(avg(last_duration_ms), $4)::float8 AS "meanMs"
     FROM delivery_slots WHERE origin = $1`,
    [origin, deliveryId, LEASE_SECONDS, FIRST_GUESS_MS],
  );
  return lane;
}

/**
 * The time that the slots need for all waiting deliveries, half to one and a half times: so about as many retry per
 * second as slots become free, however many wait.
 */
function backoffMs(waiting: number, meanMs: number): number {
  const drainMs = ((waiting + 1) * meanMs) / SLOTS_PER_ORIGIN;
  const longestMs = Math.max(MAX_WAIT_MS, (waiting / MAX_RETRIES_PER_SECOND) * 1000);
  return Math.round(Math.min(Math.max(drainMs, MIN_WAIT_MS), longestMs) * (0.5 + Math.random()));
}

/** Creates the rows of an origin that has none yet, free also for one whose transaction began a moment before this one. */
async function createSlots(manager: EntityManager, origin: string): Promise<void> {
  await manager.query(
    `INSERT INTO delivery_slots (origin, slot, delivery_id, held_until)
     SELECT $1, slot, '', now() - interval '1 minute' FROM generate_series(1, $2::int) AS slot
     ON CONFLICT DO NOTHING`,
    [origin, SLOTS_PER_ORIGIN],
  );
}

/** Releases a slot, unless its lease has expired and another delivery holds it. */
export async function releaseSlot(
  manager: EntityManager,
  { origin, slot, deliveryId, durationMs }: HeldSlot & { durationMs: number },
): Promise<void> {
  const lease = { origin, slot, deliveryId };
  await manager.update(DeliverySlot, lease, { heldUntil: () => 'now()', lastDurationMs: durationMs });
}

/**
 * Removes the slots of origins that nothing was sent to for a while (at most `limit`), and lanes without slots; returns how
 * many slots.
 */
export async function removeOldSlots(
  manager: EntityManager,
  { olderThanDays, limit }: { olderThanDays: number; limit: number },
): Promise<number> {
  const where = 'held_until < now() - make_interval(days => :olderThanDays)';
  const removed = await removeSome(manager, DeliverySlot, { where, parameters: { olderThanDays }, limit });
  // below zero is one whose first row was that of a delivery that ended: the next one puts it right, if there is one
  const isEmpty = 'waiting <= 0 AND origin NOT IN (SELECT origin FROM delivery_slots)';
  await removeSome(manager, DeliveryLane, { where: isEmpty, parameters: {}, limit });
  return removed;
}
