/** `Idempotency-Key`: a repeated request gets the answer of the first one. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { invalid, ServiceError } from '../contract/errors.js';
import {
  beginRequest,
  finishRequest,
  isKeyKnown,
  leaveRequest,
  releaseRequest,
  renewRequest,
  type ClaimedRequest,
  type StartedRequest,
} from '../entities/queries/idempotency.js';
import { accountOf } from './auth.js';
import type { Deps } from './deps.js';

/** How often a running request renews its lease on the key. */
const RENEW_MS = 10_000;
/** A request that has not renewed its key for this long is considered lost with its process: a repeat takes over the key, and the first cannot finish. */
const LOST_AFTER_MS = 45_000;
/** Placeholder for the hash of a request whose body has not arrived yet. */
const UNREAD = '';

export interface Answer {
  statusCode: number;
  /** JSON. */
  responseBody: string;
}

/**
 * What is known of a request's key. `first`: it is new, or there is none. `resumed`: this request has taken it over from one
 * that was lost. `unknown`: another request holds it or has answered with it, and the body decides whether this is a repeat.
 */
export type RepeatState = 'first' | 'resumed' | 'unknown';

/** A request that may be a repeat. */
export interface Repeatable {
  /** `unknown` only until `earlierAnswer` has returned. */
  readonly state: RepeatState;
  /** Id of the work of this request and of the lost requests that it resumes; null without a key. */
  workId(requestHash: string): string | null;
  /** When the key was first used, in seconds since 1970 by Postgres' clock, once the body is known; null without a key. */
  began(): string | null;
  /** Whether a repeat may resume the work if this request ends without an answer; no, unless said. */
  allowResume(allowed: boolean): void;
  /** Call once the body is known: the first answer if this is a repeat, else null. Throws ServiceError 409. */
  earlierAnswer(requestHash: string): Promise<Answer | null>;
  /** Stores the answer in the transaction of the change. Throws ServiceError 409 when a repeat has taken over. */
  finish(tx: EntityManager, requestHash: string, answer: Answer): Promise<void>;
  /** Ends the request. Without an answer its key is forgotten, or left to a repeat that may resume its work. */
  release(): Promise<void>;
}

const WITHOUT_KEY: Repeatable = {
  state: 'first',
  workId: () => null,
  began: () => null,
  allowResume: () => undefined,
  earlierAnswer: () => Promise.resolve(null),
  finish: () => Promise.resolve(),
  release: () => Promise.resolve(),
};

export function hashRequest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Replies with the answer of `work` to a request that may be a repeat. The key of a request that fails is forgotten, so that
 * a repeat starts over, unless `work` has allowed a repeat to resume.
 */
export async function answerRepeatable(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (repeatable: Repeatable) => Promise<Answer>,
): Promise<FastifyReply> {
  const repeatable = await beginRepeatable(deps, request);
  try {
    const { statusCode, responseBody } = await work(repeatable);
    return reply.code(statusCode).header('content-type', 'application/json; charset=utf-8').send(responseBody);
  } finally {
    await repeatable
      .release()
      .catch((err: unknown) => request.log.warn({ err }, 'idempotency key not released, it is overtaken later'));
  }
}

/** Whether an earlier request has used the request's key, so that this one may get its answer. Throws ServiceError 400. */
export async function isRepeat({ dataSource: { manager } }: Deps, request: FastifyRequest): Promise<boolean> {
  const key = keyOf(request);
  return key !== null && isKeyKnown(manager, { accountId: accountOf(request).id, key });
}

/** Takes the request's key before its body is read. Throws ServiceError 409 while another request with it is running. */
async function beginRepeatable({ dataSource: { manager } }: Deps, request: FastifyRequest): Promise<Repeatable> {
  const key = keyOf(request);
  if (key === null) return WITHOUT_KEY;
  const identity = { accountId: accountOf(request).id, key };
  let taken: StartedRequest | null = null;
  let isResumable = false;
  let renewing: NodeJS.Timeout | undefined;

  /** Undefined when this request holds the key now; else the earlier answer, or null when it was used for another body. */
  async function take(requestHash: string): Promise<Answer | null | undefined> {
    const start = await beginRequest(manager, { ...identity, requestHash, lostAfterMs: LOST_AFTER_MS });
    if (start.outcome === 'running') throw conflict('in_progress', 'A request with this key is still running.');
    if (start.outcome === 'mismatch') return null;
    if (start.outcome === 'done') return { statusCode: start.statusCode, responseBody: start.responseBody ?? '' };
    taken = start;
    renewing = renewPeriodically(manager, request, { ...identity, claim: start.claim });
    return undefined;
  }

  await take(UNREAD);
  let state: RepeatState = stateOf(taken);
  return {
    get state() {
      return state;
    },
    workId: (requestHash) => taken && hashRequest([identity.accountId, key, taken.began, requestHash]),
    began: () => taken && taken.began,
    allowResume(allowed) {
      isResumable = allowed;
    },
    async earlierAnswer(requestHash) {
      if (taken) return null;
      const answer = await take(requestHash);
      if (answer === null) throw conflict('key_reused', 'This key was used for another request.');
      if (answer === undefined) state = 'resumed';
      return answer ?? null;
    },
    async finish(tx, requestHash, answer) {
      if (!taken) throw new Error('the request has not begun');
      if (!(await finishRequest(tx, { ...identity, claim: taken.claim, requestHash, ...answer })))
        throw conflict('in_progress', 'A repeat of this request has taken over.');
    },
    async release() {
      clearInterval(renewing);
      if (!taken) return;
      const end = isResumable ? leaveRequest : releaseRequest;
      await end(manager, { ...identity, claim: taken.claim });
    },
  };
}

function stateOf(begun: StartedRequest | null): RepeatState {
  if (!begun) return 'unknown';
  return begun.isResumed ? 'resumed' : 'first';
}

function renewPeriodically(manager: EntityManager, request: FastifyRequest, ours: ClaimedRequest): NodeJS.Timeout {
  const renew = () =>
    renewRequest(manager, ours).catch((err: unknown) => request.log.warn({ err }, 'idempotency key not renewed'));
  return setInterval(() => void renew(), RENEW_MS).unref();
}

function conflict(reason: string, message: string): ServiceError {
  return new ServiceError('CONFLICT', message, { field: 'Idempotency-Key', reason });
}

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', 'invalid_format', 'Idempotency-Key: 1 to 255 printable characters');
  return key;
}
