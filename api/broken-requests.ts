/** Requests that are not valid HTTP or never complete, and those that Node itself would refuse without a body. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { invalid } from '../contract/errors.js';
import { errorBody } from './errors.js';

/** How long a client has to read the answer and close; after `clientError` closing the socket is up to us. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Handles what Node refuses with a bare status: a missing Host, and an unknown Expect, which may be ignored. */
export function registerBrokenRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (message: IncomingMessage, response) => {
    app.server.emit('request', message, response);
  });
  app.addHook('onRequest', async ({ headers, raw }) => {
    if (headers.host === undefined && raw.httpVersion === '1.1')
      throw invalid('host', 'required', 'host: HTTP/1.1 needs this header');
  });
}

/** Answers on the socket itself and closes it: for the framework there is no request. */
export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const cut = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(cut));
  const body = JSON.stringify(errorBody(refusal(error.code)));
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function refusal(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW') return invalid('headers', 'too_large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return invalid('body', 'timed_out', 'The request took too long.');
  return invalid('body', 'malformed', 'The request cannot be read.');
}
