import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.js';
import { downloadScript } from '../download-script.js';
import { errorReplies, rawReply } from '../openapi.js';

const MEDIA_TYPE = 'text/x-shellscript';

/** Public: the script holds nothing but this service's address. */
export function helperRoutes(app: FastifyInstance, { config }: Deps): void {
  const script = downloadScript(config.publicUrl);
  app.get(
    '/v1/helpers/download.sh',
    {
      schema: {
        tags: ['content'],
        summary: 'A shell script that downloads a shelf',
        description: 'Environment SHELV_KEY, SHELF_ID, TARGET, SHELV_API_URL, or --key, --shelf, --target, --api.',
        response: { 200: rawReply('POSIX sh; needs curl and tar.', [MEDIA_TYPE]), ...errorReplies() },
      },
    },
    (_request, reply) => reply.header('content-type', `${MEDIA_TYPE}; charset=utf-8`).send(script),
  );
}
