/** The two ways out of a failed shelf: retry with the same PDF, or restore its current version. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { RetryBody, Shelf } from '../../contract/shelf.js';
import { claimRestore, claimRetry, type ClaimKey } from '../../entities/queries/claims.js';
import { findShelf } from '../../entities/queries/shelves.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { claimedShelf, foundShelf, requireOpen } from '../gates.js';
import { answerRepeatable, hashRequest, type Answer, type Repeatable } from '../idempotency.js';
import { optionalBody, readJsonText } from '../input.js';
import { leaveBodiesUnread } from '../json-body.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { presentShelf } from '../present.js';
import { NEW_PDF, requireRoom } from '../quotas.js';
import { startRun } from '../start-run.js';

const REFUSALS = ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'] as const;

export function recoveryRoutes(scope: FastifyInstance, deps: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const common = { tags: ['shelves'], security: ACCOUNT_SECURITY, params: ShelfParams };
  const { manager } = deps.dataSource;
  leaveBodiesUnread(app);

  app.post(
    '/v1/shelves/:id/retry',
    {
      config: { repeatable: true, json: { schema: RetryBody, optional: true } },
      schema: {
        ...common,
        operationId: 'retryShelf',
        summary: 'Start a failed shelf over',
        description: 'With the PDF that failed, from its beginning.',
        response: {
          200: replies('The shelf, in `uploading`.', Shelf),
          ...errorReplies('PAYMENT_REQUIRED', ...REFUSALS),
        },
      },
    },
    async (request, reply) => {
      const key = keyOf(request, request.params.id);
      const { status } = foundShelf(await findShelf(manager, key));
      return answerRepeatable(deps, request, reply, async (repeatable) => {
        if (repeatable.state === 'first') {
          await requireRoom(deps, request, NEW_PDF);
          requireOpen('retry', status);
        }
        return retry(deps, request, key, repeatable);
      });
    },
  );

  app.post(
    '/v1/shelves/:id/restore',
    {
      schema: {
        ...common,
        operationId: 'restoreShelf',
        summary: 'Take a failed shelf back to its current version',
        description:
          'After a new PDF failed: the shelf is `ready` again as it was before, without a new version. Event: `shelf.ready`.',
        response: { 200: replies('The shelf, in `ready`.', Shelf), ...errorReplies(...REFUSALS) },
      },
    },
    async (request): Promise<Shelf> => {
      const { claim, deliveries } = await claimRestore(manager, keyOf(request, request.params.id));
      const shelf = claimedShelf(claim);
      await Promise.all(deliveries.map((delivery) => deps.workflows.startDelivery(delivery, request.id)));
      return presentShelf(shelf, accountOf(request).publicId);
    },
  );
}

async function retry(deps: Deps, request: FastifyRequest, key: ClaimKey, repeatable: Repeatable): Promise<Answer> {
  const text = await readJsonText(request);
  const requestHash = hashRequest(['retry', key.publicId, ...(text === '' ? [] : [text])]);
  const earlier = await repeatable.earlierAnswer(requestHash);
  if (earlier) return earlier;
  const { template }: RetryBody = optionalBody(request, RetryBody, text);
  return startRun(deps, request, {
    statusCode: 200,
    need: NEW_PDF,
    claim: async (tx) => claimedShelf(await claimRetry(tx, { ...key, template })),
    finish: (tx, answer) => repeatable.finish(tx, requestHash, answer),
  });
}

function keyOf(request: FastifyRequest, publicId: string): ClaimKey {
  return { accountId: accountOf(request).id, publicId, requestId: request.id };
}
