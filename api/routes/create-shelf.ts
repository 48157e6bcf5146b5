import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CreateShelfForm, Shelf } from '../../contract/shelf.js';
import { createShelf } from '../../entities/queries/shelves.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { answerRepeatable, type Answer } from '../idempotency.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { NEW_SHELF, uploadGate } from '../quotas.js';
import { createLimit } from '../rate-limits.js';
import { startRun } from '../start-run.js';
import { checkFields, CREATE_FIELDS } from '../uploads/create-form.js';
import { receivePdf, type Finish, type Received } from '../uploads/receive-pdf.js';

export function createShelfRoute(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/v1/shelves',
    {
      onRequest: [createLimit(deps), uploadGate(deps, NEW_SHELF)],
      config: { form: CreateShelfForm, repeatable: true },
      schema: {
        tags: ['shelves'],
        operationId: 'createShelf',
        summary: 'Create a shelf from a PDF',
        description: 'Answers at once; the work continues. Poll the shelf until it is `ready` or `failed`.',
        security: ACCOUNT_SECURITY,
        response: {
          201: replies('The shelf, in `uploading`.', Shelf),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'PAYMENT_REQUIRED', 'CONFLICT', 'RATE_LIMITED'),
        },
      },
    },
    (request, reply) =>
      answerRepeatable(deps, request, reply, (repeatable) =>
        receivePdf(deps, request, repeatable, {
          wanted: CREATE_FIELDS,
          purpose: ['create'],
          commit: (form, finish) => commit(deps, request, form, finish),
        }),
      ),
  );
}

/** The PDF as a shelf of its own. */
async function commit(
  deps: Deps,
  request: FastifyRequest,
  { fields, file }: Received,
  finish: Finish,
): Promise<Answer> {
  const installed = deps.config.engine.recognition.languages;
  const asked = checkFields(fields, { fileName: file.fileName, bySession: request.session !== null, installed });
  const made = {
    ...asked,
    accountId: accountOf(request).id,
    uploadId: file.uploadId,
    stored: { sizeBytes: file.sizeBytes, sha256: file.sha256 },
    requestId: request.id,
  };
  return startRun(deps, request, {
    statusCode: 201,
    need: { ...NEW_SHELF, storageBytes: file.sizeBytes },
    claim: (tx) => createShelf(tx, made),
    finish,
  });
}
