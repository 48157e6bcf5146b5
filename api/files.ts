/** Replies with one file of a version. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../contract/errors.js';
import type { LineQuery } from '../contract/lines.js';
import type { VersionFile } from '../entities/version-file.js';
import { isUnchanged, strongTag } from './etag.js';
import { readLineRange } from './line-range.js';
import { ETAG_HEADER, rawReply } from './openapi.js';

const FILE_TYPES = { md: 'text/markdown', json: 'application/json', other: 'text/plain' } as const;

const FILE_EXAMPLES = {
  [FILE_TYPES.md]: '---\ntitle: 1 Definitions\npages: [1, 2]\n---\n\n## 1 Definitions\n',
  [FILE_TYPES.json]: { title: 'Supply Agreement' },
  [FILE_TYPES.other]: 'Checked on 2 January.\n',
};

/** Schema of the 200 of routes that use `sendFile`; their query is `LineQuery`. */
export const FILE_REPLY = rawReply('The file as it is, or the lines asked for.', FILE_EXAMPLES, {
  ...ETAG_HEADER,
  'X-Total-Lines': {
    type: 'integer',
    description: 'Lines of the whole file; sent when lines were asked for.',
    example: 640,
  },
  Link: {
    type: 'string',
    description:
      'Where the next lines are: `</v1/shelves/...?offset=201&limit=200>; rel="next"`, relative to this URL.',
    example: '</v1/shelves/shf_0123456789abcdef01234567/files/01-introduction.md?offset=201&limit=200>; rel="next"',
  },
});

/** The path for a look-up; empty, which is no file's path, where no file can have it or Postgres could not compare it. */
export function filePath(path: string): string {
  const plain =
    !/[\0\\]/.test(path) && !path.startsWith('/') && !path.split('/').some((one) => one === '..' || one === '.');
  return plain ? path : '';
}

export function noFile(): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is no such file.', { resource: 'file' });
}

interface FileToSend {
  file: VersionFile | null;
  open: (file: VersionFile) => Promise<Readable | Buffer>;
  cacheControl?: string;
}

/**
 * Sends a file with its headers, or a 304. A range of lines (LineQuery) is a different representation with an entity tag
 * of its own. Throws ServiceError 404 when there is no file.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, open, cacheControl }: FileToSend,
): Promise<FastifyReply> {
  if (!file) throw noFile();
  const { offset, limit } = request.query as LineQuery;
  const isRange = offset !== undefined || limit !== undefined;
  const tag = isRange ? strongTag('lines', file.sha256, String(offset), String(limit)) : `"${file.sha256}"`;
  if (isUnchanged(request, reply, tag, cacheControl)) return reply.send();
  reply
    .header('content-type', `${contentType(file.path)}; charset=utf-8`)
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (isRange) return sendLines(request, reply, await open(file));
  reply.header('content-length', file.sizeBytes);
  // a HEAD has the same headers and reads no object; only for a stream does the framework keep the content length
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await open(file));
}

async function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  source: Readable | Buffer,
): Promise<FastifyReply> {
  const { offset = 1, limit = Number.POSITIVE_INFINITY } = request.query as LineQuery;
  const { body, totalLines } = await readLineRange(Buffer.isBuffer(source) ? [source] : source, offset, limit);
  reply.header('x-total-lines', String(totalLines));
  const next = offset + limit;
  if (next <= totalLines) reply.header('link', `<${pathAsSent(request)}?offset=${next}&limit=${limit}>; rel="next"`);
  return reply.send(body);
}

/** The path in the client's own encoding, except characters that would end a link; without a host, which proxies change. */
function pathAsSent({ raw }: FastifyRequest): string {
  const [path = ''] = (raw.url ?? '').split(/[?#]/);
  return path.replace(/[<>"]/g, (sign) => encodeURIComponent(sign));
}

function contentType(path: string): string {
  if (path.endsWith('.md')) return FILE_TYPES.md;
  return path.endsWith('.json') ? FILE_TYPES.json : FILE_TYPES.other;
}
