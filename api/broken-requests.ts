/** Requests that are no HTTP, or never become whole: the framework has no request for them, only a socket. */
import type { Socket } from 'node:net';
import { invalid } from '../contract/errors.js';
import { errorBody } from './errors.js';

/** Answers on the bare socket and closes it. */
export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
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
