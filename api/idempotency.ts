/** `Idempotency-Key`: the repeat of a request gets the first's answer. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { invalid, ServiceError } from '../contract/errors.js';
import {
  beginRequest,
  finishRequest,
  leaveRequest,
  releaseRequest,
  renewRequest,
  type StartedRequest,
} from '../entities/queries/idempotency.js';
import { accountOf } from './auth.js';
import type { Deps } from './deps.js';

/** How often a running request says that its process is alive. */
const RENEW_MS = 10_000;
/** A request not heard of for so long is overtaken by its repeat: its process is gone. It can then not finish. */
const LOST_AFTER_MS = 45_000;
/** Stands for the hash of a request whose body is still on its way. */
const UNREAD = '';

export interface Answer {
  statusCode: number;
  /** JSON. */
  responseBody: string;
}

/** A request that may be a repeat. */
export interface Repeatable {
  /** False when the key was used before: then the body decides whether this is a repeat. */
  isFirst: boolean;
  /** Names the work of this request and of those before it that were lost in the middle of it; null without a key. */
  workId(requestHash: string): string | null;
  /** When the key was first used, in seconds since 1970 by Postgres' clock, once the body is known; null without a key. */
  began(): string | null;
  /** Whether the work may go on when the request ends without an answer: its repeat then takes it up. */
  mayGoOn(may: boolean): void;
  /** Once the body is known: the first's answer when this is a repeat. Throws ServiceError 409. */
  earlierAnswer(requestHash: string): Promise<Answer | null>;
  /** Stores the answer in the transaction of the change. Throws ServiceError 409 when a repeat has taken over. */
  finish(tx: EntityManager, requestHash: string, answer: Answer): Promise<void>;
  /** Ends the request; one that has not finished is forgotten, unless its work may go on. */
  release(): Promise<void>;
}

const ONCE: Repeatable = {
  isFirst: true,
  workId: () => null,
  began: () => null,
  mayGoOn: () => undefined,
  earlierAnswer: () => Promise.resolve(null),
  finish: () => Promise.resolve(),
  release: () => Promise.resolve(),
};

export function hashRequest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * Answers a request that may be a repeat by what `work` answers. A request that fails is forgotten, so that its repeat is
 * tried anew, unless its work may go on.
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

/** Takes the request's key before its body is read. Throws ServiceError 409 while the first request is running. */
async function beginRepeatable({ dataSource }: Deps, request: FastifyRequest): Promise<Repeatable> {
  const key = keyOf(request);
  if (key === null) return ONCE;
  const accountId = accountOf(request).id;
  let taken: StartedRequest | null = null;
  let mayGoOn = false;
  let renewing: NodeJS.Timeout | undefined;

  /** Undefined when the key is ours now; the earlier answer, or null when another body was sent with it. */
  async function take(requestHash: string): Promise<Answer | null | undefined> {
    const start = await beginRequest(dataSource.manager, {
      accountId,
      key: key as string,
      requestHash,
      lostAfterMs: LOST_AFTER_MS,
    });
    if (start.outcome === 'running') throw conflict('in_progress', 'A request with this key is still running.');
    if (start.outcome === 'mismatch') return null;
    if (start.outcome === 'done') return { statusCode: start.statusCode, responseBody: start.responseBody ?? '' };
    taken = start;
    const ours = { accountId, key: key as string, claim: start.claim };
    renewing = setInterval(() => {
      renewRequest(dataSource.manager, ours).catch((err: unknown) =>
        request.log.warn({ err }, 'idempotency key not renewed'),
      );
    }, RENEW_MS).unref();
    return undefined;
  }

  await take(UNREAD);
  const begun = taken as StartedRequest | null;
  return {
    isFirst: begun !== null && !begun.isResumed,
    workId: (requestHash) => taken && hashRequest([accountId, key, taken.began, requestHash]),
    began: () => taken && taken.began,
    mayGoOn(may) {
      mayGoOn = may;
    },
    async earlierAnswer(requestHash) {
      if (taken) return null;
      const answer = await take(requestHash);
      if (answer === null) throw conflict('key_reused', 'This key was used for another request.');
      return answer ?? null;
    },
    async finish(tx, requestHash, answer) {
      if (!taken) throw new Error('the request has not begun');
      if (!(await finishRequest(tx, { accountId, key, claim: taken.claim, requestHash, ...answer })))
        throw conflict('in_progress', 'A repeat of this request has taken over.');
    },
    async release() {
      clearInterval(renewing);
      if (!taken) return;
      const end = mayGoOn ? leaveRequest : releaseRequest;
      await end(dataSource.manager, { accountId, key, claim: taken.claim });
    },
  };
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
