import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ShelfParams } from '../../contract/common.js';
import { invalid, ServiceError } from '../../contract/errors.js';
import { ApproveBody, operationsOf } from '../../contract/operations.js';
import { Shelf } from '../../contract/shelf.js';
import {
  isOpen,
  MAX_OPERATIONS_BYTES,
  type GatedAction,
  type Operation,
  type ShelfStatus,
} from '../../contract/vocabulary.js';
import { approvedShelf, findDraft } from '../../entities/queries/review.js';
import { NO_DRAFT } from '../../entities/queries/runs.js';
import { findShelf } from '../../entities/queries/shelves.js';
import { Shelf as ShelfRow } from '../../entities/shelf.js';
import { operationsKey } from '../../infra/object-keys.js';
import { REFUSALS } from '../../workflows/messages.js';
import { accountOf } from '../auth.js';
import type { Deps } from '../deps.js';
import { conflict, foundShelf, notOpen, requireOpen } from '../gates.js';
import { answerRepeatable, hashRequest, type Answer, type Repeatable } from '../idempotency.js';
import { leaveBodiesUnread, parseJson, readText } from '../json-body.js';
import { removeObject, writeObject } from '../objects.js';
import { errorReplies, ACCOUNT_SECURITY, reply as replies } from '../openapi.js';
import { presentShelf } from '../present.js';
import type { ReviewTarget, UpdateEnd } from '../review-updates.js';

/**
 * In JSON a byte of text takes up to six (`\u0001`), and members have names: what is sent may be larger than what it
 * says, which is counted once it is read.
 */
const MAX_BODY_BYTES = 2 * MAX_OPERATIONS_BYTES;

type ShelfRequest = FastifyRequest<{ Params: { id: string } }>;

export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  const common = { tags: ['shelves'], security: ACCOUNT_SECURITY, params: ShelfParams };
  const errors = errorReplies('VALIDATION_ERROR', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED');
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
          maxBodyBytes: MAX_BODY_BYTES,
          prepare: (text) => {
            const operations = operationsOf(parseJson(request, text));
            return (target) => approve(deps, request, target, operations);
          },
          // a later claim may have come at once
          present: ({ before, now }) => (now.run === before.run ? now : approvedShelf(deps.dataSource.manager, before)),
        }),
      ),
  );

  app.post<{ Params: { id: string } }>(
    '/v1/shelves/:id/regenerate',
    {
      config: { repeatable: true },
      schema: {
        ...common,
        operationId: 'regenerateShelf',
        summary: 'Structure and verify a shelf in review anew',
        description: 'Gives the draft up. The same engine and PDF give the same draft.',
        response: { 200: replies('The shelf, in `structuring`.', Shelf), ...errors },
      },
    },
    (request, reply) =>
      answerRepeatable(deps, request, reply, (repeatable) =>
        review(deps, request, repeatable, {
          action: 'regenerate',
          maxBodyBytes: null,
          prepare: () => (target) => deps.runs.regenerate(target),
          // by now the run may have gone on
          present: ({ before }, { updatedAt }) =>
            Object.assign(new ShelfRow(), before, NO_DRAFT, {
              status: 'structuring',
              updatedAt: new Date(updatedAt),
            }),
        }),
      ),
  );
}

/** What is asked of a review, and how the shelf is shown once it is done. */
interface Asked<Result> {
  action: 'approve' | 'regenerate';
  /** Null where the body is not looked at. */
  maxBodyBytes: number | null;
  /** Judges the body, whose text is empty when there is none; answers how the run is asked. Throws ServiceError 400. */
  prepare: (text: string) => (target: ReviewTarget) => Promise<UpdateEnd<Result>>;
  /** The shelf as this has left it, from its row in review and the row as it is by now. */
  present: (shelf: { before: ShelfRow; now: ShelfRow }, result: Result) => ShelfRow | Promise<ShelfRow>;
}

