import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  log,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import { PROCESSING_STEPS, type ProcessingStep, type ShelfStatus, type Template } from '../contract/vocabulary.js';
import { startDeliveries } from './deliveries.js';
import { showFailedAttempts, showProgress } from './details.js';
import { documentFailure, isStale, reasonOf } from './failures.js';
import type { Published } from '../activities/publish.js';
import { SEARCH_ATTRIBUTES, type FailureReason, type ReviewedRunInput, type ShelfRunInput } from './messages.js';
import { parsePages } from './parse-pages.js';
import { documentsWithin, endings, objects, rows, smallDocumentsWithin } from './proxies.js';
import {
  closeReview,
  endReview,
  expectReview,
  waitUntilContinueAsNew,
  isOver,
  newVersionId,
  openReview,
  runOf,
  settle,
  type Review,
} from './review.js';
import { indexPublished } from './search.js';
import { supersede } from './supersede.js';

/** Each regeneration adds the events of a whole pass over the document to the history. */
const REGENERATES_PER_HISTORY = 20;

/** The current step, in an object so that the failure handler can name it. */
interface Position {
  step: ProcessingStep;
}

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
async function runToCompletion(input: ReviewedRunInput): Promise<ReviewedRunInput | null> {
  const position: Position = { step: input.draft === undefined ? 'uploading' : 'verifying' };
  const review = openReview(input);
  const shelf = runOf(input);
  showFailedAttempts();
  let next: ReviewedRunInput | null = null;
  try {
    if (input.draft === undefined) await supersede(shelf);
    const draft = await workUntilPublished(input, position, review);
    if (draft === null) {
      setSearchAttributes('ready', position.step);
      showProgress('ready');
      await indexPublished(shelf);
    } else next = { ...input, draft };
  } catch (error) {
    await CancellationScope.nonCancellable(() => closeReview(review));
    if (isStale(error)) return null;
    await CancellationScope.nonCancellable(() => failShelf(shelf, position, error));
  } finally {
    if (next === null) await CancellationScope.nonCancellable(() => cleanUp(shelf));
  }
  return next;
}

/** Returns null once a version is published, or the draft in review when the run has to continue as new. */
async function workUntilPublished(input: ReviewedRunInput, position: Position, review: Review): Promise<string | null> {
  const { regeneratesPerHistory = REGENERATES_PER_HISTORY } = input;
  const shelf = runOf(input);
  let regenerated = 0;
  while (!isOver(review)) {
    if (review.phase !== 'review') await makeVersion(shelf, position, review);
    if (isOver(review)) break;
    setSearchAttributes('review', position.step);
    showProgress('in review: waits for approve or regenerate');
    if (await waitUntilContinueAsNew(review, () => regenerated >= regeneratesPerHistory)) return review.draft;
    if (review.givenUp === null) continue;
    regenerated += 1;
    position.step = 'structuring';
    setSearchAttributes('structuring', position.step, { template: review.template });
    await removeGivenUp(shelf, review);
  }
  return null;
}

/** Resumes at the row's step and works until a version is published or a draft is in review. */
async function makeVersion(input: ShelfRunInput, position: Position, review: Review): Promise<void> {
  const run = await rows.openRun(input);
  position.step = run.step;
  settle(review, run.draft ?? null);
  if (run.draft) return;
  const { smallPages = 0, longestAttemptMs, draftsGivenUp } = run;
  const others = documentsWithin(longestAttemptMs);
  const small = smallPages > 0 ? smallDocumentsWithin(longestAttemptMs) : others;
  const spend = budget(run.documentTimeoutMs);
  const spendOnRecognition = budget(run.recognitionTimeoutMs ?? run.documentTimeoutMs);

  await enterStep(input, position, 'parsing');
  const { pageCount, workMs } = await small.inspectDocument(input);
  const documents = pageCount <= smallPages ? small : others;
  spend(workMs);
  const { pagesPerRange, rangesInFlight, pagesPerRecognition = pagesPerRange } = run;
  const lengths = { pageCount, pagesPerRange, pagesPerRecognition };
  await parsePages(input, { documents, recognisers: others, ...lengths, rangesInFlight, spend, spendOnRecognition });
  const document = { ...input, pageCount, pagesPerRange, draftsGivenUp };

  await enterStep(input, position, 'structuring');
  spend((await documents.structureShelf(document)).workMs);

  await enterStep(input, position, 'verifying');
  spend((await documents.verifyShelf(document)).workMs);

  showProgress('publishing');
  const versionPublicId = newVersionId();
  if (run.reviewMode) expectReview(review, versionPublicId);
  const publication = { ...input, versionPublicId, pageCount, draftsGivenUp, startsDeliveries: true };
  // undefined where a worker of an earlier release ran the activity
  const published = (await objects.publishVersion(publication)) as Published | undefined;
  if (published?.draft) settle(review, published.draft);
  else endReview(review);
  await startDeliveries(published?.deliveries);
}

/** A time budget: returns the function that spends it, which throws once it is used up. */
function budget(leftMs: number): (workMs: number) => void {
  return (workMs) => {
    leftMs -= workMs;
    if (leftMs < 0) throw documentFailure('timed_out');
  };
}

/** Moves the shelf to `step`; a run that resumes never moves it back. */
async function enterStep(input: ShelfRunInput, position: Position, step: ProcessingStep): Promise<void> {
  if (PROCESSING_STEPS.indexOf(step) > PROCESSING_STEPS.indexOf(position.step)) {
    await rows.recordStep({ ...input, step });
    position.step = step;
  }
  setSearchAttributes(position.step, position.step);
  showProgress(step);
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

/** Sets the search attributes for operators, after the row was written. */
function setSearchAttributes(
  status: ShelfStatus,
  step: ProcessingStep,
  { reason, template }: { reason?: FailureReason; template?: Template | null | undefined } = {},
): void {
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.status, value: status },
    { key: SEARCH_ATTRIBUTES.step, value: step },
    ...(reason ? [{ key: SEARCH_ATTRIBUTES.reason, value: reason }] : []),
    ...(template !== undefined ? [{ key: SEARCH_ATTRIBUTES.template, value: template ?? 'none' }] : []),
  ]);
}
