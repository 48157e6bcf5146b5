import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { requireQuota, type QuotaNeed } from '../entities/queries/quotas.js';
import type { Shelf } from '../entities/shelf.js';
import { accountOf } from './auth.js';
import type { Deps } from './deps.js';
import type { Answer } from './idempotency.js';
import { presentShelf } from './present.js';

export interface RunStart {
  statusCode: number;
  /** What the account's quotas must leave, in the claim's transaction. */
  need: QuotaNeed;
  /** Creates or claims the shelf. */
  claim: (tx: EntityManager) => Promise<Shelf>;
  /** Stores the answer for repeats. */
  finish: (tx: EntityManager, answer: Answer) => Promise<void>;
}

/**
 * Claims the shelf and stores the answer in one transaction, then starts the run; if that fails, the reconciler will.
 * Throws QuotaError.
 */
export async function startRun(
  { dataSource, workflows, config }: Deps,
  request: FastifyRequest,
  { statusCode, need, claim, finish }: RunStart,
): Promise<Answer> {
  const account = accountOf(request);
  const { shelf, answer } = await dataSource.transaction(async (tx) => {
    await requireQuota(tx, { accountId: account.id, defaults: config.quotas, need });
    const claimed = await claim(tx);
    const responseBody = JSON.stringify(presentShelf(claimed, account.publicId));
    await finish(tx, { statusCode, responseBody });
    return { shelf: claimed, answer: { statusCode, responseBody } };
  });
  const input = { shelfPublicId: shelf.publicId, run: shelf.run, requestId: request.id };
  await workflows.startShelf(input, { accountPublicId: account.publicId, template: shelf.template });
  return answer;
}
