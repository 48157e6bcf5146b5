/** The reply that is one file of a version, whichever way the version was found. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../contract/errors.js';
import type { VersionFile } from '../entities/version-file.js';
import { isUnchanged } from './etag.js';
import { ETAG_HEADER, rawReply } from './openapi.js';

const FILE_TYPES = { md: 'text/markdown', json: 'application/json', other: 'text/plain' } as const;

export const FILE_REPLY = rawReply('The file as it is.', Object.values(FILE_TYPES), ETAG_HEADER);

/** A path as PostgreSQL can compare it; empty, which no file's path is, where no file can have it. */
export function filePath(path: string): string {
  const plain =
    !/[\0\\]/.test(path) && !path.startsWith('/') && !path.split('/').some((one) => one === '..' || one === '.');
  return plain ? path : '';
}

/** Sends a file with its headers, or a 304. Throws ServiceError 404 when there is none. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, open, cacheControl }: { file: VersionFile | null; open: () => Promise<Readable>; cacheControl?: string },
): Promise<FastifyReply> {
  if (!file) throw new ServiceError('NOT_FOUND', 'There is no such file.');
  if (isUnchanged(request, reply, `"${file.sha256}"`, cacheControl)) return reply.send();
  reply
    .header('content-type', `${contentType(file.path)}; charset=utf-8`)
    .header('content-length', file.sizeBytes)
    .header('content-security-policy', "default-src 'none'; sandbox");
  // a HEAD has the same headers and needs no object; only of a stream does the framework keep the length
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await open());
}

function contentType(path: string): string {
  if (path.endsWith('.md')) return FILE_TYPES.md;
  return path.endsWith('.json') ? FILE_TYPES.json : FILE_TYPES.other;
}
