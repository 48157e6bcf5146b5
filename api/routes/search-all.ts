/** GET /v1/search: full-text search over all shelves of an account that are ready. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { invalid } from '../../contract/errors.js';
import { FoundPassages, SearchAllQuery } from '../../contract/search.js';
import { searchPassages, type SearchFilter, type SearchOutcome } from '../../entities/queries/search.js';
import { causesOf } from '../../infra/outages.js';
import { createSemaphore } from '../../infra/semaphore.js';
import { webQuery } from '../../reading/web-query.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { showPassages } from '../found-passages.js';
import { readText } from '../input.js';
import { readTime, whenGone } from '../long-poll.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { presentPagination } from '../present.js';

/** A search occupies a connection for some seconds at most; other requests must still get one. */
const SEARCHES = {
  permits: 4,
  maxWaiting: 128,
  perOwner: { permits: 2, maxWaiting: 32 },
  maxWaitMs: 15_000,
  what: 'searches',
};
/** Postgres: the statement took longer than it may. */
const STATEMENT_TIMEOUT = '57014';

export function searchAllRoute(scope: FastifyInstance, deps: Deps): void {
  const searches = createSemaphore(SEARCHES);
  const { manager } = deps.dataSource;

  scope.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/search',
    {
      schema: {
        tags: ['content'],
        operationId: 'searchAll',
        summary: 'Search over all shelves that are ready',
        description:
          'A shelf is found some seconds after it has become ready, and no more from the moment in which it is deleted or a new PDF is uploaded.',
        security: ACCOUNT_SECURITY,
        querystring: SearchAllQuery,
        response: {
          200: replies('A page of passages, best first.', FoundPassages),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply): Promise<FoundPassages> => {
      const { id: accountId } = accountOf(request);
      const { q, page, limit } = request.query;
      const query = webQuery(readText('q', q));
      if (query === null) throw invalid('q', 'empty', 'q: contains no word to search for');
      const asked = { accountId, query, page, limit, ...readFilter(request.query) };
      const found = await searches.run(() => searchPassages(manager, asked).catch(refuseTooBroad), {
        owner: accountId,
        signal: whenGone(reply),
      });
      requireRareWords(found);
      const { passages, total, truncated } = found;
      return {
        results: await showPassages(deps, passages),
        pagination: presentPagination({ page, limit, total }),
        truncated,
      };
    },
  );
}

/** Throws ServiceError 400 for a time that does not exist. */
function readFilter({ shelf, tag, template, createdSince, createdBefore }: SearchAllQuery): SearchFilter {
  return {
    ...(shelf !== undefined && { shelves: shelf.split(',') }),
    ...(tag !== undefined && { tag: readText('tag', tag) }),
    ...(template && { template }),
    ...(createdSince !== undefined && { createdSince: readTime('createdSince', createdSince) }),
    ...(createdBefore !== undefined && { createdBefore: readTime('createdBefore', createdBefore) }),
  };
}

/** Else "the who" would find nothing without a word why. */
function requireRareWords({ onlyCommonWords }: SearchOutcome): void {
  if (onlyCommonWords) throw invalid('q', 'only_common_words', 'q: contains only very common words, such as "the"');
}

function refuseTooBroad(error: unknown): never {
  if (causesOf(error).some(({ code }) => code === STATEMENT_TIMEOUT))
    throw invalid('q', 'too_broad', 'q: takes too long; take rarer words, or a filter');
  throw error;
}
