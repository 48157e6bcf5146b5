/**
 * The parts of a multipart form in the order sent, as @fastify/multipart parses them while they arrive. Each is a pulled
 * stream, so that the reader sets the pace.
 */
import { Readable } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid } from '../../contract/errors.js';
import { MAX_UPLOAD_BYTES } from '../../contract/vocabulary.js';
import { NO_PROGRESS_TIMEOUT_MS, readBody } from './request-body.js';
import type { Upload } from './upload-slots.js';

/** Far more than clients send; unknown fields are read and ignored, up to this number. */
export const MAX_PARTS = 50;

export interface Part {
  name: string;
  /** The last segment of the file name; null when the part is not a file. */
  fileName: string | null;
  /** Lower case, without parameters; `text/plain` by default. */
  contentType: string;
  /** Has to be read to its end before the next part. Throws what readParts throws. */
  body: AsyncIterable<Buffer>;
}

/** Lets the routes of `app` accept forms, which they read with readParts. */
export async function registerForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    // fields are read as streams, too: the plugin would buffer a whole field before it says that it is too large, and
    // refuse the form when a field claims to be JSON and is not
    isPartAFile: () => true,
    throwFileSizeLimit: false,
    limits: { parts: MAX_PARTS, fileSize: MAX_UPLOAD_BYTES },
  });
}

/**
 * Yields the parts. What follows the last boundary stays unread, as does the rest of a form whose reader stops early.
 * Throws ServiceError 400, or an error of the plugin that api/errors.ts maps.
 */
export async function* readParts(request: FastifyRequest, upload: Upload): AsyncGenerator<Part> {
  const { headers } = request.raw;
  if (!request.isMultipart() || !/;\s*boundary="?[^";\s]/i.test(headers['content-type'] ?? ''))
    throw invalid('content-type', 'unsupported', 'The request must be multipart/form-data with a boundary.');
  const body = Readable.from(readBody(request.raw, NO_PROGRESS_TIMEOUT_MS, { transfer: upload }), {
    objectMode: false,
  });
  // the plugin reads `raw`; through this body it also notices a stalled client, and it does not touch the connection
  const reading = Object.create(request, { raw: { value: Object.assign(body, { headers }) } }) as FastifyRequest;
  try {
    for await (const part of reading.parts()) if (part.type === 'file') yield toPart(part);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    // releases the connection, so that the rest can be dropped (lingering.ts)
    body.destroy();
  }
}

function toPart({ fieldname, filename, mimetype, file }: MultipartFile): Part {
  const name = fieldname as string | undefined;
  if (name === undefined) throw malformed('A part has no name');
  const tooLarge = () => invalid(name, 'too_large', `${name}: larger than 300 MB`, { maxBytes: MAX_UPLOAD_BYTES });
  // beyond its limit the plugin drops the rest of a part and ends it as if it were complete
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
 * Decodes what clients make of file names. Browsers write a quote as %22. .NET sends non-ASCII names as `filename*`, with
 * an RFC 2047 word as `filename` before it, and the parser uses the latter when the field's name is quoted; it
 * does not recognise folders in such a word.
 */
function asMeant(fileName: string): string {
  const [, word] = /^=\?utf-8\?B\?([A-Za-z0-9+/]+=*)\?=$/i.exec(fileName) ?? [];
  return word === undefined
    ? fileName.replaceAll('%22', '"')
    : Buffer.from(word, 'base64')
        .toString('utf8')
        .replace(/^.*[/\\]/s, '');
}

/** The parser throws plain errors when the form breaks off or is malformed. */
function asRefusal(error: unknown): unknown {
  const { name, code } = error as { name?: string; code?: string };
  if (name !== 'Error' || code !== undefined) return error;
  // its message is the library's: only for the log
  return Object.assign(malformed('The form cannot be read, or ends early.'), { cause: error });
}

function malformed(message: string) {
  return invalid('body', 'malformed_multipart', message);
}
