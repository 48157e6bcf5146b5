import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../contract/errors.js';
import { ShelfParams } from '../../contract/common.js';
import {
  PageInfo,
  PageInfoQuery,
  PageList,
  PageParams,
  PagesQuery,
  PictureQuery,
  readBox,
} from '../../contract/pages.js';
import type { Version } from '../../entities/version.js';
import type { Deps } from '../deps.js';
import type { DrawnPages } from '../drawn-pages.js';
import { isUnchanged, NOT_MODIFIED, strongTag } from '../etag.js';
import { ACCOUNT_SECURITY, errorReplies, ETAG_HEADER, rawReply, reply as replies } from '../openapi.js';
import { presentPagination } from '../present.js';
import { createVersionReads } from '../version-reads.js';
import type { Reading } from './reading.js';

const ERRORS = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');
const PNG = 'image/png';

export function pageRoutes(scope: FastifyInstance, deps: Deps, reading: Reading & { drawn: DrawnPages }): void {
  const { content, readers, drawn } = reading;
  const find = createVersionReads(deps, content);
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const common = { tags: ['content'], security: ACCOUNT_SECURITY, params: PageParams };

  app.get(
    '/v1/shelves/:id/pages',
    {
      schema: {
        ...common,
        operationId: 'listPages',
        summary: 'List the pages of the PDF with their sizes and pictures',
        params: ShelfParams,
        querystring: PagesQuery,
        response: { 200: replies('Some of the pages.', PageList, ETAG_HEADER), 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { page, limit, version: versionNumber } = request.query;
      const wanted = { shelfPublicId: request.params.id, versionNumber };
      const { account, key, version, cacheControl, read, tree } = await find(request, wanted);
      const asked = [read, version.publicId, page, limit, versionNumber === undefined];
      if (isUnchanged(request, reply, strongTag('pages', JSON.stringify(asked)), cacheControl)) return reply.send();
      const first = (page - 1) * limit + 1;
      const last = Math.min(page * limit, version.pageCount);
      const found = await readers.run({ name: 'pages', input: { first, last }, account, tree });
      const sizes = found.length === 0 ? [] : await drawn.sizes({ request, reply, key, version });
      const list: PageList = {
        ...read,
        data: found.map((about, at) => ({
          number: first + at,
          ...about,
          ...(sizes[first + at - 1] ?? UNKNOWN_SIZE),
          picture: pictureOf(key.shelfPublicId, first + at, versionNumber),
        })),
        pagination: presentPagination({ page, limit, total: version.pageCount }),
      };
      return list;
    },
  );

  app.get(
    '/v1/shelves/:id/pages/:page',
    {
      schema: {
        ...common,
        operationId: 'getPage',
        summary: 'Describe a page of the PDF: its size, and its lines, tables and figures',
        querystring: PageInfoQuery,
        response: { 200: replies('The page.', PageInfo, ETAG_HEADER), 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { id: shelfPublicId, page: number } = request.params;
      const { version: versionNumber } = request.query;
      const wanted = { shelfPublicId, versionNumber };
      const { account, key, version, cacheControl, read, tree } = await find(request, wanted);
      requirePage(version, number);
      const tag = strongTag('page', JSON.stringify([read, version.publicId, number, versionNumber === undefined]));
      if (isUnchanged(request, reply, tag, cacheControl)) return reply.send();
      const found = await readers.run({ name: 'page', input: { number }, account, tree });
      const size = (await drawn.sizes({ request, reply, key, version }))[number - 1];
      const answer: PageInfo = {
        ...read,
        number,
        ...found,
        ...(size ?? UNKNOWN_SIZE),
        picture: pictureOf(shelfPublicId, number, versionNumber),
      };
      return answer;
    },
  );

  app.get(
    '/v1/shelves/:id/pages/:page.png',
    {
      schema: {
        ...common,
        operationId: 'drawPage',
        summary: 'Draw a page of the PDF, or a part of it',
        querystring: PictureQuery,
        response: { 200: rawReply('The picture.', { [PNG]: '' }, ETAG_HEADER), 304: NOT_MODIFIED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { id: shelfPublicId, page } = request.params;
      const { width, version: versionNumber } = request.query;
      const box = readBox(request.query.box);
      const { key, version, cacheControl } = await find(request, { shelfPublicId, versionNumber });
      requirePage(version, page);
      const tag = strongTag('picture', JSON.stringify([version.publicId, page, width, box]));
      if (isUnchanged(request, reply, tag, cacheControl)) return reply.send();
      const picture = await drawn.picture({ request, reply, key, version }, { page, width, box });
      return reply
        .header('content-type', PNG)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(picture);
    },
  );
}

/** Of a page that cannot be read. */
const UNKNOWN_SIZE = { width: null, height: null, rotation: null };

function pictureOf(shelfPublicId: string, page: number, version: number | undefined): string {
  return `/v1/shelves/${shelfPublicId}/pages/${page}.png${version === undefined ? '' : `?version=${version}`}`;
}

function requirePage({ pageCount }: Version, page: number): void {
  if (page > pageCount)
    throw new ServiceError('NOT_FOUND', `There is no such page: the PDF has ${pageCount}.`, {
      resource: 'page',
      pageCount,
    });
}
