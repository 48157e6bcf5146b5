import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { invalid } from '../../contract/errors.js';
import { SearchQuery, SearchResults } from '../../contract/reading.js';
import type { JobName, Jobs } from '../../reading/jobs.js';
import { isSearchable } from '../../reading/search.js';
import type { Job, Readers } from '../../reading/readers.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { isUnchanged, NOT_MODIFIED, strongTag } from '../etag.js';
import { errorReplies, ETAG_HEADER, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { countKilledPattern, requireFewKilledPatterns } from '../rate-limits.js';
import { createVersionReads } from '../version-reads.js';
import type { Reading } from './reading.js';

const ERRORS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');
/** After this time the search returns what it has found so far; sooner for a pattern, whose speed depends on the client. */
const TIMEOUT_MS = { words: 10_000, pattern: 3_000 };

export function searchRoute(scope: FastifyInstance, deps: Deps, { content, readers }: Reading): void {
  const find = createVersionReads(deps, content);
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const runPattern = createPatternRuns(deps, readers);

  app.get(
    '/v1/shelves/:id/search',
    {
      schema: {
        tags: ['content'],
        security: ACCOUNT_SECURITY,
        operationId: 'search',
        summary: 'Find where a text or a pattern stands in a shelf',
        params: ShelfParams,
        querystring: SearchQuery,
        response: { 200: replies('What was found.', SearchResults, ETAG_HEADER), 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { version: versionNumber, ...terms } = request.query;
      const { publicId: owner } = accountOf(request);
      if (terms.regex !== undefined) await requireFewKilledPatterns(deps, owner, reply);
      await requireTerms(terms, (regex) => runPattern({ name: 'check', input: { regex }, account: owner }));
      const wanted = { shelfPublicId: request.params.id, versionNumber };
      const { account, version, cacheControl, read, tree } = await find(request, wanted);
      const { q = '', regex = '', path = '', offset, limit } = terms;
      const tag = strongTag('search', JSON.stringify([read, version.publicId, q, regex, path, offset, limit]));
      if (isUnchanged(request, reply, tag, cacheControl)) return reply.send();
      const isPattern = terms.regex !== undefined;
      const timeoutMs = TIMEOUT_MS[isPattern ? 'pattern' : 'words'];
      const job: Job<'search'> = { name: 'search', input: { ...terms, timeoutMs }, account, tree };
      const { results, total, complete } = await (isPattern ? runPattern(job) : readers.run(job));
      // a repeat with more time may find more
      if (!complete) reply.header('cache-control', 'no-store').removeHeader('etag');
      const found: SearchResults = {
        ...read,
        results,
        total,
        truncated: total >= offset + results.length || !complete,
        complete,
      };
      return found;
    },
  );
}

/** Requires exactly one of both: a text with something to look for, or a valid pattern. Throws ServiceError 400. */
async function requireTerms(
  { q, regex }: Partial<SearchQuery>,
  faultOf: (regex: string) => Promise<string | null>,
): Promise<void> {
  if (q !== undefined && regex !== undefined)
    throw invalid('regex', 'not_both', 'Give either q or regex, not both.', { other: 'q' });
  if (regex === undefined && q === undefined) throw invalid('q', 'required', 'Give q or regex.');
  if (q !== undefined && !isSearchable(q)) throw invalid('q', 'empty', 'q: contains nothing to search for');
  if (regex === undefined) return;
  const fault = await faultOf(regex);
  if (fault !== null) throw invalid('regex', 'invalid_regex', `regex: ${fault}`, { fault });
}

/** Jobs with a pattern. One that uses too much time counts against a limit of its account, and throws ServiceError 400. */
function createPatternRuns(deps: Deps, readers: Readers) {
  return async <N extends JobName>(job: Job<N>): Promise<Jobs[N]['output']> => {
    try {
      return await readers.run(job);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'READING_TOO_LARGE') throw error;
      await countKilledPattern(deps, job.account);
      throw invalid('regex', 'too_complex', 'regex: takes too much time or memory');
    }
  };
}
