import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { Outline, OutlineQuery } from '../../contract/outline.js';
import type { Deps } from '../deps.js';
import { isUnchanged, NOT_MODIFIED, strongTag } from '../etag.js';
import { errorReplies, ETAG_HEADER, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { createVersionReads } from '../version-reads.js';
import type { Reading } from './reading.js';

const ERRORS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');

export function outlineRoute(scope: FastifyInstance, deps: Deps, { content, readers }: Reading): void {
  const find = createVersionReads(deps, content);
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/v1/shelves/:id/outline',
    {
      schema: {
        tags: ['content'],
        security: ACCOUNT_SECURITY,
        operationId: 'getOutline',
        summary: 'List the files of a shelf with their headings, pages and sizes',
        params: ShelfParams,
        querystring: OutlineQuery,
        response: { 200: replies('The outline.', Outline, ETAG_HEADER), 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { version: versionNumber, ...part } = request.query;
      const found = await find(request, { shelfPublicId: request.params.id, versionNumber });
      const { account, version, cacheControl, tree } = found;
      const read = { ...found.read, name: found.shelf.name };
      const tag = strongTag('outline', JSON.stringify([read, version.publicId, part]));
      if (isUnchanged(request, reply, tag, cacheControl)) return reply.send();
      const outline = await readers.run({ name: 'outline', input: part, account, tree });
      const answer: Outline = { ...read, ...outline };
      return answer;
    },
  );
}
