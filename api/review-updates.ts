/** Approve and regenerate as Updates of a shelf's run: whether a worker takes one in time, and what becomes of it. */
import type { Client } from '@temporalio/client';
import type { Logger } from '../infra/logger.js';
import { isWorkflowNotFound, type Temporal } from '../infra/temporal.js';
import {
  REFUSALS,
  REVIEW_MESSAGES,
  shelfRunId,
  type ApproveUpdate,
  type Regenerating,
  type ReviewUpdate,
} from '../workflows/messages.js';

/** How long a request waits for a worker to take the Update. */
const TAKE_MS = 10_000;
/** The run refuses it from a moment before on, so that none takes effect whose taking comes too late to be told. */
const VALID_MS = 9_000;
/** How long a request waits for an Update that was taken; the run goes on with it in any case. */
const FINISH_MS = 60_000;

/** Of an Update: UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_ACCEPTED. */
const ACCEPTED = 2;
/** Of gRPC. */
const NOT_FOUND = 5;

export type UpdateEnd<Result> =
  | { outcome: 'done'; result: Result }
  /** `type` is one of REFUSALS, or what Temporal says of an Update that its run has left behind. */
  | { outcome: 'refused'; type: string; details: unknown }
  | { outcome: 'not_taken' }
  | { outcome: 'unfinished' };

export interface ReviewTarget {
  shelfPublicId: string;
  run: number;
  /** `ver_` id of the draft that is meant. */
  draft: string;
  /** Of two Updates with one id the second is the first; null makes one of its own. */
  updateId: string | null;
}

export interface ReviewUpdates {
  /** @param operationsKey key of the object with the operations; null without any */
  approve(target: ReviewTarget, operationsKey: string | null): Promise<UpdateEnd<void>>;
  regenerate(target: ReviewTarget): Promise<UpdateEnd<Regenerating>>;
  /**
   * What becomes, or has become, of an Update that an earlier request sent: `not_taken` also while that cannot be told,
   * null only when the run knows of none of this id.
   */
  earlier<Result>(run: Omit<ReviewTarget, 'draft'>): Promise<UpdateEnd<Result> | null>;
}

export function createReviewUpdates(temporal: Temporal, log: Logger): ReviewUpdates {
  async function send<Result, Input extends ReviewUpdate>(
    { shelfPublicId, run, updateId }: ReviewTarget,
    name: string,
    input: Input,
  ): Promise<UpdateEnd<Result>> {
    const workflowId = shelfRunId(shelfPublicId, run);
    const begin = ({ workflow }: Client) =>
      workflow.getHandle(workflowId).startUpdate<Result, [Input]>(name, {
        args: [input],
        waitForStage: 'ACCEPTED',
        ...(updateId !== null && { updateId }),
      });
    let taken: Awaited<ReturnType<typeof begin>>;
    try {
      taken = await temporal.within(TAKE_MS, begin);
    } catch (err) {
      if (!isWorkflowNotFound(err)) log.warn({ err, workflowId, name }, 'nobody took an update');
      return { outcome: 'not_taken' };
    }
    return (await endOf(workflowId, () => taken.result())) ?? { outcome: 'unfinished' };
  }
  async function endOf<Result>(
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
  /** Whether a worker has taken the Update, or takes it within the time for that; `absent` only where Temporal says so. */
  async function takingOf(workflowId: string, updateId: string): Promise<'taken' | 'not_taken' | 'absent'> {
    const { connection, namespace } = temporal;
    const updateRef = { workflowExecution: { workflowId }, updateId };
    const waitPolicy = { lifecycleStage: ACCEPTED };
    try {
      const { stage } = await temporal.within(TAKE_MS, () =>
        connection.workflowService.pollWorkflowExecutionUpdate({ namespace, updateRef, waitPolicy }),
      );
      return (stage ?? 0) >= ACCEPTED ? 'taken' : 'not_taken';
    } catch (err) {
      if ((err as { code?: unknown }).code === NOT_FOUND) return 'absent';
      log.warn({ err, workflowId }, 'not known whether an update of an earlier request was taken');
      return 'not_taken';
    }
  }
  const validUntil = (): string => new Date(Date.now() + VALID_MS).toISOString();
  return {
    approve: (target, operationsKey) =>
      send<void, ApproveUpdate>(target, REVIEW_MESSAGES.approve, {
        draft: target.draft,
        validUntil: validUntil(),
        operationsKey,
      }),
    regenerate: (target) =>
      send<Regenerating, ReviewUpdate>(target, REVIEW_MESSAGES.regenerate, {
        draft: target.draft,
        validUntil: validUntil(),
      }),
    async earlier<Result>({ shelfPublicId, run, updateId }: Omit<ReviewTarget, 'draft'>) {
      if (updateId === null) return null;
      const workflowId = shelfRunId(shelfPublicId, run);
      const taking = await takingOf(workflowId, updateId);
      if (taking === 'absent') return null;
      if (taking === 'not_taken') return { outcome: 'not_taken' };
      return endOf(workflowId, ({ workflow }) =>
        workflow.getHandle(workflowId).getUpdateHandle<Result>(updateId).result(),
      );
    },
  };
}

/** What the run, or Temporal in its place, refused an Update with; null for every other error. */
function refusalOf(error: unknown): { type: string; details: unknown } | null {
  const { name, cause } = error as { name?: unknown; cause?: { type?: string; name: string; details?: unknown[] } };
  if (name !== 'WorkflowUpdateFailedError') return null;
  return { type: cause?.type ?? cause?.name ?? 'unknown', details: cause?.details?.[0] };
}
