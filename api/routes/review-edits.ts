import type { FastifyInstance } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import {
  PendingOperations,
  PendingOperationsBody,
  Review,
  ReviewPreview,
  ReviewPreviewBody,
} from '../../contract/review.js';
import { countEdits } from '../../entities/queries/review-edits.js';
import { RELEASE } from '../../infra/release.js';
import { createSemaphore } from '../../infra/semaphore.js';
import { accountOf, sessionOf } from '../auth.js';
import type { Patcher } from '../diff/patcher.js';
import { isUnchanged, NOT_MODIFIED, strongTag } from '../etag.js';
import { leaveBodiesUnread, parseJson, readText } from '../json-body.js';
import { errorReplies, ETAG_HEADER, reply as replies, SESSION_SECURITY } from '../openapi.js';
import { keepPending, readPending, readReview, requireDraft, type Draft, type ReviewDeps } from '../review-edits.js';
import { previewReview } from '../review-preview.js';
import { MAX_OPERATIONS_BODY_BYTES, type ShelfRequest } from '../reviews.js';

/** Each preview may hold two trees in memory. */
const PREVIEWS = { permits: 4, maxWaiting: 32, perOwner: { permits: 1, maxWaiting: 8 }, what: 'previews' };

/** A draft in review with the edits that are not approved yet; for sessions only. */
export function reviewEditRoutes(app: FastifyInstance, review: ReviewDeps & { patcher: Patcher }): void {
  const { deps } = review;
  const { manager } = deps.dataSource;
  const common = { tags: ['review'], security: SESSION_SECURITY, params: ShelfParams };
  const errors = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');
  const previews = createSemaphore(PREVIEWS);
  leaveBodiesUnread(app);

  const bodyOf = async (request: ShelfRequest): Promise<unknown> =>
    parseJson(request, await readText(request, MAX_OPERATIONS_BODY_BYTES));

  /** What an answer depends on; each session sees by itself who made the last change. */
  async function tagOf(request: ShelfRequest, what: string, { shelf, version }: Draft): Promise<string> {
    const { revision, sessionId } = await countEdits(manager, version.id);
    const parts = [RELEASE, version.publicId, shelf.updatedAt.toISOString(), String(revision), String(sessionId)];
    return strongTag(what, ...parts, sessionOf(request).session.id);
  }

  app.get<{ Params: { id: string } }>(
    '/v1/dashboard/shelves/:id/review',
    {
      schema: {
        ...common,
        operationId: 'getReview',
        summary: 'Read the draft in review: its tree, findings and pending operations',
        response: { 200: replies('The draft.', Review, ETAG_HEADER), 304: NOT_MODIFIED, ...errors },
      },
    },
    async (request, reply) => {
      const draft = await requireDraft(deps, request);
      if (isUnchanged(request, reply, await tagOf(request, 'review', draft))) return reply.send();
      return readReview(review, request, draft);
    },
  );

  app.get<{ Params: { id: string } }>(
    '/v1/dashboard/shelves/:id/review/operations',
    {
      schema: {
        ...common,
        operationId: 'getPendingOperations',
        summary: 'Read the edits that are not approved yet',
        description: 'Another session may change them: ask again with If-None-Match.',
        response: { 200: replies('The operations.', PendingOperations, ETAG_HEADER), 304: NOT_MODIFIED, ...errors },
      },
    },
    async (request, reply) => {
      const draft = await requireDraft(deps, request);
      if (isUnchanged(request, reply, await tagOf(request, 'operations', draft))) return reply.send();
      return readPending(deps, request, draft);
    },
  );

  app.put<{ Params: { id: string } }>(
    '/v1/dashboard/shelves/:id/review/operations',
    {
      config: { json: { schema: PendingOperationsBody } },
      schema: {
        ...common,
        operationId: 'putPendingOperations',
        summary: 'Keep edits that are not approved yet',
        description: [
          'Replaces the whole list. The operations are checked against the draft as approve checks them, and none is applied.',
          'With an earlier `revision` the answer is 409 `revision_changed` with the current one, with another draft 409 `draft_changed`.',
        ].join('\n\n'),
        response: { 200: replies('The operations as they are kept.', PendingOperations), ...errors },
      },
    },
    async (request): Promise<PendingOperations> => {
      const draft = await requireDraft(deps, request);
      return keepPending(review, request, { draft, body: await bodyOf(request) });
    },
  );

  app.post<{ Params: { id: string } }>(
    '/v1/dashboard/shelves/:id/review/preview',
    {
      config: { json: { schema: ReviewPreviewBody, optional: true } },
      schema: {
        ...common,
        operationId: 'previewReview',
        summary: 'Preview the draft with operations applied',
        description: 'Of the operations in the body, or else of those that are kept. Changes nothing.',
        response: { 200: replies('The tree, and what differs from the draft.', ReviewPreview), ...errors },
      },
    },
    async (request): Promise<ReviewPreview> => {
      const draft = await requireDraft(deps, request);
      const body = await bodyOf(request);
      return previews.run(() => previewReview(review, request, { draft, body }), { owner: accountOf(request).id });
    },
  );
}
