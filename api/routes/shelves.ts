import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams, Success } from '../../contract/common.js';
import { ServiceError } from '../../contract/errors.js';
import { ShelfQuery } from '../../contract/shelf-list.js';
import { Shelf, ShelfList, WaitQuery } from '../../contract/shelf.js';
import type { ShelfStatus } from '../../contract/vocabulary.js';
import { listShelves, type ShelfFilter } from '../../entities/queries/shelf-list.js';
import { claimDelete, findShelf } from '../../entities/queries/shelves.js';
import { accountOf, isStillAuthorized } from '../auth.js';
import type { Changes } from '../changes.js';
import type { Deps } from '../deps.js';
import { foundShelf } from '../gates.js';
import { readText } from '../input.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { presentPagination, presentShelf } from '../present.js';
import { afterWait, readTime, readWait } from '../long-poll.js';

export function shelfRoutes(scope: FastifyInstance, deps: Deps, changes: Changes): void {
  const { dataSource, workflows } = deps;
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const tags = ['shelves'];

  app.get(
    '/v1/shelves',
    {
      schema: {
        tags,
        operationId: 'listShelves',
        summary: 'List shelves, newest first',
        description: 'All filters given have to hold. Parameters that are not named here are refused.',
        security: ACCOUNT_SECURITY,
        querystring: ShelfQuery,
        response: {
          200: replies('A page of shelves.', ShelfList),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'RATE_LIMITED'),
        },
      },
    },
    async (request): Promise<ShelfList> => {
      const account = accountOf(request);
      const { page, limit, sort } = request.query;
      const wanted = { accountId: account.id, sort, page, limit, ...readFilter(request.query) };
      const { shelves, total } = await listShelves(dataSource.manager, wanted);
      return {
        data: shelves.map((shelf) => presentShelf(shelf, account.publicId)),
        pagination: presentPagination({ page, limit, total }),
      };
    },
  );

  app.get(
    '/v1/shelves/:id',
    {
      schema: {
        tags,
        operationId: 'getShelf',
        summary: 'Read a shelf, with `wait` when it has changed',
        description: 'However long it waits, it counts as one read.',
        security: ACCOUNT_SECURITY,
        params: ShelfParams,
        querystring: WaitQuery,
        response: {
          200: replies('The shelf.', Shelf),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply): Promise<Shelf> => {
      const account = accountOf(request);
      const wait = readWait(request.query);
      const read = () => findShelf(dataSource.manager, { accountId: account.id, publicId: request.params.id });
      const shelf = foundShelf(await read());
      const shown = wait ? await afterWait(shelf, wait, { changes, reply, reread: read }) : shelf;
      // a key may have been revoked during a wait of a minute
      if (wait && !(await isStillAuthorized(deps, request))) throw new ServiceError('UNAUTHORIZED');
      return presentShelf(foundShelf(shown), account.publicId);
    },
  );

  app.delete(
    '/v1/shelves/:id',
    {
      schema: {
        tags,
        operationId: 'deleteShelf',
        summary: 'Delete a shelf',
        description: 'In every status: running work is cancelled, files and rows are removed.',
        security: ACCOUNT_SECURITY,
        params: ShelfParams,
        response: {
          200: replies('The shelf is gone.', Success),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'RATE_LIMITED'),
        },
      },
    },
    async (request) => {
      const { id: accountId } = accountOf(request);
      const claimed = await claimDelete(dataSource.manager, { accountId, publicId: request.params.id });
      const { publicId: shelfPublicId, supersededRun: lastRun } = foundShelf(claimed);
      await workflows.startDelete({ shelfPublicId, lastRun, requestId: request.id });
      return { success: true } as const;
    },
  );
}

/** Throws ServiceError 400 for a time that does not exist. */
function readFilter({ status, q, template, tag, updatedSince }: ShelfQuery): ShelfFilter {
  return {
    ...(status !== undefined && { statuses: status.split(',') as ShelfStatus[] }),
    ...(q !== undefined && { q: readText('q', q) }),
    ...(template && { template }),
    ...(tag !== undefined && { tag: readText('tag', tag) }),
    ...(updatedSince !== undefined && { updatedSince: readTime('updatedSince', updatedSince) }),
  };
}
