/**
 * A review command from the request to the answer: `decide` whether it is a repeat and which run it is for, `send` it to
 * the run as an Update, `answer` with its outcome.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { ServiceError } from '../contract/errors.js';
import { isOpen, MAX_OPERATIONS_BYTES, type GatedAction, type Operation } from '../contract/vocabulary.js';
import type { ReservableNeed } from '../entities/queries/quotas.js';
import { findDraft, findDraftVersion } from '../entities/queries/review.js';
import { findShelf } from '../entities/queries/shelves.js';
import type { Shelf } from '../entities/shelf.js';
import { operationsKey } from '../infra/object-keys.js';
import { REFUSALS } from '../workflows/messages.js';
import { accountOf } from './auth.js';
import type { Deps } from './deps.js';
import { conflict, foundShelf, notOpen, requireOpen } from './gates.js';
import { hashRequest, type Answer, type Repeatable } from './idempotency.js';
import { readText } from './json-body.js';
import { removeObject, writeObject } from './objects.js';
import { presentShelf } from './present.js';
import { releaseRoom, requireRoom, withRoom } from './quotas.js';
import { badOperation, draftChanged, presentRevisionChanged, requireSeen, type Seen } from './review-seen.js';
import { NOT_TAKEN_SECONDS, type ReviewTarget, type UpdateEnd } from './review-updates.js';

/**
 * In JSON a byte of text takes up to six (`\u0001`), and members have names: the body may be larger than the operations,
 * whose size is checked once they are parsed.
 */
export const MAX_OPERATIONS_BODY_BYTES = 2 * MAX_OPERATIONS_BYTES;

export type ShelfRequest = FastifyRequest<{ Params: { id: string } }>;

export interface ReviewCommand<Result> {
  action: 'approve' | 'regenerate';
  /** What the account's quotas must have left, whatever the body is. */
  need?: ReservableNeed;
  maxBodyBytes: number;
  /** Parses the body, whose text is empty when there is none. Throws ServiceError 400. */
  prepare: (text: string) => Prepared<Result>;
  /** The shelf as the command has left it, from its row in review and its row now. */
  present: (shelf: { before: Shelf; now: Shelf }, result: Result) => Shelf | Promise<Shelf>;
}

interface Prepared<Result> {
  seen: Seen;
  /** Bytes that are written beside the files of the draft, for a version of its own; null without such a version. */
  writtenBytes: number | null;
  sendUpdate: (target: ReviewTarget) => Promise<UpdateEnd<Result>>;
}

/** A request with a command, and the state of its idempotency key. */
interface Attempt<Result> {
  request: ShelfRequest;
  repeatable: Repeatable;
  command: ReviewCommand<Result>;
}

interface Decided {
  /** The text of the body. */
  text: string;
  requestHash: string;
  shelf: Shelf;
  target: Omit<ReviewTarget, 'draft'>;
}

/** Throws ServiceError, and BusyError. */
export async function review<Result>(
  deps: Deps,
  request: ShelfRequest,
  repeatable: Repeatable,
  command: ReviewCommand<Result>,
): Promise<Answer> {
  const attempt = { request, repeatable, command };
  const decided = await decide(deps, attempt);
  if ('earlier' in decided) return decided.earlier;
  return answer(deps, attempt, { ...decided, ended: await send(deps, attempt, decided) });
}

const findRow = async ({ dataSource: { manager } }: Deps, request: ShelfRequest): Promise<Shelf> =>
  foundShelf(await findShelf(manager, { accountId: accountOf(request).id, publicId: request.params.id }));

/** The answer of an earlier request with the same key, or the shelf and run that this command is for. */
async function decide<Result>(
  deps: Deps,
  { request, repeatable, command: { action, need, maxBodyBytes } }: Attempt<Result>,
): Promise<Decided | { earlier: Answer }> {
  const isFirst = repeatable.state === 'first';
  // the command of an earlier request may have been carried out: if this one fails, the next repeat must still find out
  repeatable.allowResume(!isFirst);
  // whether a repeat gets the first answer depends on its body, whatever the status is by now
  if (isFirst) {
    const { publicId, status } = await findRow(deps, request);
    // a reservation that an earlier attempt has left serves this one as well
    if (need) await requireRoom(deps, request, need, publicId);
    requireOpen(action, status);
  }
  const text = await readText(request, maxBodyBytes);
  const requestHash = hashRequest([action, request.params.id, text]);
  const earlier = await repeatable.earlierAnswer(requestHash);
  if (earlier) return { earlier };
  const shelf = await findRow(deps, request);
  const updateId = repeatable.workId(requestHash);
  return { text, requestHash, shelf, target: { shelfPublicId: shelf.publicId, run: shelf.run, updateId } };
}

