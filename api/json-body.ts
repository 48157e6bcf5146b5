/**
 * JSON bodies that a route reads by itself: the shelf and its status are judged before the first byte of what may be
 * large, and before what is wrong with it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid } from '../contract/errors.js';
import { createTurns } from '../infra/turns.js';
import { accountOf } from './auth.js';
import { NO_PROGRESS_TIMEOUT_MS, readBody } from './uploads/request-body.js';

/** What arrives is kept in memory until it is whole, however slowly it comes; those that wait are left in the network. */
const inTurn = createTurns({ atOnce: 16, maxWaiting: 64, ofOne: { atOnce: 2, maxWaiting: 16 }, what: 'bodies' });

/** The routes of this scope find their bodies unread, whatever their type. */
export function leaveBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** The text of a request's body; empty when there is none. Throws ServiceError 400, and BusyError. */
export function readText(request: FastifyRequest, maxBytes: number): Promise<string> {
  return inTurn(() => gather(request, maxBytes), accountOf(request).id);
}

async function gather({ raw }: FastifyRequest, maxBytes: number): Promise<string> {
  const tooLarge = () => invalid('body', 'too_large', `The body is larger than ${maxBytes} bytes.`, { maxBytes });
  if (Number(raw.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of readBody(raw, NO_PROGRESS_TIMEOUT_MS)) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalid('body', 'invalid_json', 'The body is not UTF-8.');
  }
}

/** What a body says; undefined when it is empty, whatever its type. Throws ServiceError 400. */
export function parseJson({ headers }: FastifyRequest, text: string): unknown {
  if (text.length === 0) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw invalid('content-type', 'unsupported', 'This Content-Type is not understood here.');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid('body', 'invalid_json', 'The body is not valid JSON.');
  }
}
