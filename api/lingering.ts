/**
 * Lingering close, for answers that are sent before the request's body has been read. Closing at once would reset the
 * connection, and a client that is still sending would lose the answer. So the whole answer is sent, and the rest of the
 * body is read and dropped for a while before the connection is closed.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../contract/vocabulary.js';

/** How much is dropped at most: the size of the largest upload. */
const MAX_DROPPED_BYTES = MAX_UPLOAD_BYTES;
const IDLE_TIMEOUT_MS = 10_000;
const DROP_TIMEOUT_MS = 10 * 60_000;

export function registerLingering(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || !hasUnreadBody(request.raw)) return payload;
    reply.header('connection', 'close').header('content-length', Buffer.byteLength(payload));
    return Readable.from(answerAndDrop(payload, request.raw), { objectMode: false });
  });
  delayContinue(app);
}

/** Clients that send `Expect: 100-continue` get the 100 only when the request has passed its first checks. */
function delayContinue(app: FastifyInstance): void {
  const waiting = new WeakSet<IncomingMessage>();
  app.server.on('checkContinue', (message: IncomingMessage, response) => {
    waiting.add(message);
    app.server.emit('request', message, response);
  });
  app.addHook('preParsing', async (request, reply) => {
    if (waiting.delete(request.raw)) reply.raw.writeContinue();
  });
}

function hasUnreadBody(message: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = message.headers;
  // `complete` is undefined for injected requests, whose body is always complete
  return message.complete === false && (encoding !== undefined || Number(length ?? 0) > 0);
}

async function* answerAndDrop(payload: string, message: IncomingMessage): AsyncGenerator<Buffer> {
  yield Buffer.from(payload);
  await dropRest(message);
}

/** Resolves when the body has ended, the client is gone, or one of the limits is reached. */
function dropRest(message: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (message.complete || message.destroyed) return resolve();
    let dropped = 0;
    const idle = setTimeout(done, IDLE_TIMEOUT_MS);
    const deadline = setTimeout(done, DROP_TIMEOUT_MS);
    function onData(chunk: Buffer) {
      idle.refresh();
      dropped += chunk.length;
      if (dropped > MAX_DROPPED_BYTES) done();
    }
    function done() {
      clearTimeout(idle);
      clearTimeout(deadline);
      message.off('data', onData).pause();
      resolve();
    }
    message.on('end', done).on('close', done).on('error', done).on('data', onData).resume();
  });
}
