import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { ServiceError } from '../../contract/errors.js';
import { LastEventId } from '../../contract/shelf.js';
import { findShelf } from '../../entities/queries/shelves.js';
import { accountOf, isStillAuthorized } from '../auth.js';
import type { Changes } from '../changes.js';
import type { Deps } from '../deps.js';
import { sendEvents } from '../event-stream.js';
import { foundShelf } from '../gates.js';
import type { Streams } from '../metrics.js';
import { errorReplies, ACCOUNT_SECURITY, rawReply } from '../openapi.js';
import { findStart, followShelf } from '../shelf-stream.js';

const RETRY_AFTER_SECONDS = 30;
const EXAMPLE = `id: evt_0123456789abcdef01234567\nevent: shelf.ready\ndata: {"event":"shelf.ready"}\n\n`;

interface Following {
  changes: Changes;
  streams: Streams;
}

export function eventRoutes(scope: FastifyInstance, deps: Deps, { changes, streams }: Following): void {
  const { dataSource, log, config } = deps;
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const { manager } = dataSource;
  app.get(
    '/v1/shelves/:id/events',
    {
      onRequest: streamLimit(config.limits.streams, streams),
      schema: {
        tags: ['shelves'],
        operationId: 'followShelf',
        summary: 'Follow a shelf by server-sent events',
        description: [
          'The first message is the present state. After that come `shelf` (the Shelf as data; progress at most once a second), `shelf.ready`, `shelf.failed` and `shelf.review` (the data is the body that webhooks get, the id their `webhook-id`), and `deleted`, the last one.',
          'With `Last-Event-ID` the stream continues after that message: it sends every lifecycle event since then once, then the current state if it differs.',
          'The stream ends every few minutes and in an outage; clients connect again, as EventSource does by itself. It counts as one read.',
        ].join('\n\n'),
        security: ACCOUNT_SECURITY,
        params: ShelfParams,
        headers: LastEventId,
        response: {
          200: rawReply('The stream.', { 'text/event-stream': EXAMPLE }),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply) => {
      const account = accountOf(request);
      const shelf = foundShelf(await findShelf(manager, { accountId: account.id, publicId: request.params.id }));
      const start = await findStart(manager, shelf, request.headers['last-event-id']);
      const mayRead = () => isStillAuthorized(deps, request);
      const stream = { ...start, shelf, userId: account.publicId, mayRead, changes, manager, log };
      return sendEvents(reply, changes, (ended) => followShelf(stream, ended));
    },
  );
}

/** A hook that limits how many streams of this process an account may have open at once. */
function streamLimit(limit: number, streams: Streams): onRequestAsyncHookHandler {
  const open = new Map<string, number>();
  return async (request, reply) => {
    const { id } = accountOf(request);
    const others = open.get(id) ?? 0;
    if (others >= limit) {
      reply.header('retry-after', String(RETRY_AFTER_SECONDS));
      throw new ServiceError('RATE_LIMITED', `At most ${limit} event streams can be open at once.`, {
        limit: 'streams_at_once',
        max: limit,
        setting: 'LIMIT_STREAMS',
      });
    }
    open.set(id, others + 1);
    streams.inc();
    reply.raw.once('close', () => {
      streams.dec();
      const left = (open.get(id) ?? 1) - 1;
      if (left > 0) open.set(id, left);
      else open.delete(id);
    });
  };
}
