import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Credentials, CredentialsParams, CredentialsQuery } from '../../contract/credentials.js';
import { findPublicId } from '../../entities/queries/shelves.js';
import { findCurrentVersion } from '../../entities/queries/versions.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { foundShelf, notOpen, requireOpen } from '../gates.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { refusalOf } from '../store-refusals.js';

const STS_TIMEOUT_MS = 10_000;

export function credentialRoutes(scope: FastifyInstance, { dataSource: { manager }, storage }: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  app.get(
    '/api/shelves/:id/creds',
    {
      schema: {
        tags: ['content'],
        operationId: 'getCredentials',
        summary: "Get temporary credentials that read a shelf's files from the object store",
        security: ACCOUNT_SECURITY,
        params: CredentialsParams,
        querystring: CredentialsQuery,
        response: {
          200: replies('The credentials.', Credentials),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply): Promise<Credentials> => {
      const { id } = request.params;
      const accountId = accountOf(request).id;
      const shelfPublicId = id.startsWith('shf_') ? id : foundShelf(await findPublicId(manager, { accountId, id }));
      const { shelf, version } = foundShelf(await findCurrentVersion(manager, { accountId, shelfPublicId }));
      requireOpen('readVersions', shelf.status);
      if (!version) throw notOpen(shelf.status);
      const signal = AbortSignal.timeout(STS_TIMEOUT_MS);
      const issued = await storage
        .readCredentials(version.prefix, request.query.ttl, signal)
        .catch(refusalOf('credentials'));
      reply.header('cache-control', 'no-store');
      return { ...issued, expiresAt: issued.expiresAt.toISOString() };
    },
  );
}
