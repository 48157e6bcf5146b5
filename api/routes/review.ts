import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { ApproveBody, operationsOf } from '../../contract/operations.js';
import { RegenerateBody, Shelf } from '../../contract/shelf.js';
import type { Operation } from '../../contract/vocabulary.js';
import { approvedShelf } from '../../entities/queries/review.js';
import { NO_DRAFT } from '../../entities/queries/runs.js';
import { Shelf as ShelfRow } from '../../entities/shelf.js';
import type { Deps } from '../deps.js';
import { answerRepeatable } from '../idempotency.js';
import { optionalBody } from '../input.js';
import { leaveBodiesUnread, parseJson } from '../json-body.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { seenOf } from '../review-seen.js';
import { approve, MAX_OPERATIONS_BODY_BYTES, review } from '../reviews.js';

const MAX_SHORT_BODY_BYTES = 64 * 1024;

const contentBytes = (operations: readonly Operation[]): number =>
  operations.reduce((sum, operation) => sum + ('content' in operation ? Buffer.byteLength(operation.content) : 0), 0);

export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  const common = { tags: ['shelves'], security: ACCOUNT_SECURITY, params: ShelfParams };
  const errors = errorReplies(
    'VALIDATION_ERROR',
    'UNAUTHORIZED',
    'PAYMENT_REQUIRED',
    'NOT_FOUND',
    'CONFLICT',
    'RATE_LIMITED',
  );
  leaveBodiesUnread(app);

  app.post<{ Params: { id: string } }>(
    '/v1/shelves/:id/approve',
    {
      config: { repeatable: true, json: { schema: ApproveBody, optional: true } },
      schema: {
        ...common,
        operationId: 'approveShelf',
        summary: 'Approve a shelf in review',
        description:
          'The tree as reviewed becomes a version; with operations, what they make of it becomes the version after it.',
        response: { 200: replies('The shelf, in `ready`.', Shelf), ...errors },
      },
    },
    (request, reply) =>
      answerRepeatable(deps, request, reply, (repeatable) =>
        review(deps, request, repeatable, {
          action: 'approve',
          maxBodyBytes: MAX_OPERATIONS_BODY_BYTES,
          prepare: (text) => {
            const body = parseJson(request, text);
            const operations = operationsOf(body);
            const seen = seenOf(body);
            return {
              seen,
              writtenBytes: operations.length === 0 ? null : contentBytes(operations),
              sendUpdate: (target) => approve(deps, request, target, { operations, ...seen }),
            };
          },
          // a later claim may have followed at once
          present: ({ before, now }) => (now.run === before.run ? now : approvedShelf(deps.dataSource.manager, before)),
        }),
      ),
  );

  app.post<{ Params: { id: string } }>(
    '/v1/shelves/:id/regenerate',
    {
      config: { repeatable: true, json: { schema: RegenerateBody, optional: true } },
      schema: {
        ...common,
        operationId: 'regenerateShelf',
        summary: 'Structure and verify a shelf in review again',
        description:
          'Discards the draft and its pending operations. The same engine, PDF and template give the same draft.',
        response: { 200: replies('The shelf, in `structuring`.', Shelf), ...errors },
      },
    },
    (request, reply) =>
      answerRepeatable(deps, request, reply, (repeatable) =>
        review(deps, request, repeatable, {
          action: 'regenerate',
          need: { runs: 1 },
          maxBodyBytes: MAX_SHORT_BODY_BYTES,
          prepare: (text) => {
            const { template, draft }: RegenerateBody = optionalBody(request, RegenerateBody, text);
            return {
              seen: { draft },
              writtenBytes: null,
              sendUpdate: (target) => deps.workflows.regenerate(target, template),
            };
          },
          // the run may have continued by now; a worker of an earlier release knows of no templates
          present: ({ before }, { updatedAt, template = before.template }) =>
            Object.assign(new ShelfRow(), before, NO_DRAFT, {
              status: 'structuring',
              template,
              updatedAt: new Date(updatedAt),
            }),
        }),
      ),
  );
}
