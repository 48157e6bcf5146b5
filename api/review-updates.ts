/** Sends approve and regenerate as Updates to a shelf's run: whether a worker accepts one in time, and its result. */
import type { Client } from '@temporalio/client';
import type { Template } from '../contract/vocabulary.js';
import type { Logger } from '../infra/logger.js';
import { isWorkflowNotFound } from '../infra/temporal-requests.js';
import type { Temporal } from '../infra/temporal.js';
import {
  REFUSALS,
  REVIEW_MESSAGES,
  type ApproveUpdate,
  type Regenerating,
  type RegenerateUpdate,
  type ReviewUpdate,
} from '../workflows/messages.js';
import { shelfRunId } from '../workflows/starts.js';

/** How long a request waits for a worker to accept the Update. */
const ACCEPT_MS = 10_000;
/** The run refuses it slightly earlier, so that no Update takes effect after the api has answered that it did not. */
const VALID_MS = 9_000;
/** In seconds: by then an Update that was not accepted in time is refused, or has been carried out. */
export const NOT_TAKEN_SECONDS = VALID_MS / 1_000 + 6;
/** How long a request waits for the result of an accepted Update; the run finishes it in any case. */
const FINISH_MS = 60_000;

/** UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_ACCEPTED. */
const ACCEPTED = 2;
/** The gRPC status. */
const NOT_FOUND = 5;

export type UpdateEnd<Result> =
  | { outcome: 'done'; result: Result }
  /** `type` is one of REFUSALS, or Temporal's for an Update that its run has not finished. */
  | { outcome: 'refused'; type: string; details: unknown }
  /** No worker has accepted it in time. */
  | { outcome: 'not_taken' }
  /** It was accepted and has not finished in time. */
  | { outcome: 'unfinished' };

export interface ReviewTarget {
  shelfPublicId: string;
  run: number;
  /** `ver_` id of the draft that the client has seen. */
  draft: string;
  /** Temporal deduplicates Updates with the same id; null for a new one. */
  updateId: string | null;
}

export interface ReviewUpdates {
  approve(target: ReviewTarget, approval: Pick<ApproveUpdate, 'operationsKey' | 'revision'>): Promise<UpdateEnd<void>>;
  /** @param template becomes the shelf's; undefined to leave it as it is */
  regenerate(target: ReviewTarget, template?: Template | null): Promise<UpdateEnd<Regenerating>>;
  /**
   * The outcome of an Update that an earlier request sent: `not_taken` also when that is unknown, null only when the run
   * has no Update with this id.
   */
  earlier<Result>(run: Omit<ReviewTarget, 'draft'>): Promise<UpdateEnd<Result> | null>;
}

interface UpdateDeps {
  temporal: Temporal;
  log: Logger;
}

export function createReviewUpdates(temporal: Temporal, log: Logger): ReviewUpdates {
  const deps = { temporal, log };
  const validUntil = (): string => new Date(Date.now() + VALID_MS).toISOString();
  return {
    approve: (target, approval) =>
      send<void, ApproveUpdate>(deps, target, REVIEW_MESSAGES.approve, {
        draft: target.draft,
        validUntil: validUntil(),
        ...approval,
      }),
    regenerate: (target, template) =>
      send<Regenerating, RegenerateUpdate>(deps, target, REVIEW_MESSAGES.regenerate, {
        draft: target.draft,
        validUntil: validUntil(),
        ...(template !== undefined && { template }),
      }),
    async earlier<Result>({ shelfPublicId, run, updateId }: Omit<ReviewTarget, 'draft'>) {
      if (updateId === null) return null;
      const workflowId = shelfRunId(shelfPublicId, run);
      const acceptance = await waitForAcceptance(deps, workflowId, updateId);
      if (acceptance === 'absent') return null;
      if (acceptance === 'not_taken') return { outcome: 'not_taken' };
      return waitForEnd(deps, workflowId, ({ workflow }) =>
        workflow.getHandle(workflowId).getUpdateHandle<Result>(updateId).result(),
      );
    },
  };
}

async function send<Result, Input extends ReviewUpdate>(
  deps: UpdateDeps,
  { shelfPublicId, run, updateId }: ReviewTarget,
  name: string,
  input: Input,
): Promise<UpdateEnd<Result>> {
  const workflowId = shelfRunId(shelfPublicId, run);
  const start = ({ workflow }: Client) =>
    workflow.getHandle(workflowId).startUpdate<Result, [Input]>(name, {
      args: [input],
      waitForStage: 'ACCEPTED',
      ...(updateId !== null && { updateId }),
    });
  let accepted: Awaited<ReturnType<typeof start>>;
  try {
    accepted = await deps.temporal.within(ACCEPT_MS, start);
  } catch (err) {
    if (!isWorkflowNotFound(err)) deps.log.warn({ err, workflowId, name }, 'nobody took an update');
    return { outcome: 'not_taken' };
  }
  return (await waitForEnd(deps, workflowId, () => accepted.result())) ?? { outcome: 'unfinished' };
}

/** Null when the run does not know the Update. */
async function waitForEnd<Result>(
  { temporal, log }: UpdateDeps,
  workflowId: string,
  result: (client: Client) => Promise<Result>,
): Promise<UpdateEnd<Result> | null> {
  try {
    return { outcome: 'done', result: await temporal.within(FINISH_MS, result) };
  } catch (err) {
    if (isWorkflowNotFound(err)) return null;
    const refused = refusalOf(err);
    if (refused?.type === REFUSALS.expired) return { outcome: 'not_taken' };
    if (refused) return { outcome: 'refused', ...refused };
    log.warn({ err, workflowId }, 'an update was taken and has not ended in time');
    return { outcome: 'unfinished' };
  }
}

/** Whether a worker has accepted the Update, or accepts it in time; `absent` only if Temporal says that there is none. */
async function waitForAcceptance(
  { temporal, log }: UpdateDeps,
  workflowId: string,
  updateId: string,
): Promise<'accepted' | 'not_taken' | 'absent'> {
  const { connection, namespace } = temporal;
  const updateRef = { workflowExecution: { workflowId }, updateId };
  const waitPolicy = { lifecycleStage: ACCEPTED };
  try {
    const { stage } = await temporal.within(ACCEPT_MS, () =>
      connection.workflowService.pollWorkflowExecutionUpdate({ namespace, updateRef, waitPolicy }),
    );
    return (stage ?? 0) >= ACCEPTED ? 'accepted' : 'not_taken';
  } catch (err) {
    if ((err as { code?: unknown }).code === NOT_FOUND) return 'absent';
    log.warn({ err, workflowId }, 'not known whether an update of an earlier request was taken');
    return 'not_taken';
  }
}

/** The refusal of an Update by the run, or by Temporal on its behalf; null for every other error. */
function refusalOf(error: unknown): { type: string; details: unknown } | null {
  const { name, cause } = error as { name?: unknown; cause?: { type?: string; name: string; details?: unknown[] } };
  if (name !== 'WorkflowUpdateFailedError') return null;
  return { type: cause?.type ?? cause?.name ?? 'unknown', details: cause?.details?.[0] };
}
