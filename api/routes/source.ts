import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { EntityManager } from 'typeorm';
import { ShelfParams } from '../../contract/common.js';
import { SourceQuery } from '../../contract/content.js';
import { ServiceError } from '../../contract/errors.js';
import {
  findCurrentSource,
  findNumberedSource,
  type FoundSource,
  type SourceUpload,
} from '../../entities/queries/sources.js';
import type { ShelfKey } from '../../entities/queries/versions.js';
import { contentDisposition } from '../../infra/content-disposition.js';
import type { ByteRange } from '../../infra/storage.js';
import { accountOf } from '../auth.js';
import { requestedRange } from '../byte-range.js';
import { requireNumbered, type Content, type SourcePdf } from '../content.js';
import type { Deps } from '../deps.js';
import { IMMUTABLE, isUnchanged, NOT_MODIFIED } from '../etag.js';
import { foundShelf, notOpen, requireOpen } from '../gates.js';
import { ACCOUNT_SECURITY, errorReplies, ETAG_HEADER, rawReply } from '../openapi.js';

const ERRORS = errorReplies(
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'CONFLICT',
  'RANGE_NOT_SATISFIABLE',
  'RATE_LIMITED',
);
const PDF = 'application/pdf';
/** A browser may show the PDF, and nothing in it may load or run anything in the service's origin. */
const POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

const HEADERS = {
  ...ETAG_HEADER,
  'Accept-Ranges': { type: 'string', description: 'Always `bytes`.', example: 'bytes' },
  'Content-Disposition': {
    type: 'string',
    description: "`inline`, with the shelf's name as the file's.",
    example: 'inline; filename="Annual report.pdf"; filename*=UTF-8\'\'Annual%20report.pdf',
  },
};
const CONTENT_RANGE = {
  'Content-Range': {
    type: 'string',
    description: 'Which bytes these are, counted from 0, and of how many.',
    example: 'bytes 0-65535/482113',
  },
};

export function sourceRoute(scope: FastifyInstance, { dataSource }: Deps, content: Content): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();

  app.get(
    '/v1/shelves/:id/source',
    {
      schema: {
        tags: ['content'],
        security: ACCOUNT_SECURITY,
        operationId: 'readSource',
        summary: "Read a shelf's PDF, or a range of its bytes",
        description:
          'In `failed` the PDF that failed. One range of bytes (`Range: bytes=0-65535`) is answered with 206; several ranges with the whole PDF.',
        params: ShelfParams,
        querystring: SourceQuery,
        response: {
          200: rawReply('The PDF.', { [PDF]: '%PDF-1.7\n' }, HEADERS),
          206: rawReply('The range of bytes.', { [PDF]: '%PDF-1.7\n' }, { ...HEADERS, ...CONTENT_RANGE }),
          304: NOT_MODIFIED,
          ...ERRORS,
        },
      },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, shelfPublicId: request.params.id };
      const { version } = request.query;
      const { shelf, upload } = await findSource(dataSource.manager, key, version);
      const pdf = committed(upload);
      const { sizeBytes, sha256 } = pdf;
      const tag = `"${sha256}"`;
      if (isUnchanged(request, reply, tag, version === undefined ? undefined : IMMUTABLE)) return reply.send();
      reply.header('accept-ranges', 'bytes');
      const range = requestedRange(request.headers, { sizeBytes, tag });
      if (range === 'unsatisfiable') throw unsatisfiable(reply, sizeBytes);
      reply
        .header('content-type', PDF)
        .header('content-disposition', contentDisposition('inline', `${shelf.name.replace(/\.pdf$/i, '')}.pdf`))
        .header('content-security-policy', POLICY);
      setLength(reply, sizeBytes, range);
      // a HEAD has the same headers and reads no object; only for a stream does the framework keep the content length
      if (request.method === 'HEAD') return reply.send(Readable.from([]));
      return reply.send(await content.source(key, pdf, range ?? undefined));
    },
  );
}

/** Throws, in this order, 404 for the shelf, 409 for its status, 404 for the version. */
async function findSource(
  manager: EntityManager,
  key: ShelfKey,
  versionNumber: number | undefined,
): Promise<FoundSource & { upload: SourceUpload }> {
  if (versionNumber !== undefined) {
    const numbered = await findNumberedSource(manager, { ...key, versionNumber });
    requireNumbered(numbered);
    return numbered as FoundSource & { upload: SourceUpload };
  }
  const found = foundShelf(await findCurrentSource(manager, key));
  const { shelf, upload } = found;
  requireOpen('readSource', shelf.status);
  if (!upload) throw notOpen(shelf.status);
  return { ...found, upload };
}

/** Both are set when an upload is committed, in the transaction that gives it to its shelf. */
function committed({ objectKey, sizeBytes, sha256 }: SourceUpload): SourcePdf {
  if (sizeBytes === null || sha256 === null) throw new Error(`upload ${objectKey} of a shelf is not committed`);
  return { objectKey, sizeBytes, sha256 };
}

function setLength(reply: FastifyReply, sizeBytes: number, range: ByteRange | null): void {
  if (!range) {
    reply.header('content-length', sizeBytes);
    return;
  }
  const { start, end } = range;
  reply
    .code(206)
    .header('content-length', end - start + 1)
    .header('content-range', `bytes ${start}-${end}/${sizeBytes}`);
}

function unsatisfiable(reply: FastifyReply, sizeBytes: number): ServiceError {
  reply.header('content-range', `bytes */${sizeBytes}`);
  return new ServiceError('RANGE_NOT_SATISFIABLE', undefined, { sizeBytes });
}
