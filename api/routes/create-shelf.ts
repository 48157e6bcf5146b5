import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CreateShelfForm, Shelf } from '../../contract/shelf.js';
import { createShelf } from '../../entities/queries/shelves.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { beginRepeatable, hashRequest, type Answer, type Repeatable } from '../idempotency.js';
import { errorReplies, KEY_SECURITY, reply as replies } from '../openapi.js';
import { presentShelf } from '../present.js';
import { createLimit } from '../rate-limits.js';
import { checkFields, readCreateForm, type RawForm } from '../uploads/create-form.js';
import { discardPdf, storePdf, type StoredPdf } from '../uploads/store-pdf.js';

export function createShelfRoute(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/v1/shelves',
    {
      onRequest: createLimit(deps),
      config: { form: CreateShelfForm, repeatable: true },
      schema: {
        tags: ['shelves'],
        summary: 'Create a shelf from a PDF',
        description: 'Answers at once; the work goes on. Poll the shelf until it is `ready` or `failed`.',
        security: KEY_SECURITY,
        response: {
          201: replies('The shelf, in `uploading`.', Shelf),
          ...errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'CONFLICT', 'RATE_LIMITED'),
        },
      },
    },
    async (request, reply) => {
      const repeatable = await beginRepeatable(deps, request);
      try {
        return send(reply, await upload(deps, request, repeatable));
      } catch (error) {
        await repeatable
          .release()
          .catch((err: unknown) => request.log.warn({ err }, 'idempotency key not released, it is overtaken later'));
        throw error;
      }
    },
  );
}

/** The PDF goes into the store as it arrives; what comes after it may still refuse it. */
async function upload(deps: Deps, request: FastifyRequest, repeatable: Repeatable): Promise<Answer> {
  const arrived: StoredPdf[] = [];
  const discard = () => Promise.all(arrived.map((pdf) => discardPdf(deps, pdf, request.log)));
  try {
    const form = await readCreateForm(request, async (part) => {
      const pdf = await storePdf(deps, accountOf(request), part, request.log);
      arrived.push(pdf);
      return pdf;
    });
    const requestHash = hashForm(form);
    const earlier = await repeatable.earlierAnswer(requestHash);
    if (earlier) {
      await discard();
      return earlier;
    }
    return await commit(deps, request, form, (tx, answer) => repeatable.finish(tx, requestHash, answer));
  } catch (error) {
    await discard();
    throw error;
  }
}

type Finish = (tx: Parameters<Repeatable['finish']>[0], answer: Answer) => Promise<void>;

/** One transaction makes the PDF a shelf and stores the answer for repeats; then its run starts. */
async function commit(
  { dataSource, runs }: Deps,
  request: FastifyRequest,
  { fields, file }: RawForm<StoredPdf>,
  finish: Finish,
): Promise<Answer> {
  const account = accountOf(request);
  const asked = checkFields(fields, file.fileName);
  const { shelf, answer } = await dataSource.transaction(async (tx) => {
    const made = await createShelf(tx, {
      ...asked,
      accountId: account.id,
      uploadId: file.uploadId,
      stored: { sizeBytes: file.sizeBytes, sha256: file.sha256 },
      reviewMode: false,
      requestId: request.id,
    });
    const body = JSON.stringify(presentShelf(made, account.publicId));
    const created: Answer = { statusCode: 201, responseBody: body };
    await finish(tx, created);
    return { shelf: made, answer: created };
  });
  const input = { shelfPublicId: shelf.publicId, run: shelf.run, requestId: request.id };
  await runs.startShelf(input, { accountPublicId: account.publicId, template: shelf.template });
  return answer;
}

function hashForm({ fields, file }: RawForm<StoredPdf>): string {
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return hashRequest([file.sha256, file.fileName, sorted]);
}

function send(reply: FastifyReply, { statusCode, responseBody }: Answer): FastifyReply {
  return reply.code(statusCode).header('content-type', 'application/json; charset=utf-8').send(responseBody);
}
