import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SHELF_ID_PATTERN, ShelfParams } from '../../contract/common.js';
import { Shelf, UploadForm } from '../../contract/shelf.js';
import { claimUpload } from '../../entities/queries/claims.js';
import { findShelf } from '../../entities/queries/shelves.js';
import type { Shelf as ShelfRow } from '../../entities/shelf.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { claimedShelf, foundShelf, requireOpen, requireSubscription } from '../gates.js';
import { answerRepeatable, type Answer, type Repeatable } from '../idempotency.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { NEW_PDF, uploadGate } from '../quotas.js';
import { startRun } from '../start-run.js';
import { checkLanguage } from '../uploads/language-field.js';
import { receivePdf } from '../uploads/receive-pdf.js';

const SHELF_ID = new RegExp(SHELF_ID_PATTERN);
const UPLOAD_FIELDS: ReadonlySet<string> = new Set(['language']);

type UploadRequest = FastifyRequest<{ Params: { id: string } }>;

export function uploadRoute(scope: FastifyInstance, deps: Deps): void {
  const requireRoomAndDisk = uploadGate(deps, NEW_PDF);
  const app = scope.withTypeProvider<TypeBoxTypeProvider>();
  app.post(
    '/v1/shelves/:id/upload',
    {
      // in onRequest, before a client with `Expect: 100-continue` gets permission to send its body
      onRequest: async (request: UploadRequest) => {
        // the schema has refused values that are not ids
        if (!SHELF_ID.test(request.params.id)) return;
        const { status } = await shelfOf(deps, request);
        requireSubscription(accountOf(request));
        await requireRoomAndDisk(request);
        // a repeat gets its answer in every status
        if (!hasKey(request)) requireOpen('upload', status);
      },
      config: { form: UploadForm, repeatable: true },
      schema: {
        tags: ['shelves'],
        operationId: 'uploadToShelf',
        summary: 'Upload a new PDF to a shelf',
        description:
          'In `ready` or `review`. What becomes of the PDF is the next version; those before it stay. A draft in review is dropped.',
        security: ACCOUNT_SECURITY,
        params: ShelfParams,
        response: {
          200: replies('The shelf, in `uploading`.', Shelf),
          ...errorReplies(
            'VALIDATION_ERROR',
            'UNAUTHORIZED',
            'PAYMENT_REQUIRED',
            'NOT_FOUND',
            'CONFLICT',
            'RATE_LIMITED',
          ),
        },
      },
    },
    (request, reply) =>
      answerRepeatable(deps, request, reply, async (repeatable) => {
        if (repeatable.state === 'first') {
          const { status } = await shelfOf(deps, request);
          requireOpen('upload', status);
        }
        return upload(deps, request, repeatable);
      }),
  );
}

const hasKey = ({ headers }: UploadRequest): boolean => headers['idempotency-key'] !== undefined;

/** The shelf in the path. Throws ServiceError 404. */
async function shelfOf({ dataSource }: Deps, request: UploadRequest): Promise<ShelfRow> {
  const accountId = accountOf(request).id;
  return foundShelf(await findShelf(dataSource.manager, { accountId, publicId: request.params.id }));
}

/** Stores the PDF and claims the shelf for it; the claim checks the status again. */
function upload(deps: Deps, request: UploadRequest, repeatable: Repeatable): Promise<Answer> {
  const publicId = request.params.id;
  return receivePdf(deps, request, repeatable, {
    wanted: UPLOAD_FIELDS,
    purpose: ['upload', publicId],
    commit: async ({ fields, file }, finish) => {
      const wanted = {
        accountId: accountOf(request).id,
        publicId,
        requestId: request.id,
        uploadId: file.uploadId,
        languages: checkLanguage(fields.get('language'), deps.config.engine.recognition.languages),
        stored: { sizeBytes: file.sizeBytes, sha256: file.sha256 },
      };
      return startRun(deps, request, {
        statusCode: 200,
        need: { ...NEW_PDF, storageBytes: file.sizeBytes },
        claim: async (tx) => claimedShelf(await claimUpload(tx, wanted)),
        finish,
      });
    },
  });
}
