import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  log,
  patched,
} from '@temporalio/workflow';
import { startDeliveries } from './deliveries.js';
import { answerProgress, setSearchAttributes, showFailedAttempts, showProgress } from './details.js';
import { isStale, reasonOf } from './failures.js';
import { makeVersion, type Position } from './make-version.js';
import type { ReviewedRunInput, ShelfRunInput } from './messages.js';
import { endings, objects } from './proxies.js';
import { closeReview, waitUntilContinueAsNew, isOver, openReview, runOf, type Review } from './review.js';
import { indexPublished } from './search.js';
import { supersede } from './supersede.js';

/** Each regeneration adds the events of a whole pass over the document to the history. */
const REGENERATES_PER_HISTORY = 20;

/** Patch id: a worker of a release up to 0.5.0 that begins such an execution ignores `read`, and reads all pages again. */
const READS_ON = 'reads-on';

/**
 * One run of a shelf: from the stored PDF to a published version, through a review if the shelf requires one. The row says
 * how far the run has come and its work files hold the results, so a run that is started again resumes where it was lost.
 * A review stays open until somebody ends it; the run continues as new in between.
 *
 * Completes when the shelf is ready; fails when the shelf has failed; completes without effect when it was superseded.
 */
export async function shelfWorkflow(input: ReviewedRunInput): Promise<void> {
  const next = await runToCompletion(input);
  await condition(allHandlersFinished);
  if (next) await continueAsNew<typeof shelfWorkflow>(next);
}

/** Runs to completion and returns null; when the history has become too long, returns the input to continue as new with. */
async function runToCompletion(given: ReviewedRunInput): Promise<ReviewedRunInput | null> {
  const input = given.read && !patched(READS_ON) ? onlyInput(given) : given;
  const position: Position = { step: input.draft === undefined ? 'uploading' : 'verifying' };
  const review = openReview(input);
  const shelf = runOf(input);
  showFailedAttempts();
  answerProgress();
  let next: ReviewedRunInput | null = null;
  try {
    if (input.draft === undefined && !input.read) await supersede(shelf);
    const rest = await workUntilPublished(input, position, review);
    if (rest === null) {
      setSearchAttributes('ready', position.step);
      showProgress('ready');
      await indexPublished(shelf);
    } else next = { ...onlyInput(input), ...rest };
  } catch (error) {
    await CancellationScope.nonCancellable(() => closeReview(review));
    if (isStale(error)) return null;
    await CancellationScope.nonCancellable(() => failShelf(shelf, position, error));
  } finally {
    if (next === null) await CancellationScope.nonCancellable(() => cleanUp(shelf));
  }
  return next;
}

/** What the run continues as new with: the draft in review, or what is read of a long document. */
type Rest = Required<Pick<ReviewedRunInput, 'draft'>> | Required<Pick<ReviewedRunInput, 'read'>>;

/** The input without what an earlier execution has come to. */
function onlyInput({ draft: _draft, read: _read, ...input }: ReviewedRunInput): ReviewedRunInput {
  return input;
}

/** Returns null once a version is published, or what is left when the run has to continue as new. */
async function workUntilPublished(input: ReviewedRunInput, position: Position, review: Review): Promise<Rest | null> {
  const { regeneratesPerHistory = REGENERATES_PER_HISTORY } = input;
  const shelf = runOf(input);
  let { read } = input;
  let regenerated = 0;
  while (!isOver(review)) {
    if (review.phase !== 'review') {
      const rest = await makeVersion(input, position, review, read);
      if (rest) return { read: rest };
      read = undefined;
    }
    if (isOver(review)) break;
    setSearchAttributes('review', position.step);
    showProgress('in review: waits for approve or regenerate');
    if (await waitUntilContinueAsNew(review, () => regenerated >= regeneratesPerHistory))
      return review.draft === null ? null : { draft: review.draft };
    if (review.givenUp === null) continue;
    regenerated += 1;
    position.step = 'structuring';
    setSearchAttributes('structuring', position.step, { template: review.template });
    await removeGivenUp(shelf, review);
  }
  return null;
}

/** Records the failure in the row, then fails the run with it; a cancelled run ends as cancelled. */
async function failShelf(input: ShelfRunInput, position: Position, error: unknown): Promise<never> {
  const reason = reasonOf(error);
  const failure = { step: position.step, reason, startsDeliveries: true };
  const { recorded, deliveries } = await endings.recordFailure({ ...input, ...failure });
  await startDeliveries(deliveries);
  if (recorded) setSearchAttributes('failed', position.step, { reason });
  showProgress(`failed in ${position.step}: ${reason}`);
  if (isCancellation(error)) throw error;
  const cause = error instanceof Error ? error : undefined;
  const message = `failed in ${position.step}: ${reason}`;
  throw ApplicationFailure.create({ message, type: reason, nonRetryable: true, category: 'BENIGN', cause });
}

/** Removes the objects of a draft that was given up. What is left after all attempts is left to the sweeper. */
async function removeGivenUp(input: ShelfRunInput, review: Review): Promise<void> {
  const { givenUp: draft } = review;
  review.givenUp = null;
  if (draft === null) return;
  try {
    await objects.removeDraft({ ...input, draft });
  } catch (error) {
    if (isCancellation(error) || isStale(error)) throw error;
    log.warn('a draft’s objects were left to the sweeper', { error: String(error) });
  }
}

/** Removes the run's work files. What is left after all attempts is left to the sweeper. */
async function cleanUp(input: ShelfRunInput): Promise<void> {
  try {
    await objects.removeWork(input);
  } catch (error) {
    log.warn('work files were left to the sweeper', { error: String(error) });
  }
}
