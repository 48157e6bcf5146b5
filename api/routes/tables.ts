import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { ServiceError } from '../../contract/errors.js';
import { Table, TableList, TableParams, TableQuery, TablesQuery } from '../../contract/tables.js';
import { contentDisposition } from '../../infra/content-disposition.js';
import { csvOf } from '../../reading/tables/csv.js';
import type { Deps } from '../deps.js';
import { isUnchanged, NOT_MODIFIED, strongTag } from '../etag.js';
import { ACCOUNT_SECURITY, errorReplies, ETAG_HEADER, rawReply, reply as replies } from '../openapi.js';
import { presentPagination } from '../present.js';
import { createVersionReads } from '../version-reads.js';
import type { Reading } from './reading.js';

const ERRORS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');
const CSV = 'text/csv';

export function tableRoutes(scope: FastifyInstance, deps: Deps, { content, readers }: Reading): void {
  const find = createVersionReads(deps, content);
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const common = { tags: ['content'], security: ACCOUNT_SECURITY };

  app.get(
    '/v1/shelves/:id/tables',
    {
      schema: {
        ...common,
        operationId: 'listTables',
        summary: 'List the tables of a shelf',
        params: ShelfParams,
        querystring: TablesQuery,
        response: { 200: replies('A page of tables.', TableList, ETAG_HEADER), 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { page, limit, version: versionNumber } = request.query;
      const wanted = { shelfPublicId: request.params.id, versionNumber };
      const { account, version, cacheControl, read, tree } = await find(request, wanted);
      const tag = strongTag('tables', JSON.stringify([read, version.publicId, page, limit]));
      if (isUnchanged(request, reply, tag, cacheControl)) return reply.send();
      const { tables, total } = await readers.run({
        name: 'tables',
        input: { offset: (page - 1) * limit, limit },
        account,
        tree,
      });
      const list: TableList = { ...read, data: tables, pagination: presentPagination({ page, limit, total }) };
      return list;
    },
  );

  app.get(
    '/v1/shelves/:id/tables/:table',
    {
      schema: {
        ...common,
        operationId: 'getTable',
        summary: 'Read a table as rows of JSON, or as CSV',
        params: TableParams,
        querystring: TableQuery,
        response: {
          200: tableReply(),
          304: NOT_MODIFIED,
          ...ERRORS,
        },
      },
    },
    async (request, reply) => {
      const { format, safe, version: versionNumber } = request.query;
      const { id: shelfPublicId, table: number } = request.params;
      const found = await find(request, { shelfPublicId, versionNumber });
      const { account, shelf, version, cacheControl, read, tree } = found;
      const tag = strongTag('table', JSON.stringify([read, version.publicId, shelf.name, number, format, safe]));
      if (isUnchanged(request, reply, tag, cacheControl)) return reply.send();
      const table = await readers.run({ name: 'table', input: { number }, account, tree });
      if (!table) throw new ServiceError('NOT_FOUND', 'There is no such table.', { resource: 'table' });
      if (format === 'csv')
        return reply
          .header('content-type', `${CSV}; charset=utf-8; header=${table.headerRows > 0 ? 'present' : 'absent'}`)
          .header('content-disposition', contentDisposition('attachment', `${shelf.name} table ${number}.csv`))
          .send(csvOf(table.rows, { isSafe: safe === 'true' }));
      const answer: Table = { ...read, ...table };
      return answer;
    },
  );
}

/** JSON by its schema, and CSV. */
function tableReply() {
  const json = replies('The table.', Table, ETAG_HEADER);
  const { content } = rawReply('', { [CSV]: 'Part,Price,\r\nLamp,12,13\r\n' });
  return { ...json, content: { ...json.content, ...content } };
}
