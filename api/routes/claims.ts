/** What starts a shelf's work anew, or takes it back to its version. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { ServiceError } from '../../contract/errors.js';
import { Shelf, UploadForm } from '../../contract/shelf.js';
import { claimRestore, claimRetry, claimUpload, type Claim, type ClaimKey } from '../../entities/queries/claims.js';
import { findShelf } from '../../entities/queries/shelves.js';
import type { Shelf as ShelfRow } from '../../entities/shelf.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { foundShelf, notOpen, requireOpen, requireSubscription } from '../gates.js';
import { answerRepeatable, hashRequest, type Answer, type Repeatable } from '../idempotency.js';
import { errorReplies, KEY_SECURITY, reply as replies } from '../openapi.js';
import { presentShelf } from '../present.js';
import { startRun } from '../start-run.js';
import { receivePdf } from '../uploads/receive-pdf.js';

const NO_FIELDS: ReadonlySet<string> = new Set();
const REFUSALS = ['VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'] as const;

export function claimRoutes(scope: FastifyInstance, deps: Deps): void {
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  const common = { tags: ['shelves'], security: KEY_SECURITY, params: ShelfParams };
  const { manager } = deps.dataSource;

  app.post(
    '/v1/shelves/:id/upload',
    {
      config: { form: UploadForm, repeatable: true },
      schema: {
        ...common,
        summary: 'Upload a new PDF to a shelf',
        description:
          'In `ready` or `review`. What becomes of the PDF is the next version; those before it stay. A draft in review is dropped.',
        response: {
          200: replies('The shelf, in `uploading`.', Shelf),
          ...errorReplies(...REFUSALS, 'PAYMENT_REQUIRED'),
        },
      },
    },
    async (request, reply) => {
      const key = keyOf(request, request.params.id);
      const { status } = foundShelf(await findShelf(manager, key));
      requireSubscription(accountOf(request));
      return answerRepeatable(deps, request, reply, async (repeatable) => {
        if (repeatable.isFirst) requireOpen('upload', status);
        return upload(deps, request, key, repeatable);
      });
    },
  );

  app.post(
    '/v1/shelves/:id/retry',
    {
      config: { repeatable: true },
      schema: {
        ...common,
        summary: 'Start a failed shelf over',
        description: 'With the PDF that failed, from its beginning.',
        response: { 200: replies('The shelf, in `uploading`.', Shelf), ...errorReplies(...REFUSALS) },
      },
    },
    async (request, reply) => {
      const key = keyOf(request, request.params.id);
      foundShelf(await findShelf(manager, key));
      return answerRepeatable(deps, request, reply, (repeatable) => retry(deps, request, key, repeatable));
    },
  );

  app.post(
    '/v1/shelves/:id/restore',
    {
      schema: {
        ...common,
        summary: 'Take a failed shelf back to its current version',
        description:
          'After a new PDF failed: the shelf is `ready` again as it was before. Makes no version and no event.',
        response: { 200: replies('The shelf, in `ready`.', Shelf), ...errorReplies(...REFUSALS) },
      },
    },
    async (request): Promise<Shelf> => {
      const shelf = claimed(await claimRestore(manager, keyOf(request, request.params.id)));
      return presentShelf(shelf, accountOf(request).publicId);
    },
  );
}

function upload(deps: Deps, request: FastifyRequest, key: ClaimKey, repeatable: Repeatable): Promise<Answer> {
  return receivePdf(deps, request, repeatable, {
    wanted: NO_FIELDS,
    purpose: ['upload', key.publicId],
    commit: ({ file }, finish) => {
      const stored = { sizeBytes: file.sizeBytes, sha256: file.sha256 };
      const claim: Claiming = async (tx) => claimed(await claimUpload(tx, { ...key, uploadId: file.uploadId, stored }));
      return startRun(deps, request, { statusCode: 200, claim, finish });
    },
  });
}

async function retry(deps: Deps, request: FastifyRequest, key: ClaimKey, repeatable: Repeatable): Promise<Answer> {
  const requestHash = hashRequest(['retry', key.publicId]);
  const earlier = await repeatable.earlierAnswer(requestHash);
  if (earlier) return earlier;
  return startRun(deps, request, {
    statusCode: 200,
    claim: async (tx) => claimed(await claimRetry(tx, key)),
    finish: (tx, answer) => repeatable.finish(tx, requestHash, answer),
  });
}

type Claiming = Parameters<typeof startRun>[2]['claim'];

function keyOf(request: FastifyRequest, publicId: string): ClaimKey {
  return { accountId: accountOf(request).id, publicId, requestId: request.id };
}

/** The shelf as it was claimed, else 404 or 409. */
function claimed(claim: Claim): ShelfRow {
  switch (claim.outcome) {
    case 'claimed':
      return claim.shelf;
    case 'absent':
      return foundShelf<ShelfRow>(null);
    case 'no_version':
      throw conflict('no_version', claim.status, 'The shelf has no version to go back to. Retry it, or delete it.');
    case 'refused':
      throw notOpen(claim.status);
  }
}

function conflict(reason: string, status: string, message: string): ServiceError {
  return new ServiceError('CONFLICT', message, { status, reason });
}
