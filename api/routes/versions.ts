import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { PageQuery, ShelfParams } from '../../contract/common.js';
import { LineQuery } from '../../contract/lines.js';
import { VersionFileParams, VersionList, VersionParams, VersionTree } from '../../contract/version.js';
import {
  findCurrentVersion,
  findNumberedFile,
  findNumberedVersion,
  listVersions,
} from '../../entities/queries/versions.js';
import type { VersionFile } from '../../entities/version-file.js';
import { accountOf } from '../auth.js';
import { requireNumbered, type Content } from '../content.js';
import type { Deps } from '../deps.js';
import { IMMUTABLE, isUnchanged, NOT_MODIFIED, strongTag } from '../etag.js';
import { FILE_REPLY, filePath, sendFile } from '../files.js';
import { foundShelf, requireOpen } from '../gates.js';
import { errorReplies, ETAG_HEADER, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { presentPagination, presentVersion } from '../present.js';
import { sendTree } from '../trees.js';

const ERRORS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');

export function versionRoutes(scope: FastifyInstance, { dataSource }: Deps, content: Content): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const { manager } = dataSource;
  const common = { tags: ['versions'], security: ACCOUNT_SECURITY };

  app.get(
    '/v1/shelves/:id/versions',
    {
      schema: {
        ...common,
        operationId: 'listVersions',
        summary: 'List the versions of a shelf, latest first',
        params: ShelfParams,
        querystring: PageQuery,
        response: { 200: replies('A page of versions.', VersionList), ...ERRORS },
      },
    },
    async (request): Promise<VersionList> => {
      const key = { accountId: accountOf(request).id, shelfPublicId: request.params.id };
      const { shelf } = foundShelf(await findCurrentVersion(manager, key));
      requireOpen('readVersions', shelf.status);
      const { page, limit } = request.query;
      const { versions, total } = await listVersions(manager, { shelfId: shelf.id, page, limit });
      return {
        data: versions.map((version) => presentVersion(version, shelf.publicId)),
        pagination: presentPagination({ page, limit, total }),
      };
    },
  );

  app.get(
    '/v1/shelves/:id/versions/:version/tree',
    {
      schema: {
        ...common,
        operationId: 'getVersionTree',
        summary: 'Read all files of a version at once',
        params: VersionParams,
        response: { 200: replies('The tree.', VersionTree, ETAG_HEADER), 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { id: shelfPublicId, version: versionNumber } = request.params;
      const key = { accountId: accountOf(request).id, shelfPublicId };
      const { shelf, version } = requireNumbered(await findNumberedVersion(manager, { ...key, versionNumber }));
      const tag = strongTag('version tree', shelfPublicId, shelf.name, version.publicId);
      if (isUnchanged(request, reply, tag, IMMUTABLE)) return reply.send();
      const rest = { name: shelf.name, shelfPublicId, versionNumber };
      return sendTree(reply, await content.treeJson(key, version), rest);
    },
  );

  app.get(
    '/v1/shelves/:id/versions/:version/files/*',
    {
      schema: {
        ...common,
        operationId: 'readVersionFile',
        summary: 'Read one file of a version, or some lines of it',
        params: VersionFileParams,
        querystring: LineQuery,
        response: { 200: FILE_REPLY, 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { id: shelfPublicId, version: versionNumber, '*': path } = request.params;
      const key = { accountId: accountOf(request).id, shelfPublicId };
      const found = await findNumberedFile(manager, { ...key, versionNumber, path: filePath(path) });
      const { version } = requireNumbered(found);
      const open = (file: VersionFile) => content.file(key, version, file);
      return sendFile(request, reply, { file: found?.file ?? null, open, cacheControl: IMMUTABLE });
    },
  );
}
