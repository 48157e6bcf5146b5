import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { ServiceError } from '../../contract/errors.js';
import { Shelf } from '../../contract/shelf.js';
import type { GatedAction } from '../../contract/vocabulary.js';
import { findDraft, NO_DRAFT } from '../../entities/queries/review.js';
import { findShelf } from '../../entities/queries/shelves.js';
import type { Shelf as ShelfRow } from '../../entities/shelf.js';
import { REFUSALS } from '../../workflows/messages.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { foundShelf, requireOpen } from '../gates.js';
import { answerRepeatable, hashRequest, type Answer, type Repeatable } from '../idempotency.js';
import { leaveBodies } from '../json-body.js';
import { errorReplies, KEY_SECURITY, reply as replies } from '../openapi.js';
import { presentShelf } from '../present.js';
import type { ReviewTarget, UpdateEnd } from '../review-updates.js';

type ShelfRequest = FastifyRequest<{ Params: { id: string } }>;

export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  const common = { tags: ['shelves'], security: KEY_SECURITY, params: ShelfParams };
  const errors = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');
  leaveBodies(app);

  app.post<{ Params: { id: string } }>(
    '/v1/shelves/:id/approve',
    {
      config: { repeatable: true },
      schema: {
        ...common,
        summary: 'Approve a shelf in review',
        description: 'The tree as reviewed becomes a version.',
        response: { 200: replies('The shelf, in `ready`.', Shelf), ...errors },
      },
    },
    (request, reply) =>
      answerRepeatable(deps, request, reply, (repeatable) =>
        review(deps, request, repeatable, {
          action: 'approve',
          send: (target) => deps.runs.approve(target, null),
          present: (shelf) => shelf,
        }),
      ),
  );

  app.post<{ Params: { id: string } }>(
    '/v1/shelves/:id/regenerate',
    {
      config: { repeatable: true },
      schema: {
        ...common,
        summary: 'Structure and verify a shelf in review anew',
        description: 'Gives the draft up. The same engine and PDF give the same draft.',
        response: { 200: replies('The shelf, in `structuring`.', Shelf), ...errors },
      },
    },
    (request, reply) =>
      answerRepeatable(deps, request, reply, (repeatable) =>
        review(deps, request, repeatable, {
          action: 'regenerate',
          send: (target) => deps.runs.regenerate(target),
          // by now the run may have gone on
          present: (shelf, { updatedAt }) =>
            Object.assign(shelf, NO_DRAFT, { status: 'structuring', updatedAt: new Date(updatedAt) }),
        }),
      ),
  );
}

/** What is asked of a review, and how the shelf is shown once it is done. */
interface Request<Result> {
  action: GatedAction & ('approve' | 'regenerate');
  send: (target: ReviewTarget) => Promise<UpdateEnd<Result>>;
  present: (shelf: ShelfRow, result: Result) => ShelfRow;
}

async function review<Result>(
  { dataSource: { manager } }: Deps,
  request: ShelfRequest,
  repeatable: Repeatable,
  { action, send, present }: Request<Result>,
): Promise<Answer> {
  const account = accountOf(request);
  const key = { accountId: account.id, publicId: request.params.id };
  const find = async (): Promise<ShelfRow> => foundShelf(await findShelf(manager, key));
  const requestHash = hashRequest([action, request.params.id]);
  const earlier = await repeatable.earlierAnswer(requestHash);
  if (earlier) return earlier;
  const shelf = await find();
  requireOpen(action, shelf.status);
  const draft = await findDraft(manager, shelf);
  // it was given up since the shelf was read
  if (draft === null) throw draftChanged();
  const ended = await send({ shelfPublicId: shelf.publicId, run: shelf.run, draft });
  const now = await find();
  if (ended.outcome !== 'done') throw refusalOf(action, ended, now);
  const body = presentShelf(present(now, ended.result), account.publicId);
  const answer = { statusCode: 200, responseBody: JSON.stringify(body) };
  await repeatable.finish(manager, requestHash, answer);
  return answer;
}

/** Why it was not done, by what the run said and by where the shelf stands `now`. */
function refusalOf(
  action: GatedAction,
  ended: Exclude<UpdateEnd<unknown>, { outcome: 'done' }>,
  { status }: ShelfRow,
): ServiceError {
  const type = ended.outcome === 'refused' ? ended.type : null;
  if (type === REFUSALS.draftChanged) return draftChanged();
  if (type === REFUSALS.underWay) {
    const message = 'Another request to approve or regenerate this shelf came first.';
    return new ServiceError('CONFLICT', message, { status, reason: 'under_way' });
  }
  try {
    requireOpen(action, status);
  } catch (error) {
    return error as ServiceError;
  }
  return new ServiceError('SERVICE_UNAVAILABLE');
}

function draftChanged(): ServiceError {
  const message = 'The draft has changed in the meantime. Read it again.';
  return new ServiceError('CONFLICT', message, { reason: 'draft_changed' });
}
