import type { FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import type { Shelf } from '../entities/shelf.js';
import { accountOf } from './auth.js';
import type { Deps } from './deps.js';
import type { Answer } from './idempotency.js';
import { presentShelf } from './present.js';

export interface RunStart {
  statusCode: number;
  /** Creates or claims the shelf. */
  claim: (tx: EntityManager) => Promise<Shelf>;
  /** Stores the answer for repeats. */
  finish: (tx: EntityManager, answer: Answer) => Promise<void>;
}

/** Claims the shelf and stores the answer in one transaction, then starts the run; if that fails, the reconciler will. */
export async function startRun(
  { dataSource, runs }: Deps,
  request: FastifyRequest,
  { statusCode, claim, finish }: RunStart,
): Promise<Answer> {
  const account = accountOf(request);
  const { shelf, answer } = await dataSource.transaction(async (tx) => {
    const claimed = await claim(tx);
    const responseBody = JSON.stringify(presentShelf(claimed, account.publicId));
    await finish(tx, { statusCode, responseBody });
    return { shelf: claimed, answer: { statusCode, responseBody } };
  });
  const input = { shelfPublicId: shelf.publicId, run: shelf.run, requestId: request.id };
  await runs.startShelf(input, { accountPublicId: account.publicId, template: shelf.template });
  return answer;
}
