import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { FileParams, Listing, Tree } from '../../contract/content.js';
import { ServiceError } from '../../contract/errors.js';
import { findCurrentFile, findCurrentVersion, listVersionFiles } from '../../entities/queries/versions.js';
import { accountOf } from '../auth.js';
import { requireContent, type Content } from '../content.js';
import type { Deps } from '../deps.js';
import { isUnchanged, strongTag } from '../etag.js';
import { errorReplies, ETAG_HEADER, KEY_SECURITY, rawReply, reply as replies } from '../openapi.js';

const ERRORS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');
const NOT_MODIFIED = { type: 'null', description: 'The client has it already (If-None-Match).' };
const FILE_TYPES = { md: 'text/markdown', json: 'application/json', other: 'text/plain' } as const;

export function contentRoutes(scope: FastifyInstance, { dataSource }: Deps, content: Content): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const common = { tags: ['content'], security: KEY_SECURITY };

  app.get(
    '/v1/shelves/:id/listing',
    {
      schema: {
        ...common,
        summary: "List the paths of a shelf's files",
        params: ShelfParams,
        response: { 200: replies('The paths.', Listing, ETAG_HEADER), 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, shelfPublicId: request.params.id };
      const { shelf, version } = requireContent(await findCurrentVersion(dataSource.manager, key));
      if (isUnchanged(request, reply, strongTag('listing', shelf.publicId, shelf.name, version.publicId)))
        return reply.send();
      const files = await listVersionFiles(dataSource.manager, version.id);
      const listing: Listing = {
        fileCount: files.length,
        name: shelf.name,
        paths: files.map(({ path }) => path),
        shelfPublicId: shelf.publicId,
      };
      return listing;
    },
  );

  app.get(
    '/v1/shelves/:id/tree',
    {
      schema: {
        ...common,
        summary: 'Read all files of a shelf at once',
        params: ShelfParams,
        response: { 200: replies('The tree.', Tree, ETAG_HEADER), 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, shelfPublicId: request.params.id };
      const { shelf, version } = requireContent(await findCurrentVersion(dataSource.manager, key));
      if (isUnchanged(request, reply, strongTag('tree', shelf.publicId, shelf.name, version.archiveSha256)))
        return reply.send();
      const files = await content.tree(key, version);
      const tree: Tree = {
        fileCount: files.size,
        files: Object.fromEntries(files),
        name: shelf.name,
        shelfPublicId: shelf.publicId,
      };
      return tree;
    },
  );

  app.get(
    '/v1/shelves/:id/files/*',
    {
      schema: {
        ...common,
        summary: 'Read one file of a shelf',
        params: FileParams,
        response: {
          200: rawReply('The file as it is.', Object.values(FILE_TYPES), ETAG_HEADER),
          304: NOT_MODIFIED,
          ...ERRORS,
        },
      },
    },
    async (request, reply) => {
      const { id: shelfPublicId, '*': path } = request.params;
      const key = { accountId: accountOf(request).id, shelfPublicId, path: isPlain(path) ? path : '' };
      const current = await findCurrentFile(dataSource.manager, key);
      const { version } = requireContent(current);
      const file = current?.file;
      if (!file) throw new ServiceError('NOT_FOUND', 'There is no such file.');
      if (isUnchanged(request, reply, `"${file.sha256}"`)) return reply.send();
      reply
        .header('content-type', `${contentType(path)}; charset=utf-8`)
        .header('content-length', file.sizeBytes)
        .header('content-security-policy', "default-src 'none'; sandbox");
      // a HEAD has the same headers and needs no object; only of a stream does the framework keep the length
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      return reply.send(await content.file(key, version, path));
    },
  );
}

/** False for paths that no file has and that PostgreSQL could not compare. */
function isPlain(path: string): boolean {
  return !/[\0\\]/.test(path) && !path.startsWith('/') && !path.split('/').some((one) => one === '..' || one === '.');
}

function contentType(path: string): string {
  if (path.endsWith('.md')) return FILE_TYPES.md;
  return path.endsWith('.json') ? FILE_TYPES.json : FILE_TYPES.other;
}
