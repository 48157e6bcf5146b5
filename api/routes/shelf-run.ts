import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { ShelfRun } from '../../contract/dashboard.js';
import { findShelf } from '../../entities/queries/shelves.js';
import { runAddress } from '../../infra/temporal-ui.js';
import { shelfRunId } from '../../workflows/starts.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { foundShelf } from '../gates.js';
import { errorReplies, reply as replies, SESSION_SECURITY } from '../openapi.js';

/** Identifies the run of a shelf in Temporal and in the logs, for support requests; for sessions only. */
export function shelfRunRoute(scope: FastifyInstance, { dataSource, config }: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/v1/dashboard/shelves/:id/run',
    {
      schema: {
        tags: ['dashboard'],
        security: SESSION_SECURITY,
        operationId: 'getShelfRun',
        summary: 'Where the latest work on a shelf is logged',
        params: ShelfParams,
        response: {
          200: replies('The run.', ShelfRun),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'RATE_LIMITED'),
        },
      },
    },
    async (request): Promise<ShelfRun> => {
      const key = { accountId: accountOf(request).id, publicId: request.params.id };
      const { publicId, run, requestId } = foundShelf(await findShelf(dataSource.manager, key));
      const { temporalUiUrl, temporal, webAppTemporalLinks } = config;
      const temporalUrl =
        temporalUiUrl === null || !webAppTemporalLinks
          ? null
          : runAddress(temporalUiUrl, temporal.namespace, shelfRunId(publicId, run));
      return { requestId, temporalUrl };
    },
  );
}
