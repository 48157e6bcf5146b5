/** Long polling (`?wait=`): a read that is answered when the shelf has changed. */
import type { FastifyReply } from 'fastify';
import { invalid, ServiceError } from '../contract/errors.js';
import type { WaitQuery } from '../contract/shelf.js';
import { isProcessing } from '../entities/queries/runs.js';
import type { Shelf } from '../entities/shelf.js';
import { PROGRESS_EVERY_MS, type Changes } from './changes.js';

/** Parses the query; null without `wait`. Throws ServiceError 400. */
export function readWait({ wait, since }: WaitQuery): { waitMs: number; since: Date | null } | null {
  const time = since === undefined ? null : readTime('since', since);
  return wait === undefined ? null : { waitMs: wait * 1000, since: time };
}

/** Parses a time that has the right form by its schema, but may not exist, such as a leap second. */
export function readTime(field: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw invalid(field, 'invalid_format', `${field}: not a time`);
  return time;
}

interface Waiting {
  changes: Changes;
  reply: FastifyReply;
  /** Reads the shelf again; null when it is gone. */
  reread: () => Promise<Shelf | null>;
}

/** The shelf after the wait; null when it has been deleted in the meantime. */
export async function afterWait(
  shelf: Shelf,
  { waitMs, since }: { waitMs: number; since: Date | null },
  { changes, reply, reread }: Waiting,
): Promise<Shelf | null> {
  if (!isProcessing(shelf.status)) return shelf;
  // a client that has just had an answer waits for the next second, so that it polls no more often while work is in progress
  if (since && shelf.updatedAt > since && Date.now() - since.getTime() >= PROGRESS_EVERY_MS) return shelf;
  const gone = whenGone(reply);
  const change = await changes.next(
    { shelfId: shelf.id, seen: since ?? shelf.updatedAt, notBefore: performance.now() + PROGRESS_EVERY_MS },
    AbortSignal.any([gone, AbortSignal.timeout(waitMs)]),
  );
  if (change.kind === 'changed') return change.shelf;
  if (change.kind === 'deleted') return null;
  return gone.aborted ? shelf : reread();
}

/** Aborted when the reply has been sent or its client has gone away; the reason is a ServiceError that nobody will read. */
export function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(new ServiceError('SERVICE_UNAVAILABLE')));
  return gone.signal;
}
