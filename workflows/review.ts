/**
 * How a run handles approve and regenerate, which arrive as Updates from the api and as Signals from operators.
 *
 * The run changes its own state before it schedules the write to the row, and the validator checks that state. A
 * handler locks the review before its first await, then waits for the write. So a client that has just read `review` is
 * never refused.
 */
import {
  ActivityFailure,
  allHandlersFinished,
  ApplicationFailure,
  condition,
  defineSignal,
  defineUpdate,
  log,
  setHandler,
  uuid4,
  workflowInfo,
  patched,
} from '@temporalio/workflow';
import type { Template } from '../contract/vocabulary.js';
import type { Approved } from '../activities/review.js';
import { startDeliveries } from './deliveries.js';
import { showRefused } from './details.js';
import { isStale } from './failures.js';
import {
  REFUSALS,
  REVIEW_MESSAGES,
  type ApproveUpdate,
  type Refusal,
  type Regenerating,
  type RegenerateUpdate,
  type ReviewedRunInput,
  type ReviewUpdate,
  type ShelfRunInput,
} from './messages.js';
import { approvals, rows } from './proxies.js';

export interface Review {
  /** `opening`: the row has not been read yet. */
  phase: 'opening' | 'working' | 'review' | 'over';
  /** `ver_` id of the draft in review. */
  draft: string | null;
  /** The draft that was given up last, whose objects have to be removed. */
  givenUp: string | null;
  /** The shelf's template as the last regenerate left it; undefined where that is not known. */
  template?: Template | null | undefined;
  /** A read or write of the row is in flight that decides `phase` and `draft`. */
  unsettled: boolean;
  /** An approve or a regenerate is in progress. */
  locked: boolean;
}

/** For the Temporal UI. */
const DESCRIPTIONS = {
  approve: 'Publishes the draft in review, with operations applied if there are any.',
  regenerate: 'Gives the draft in review up and makes another one.',
};
const BY_OPERATOR = 'By an operator: the draft as it is. Without effect unless the run is in review.';

type State = Pick<Review, 'phase' | 'draft' | 'unsettled'>;

/** Creates the state and registers the handlers; after continue-as-new the run is in review at once. */
export function openReview(input: ReviewedRunInput): Review {
  const { draft = null } = input;
  const review: Review = {
    phase: draft === null ? 'opening' : 'review',
    draft,
    givenUp: null,
    unsettled: draft === null,
    locked: false,
  };
  const validator = (update: ReviewUpdate): void => judge(review, update);
  setHandler(defineUpdate<void, [ApproveUpdate]>(REVIEW_MESSAGES.approve), (update) => approve(input, review, update), {
    validator,
    description: DESCRIPTIONS.approve,
  });
  setHandler(
    defineUpdate<Regenerating, [RegenerateUpdate]>(REVIEW_MESSAGES.regenerate),
    (update) => regenerate(input, review, update),
    { validator, description: DESCRIPTIONS.regenerate },
  );
  const byOperator = (description: string) => ({ description: `${description} ${BY_OPERATOR}` });
  setHandler(
    defineSignal(REVIEW_MESSAGES.approve),
    () => handleSignal(review, () => approve(input, review, null)),
    byOperator(DESCRIPTIONS.approve),
  );
  setHandler(
    defineSignal(REVIEW_MESSAGES.regenerate),
    () => handleSignal(review, () => regenerate(input, review, null)),
    byOperator(DESCRIPTIONS.regenerate),
  );
  return review;
}

/** Called when the row has been read or written: it is in review with `draft`, or the run has work to do. */
export function settle(review: Review, draft: string | null): void {
  Object.assign(review, { phase: draft === null ? 'working' : 'review', draft, unsettled: false } satisfies State);
}

/** Called before the write that moves the row to review. */
export function expectReview(review: Review, draft: string): void {
  Object.assign(review, { phase: 'review', draft, unsettled: true } satisfies State);
}

/** Called when there is nothing more to approve: a version is published, or the run fails. */
export function endReview(review: Review): void {
  Object.assign(review, { phase: 'over', draft: null, unsettled: false } satisfies State);
}

/** Ends the review and waits until all handlers have finished. */
export async function closeReview(review: Review): Promise<void> {
  endReview(review);
  await condition(allHandlersFinished);
}

export function isOver(review: Review): boolean {
  return review.phase === 'over';
}

/**
 * Waits in review. True when the run has to continue as new, which is possible only between two messages; false when the
 * review has moved on: approved, given up, or the row has to be read again.
 * @param isLong whether the history has become too long by the caller's own measure
 */
export async function waitUntilContinueAsNew(review: Review, isLong: () => boolean): Promise<boolean> {
  const isDue = () => !review.locked && allHandlersFinished() && (isLong() || workflowInfo().continueAsNewSuggested);
  await condition(() => review.phase !== 'review' || isDue());
  return review.phase === 'review';
}

