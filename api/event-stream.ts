/**
 * Server-sent events as a reply. The stream is pulled: a client that does not read stops the generator, and finds the
 * present state when it reads on, so nothing heaps up. A stream ends after a while, and its client connects again: so
 * none outlives its client, or the right to read, for long.
 */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { whenGone } from './long-poll.js';

const LIFETIME_MS = 5 * 60_000;
/** What a client that does not read has to take the end of its stream. */
const END_GRACE_MS = 1_000;

export interface Message {
  event: string;
  /** What the client sends as Last-Event-ID when it connects again. */
  id?: string;
  /** JSON, on one line. */
  data: string;
}

export function toText({ event, id, data }: Message): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`;
}

/** Keeps proxies from taking the connection for dead. */
export const HEARTBEAT = ':\n\n';

export function toRetry(afterMs: number): string {
  return `retry: ${afterMs}\n\n`;
}

interface StreamEnd {
  /** Aborted when the process is told to stop. */
  closing: AbortSignal;
  lifetimeMs?: number;
}

/** Sends what `produce` yields until it returns; it has to return soon after `ended`. */
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
      // nginx would hold messages back
      .header('x-accel-buffering', 'no')
      // an idle connection after the end would keep a process from stopping
      .header('connection', 'close')
      .send(Readable.from(produce(ended), { objectMode: false }))
  );
}
