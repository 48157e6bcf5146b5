/**
 * What a run does with approve and regenerate, which come as Updates from the api and as Signals from operators.
 *
 * The run sets its own state before it schedules the write of it to the row, the validator judges that state, and a
 * handler claims it before its first await and then waits for the write: who has just read `review` is never refused.
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
} from '@temporalio/workflow';
import type { Approved } from '../activities/review.js';
import { startDeliveries } from './deliveries.js';
import { isStale } from './failures.js';
import {
  REFUSALS,
  REVIEW_MESSAGES,
  type ApproveUpdate,
  type Refusal,
  type Regenerating,
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
  /** The draft that was given up last, whose objects are to be removed. */
  givenUp: string | null;
  /** A read or a write of the row is under way that settles `phase` and `draft`. */
  unsettled: boolean;
  /** An approve or a regenerate is under way. */
  claimed: boolean;
}

type State = Pick<Review, 'phase' | 'draft' | 'unsettled'>;

/** State and handlers of a run that begins; after continue-as-new it is in review at once. */
export function openReview(input: ReviewedRunInput): Review {
  const { draft = null } = input;
  const review: Review = {
    phase: draft === null ? 'opening' : 'review',
    draft,
    givenUp: null,
    unsettled: draft === null,
    claimed: false,
  };
  const validator = (update: ReviewUpdate): void => judge(review, update);
  setHandler(defineUpdate<void, [ApproveUpdate]>(REVIEW_MESSAGES.approve), (update) => approve(input, review, update), {
    validator,
  });
  setHandler(
    defineUpdate<Regenerating, [ReviewUpdate]>(REVIEW_MESSAGES.regenerate),
    (update) => regenerate(input, review, update),
    { validator },
  );
  setHandler(defineSignal(REVIEW_MESSAGES.approve), () => signalled(review, () => approve(input, review, null)));
  setHandler(defineSignal(REVIEW_MESSAGES.regenerate), () => signalled(review, () => regenerate(input, review, null)));
  return review;
}

/** The row has been read or written: it stands in review with `draft`, or the run has work to do. */
export function settle(review: Review, draft: string | null): void {
  Object.assign(review, { phase: draft === null ? 'working' : 'review', draft, unsettled: false } satisfies State);
}

/** Comes before the write that moves the row to review. */
export function expectReview(review: Review, draft: string): void {
  Object.assign(review, { phase: 'review', draft, unsettled: true } satisfies State);
}

/** There is nothing more to approve: a version is published, or the run fails. */
export function endReview(review: Review): void {
  Object.assign(review, { phase: 'over', draft: null, unsettled: false } satisfies State);
}

/** Ends the review and waits until those that wait for it have their answers. */
export async function closeReview(review: Review): Promise<void> {
  endReview(review);
  await condition(allHandlersFinished);
}

export function isOver(review: Review): boolean {
  return review.phase === 'over';
}

/**
 * Waits in review. True when the run is to continue as new, which it may only between two messages; false when the
 * review has moved on: approved, given up, or the row has to be read again.
 */
export async function isDueInReview(review: Review, isLong: () => boolean): Promise<boolean> {
  const isDue = () => !review.claimed && allHandlersFinished() && (isLong() || workflowInfo().continueAsNewSuggested);
  await condition(() => review.phase !== 'review' || isDue());
  return review.phase === 'review';
}

/** Refuses what comes after its time, and what the run is not open to. Synchronous, as a validator has to be. */
function judge({ phase, claimed }: Review, update: ReviewUpdate | null): void {
  if (update && Date.now() > Date.parse(update.validUntil)) throw refusal(REFUSALS.expired);
  if (claimed) throw refusal(REFUSALS.underWay);
  if (phase !== 'review' && phase !== 'opening') throw refusal(REFUSALS.notInReview);
}

/** An operator is not answered: what cannot be done is logged. */
async function signalled(review: Review, handle: () => Promise<unknown>): Promise<void> {
  try {
    judge(review, null);
    await handle();
  } catch (error) {
    log.warn('a signal had no effect', { error: String(error) });
  }
}

function approve(input: ReviewedRunInput, review: Review, update: ApproveUpdate | null): Promise<void> {
  return claimed(review, update, async (draft) => {
    const operationsKey = update?.operationsKey ?? null;
    const versionPublicId = newVersionId();
    const approval = { ...runOf(input), draft, operationsKey, versionPublicId, startsDeliveries: true };
    // what an activity of an earlier release answers is nothing
    const approved = (await approvals.approveShelf(approval)) as Approved | undefined;
    endReview(review);
    await startDeliveries(approved?.deliveries);
  });
}

function regenerate(input: ReviewedRunInput, review: Review, update: ReviewUpdate | null): Promise<Regenerating> {
  return claimed(review, update, async (draft) => {
    const regenerating = await rows.giveUpDraft({ ...runOf(input), draft });
    settle(review, null);
    review.givenUp = draft;
    return regenerating;
  });
}

/** Claims the review for `act` before anything is awaited. */
async function claimed<T>(review: Review, update: ReviewUpdate | null, act: (draft: string) => Promise<T>): Promise<T> {
  review.claimed = true;
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
    review.claimed = false;
  }
}

/** What a client is told of a step that failed for good. Unless it changed nothing, the row has to be read again. */
function afterFailure(review: Review, error: unknown): ApplicationFailure {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure && cause.type === REFUSALS.badOperation) {
    return ApplicationFailure.create({ message: cause.message, type: cause.type, details: cause.details ?? [] });
  }
  // a run that ends stays closed to whatever comes: it would wait for a row that nobody reads any more
  if (!isOver(review)) Object.assign(review, { phase: 'opening', draft: null, unsettled: true } satisfies State);
  return refusal(isStale(error) ? REFUSALS.notInReview : REFUSALS.failed, cause);
}

function refusal(type: Refusal, cause?: unknown): ApplicationFailure {
  const because = cause instanceof Error ? cause : undefined;
  return ApplicationFailure.create({ message: type, type, nonRetryable: true, category: 'BENIGN', cause: because });
}

/** 24 of the 32 hex digits of a version 4 UUID: random, and the same in every replay of this run. */
export function newVersionId(): string {
  return `ver_${uuid4().replaceAll('-', '').slice(0, 24)}`;
}

/** The run without what only its history needs. */
export function runOf({ shelfPublicId, run, requestId }: ReviewedRunInput): ShelfRunInput {
  return { shelfPublicId, run, requestId };
}
