import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { ArchiveDescriptor, ArchiveGenerating, ArchiveQuery } from '../../contract/content.js';
import { findCurrentVersion } from '../../entities/queries/versions.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { foundShelf, requireOpen } from '../gates.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { refusalOf } from '../store-refusals.js';

const RETRY_AFTER_SECONDS = 5;

export function archiveRoutes(scope: FastifyInstance, { dataSource, storage }: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  app.get(
    '/v1/shelves/:id/archive-url',
    {
      schema: {
        tags: ['content'],
        operationId: 'getArchiveUrl',
        summary: 'Get a URL that serves a shelf as .tar.gz',
        security: ACCOUNT_SECURITY,
        params: ShelfParams,
        querystring: ArchiveQuery,
        response: {
          200: replies('The archive.', ArchiveDescriptor),
          202: replies('The archive is being built: ask again.', ArchiveGenerating),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply): Promise<ArchiveDescriptor | ArchiveGenerating> => {
      const key = { accountId: accountOf(request).id, shelfPublicId: request.params.id };
      const { shelf, version } = foundShelf(await findCurrentVersion(dataSource.manager, key));
      requireOpen('readContent', shelf.status);
      reply.header('cache-control', 'no-store');
      if (!version) {
        reply.code(202);
        return { status: 'generating', retryAfter: RETRY_AFTER_SECONDS };
      }
      const { ttl } = request.query;
      // the signature's time is a whole second
      const expiresAt = new Date((Math.floor(Date.now() / 1000) + ttl) * 1000);
      const fileName = `${shelf.publicId}.tar.gz`;
      const url = await storage.presignGet(version.archiveKey, ttl, { fileName }).catch(refusalOf('archive'));
      return {
        url,
        expiresAt: expiresAt.toISOString(),
        sha256: version.archiveSha256,
        sizeBytes: version.archiveSizeBytes,
        version: version.archiveBuiltAt.toISOString(),
      };
    },
  );
}
