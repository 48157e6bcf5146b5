/**
 * What operators do with a shelf in place of its owner: by the claims of the api's routes and the runs' own ends, each noted
 * in the security log.
 */
import type { EntityManager } from 'typeorm';
import { cancelWorkflow, terminateWorkflow } from '../activities/executions.js';
import type { Account } from '../entities/account.js';
import { lockAccount } from '../entities/queries/accounts.js';
import { claimRetry, type Claim } from '../entities/queries/claims.js';
import { findShelfOwner } from '../entities/queries/owners.js';
import { needsRun } from '../entities/queries/runs.js';
import { claimDelete, findShelf } from '../entities/queries/shelves.js';
import type { Shelf } from '../entities/shelf.js';
import { WORKFLOWS } from '../workflows/messages.js';
import { deleteWorkflowStart, shelfRunId, shelfRunStart } from '../workflows/starts.js';
import type { Answer, Command, Systems } from './commands.js';
import { CommandError, readPublicId, UsageError } from './input.js';
import { noteByOperator } from './security-log.js';
import { askTemporal, startNow, TEMPORAL_TIMEOUT_MS } from './temporal.js';

/** A run that a worker serves ends within this time; one that no worker takes up does not. */
const END_TIMEOUT_MS = 10_000;
const POLL_MS = 250;

export const SHELF_COMMANDS: Record<string, Command> = {
  'shelf retry': {
    operands: ['ID'],
    options: {},
    about: 'Starts a failed shelf over with its PDF, as its owner could; quotas do not hold the operator.',
    prepare: ([id = '']) => {
      const publicId = readPublicId('shf', id);
      return (systems) => retryShelf(systems, publicId);
    },
  },
  'shelf cancel': {
    operands: ['ID'],
    options: { terminate: '' },
    about: 'Gives up on a shelf in processing or in review: it fails. --terminate where no worker can end the run.',
    prepare: ([id = ''], { terminate }) => {
      const publicId = readPublicId('shf', id);
      return (systems) => cancelShelf(systems, publicId, terminate === 'true');
    },
  },
  'shelf delete': {
    operands: ['ID'],
    options: { confirm: 'ID' },
    about: 'Removes a shelf with its versions and files, for good; within minutes if a worker runs.',
    prepare: ([id = ''], { confirm }) => {
      const publicId = readPublicId('shf', id);
      if (confirm !== id) throw new UsageError(`This cannot be undone. If it is meant, add --confirm ${id}`);
      return (systems) => deleteShelf(systems, publicId);
    },
  },
};

async function retryShelf({ manager, temporal }: Systems, publicId: string): Promise<Answer> {
  const { shelf, account } = await manager.transaction(async (tx) => {
    const owner = await foundOwner(tx, publicId);
    // the account before its shelves, as where its owner starts a run
    await lockAccount(tx, owner.account.id);
    const claim = await claimRetry(tx, { accountId: owner.account.id, publicId, requestId: null });
    const claimed = claimedShelf(claim, publicId);
    await noteByOperator(tx, owner.account, 'shelf_retried', { shelf: publicId, run: claimed.run });
    return { shelf: claimed, account: owner.account };
  });
  const input = { shelfPublicId: publicId, run: shelf.run, requestId: null };
  const options = shelfRunStart(input, { accountPublicId: account.publicId, template: shelf.template });
  const started = await startNow(temporal, ({ within }) =>
    within(TEMPORAL_TIMEOUT_MS, ({ workflow }) => workflow.start(WORKFLOWS.shelf, options)),
  );
  return { item: { publicId, account: account.publicId, status: shelf.status, run: shelf.run, started } };
}

/** The shelf as it was claimed. Throws CommandError. */
function claimedShelf(claim: Claim, publicId: string): Shelf {
  if (claim.outcome === 'claimed') return claim.shelf;
  if (claim.outcome === 'absent') throw noShelf(publicId);
  throw new CommandError(`The shelf ${publicId} is in "${claim.status}": only a failed one can be retried.`);
}

/** The entry and Temporal's word for the request are both there, or neither. */
async function cancelShelf({ manager, temporal }: Systems, publicId: string, terminate: boolean): Promise<Answer> {
  const { shelf, account } = await foundOwner(manager, publicId);
  const { run, status } = shelf;
  if (!needsRun(status)) throw new CommandError(`The shelf ${publicId} is in "${status}": it has no run to cancel.`);
  const id = shelfRunId(publicId, run);
  await manager.transaction(async (tx) => {
    await noteByOperator(tx, account, 'shelf_cancelled', { shelf: publicId, run, terminated: terminate });
    const isOpen = await askTemporal(temporal, (executions) =>
      terminate
        ? terminateWorkflow(executions, id, 'an operator gave up on the shelf')
        : cancelWorkflow(executions, id),
    );
    if (!isOpen)
      throw new CommandError(
        `Temporal has no open run ${id}. The reconciler starts it, or records how it ended, within two minutes; see then.`,
      );
  });
  if (terminate) return { item: { publicId, run, status, then: 'the reconciler fails the shelf within two minutes' } };
  const now = await waitForEnd(manager, shelf);
  const isOver = now === null || now.run !== run || !needsRun(now.status);
  const then = isOver ? null : 'no worker has ended the run yet: if it stays so, cancel with --terminate';
  return { item: { publicId, run, status: now?.status ?? 'deleted', then } };
}

/** The shelf once it does not need that run any more, or as it is after a while; null when it is gone. */
async function waitForEnd(manager: EntityManager, { accountId, publicId, run }: Shelf): Promise<Shelf | null> {
  const until = Date.now() + END_TIMEOUT_MS;
  for (;;) {
    const shelf = await findShelf(manager, { accountId, publicId });
    if (shelf === null || shelf.run !== run || !needsRun(shelf.status) || Date.now() > until) return shelf;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function deleteShelf({ manager, temporal }: Systems, publicId: string): Promise<Answer> {
  const { lastRun, account } = await manager.transaction(async (tx) => {
    const owner = await foundOwner(tx, publicId);
    const claimed = await claimDelete(tx, { accountId: owner.account.id, publicId });
    if (!claimed) throw noShelf(publicId);
    await noteByOperator(tx, owner.account, 'shelf_deleted', { shelf: publicId, run: claimed.supersededRun });
    return { lastRun: claimed.supersededRun, account: owner.account };
  });
  const options = deleteWorkflowStart({ shelfPublicId: publicId, lastRun, requestId: null });
  const started = await startNow(temporal, ({ within }) =>
    within(TEMPORAL_TIMEOUT_MS, ({ workflow }) => workflow.start(WORKFLOWS.deleteShelf, options)),
  );
  return { item: { publicId, account: account.publicId, status: 'deleted', started } };
}

async function foundOwner(manager: EntityManager, publicId: string): Promise<{ account: Account; shelf: Shelf }> {
  const owner = await findShelfOwner(manager, publicId);
  if (!owner) throw noShelf(publicId);
  return owner;
}

function noShelf(publicId: string): CommandError {
  return new CommandError(`There is no shelf ${publicId}, or it is being deleted.`);
}
