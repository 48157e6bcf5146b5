import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { invalid } from '../../contract/errors.js';
import { SearchQuery, SearchResults } from '../../contract/reading.js';
import { isSearchable, type SearchOutcome } from '../../reading/search.js';
import type { Job, Readers } from '../../reading/readers.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { isUnchanged, NOT_MODIFIED, strongTag } from '../etag.js';
import { errorReplies, ETAG_HEADER, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { createVersionReads } from '../version-reads.js';
import type { Reading } from './reading.js';

const ERRORS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');
/** After this time the search returns what it has found so far. */
const SEARCH_TIMEOUT_MS = 10_000;

export function searchRoute(scope: FastifyInstance, deps: Deps, { content, readers }: Reading): void {
  const find = createVersionReads(deps, content);
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();

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
      await requireTerms(terms, readers, accountOf(request).publicId);
      const wanted = { shelfPublicId: request.params.id, versionNumber };
      const { account, version, cacheControl, read, tree } = await find(request, wanted);
      const { q = '', regex = '', path = '', offset, limit } = terms;
      const tag = strongTag('search', JSON.stringify([read, version.publicId, q, regex, path, offset, limit]));
      if (isUnchanged(request, reply, tag, cacheControl)) return reply.send();
      const { results, total, complete } = await searchIn(readers, {
        name: 'search',
        input: { ...terms, timeoutMs: SEARCH_TIMEOUT_MS },
        account,
        tree,
      });
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
async function requireTerms({ q, regex }: Partial<SearchQuery>, readers: Readers, account: string): Promise<void> {
  if (q !== undefined && regex !== undefined)
    throw invalid('regex', 'not_both', 'Give either q or regex, not both.', { other: 'q' });
  if (regex === undefined && q === undefined) throw invalid('q', 'required', 'Give q or regex.');
  if (q !== undefined && !isSearchable(q)) throw invalid('q', 'empty', 'q: nothing in it can be looked for');
  if (regex === undefined) return;
  const fault = await readers.run({ name: 'check', input: { regex }, account }).catch(refuseComplex);
  if (fault !== null) throw invalid('regex', 'invalid_regex', `regex: ${fault}`, { fault });
}

/** Runs the search. Throws ServiceError 400 for a pattern that exceeds the limits of a job. */
export async function searchIn(readers: Readers, job: Job<'search'>): Promise<SearchOutcome> {
  try {
    return await readers.run(job);
  } catch (error) {
    if (job.input.regex !== undefined) refuseComplex(error);
    throw error;
  }
}

/** Throws ServiceError 400 where a job with a pattern took too much; else the error. */
function refuseComplex(error: unknown): never {
  if ((error as { code?: unknown }).code !== 'READING_TOO_LARGE') throw error;
  throw invalid('regex', 'too_complex', 'regex: takes too much time or memory');
}
