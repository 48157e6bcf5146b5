/**
 * The parts of a multipart form in the order sent, as @fastify/multipart reads them while they arrive. Each is a stream
 * that is pulled, so that whoever reads it sets the pace.
 */
import { Readable } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid } from '../../contract/errors.js';
import { MAX_UPLOAD_BYTES } from '../../contract/vocabulary.js';
import { NO_PROGRESS_TIMEOUT_MS, readBody } from './request-body.js';

/** Far more than clients send; unknown fields are read and ignored, but not without end. */
export const MAX_PARTS = 50;

export interface Part {
  name: string;
  /** The last segment of the name sent; null when the part is no file. */
  fileName: string | null;
  /** Lower case, without parameters; `text/plain` when not said. */
  contentType: string;
  /** To be read to its end before the next part is asked for. Throws what readParts throws. */
  body: AsyncIterable<Buffer>;
}

/** Makes the routes of `app` take forms, which they read by readParts. */
export async function registerForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    // fields as well are read as streams: the plugin would gather a field to its end before it says that it is too large,
    // and refuse the whole form when one calls itself JSON and is none
    isPartAFile: () => true,
    throwFileSizeLimit: false,
    limits: { parts: MAX_PARTS, fileSize: MAX_UPLOAD_BYTES },
  });
}

/**
 * What follows the last boundary is left unread, and so is the rest of a form whose reader stops earlier. Throws
 * ServiceError 400, or an error of the plugin that api/errors.ts knows.
 */
export async function* readParts(request: FastifyRequest): AsyncGenerator<Part> {
  const { headers } = request.raw;
  if (!request.isMultipart() || !/;\s*boundary="?[^";\s]/i.test(headers['content-type'] ?? ''))
    throw invalid('content-type', 'unsupported', 'The request must be multipart/form-data with a boundary.');
  const body = Readable.from(readBody(request.raw, NO_PROGRESS_TIMEOUT_MS), { objectMode: false });
  // the plugin reads `raw`; given this instead, it sees a stalled client too, and leaves the connection to others
  const reading = Object.create(request, { raw: { value: Object.assign(body, { headers }) } }) as FastifyRequest;
  try {
    for await (const part of reading.parts()) if (part.type === 'file') yield toPart(part);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    // frees the connection for whoever reads the rest
    body.destroy();
  }
}

function toPart({ fieldname, filename, mimetype, file }: MultipartFile): Part {
  const name = fieldname as string | undefined;
  if (name === undefined) throw malformed('A part has no name');
  const tooLarge = () => invalid(name, 'too_large', `${name}: larger than 300 MB`, { maxBytes: MAX_UPLOAD_BYTES });
  // at its limit a part is read on and dropped, and then ends as if it were whole
  file.once('limit', () => file.destroy(tooLarge()));
  async function* readFile(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of file) yield chunk as Buffer;
    } catch (error) {
      throw asRefusal(error);
    }
    if (file.truncated) throw tooLarge();
  }
  const fileName = filename as string | undefined;
  return { name, fileName: fileName === undefined ? null : asMeant(fileName), contentType: mimetype, body: readFile() };
}

/**
 * Browsers write a quote as %22. .NET sends names beyond ASCII as `filename*`, but an RFC 2047 word as `filename` before
 * it, and the parser takes that one when the field's name is quoted.
 */
function asMeant(fileName: string): string {
  const [, word] = /^=\?utf-8\?B\?([A-Za-z0-9+/]+=*)\?=$/i.exec(fileName) ?? [];
  return word === undefined ? fileName.replaceAll('%22', '"') : Buffer.from(word, 'base64').toString('utf8');
}

/** The parser's own errors are plain ones: the form breaks off, or its frame is broken. */
function asRefusal(error: unknown): unknown {
  const { name, code, message } = error as { name?: string; code?: string; message: string };
  return name === 'Error' && code === undefined ? Object.assign(malformed(message), { cause: error }) : error;
}

function malformed(message: string) {
  return invalid('body', 'malformed_multipart', message);
}