/** Sends the Update, or returns the outcome of the one that a lost request has sent. */
async function send<Result>(
  deps: Deps,
  { request, repeatable, command: { action, need, prepare } }: Attempt<Result>,
  { text, shelf, target }: Decided,
): Promise<UpdateEnd<Result>> {
  const { dataSource, workflows } = deps;
  const { manager } = dataSource;
  const isFirst = repeatable.state === 'first';
  // a lost command may have been carried out, whatever the status is by now
  const lost = isFirst ? null : await workflows.earlier<Result>(target);
  const reserved = { shelf: shelf.publicId, command: target.updateId ?? randomUUID() };
  const sendNow = async (): Promise<UpdateEnd<Result>> => {
    requireOpen(action, shelf.status);
    const { seen, writtenBytes, sendUpdate } = prepare(text);
    // a draft that is newer than the key is not the one that the lost request was about
    const draft = await findDraft(manager, shelf, isFirst ? null : repeatable.began());
    if (draft === null) throw draftChanged(shelf.status); // also if it was given up after the shelf was read
    await requireSeen(manager, request, { shelf, draft }, seen);
    const storageBytes = writtenBytes === null ? null : await versionBytes(manager, { shelf, writtenBytes });
    return withRoom(deps, request, {
      ...reserved,
      need: { ...need, ...(storageBytes !== null && { storageBytes }) },
      work() {
        repeatable.allowResume(true);
        return sendUpdate({ ...target, draft });
      },
      secondsLeft,
    });
  };
  // the reservation of the lost request
  if (lost && secondsLeft(lost) === 0) await releaseRoom(deps, request, reserved);
  const ended = lost ?? (await sendNow());
  // A refusal is final for the Update that it answers. It says nothing about an Update of an earlier request, maybe with
  // another body, and an Update that was not accepted in time may have been accepted late: both leave the key resumable.
  const isFinal = (isFirst || lost !== null) && ended.outcome === 'refused';
  repeatable.allowResume(!isFinal);
  return ended;
}

/** How long the reservation for an Update has to last, as in `withRoom`. */
function secondsLeft({ outcome }: UpdateEnd<unknown>): number | null {
  if (outcome === 'unfinished') return null;
  return outcome === 'not_taken' ? NOT_TAKEN_SECONDS : 0;
}

/** The version that results from operations is stored beside their draft. */
async function versionBytes(
  manager: EntityManager,
  { shelf, writtenBytes }: { shelf: Shelf; writtenBytes: number },
): Promise<number> {
  const draft = await findDraftVersion(manager, shelf);
  return (draft?.storageSizeBytes ?? 0) + writtenBytes;
}

/** Stores and returns the answer. Throws the ServiceError of a command that was not carried out. */
async function answer<Result>(
  deps: Deps,
  { request, repeatable, command: { action, present } }: Attempt<Result>,
  { requestHash, shelf, target, ended }: Decided & { ended: UpdateEnd<Result> },
): Promise<Answer> {
  if (ended.outcome === 'not_taken' && target.updateId !== null) throw new ServiceError('SERVICE_UNAVAILABLE');
  const now = await findRow(deps, request);
  if (ended.outcome === 'refused' && ended.type === REFUSALS.revisionChanged)
    throw await presentRevisionChanged(deps.dataSource.manager, request, now);
  if (ended.outcome !== 'done') throw refusalOf(action, ended, now);
  const shown = await present({ before: shelf, now }, ended.result);
  const responseBody = JSON.stringify(presentShelf(shown, accountOf(request).publicId));
  const done = { statusCode: 200, responseBody };
  await repeatable.finish(deps.dataSource.manager, requestHash, done);
  return done;
}

/** Approves the draft. Operations are passed as an object, because inputs of workflows stay small. */
export async function approve(
  { workflows, storage }: Deps,
  request: ShelfRequest,
  target: ReviewTarget,
  { operations, revision }: { operations: Operation[]; revision?: number | undefined },
): Promise<UpdateEnd<void>> {
  const seen = revision === undefined ? {} : { revision };
  if (operations.length === 0) return workflows.approve(target, { operationsKey: null, ...seen });
  const { publicId: accountPublicId } = accountOf(request);
  const key = operationsKey({ ...target, accountPublicId }, target.updateId ?? randomUUID());
  await writeObject(storage, key, JSON.stringify(operations), 'application/json');
  const ended = await workflows.approve(target, { operationsKey: key, ...seen });
  // the run still needs the object, or may still accept the Update; it removes the object when it ends
  if (ended.outcome === 'unfinished' || ended.outcome === 'not_taken') return ended;
  await removeObject(storage, key).catch((err: unknown) =>
    request.log.warn({ err, key }, 'operations left to the end of the run'),
  );
  return ended;
}

/** The error for a command that was not carried out, from the run's refusal and the status `now`. */
function refusalOf(
  action: GatedAction,
  ended: Exclude<UpdateEnd<unknown>, { outcome: 'done' }>,
  { status }: Shelf,
): ServiceError {
  const type = ended.outcome === 'refused' ? ended.type : null;
  if (ended.outcome === 'refused' && type === REFUSALS.badOperation) return badOperation(ended.details);
  if (type === REFUSALS.draftChanged) return draftChanged(status);
  if (type === REFUSALS.underWay)
    return conflict('under_way', status, 'Another request to approve or regenerate this shelf came first.');
  if (ended.outcome === 'unfinished' || isOpen(action, status)) return new ServiceError('SERVICE_UNAVAILABLE');
  return notOpen(status);
}
