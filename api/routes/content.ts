import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { FileParams, Listing, Tree } from '../../contract/content.js';
import { LineQuery } from '../../contract/lines.js';
import { findCurrentFile, findCurrentVersion, listVersionPaths } from '../../entities/queries/versions.js';
import type { VersionFile } from '../../entities/version-file.js';
import { accountOf } from '../auth.js';
import { requireContent, type Content } from '../content.js';
import type { Deps } from '../deps.js';
import { isUnchanged, NOT_MODIFIED, strongTag } from '../etag.js';
import { FILE_REPLY, filePath, sendFile } from '../files.js';
import { errorReplies, ETAG_HEADER, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { sendTree } from '../trees.js';

const ERRORS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');

export function contentRoutes(scope: FastifyInstance, { dataSource }: Deps, content: Content): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const common = { tags: ['content'], security: ACCOUNT_SECURITY };

  app.get(
    '/v1/shelves/:id/listing',
    {
      schema: {
        ...common,
        operationId: 'listFiles',
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
      const paths = await listVersionPaths(dataSource.manager, version.id);
      const listing: Listing = { fileCount: paths.length, name: shelf.name, paths, shelfPublicId: shelf.publicId };
      return listing;
    },
  );

  app.get(
    '/v1/shelves/:id/tree',
    {
      schema: {
        ...common,
        operationId: 'getTree',
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
      return sendTree(reply, await content.treeJson(key, version), {
        name: shelf.name,
        shelfPublicId: shelf.publicId,
      });
    },
  );

  app.get(
    '/v1/shelves/:id/files/*',
    {
      schema: {
        ...common,
        operationId: 'readFile',
        summary: 'Read one file of a shelf, or some lines of it',
        params: FileParams,
        querystring: LineQuery,
        response: { 200: FILE_REPLY, 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { id: shelfPublicId, '*': path } = request.params;
      const key = { accountId: accountOf(request).id, shelfPublicId, path: filePath(path) };
      const current = await findCurrentFile(dataSource.manager, key);
      const { version } = requireContent(current);
      const open = (file: VersionFile) => content.file(key, version, file);
      return sendFile(request, reply, { file: current?.file ?? null, open });
    },
  );
}
