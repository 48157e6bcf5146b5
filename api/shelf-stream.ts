/**
 * The messages of a shelf's event stream: its state after each change, and each lifecycle event once, before the state
 * that followed it. All of it comes from rows. A message id is a position in the shelf's history (`updatedAt` of a state,
 * the id of an event), so that any instance can resume there.
 */
import type { EntityManager } from 'typeorm';
import { findEventTime, listShelfEvents } from '../entities/queries/events.js';
import type { Shelf } from '../entities/shelf.js';
import type { Logger } from '../infra/logger.js';
import { PROGRESS_EVERY_MS, type Changes } from './changes.js';
import { HEARTBEAT, toRetry, toText } from './event-stream.js';
import { presentShelf } from './present.js';
import { readTime } from './long-poll.js';

const HEARTBEAT_EVERY_MS = 15_000;
const RETRY_AFTER_MS = 2_000;
const EVENTS_AT_ONCE = 100;

/** Where a stream starts: the client has the events up to `after`; `due`: it does not have the current state. */
export interface Start {
  after: Date;
  due: boolean;
}

/** A client without an id, or with the id of an event that was purged, starts with the current state. */
export async function findStart(manager: EntityManager, shelf: Shelf, lastEventId: string | undefined): Promise<Start> {
  const { id: shelfId, updatedAt } = shelf;
  const afresh = { after: updatedAt, due: true };
  if (lastEventId === undefined) return afresh;
  if (lastEventId.startsWith('evt_')) {
    const after = await findEventTime(manager, { shelfId, id: lastEventId });
    return after ? { after, due: true } : afresh;
  }
  const known = readTime('last-event-id', lastEventId);
  return updatedAt > known ? { after: known, due: true } : { after: updatedAt, due: false };
}

export interface ShelfStream extends Start {
  shelf: Shelf;
  /** The owner's public id. */
  userId: string;
  /** Whether the client is still authorised; checked before each message. */
  mayRead: () => Promise<boolean>;
  changes: Changes;
  manager: EntityManager;
  log: Logger;
}

/**
 * The text of the stream. It ends when the shelf is deleted, when the client is no longer authorised, when `ended` aborts,
 * and in an outage, after which clients reconnect.
 */
export async function* followShelf(stream: ShelfStream, ended: AbortSignal): AsyncGenerator<string> {
  yield toRetry(RETRY_AFTER_MS);
  try {
    yield* streamChanges(stream, ended);
  } catch (error) {
    stream.log.warn({ err: error, shelf: stream.shelf.publicId }, 'event stream ended');
  }
}

async function* streamChanges(stream: ShelfStream, ended: AbortSignal): AsyncGenerator<string> {
  const { userId, changes } = stream;
  let { shelf, after, due } = stream;
  while (!ended.aborted) {
    if (due) {
      yield* streamEvents(stream.manager, shelf, after);
      const data = JSON.stringify(presentShelf(shelf, userId));
      yield toText({ event: 'shelf', id: shelf.updatedAt.toISOString(), data });
      after = shelf.updatedAt;
      due = false;
    }
    const change = await changes.next(
      { shelfId: shelf.id, seen: shelf.updatedAt, notBefore: performance.now() + PROGRESS_EVERY_MS },
      AbortSignal.any([ended, AbortSignal.timeout(HEARTBEAT_EVERY_MS)]),
    );
    if (change.kind !== 'none' && !(await stream.mayRead())) return;
    if (change.kind === 'deleted') {
      yield toText({ event: 'deleted', data: JSON.stringify({ publicId: shelf.publicId }) });
      return;
    }
    if (change.kind === 'none') yield HEARTBEAT;
    else [shelf, due] = [change.shelf, true];
  }
}

/** The events between the client's position and this state of the shelf. */
async function* streamEvents(manager: EntityManager, shelf: Shelf, known: Date): AsyncGenerator<string> {
  let after = known;
  for (;;) {
    const range = { shelfId: shelf.id, after, upTo: shelf.updatedAt, limit: EVENTS_AT_ONCE };
    const events = await listShelfEvents(manager, range);
    for (const { type, id, body } of events) yield toText({ event: type, id, data: body });
    const last = events.at(-1);
    if (!last || events.length < EVENTS_AT_ONCE) return;
    after = last.createdAt;
  }
}
