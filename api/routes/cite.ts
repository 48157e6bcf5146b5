import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { invalid } from '../../contract/errors.js';
import { Citation, CiteQuery, MAX_CITED_LINES } from '../../contract/reading.js';
import type { Deps } from '../deps.js';
import { isUnchanged, NOT_MODIFIED, strongTag } from '../etag.js';
import { errorReplies, ETAG_HEADER, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { createVersionReads } from '../version-reads.js';
import type { Reading } from './reading.js';

const ERRORS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');

export function citeRoute(scope: FastifyInstance, deps: Deps, { content, readers }: Reading): void {
  const find = createVersionReads(deps, content);
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/v1/shelves/:id/cite',
    {
      schema: {
        tags: ['content'],
        security: ACCOUNT_SECURITY,
        operationId: 'cite',
        summary: 'Tell where in the PDF lines of a file were printed',
        params: ShelfParams,
        querystring: CiteQuery,
        response: { 200: replies('The passages.', Citation, ETAG_HEADER), 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { path, start, end = start, version: versionNumber } = request.query;
      requireRange(start, end);
      const found = await find(request, { shelfPublicId: request.params.id, versionNumber, path });
      const { account, version, cacheControl, tree } = found;
      const read = { ...found.read, path };
      const tag = strongTag('cite', JSON.stringify([read, version.publicId, start, end]));
      if (isUnchanged(request, reply, tag, cacheControl)) return reply.send();
      const cited = await readers.run({ name: 'cite', input: { path, start, end }, account, tree });
      if (start > cited.totalLines)
        throw invalid('start', 'too_large', 'start: past the end of the file', { totalLines: cited.totalLines });
      const citation: Citation = { ...read, ...cited };
      return citation;
    },
  );
}

function requireRange(start: number, end: number): void {
  if (end < start) throw invalid('end', 'too_small', 'end: before start');
  if (end - start >= MAX_CITED_LINES)
    throw invalid('end', 'too_large', `end: more than ${MAX_CITED_LINES} lines`, { maxLines: MAX_CITED_LINES });
}
