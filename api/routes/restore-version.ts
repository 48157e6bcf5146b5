import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ServiceError } from '../../contract/errors.js';
import { Shelf } from '../../contract/shelf.js';
import { VersionParams } from '../../contract/version.js';
import { claimVersionRestore, RestoresError } from '../../entities/queries/claims.js';
import { accountOf } from '../auth.js';
import { noVersion } from '../content.js';
import type { Deps } from '../deps.js';
import { claimedShelf } from '../gates.js';
import { errorReplies, reply as replies, SESSION_SECURITY } from '../openapi.js';
import { presentShelf } from '../present.js';

/** An earlier version published again; for sessions only. */
export function restoreVersionRoute(scope: FastifyInstance, { dataSource, workflows }: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();

  app.post(
    '/v1/dashboard/shelves/:id/versions/:version/restore',
    {
      schema: {
        tags: ['versions'],
        security: SESSION_SECURITY,
        operationId: 'restoreVersion',
        summary: 'Publish an earlier version again',
        description: [
          'What the version holds, its PDF included, becomes the next version, and no version changes. Event: `shelf.ready`. Search over all shelves finds it within a minute or so.',
          'Of the version that the shelf holds already: 409 `is_current`. The 21st restore of a shelf within 24 hours is 429 with the limit `version-restores`.',
        ].join('\n\n'),
        params: VersionParams,
        response: {
          200: replies('The shelf, in `ready`.', Shelf),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply): Promise<Shelf> => {
      const { id: publicId, version: versionNumber } = request.params;
      const account = accountOf(request);
      const key = { accountId: account.id, publicId, requestId: request.id, versionNumber };
      const { claim, deliveries } = await claimVersionRestore(dataSource.manager, key).catch((err: unknown) => {
        throw err instanceof RestoresError ? tooManyRestores(reply, err) : err;
      });
      if (claim.outcome === 'no_version') throw noVersion();
      const shelf = claimedShelf(claim);
      await Promise.all(deliveries.map((delivery) => workflows.startDelivery(delivery, request.id)));
      return presentShelf(shelf, account.publicId);
    },
  );
}

function tooManyRestores(reply: FastifyReply, { max, waitSeconds }: RestoresError): ServiceError {
  reply.header('retry-after', String(waitSeconds));
  const details = { limit: 'version-restores', max, windowSeconds: 24 * 3600 };
  return new ServiceError('RATE_LIMITED', `A shelf can be restored to ${max} versions a day.`, details);
}