/** Refuses an Update that has expired, or that the state does not allow. Synchronous, as a validator has to be. */
function judge({ phase, locked }: Review, update: ReviewUpdate | null): void {
  if (update && Date.now() > Date.parse(update.validUntil)) throw refusal(REFUSALS.expired);
  if (locked) throw refusal(REFUSALS.underWay);
  if (phase !== 'review' && phase !== 'opening') throw refusal(REFUSALS.notInReview);
}

/** Patch id: releases up to 0.5.0 kept a signal that came while the draft was published, and then applied it. */
const SIGNALS_NEED_A_DRAFT = 'signals-need-a-draft';

/** Signals have no result: a message that has no effect is logged. */
async function handleSignal(review: Review, handle: () => Promise<unknown>): Promise<void> {
  try {
    judge(review, null);
    // a draft that is still being made, for minutes perhaps, is one that nobody has seen
    if (review.phase === 'review' && review.unsettled && patched(SIGNALS_NEED_A_DRAFT))
      throw refusal(REFUSALS.notInReview);
    await handle();
  } catch (error) {
    log.warn('a signal had no effect', { error: String(error) });
  }
}

function approve(input: ReviewedRunInput, review: Review, update: ApproveUpdate | null): Promise<void> {
  return withLock(review, update, async (draft) => {
    const operationsKey = update?.operationsKey ?? null;
    const versionPublicId = newVersionId();
    const revision = update?.revision;
    const summary = operationsKey === null ? 'the draft as it is' : 'with operations';
    const approval = {
      ...runOf(input),
      draft,
      operationsKey,
      versionPublicId,
      startsDeliveries: true,
      ...(revision !== undefined && { revision }),
    };
    // undefined where a worker of an earlier release ran the activity
    const approved = (await approvals.approveShelf.executeWithOptions({ summary }, [approval])) as Approved | undefined;
    endReview(review);
    await startDeliveries(approved?.deliveries);
  });
}

function regenerate(input: ReviewedRunInput, review: Review, update: RegenerateUpdate | null): Promise<Regenerating> {
  return withLock(review, update, async (draft) => {
    const template = update?.template;
    const regenerating = await rows.giveUpDraft({
      ...runOf(input),
      draft,
      ...(template !== undefined && { template }),
    });
    settle(review, null);
    Object.assign(review, { givenUp: draft, template: regenerating.template } satisfies Partial<Review>);
    return regenerating;
  });
}

/** Locks the review for `act` before anything is awaited. */
async function withLock<T>(
  review: Review,
  update: ReviewUpdate | null,
  act: (draft: string) => Promise<T>,
): Promise<T> {
  review.locked = true;
  try {
    await condition(() => !review.unsettled);
    const { phase, draft } = review;
    if (phase !== 'review' || draft === null) throw refusal(REFUSALS.notInReview);
    if (update && update.draft !== draft) throw refusal(REFUSALS.draftChanged);
    try {
      return await act(draft);
    } catch (error) {
      throw afterFailure(review, error);
    }
  } finally {
    review.locked = false;
  }
}

/** Types of the failures of an approval that has left the row as it was. */
const CHANGED_NOTHING = new Set<unknown>([REFUSALS.badOperation, REFUSALS.revisionChanged]);

/** The refusal for an activity that failed for good. Unless it changed nothing, the row has to be read again. */
function afterFailure(review: Review, error: unknown): ApplicationFailure {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && CHANGED_NOTHING.has(cause.type)) {
    showRefused();
    return ApplicationFailure.create({
      message: cause.message,
      type: cause.type as Refusal,
      details: cause.details ?? [],
    });
  }
  // a run that is ending stays closed to messages: they would wait for a row that is no longer read
  if (!isOver(review)) Object.assign(review, { phase: 'opening', draft: null, unsettled: true } satisfies State);
  return refusal(isStale(error) ? REFUSALS.notInReview : REFUSALS.failed, cause);
}

function refusal(type: Refusal, cause?: unknown): ApplicationFailure {
  const because = cause instanceof Error ? cause : undefined;
  return ApplicationFailure.create({ message: type, type, nonRetryable: true, category: 'BENIGN', cause: because });
}

/** 24 of the 32 hex digits of a version 4 UUID, which the SDK makes random and deterministic in replay. */
export function newVersionId(): string {
  return `ver_${uuid4().replaceAll('-', '').slice(0, 24)}`;
}

/** The input without the fields that only continue-as-new needs. */
export function runOf({ shelfPublicId, run, requestId }: ReviewedRunInput): ShelfRunInput {
  return { shelfPublicId, run, requestId };
}
