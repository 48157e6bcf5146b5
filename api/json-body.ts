/**
 * Reads JSON bodies within limits of size and time. Some routes read their own: they check the shelf and its status before
 * the first byte of a body that may be large, and before reporting what is wrong with it.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid } from '../contract/errors.js';
import { accountOf } from './auth.js';
import { createSlots, type Transfer } from './slots.js';
import { NO_PROGRESS_TIMEOUT_MS, readBody } from './uploads/request-body.js';

/** What a client can send many of at once: for a small body there is no queue. */
const SMALL = { maxBytes: 64 * 1024, maxMs: 60_000 };
/**
 * Larger bodies in memory until they are complete. While one waits for its slot, the rest of it stays in the network, and
 * a slow one is evicted before the wait times out.
 */
const LARGE = {
  permits: 16,
  maxWaiting: 512,
  perOwner: { permits: 2, maxWaiting: 16 },
  maxWaitMs: 30_000,
  what: 'bodies',
  evictBelow: { bytesPerSecond: 1_000_000, afterMs: 10_000 },
  reason: 'body_too_slow',
};
const large = createSlots(LARGE);

/** How long a body may hold its slot: enough for 32 MiB over a slow line. */
const MAX_HELD_MS = 10 * 60_000;

interface Bounds {
  maxBytes: number;
  /** From the first byte to the last, however steadily they come. */
  maxMs: number;
}

/** The routes of this scope read their bodies themselves, whatever the content type. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/**
 * Reads the text of a request's body; empty when there is none. Throws ServiceError 400 and 503, BusyError, and what
 * `onLarge` throws, which is called once for a body that is not small, as soon as that is known.
 */
export async function readText(
  request: FastifyRequest,
  maxBytes: number,
  onLarge: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  const isLarge = statedBytes(request.raw) > SMALL.maxBytes;
  if (isLarge) await onLarge();
  const body = gather(request.raw, maxBytes);
  if (await body.read({ maxMs: SMALL.maxMs, enoughBytes: SMALL.maxBytes })) return body.text();
  if (!isLarge) await onLarge();
  await large.run(accountOf(request).id, (transfer) => body.read({ maxMs: MAX_HELD_MS, transfer }));
  return body.text();
}

/** Reads the text of a body; one that is too large is refused as soon as that is known. Throws ServiceError 400. */
export async function readWhole(raw: IncomingMessage, { maxBytes, maxMs }: Bounds): Promise<string> {
  const body = gather(raw, maxBytes);
  await body.read({ maxMs });
  return body.text();
}

const statedBytes = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** Gathers a body of up to `maxBytes` in memory. Its functions throw ServiceError 400. */
function gather(raw: IncomingMessage, maxBytes: number) {
  const tooLarge = () => invalid('body', 'too_large', `The body is larger than ${maxBytes} bytes.`, { maxBytes });
  if (statedBytes(raw) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  return {
    /** Returns whether the body has ended: it may continue when more than `enoughBytes` have arrived. */
    async read({ maxMs, enoughBytes = Infinity, transfer }: Reading): Promise<boolean> {
      const begun = performance.now();
      for await (const chunk of readBody(raw, NO_PROGRESS_TIMEOUT_MS, { transfer })) {
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) throw tooLarge();
        if (performance.now() - begun > maxMs)
          throw invalid('body', 'timed_out', `The body took more than ${maxMs / 1000} seconds.`);
        chunks.push(chunk);
        if (sizeBytes > enoughBytes) return false;
      }
      return true;
    },
    text(): string {
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
      } catch {
        throw invalid('body', 'invalid_json', 'The body is not UTF-8.');
      }
    },
  };
}

interface Reading {
  maxMs: number;
  enoughBytes?: number;
  /** If given, the transfer must reach the least speed. */
  transfer?: Transfer;
}

export function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
}

/** Of one body: some 60 ms. Ten times as many operations as a review takes still get an answer that says what is wrong. */
const MAX_VALUES = 100_000;

/**
 * Parses a body; undefined when it is empty, whatever its content type. Throws ServiceError 400, also for one of more
 * values than `maxValues`: all requests wait while it is parsed, and a few bytes make a value.
 */
export function parseJson({ headers }: FastifyRequest, text: string, maxValues = MAX_VALUES): unknown {
  if (text.length === 0) return undefined;
  if (!isJson(headers)) throw invalid('content-type', 'unsupported', 'This Content-Type is not understood here.');
  refuseManyValues(text, maxValues);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid('body', 'invalid_json', 'The body is not valid JSON.');
  }
}

/** Throws ServiceError 400 for a JSON text of more values, before it is parsed. */
export function refuseManyValues(text: string, maxValues = MAX_VALUES): void {
  if (hasMoreValues(text, maxValues))
    throw invalid('body', 'too_many_values', `The body has more than ${maxValues} values.`, { maxValues });
}

/** Counts what begins or separates values outside of strings, without making any of them. */
function hasMoreValues(text: string, max: number): boolean {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if ((char === ',' || char === '{' || char === '[') && ++count > max) return true;
  }
  return false;
}

/** The index of the quote that ends the string whose first quote is at `start`; the text's length if none does. */
function endOfString(text: string, start: number): number {
  let at = start;
  do {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
  } while (isEscaped(text, at));
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
