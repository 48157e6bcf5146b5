import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { Diff, DiffQuery } from '../../contract/version.js';
import { findCurrentVersion, findVersions, listChangedFiles } from '../../entities/queries/versions.js';
import type { Version } from '../../entities/version.js';
import { createSemaphore } from '../../infra/semaphore.js';
import { accountOf } from '../auth.js';
import { noVersion, type Content } from '../content.js';
import type { Deps } from '../deps.js';
import { compare, type Side } from '../diff/compare.js';
import type { Patcher } from '../diff/patcher.js';
import { IMMUTABLE, isUnchanged, NOT_MODIFIED, strongTag } from '../etag.js';
import { foundShelf, requireOpen } from '../gates.js';
import { errorReplies, ETAG_HEADER, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';

/** Each diff may hold two trees in memory; their patches come from one thread, which interleaves their files. */
const DIFFS = { permits: 4, maxWaiting: 32, perOwner: { permits: 1, maxWaiting: 8 }, what: 'diffs' };

interface Comparing {
  content: Content;
  patcher: Patcher;
}

export function diffRoutes(scope: FastifyInstance, { dataSource }: Deps, { content, patcher }: Comparing): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const { manager } = dataSource;
  const diffs = createSemaphore(DIFFS);

  app.get(
    '/v1/shelves/:id/diff',
    {
      schema: {
        tags: ['versions'],
        operationId: 'compareVersions',
        summary: 'Compare two versions of a shelf, file by file',
        description:
          '`from` and `to` are numbers of versions, in either order; 0 is the empty tree. With `renames=joined` a file that was renamed, and maybe edited, is one file: at least half of it is the same.',
        security: ACCOUNT_SECURITY,
        params: ShelfParams,
        querystring: DiffQuery,
        response: {
          200: replies('What differs.', Diff, ETAG_HEADER),
          304: NOT_MODIFIED,
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, shelfPublicId: request.params.id };
      const { shelf } = foundShelf(await findCurrentVersion(manager, key));
      requireOpen('readVersions', shelf.status);
      const numbers = [request.query.from, request.query.to] as const;
      const versions = await findVersions(manager, { shelfId: shelf.id, versionNumbers: [...numbers] });
      const [from, to] = [pick(versions, numbers[0]), pick(versions, numbers[1])];
      const joinsRenames = request.query.renames === 'joined';
      const sides = [from, to].map((side) => side?.publicId ?? 'empty');
      const tag = strongTag('diff', shelf.publicId, ...sides, ...(joinsRenames ? ['joined'] : []));
      if (isUnchanged(request, reply, tag, IMMUTABLE)) return reply.send();
      const changed = await listChangedFiles(manager, { fromId: from?.id ?? null, toId: to?.id ?? null });
      const comparison = { shelf: key, from, to, changed, joinsRenames };
      const compared = await diffs.run(() => compare(content, patcher, comparison), { owner: key.accountId });
      const diff: Diff = { shelfPublicId: shelf.publicId, from: numbers[0], to: numbers[1], ...compared };
      return diff;
    },
  );
}

/** The version with a number; null for 0, the empty tree. Throws ServiceError 404 when there is none. */
function pick(versions: Version[], number: number): Side {
  if (number === 0) return null;
  const found = versions.find(({ versionNumber }) => versionNumber === number);
  if (!found) throw noVersion();
  return found;
}