async function review<Result>(
  { dataSource: { manager }, runs }: Deps,
  request: ShelfRequest,
  repeatable: Repeatable,
  { action, maxBodyBytes, prepare, present }: Asked<Result>,
): Promise<Answer> {
  const account = accountOf(request);
  const key = { accountId: account.id, publicId: request.params.id };
  const find = async (): Promise<ShelfRow> => foundShelf(await findShelf(manager, key));
  // what an earlier one asked for may have been done: whatever this one meets, the next still has to be told
  repeatable.mayGoOn(!repeatable.isFirst);
  // of a repeat the body decides whether it gets the first's answer, whatever the status is by now
  if (repeatable.isFirst) requireOpen(action, (await find()).status);
  const text = maxBodyBytes === null ? '' : await readText(request, maxBodyBytes);
  const requestHash = hashRequest([action, request.params.id, text]);
  const earlier = await repeatable.earlierAnswer(requestHash);
  if (earlier) return earlier;
  const shelf = await find();
  const target = { shelfPublicId: shelf.publicId, run: shelf.run, updateId: repeatable.workId(requestHash) };
  const ask = async (): Promise<UpdateEnd<Result>> => {
    requireOpen(action, shelf.status);
    const send = prepare(text);
    // an earlier one, whose Update another run may have carried out, has not found a draft that is younger than its key
    const draft = await findDraft(manager, shelf, repeatable.isFirst ? null : repeatable.began());
    if (draft === null) throw draftChanged(shelf.status); // or it was given up since the shelf was read
    repeatable.mayGoOn(true);
    return send({ ...target, draft });
  };
  // one that was lost may have been carried out, whatever the status is by now
  const lost = repeatable.isFirst ? null : await runs.earlier<Result>(target);
  const ended = lost ?? (await ask());
  // one that nobody took in time may have been taken by a worker whose answer came too late: its repeat is told;
  // a refusal of what was sent only now says nothing of what an earlier one sent, maybe with another body
  const isFinal = repeatable.isFirst || lost !== null;
  repeatable.mayGoOn(!(isFinal && ended.outcome === 'refused'));
  if (ended.outcome === 'not_taken' && target.updateId !== null) throw new ServiceError('SERVICE_UNAVAILABLE');
  const now = await find();
  if (ended.outcome !== 'done') throw refusalOf(action, ended, now);
  const body = presentShelf(await present({ before: shelf, now }, ended.result), account.publicId);
  const answer = { statusCode: 200, responseBody: JSON.stringify(body) };
  await repeatable.finish(manager, requestHash, answer);
  return answer;
}

/** Operations travel as an object, since what Temporal is given stays small. */
async function approve(
  { runs, storage }: Deps,
  request: ShelfRequest,
  target: ReviewTarget,
  operations: Operation[],
): Promise<UpdateEnd<void>> {
  if (operations.length === 0) return runs.approve(target, null);
  const { publicId: accountPublicId } = accountOf(request);
  const key = operationsKey({ ...target, accountPublicId }, target.updateId ?? randomUUID());
  await writeObject(storage, key, JSON.stringify(operations), 'application/json');
  const ended = await runs.approve(target, key);
  // the run needs it still, or takes it yet, and removes it at its end
  if (ended.outcome === 'unfinished' || ended.outcome === 'not_taken') return ended;
  await removeObject(storage, key).catch((err: unknown) =>
    request.log.warn({ err, key }, 'operations left to the end of the run'),
  );
  return ended;
}

/** Why it was not done, by what the run said and by where the shelf stands `now`. */
function refusalOf(
  action: GatedAction,
  ended: Exclude<UpdateEnd<unknown>, { outcome: 'done' }>,
  { status }: ShelfRow,
): ServiceError {
  const type = ended.outcome === 'refused' ? ended.type : null;
  if (ended.outcome === 'refused' && type === REFUSALS.badOperation) return badOperation(ended.details);
  if (type === REFUSALS.draftChanged) return draftChanged(status);
  if (type === REFUSALS.underWay)
    return conflict('under_way', status, 'Another request to approve or regenerate this shelf came first.');
  if (ended.outcome === 'unfinished' || isOpen(action, status)) return new ServiceError('SERVICE_UNAVAILABLE');
  return notOpen(status);
}

function badOperation(details: unknown): ServiceError {
  const { index, reason, ...more } = details as { index?: number; reason: string };
  const which = index === undefined ? 'operations' : `operations[${index}]`;
  return invalid('operations', reason, `${which}: ${reason}`, { ...(index !== undefined && { index }), ...more });
}

function draftChanged(status: ShelfStatus): ServiceError {
  return conflict('draft_changed', status, 'The draft has changed in the meantime. Read it again.');
}
