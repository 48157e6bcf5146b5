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
import { PROCESSING_STEPS, type ProcessingStep, type ShelfStatus } from '../contract/vocabulary.js';
import { startDeliveries } from './deliveries.js';
import { showFailedAttempts, tell } from './details.js';
import { documentFailure, isStale, reasonOf } from './failures.js';
import type { Published } from '../activities/publish.js';
import { SEARCH_ATTRIBUTES, type FailureReason, type ReviewedRunInput, type ShelfRunInput } from './messages.js';
import { parsePages } from './parse-pages.js';
import { documentsWithin, endings, objects, rows, smallDocumentsWithin } from './proxies.js';
import {
  closeReview,
  endReview,
  expectReview,
  isDueInReview,
  isOver,
  newVersionId,
  openReview,
  runOf,
  settle,
  type Review,
} from './review.js';
import { supersede } from './supersede.js';

/** Each adds the events of a whole pass over the document. */
const REGENERATES_PER_HISTORY = 20;

/** The step that the run is at, kept outside so that a failure can name it. */
interface Position {
  step: ProcessingStep;
}

/**
 * One run of a shelf: from the stored PDF to a published version, through a review where the shelf asks for one. The row
 * says where the work stands and the run's objects hold what is finished, so a run that is started afresh goes on where
 * the one before it was lost. A review stays open until somebody ends it; its history is renewed in between.
 *
 * Completes when the shelf is ready; fails when the shelf has failed; ends quietly when the shelf has moved on.
 */
export async function shelfWorkflow(input: ReviewedRunInput): Promise<void> {
  const next = await endOf(input);
  await condition(allHandlersFinished);
  if (next) await continueAsNew<typeof shelfWorkflow>(next);
}

/** Works to the run's end and answers null; once its history has become long, what it goes on with. */
async function endOf(input: ReviewedRunInput): Promise<ReviewedRunInput | null> {
  const position: Position = { step: input.draft === undefined ? 'uploading' : 'verifying' };
  const review = openReview(input);
  const shelf = runOf(input);
  showFailedAttempts();
  let next: ReviewedRunInput | null = null;
  try {
    if (input.draft === undefined) await supersede(shelf);
    const draft = await untilReady(input, position, review);
    if (draft === null) {
      show('ready', position.step);
      tell('ready');
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

/** Answers null once a version is published, or the draft in review when the run is to continue as new. */
async function untilReady(input: ReviewedRunInput, position: Position, review: Review): Promise<string | null> {
  const { regeneratesPerHistory = REGENERATES_PER_HISTORY } = input;
  const shelf = runOf(input);
  let regenerated = 0;
  while (!isOver(review)) {
    if (review.phase !== 'review') await makeVersion(shelf, position, review);
    if (isOver(review)) break;
    show('review', position.step);
    tell('in review: waits for approve or regenerate');
    if (await isDueInReview(review, () => regenerated >= regeneratesPerHistory)) return review.draft;
    if (review.givenUp === null) continue;
    regenerated += 1;
    position.step = 'structuring';
    show('structuring', position.step);
    await removeGivenUp(shelf, review);
  }
  return null;
}

/** Goes on from where the row stands to a published version, or to a draft in review. */
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

  await enter(input, position, 'parsing');
  const { pageCount, workMs } = await small.inspectDocument(input);
  const documents = pageCount <= smallPages ? small : others;
  spend(workMs);
  const { pagesPerRange, rangesInFlight, pagesPerRecognition = pagesPerRange } = run;
  const lengths = { pageCount, pagesPerRange, pagesPerRecognition };
  await parsePages(input, { documents, recognisers: others, ...lengths, rangesInFlight, spend, spendOnRecognition });
  const document = { ...input, pageCount, pagesPerRange, draftsGivenUp };

  await enter(input, position, 'structuring');
  spend((await documents.structureShelf(document)).workMs);

  await enter(input, position, 'verifying');
  spend((await documents.verifyShelf(document)).workMs);

  tell('publishing');
  const versionPublicId = newVersionId();
  if (run.reviewMode) expectReview(review, versionPublicId);
  const publication = { ...input, versionPublicId, pageCount, draftsGivenUp, startsDeliveries: true };
  // what an activity of an earlier release answers is nothing
  const published = (await objects.publishVersion(publication)) as Published | undefined;
  if (published?.draft) settle(review, published.draft);
  else endReview(review);
  await startDeliveries(published?.deliveries);
}

/** Takes milliseconds away; throws once they are used up. */
function budget(leftMs: number): (workMs: number) => void {
  return (workMs) => {
    leftMs -= workMs;
    if (leftMs < 0) throw documentFailure('timed_out');
  };
}

/** Moves the shelf on to `step`; a run that goes on after a loss never moves it back. */
async function enter(input: ShelfRunInput, position: Position, step: ProcessingStep): Promise<void> {
  if (PROCESSING_STEPS.indexOf(step) > PROCESSING_STEPS.indexOf(position.step)) {
    await rows.recordStep({ ...input, step });
    position.step = step;
  }
  show(position.step, position.step);
  tell(step);
}

/** Records the failure with the shelf, then ends the run with it; a cancelled run ends as cancelled. */
async function failShelf(input: ShelfRunInput, position: Position, error: unknown): Promise<never> {
  const reason = reasonOf(error);
  const failure = { step: position.step, reason, startsDeliveries: true };
  const { recorded, deliveries } = await endings.recordFailure({ ...input, ...failure });
  await startDeliveries(deliveries);
  if (recorded) show('failed', position.step, reason);
  tell(`failed in ${position.step}: ${reason}`);
  if (isCancellation(error)) throw error;
  const cause = error instanceof Error ? error : undefined;
  const message = `failed in ${position.step}: ${reason}`;
  throw ApplicationFailure.create({ message, type: reason, nonRetryable: true, category: 'BENIGN', cause });
}

/** Removes the objects of a draft that was given up. What stays behind after all attempts is the sweeper's. */
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

/** Removes the run's work files. What stays behind after all attempts is the sweeper's. */
async function cleanUp(input: ShelfRunInput): Promise<void> {
  try {
    await objects.removeWork(input);
  } catch (error) {
    log.warn('work files were left to the sweeper', { error: String(error) });
  }
}

/** What operators filter by; follows the write of the row. */
function show(status: ShelfStatus, step: ProcessingStep, reason?: FailureReason): void {
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.status, value: status },
    { key: SEARCH_ATTRIBUTES.step, value: step },
    ...(reason ? [{ key: SEARCH_ATTRIBUTES.reason, value: reason }] : []),
  ]);
}
