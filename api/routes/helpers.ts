import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../contract/errors.js';
import { SchemaParams, TREE_SCHEMAS } from '../../contract/tree.js';
import type { Deps } from '../deps.js';
import { downloadScript } from '../download-script.js';
import { errorReplies, rawReply } from '../openapi.js';

const MEDIA_TYPE = 'text/x-shellscript';
const SCHEMA_TYPE = 'application/schema+json';
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** Schemas change only with a release. */
const SCHEMA_CACHE = 'public, max-age=3600';

/** Public: the script contains nothing but this service's address. */
export function helperRoutes(app: FastifyInstance, { config }: Deps): void {
  const script = downloadScript(config.publicUrl);
  app.get(
    '/v1/helpers/download.sh',
    {
      schema: {
        tags: ['content'],
        operationId: 'getDownloadScript',
        summary: 'A shell script that downloads a shelf',
        description: 'Environment SHELV_KEY, SHELF_ID, TARGET, SHELV_API_URL, or --key, --shelf, --target, --api.',
        response: {
          200: rawReply('POSIX sh; needs curl and tar.', { [MEDIA_TYPE]: '#!/bin/sh\n' }),
          ...errorReplies(),
        },
      },
    },
    (_request, reply) => reply.header('content-type', `${MEDIA_TYPE}; charset=utf-8`).send(script),
  );

  const schemas = new Map(
    TREE_SCHEMAS.map(({ $id, ...schema }) => [$id, JSON.stringify({ $schema: DIALECT, $id, ...schema })]),
  );
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/v1/helpers/schemas/:name',
    {
      schema: {
        tags: ['content'],
        operationId: 'getTreeSchema',
        summary: "The JSON schema of one of a shelf's JSON files",
        params: SchemaParams,
        response: {
          200: rawReply('A JSON schema of draft 2020-12.', {
            [SCHEMA_TYPE]: { $schema: DIALECT, type: 'object' },
          }),
          ...errorReplies('NOT_FOUND'),
        },
      },
    },
    (request, reply) => {
      const schema = schemas.get(request.params.name);
      if (schema === undefined) throw new ServiceError('NOT_FOUND', 'There is no such schema.');
      return reply
        .header('content-type', `${SCHEMA_TYPE}; charset=utf-8`)
        .header('cache-control', SCHEMA_CACHE)
        .send(schema);
    },
  );
}
