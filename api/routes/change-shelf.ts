/** PATCH /v1/shelves/{id}: a shelf's name and tags. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { ShelfChange } from '../../contract/shelf-list.js';
import { Shelf } from '../../contract/shelf.js';
import { changeShelf } from '../../entities/queries/shelf-list.js';
import { findShelf } from '../../entities/queries/shelves.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { foundShelf } from '../gates.js';
import { bodyReader } from '../input.js';
import { leaveBodiesUnread } from '../json-body.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { presentShelf } from '../present.js';
import { checkName, checkTags } from '../shelf-fields.js';

const readChange = bodyReader(ShelfChange);

/** The scope reads its own bodies: the shelf's owner is checked before the body. */
export function changeShelfRoute(scope: FastifyInstance, { dataSource: { manager } }: Deps): void {
  leaveBodiesUnread(scope);
  scope.withTypeProvider<TypeBoxTypeProvider>().patch(
    '/v1/shelves/:id',
    {
      config: { json: { schema: ShelfChange } },
      schema: {
        tags: ['shelves'],
        operationId: 'changeShelf',
        summary: 'Change the name and the tags of a shelf',
        description:
          'In every status. It makes no version and sends no webhook event; followers of the shelf are notified.',
        security: ACCOUNT_SECURITY,
        params: ShelfParams,
        response: {
          200: replies('The shelf as it is now.', Shelf),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'RATE_LIMITED'),
        },
      },
    },
    async (request): Promise<Shelf> => {
      const account = accountOf(request);
      const key = { accountId: account.id, publicId: request.params.id };
      const shelf = foundShelf(await findShelf(manager, key));
      const { name, tags } = await readChange(request);
      const change = {
        ...(name !== undefined && { name: checkName(name) }),
        ...(tags !== undefined && { tags: checkTags(tags, shelf.tags) }),
      };
      return presentShelf(foundShelf(await changeShelf(manager, key, change)), account.publicId);
    },
  );
}
