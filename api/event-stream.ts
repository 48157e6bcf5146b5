/**
 * Server-sent events as a reply. The stream is pulled: a client that does not read pauses the generator and gets the
 * current state when it reads again, so nothing is buffered. A stream ends after some minutes and its client reconnects,
 * so that no stream outlives its client, or the right to read, for long.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { whenGone } from './long-poll.js';

const LIFETIME_MS = 5 * 60_000;
/** Time for a slow client to read the end of its stream. */
const END_GRACE_MS = 1_000;

export interface Message {
  event: string;
  /** What the client sends as Last-Event-ID when it reconnects. */
  id?: string;
  /** JSON, on one line. */
  data: string;
}

export function toText({ event, id, data }: Message): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`;
}

/** Keeps proxies from closing the connection as idle. */
export const HEARTBEAT = ':\n\n';

export function toRetry(afterMs: number): string {
  return `retry: ${afterMs}\n\n`;
}

interface StreamEnd {
  /** Aborted when the process is stopping. */
  closing: AbortSignal;
  lifetimeMs?: number;
}

/** Sends what `produce` yields until it returns; it has to return soon after `ended` aborts. */
export function sendEvents(
  reply: FastifyReply,
  { closing, lifetimeMs = LIFETIME_MS }: StreamEnd,
  produce: (ended: AbortSignal) => AsyncGenerator<string>,
): FastifyReply {
  const ended = AbortSignal.any([whenGone(reply), closing, AbortSignal.timeout(lifetimeMs)]);
  ended.addEventListener('abort', () => setTimeout(cutUnlessDone, END_GRACE_MS), { once: true });
  function cutUnlessDone() {
    if (!reply.raw.writableFinished) reply.raw.destroy();
  }
  return (
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      // nginx would buffer messages
      .header('x-accel-buffering', 'no')
      // a connection that is idle after the end would delay the stop of a process
      .header('connection', 'close')
      .send(Readable.from(produce(ended), { objectMode: false }))
  );
}
