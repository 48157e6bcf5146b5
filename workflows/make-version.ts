/**
 * From the stored PDF to a version, or to a draft in review. A small document is converted by one activity; any other, and
 * one with which that fails, by an activity for each step or range of pages.
 */
import { isCancellation, log, patched } from '@temporalio/workflow';
import type { Published } from '../activities/publish.js';
import type { RunStart } from '../activities/record.js';
import { PROCESSING_STEPS, type ProcessingStep } from '../contract/vocabulary.js';
import { startDeliveries } from './deliveries.js';
import { setSearchAttributes, showProgress, showTimeLeft } from './details.js';
import { documentFailure, isStale } from './failures.js';
import type { ShelfRunInput } from './messages.js';
import { parsePages } from './parse-pages.js';
import { atOnce, documentsWithin, objects, opening, rows, smallDocumentsWithin } from './proxies.js';
import { endReview, expectReview, newVersionId, settle, type Review } from './review.js';

/** The current step, in an object so that the failure handler can name it. */
export interface Position {
  step: ProcessingStep;
}

/**
 * Patch id: releases up to 0.5.0 opened a run, recorded each step and judged the pages by activities of their own,
 * structured and verified by two, and knew no way for small documents.
 */
const SHORT_PATHS = 'short-paths';

/** Resumes at the row's step and works until a version is published or a draft is in review. */
export async function makeVersion(input: ShelfRunInput, position: Position, review: Review): Promise<void> {
  const isShort = patched(SHORT_PATHS);
  const run = isShort ? await openRun(input) : await rows.openRun(input);
  position.step = run.step;
  settle(review, run.draft ?? null);
  if (run.draft) return;
  const work: Work = { input, position, review, run, isShort };
  const tried = isShort && run.smallPages ? await tryAtOnce(work) : NOT_TRIED;
  // undefined where a worker of an earlier release ran the activity
  const published = tried.published ?? (await unlessCommitted(work, tried, () => makeBySteps(work)));
  if (published?.draft) settle(review, published.draft);
  else endReview(review);
  await startDeliveries(published?.deliveries);
}

interface Work {
  input: ShelfRunInput;
  position: Position;
  review: Review;
  run: RunStart;
  isShort: boolean;
}

/** In an outage the local activity fails at once, and the other one waits for its end. */
async function openRun(input: ShelfRunInput): Promise<RunStart> {
  try {
    return await opening.openRun(input);
  } catch (error) {
    if (isCancellation(error) || isStale(error)) throw error;
    return rows.openRun(input);
  }
}

interface Tried {
  published: Published | null;
  /** The attempt may be at work still, although nobody has heard of it for a while. */
  mayGoOn: boolean;
}
const NOT_TRIED: Tried = { published: null, mayGoOn: false };

/** Converts a small document by one activity; `published` is null when it is left to the steps. */
async function tryAtOnce({ input, position, review, run }: Work): Promise<Tried> {
  const { smallPages = 0, draftsGivenUp } = run;
  showStep(position, 'parsing');
  const versionPublicId = newVersionId();
  if (run.reviewMode) expectReview(review, versionPublicId);
  const small = { ...input, versionPublicId, smallPages, draftsGivenUp, startsDeliveries: true };
  try {
    const published = await atOnce.makeSmallVersion.executeWithOptions({ summary: 'from PDF to version' }, [small]);
    if (published) position.step = 'verifying';
    else settle(review, null);
    return { published, mayGoOn: false };
  } catch (error) {
    if (isCancellation(error) || isStale(error)) throw error;
    log.warn('a small document is left to the steps', { error: String(error) });
    settle(review, null);
    return { published: null, mayGoOn: true };
  }
}

/**
 * Runs `work`. An attempt that may go on can commit a version meanwhile, upon which nothing else of the run may: then
 * `publishVersion` answers what was committed.
 */
async function unlessCommitted(
  { input, run, review }: Work,
  { mayGoOn }: Tried,
  work: () => Promise<Published | undefined>,
): Promise<Published | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!mayGoOn || !isStale(error)) throw error;
    const { draftsGivenUp } = run;
    const versionPublicId = newVersionId();
    if (run.reviewMode) expectReview(review, versionPublicId);
    return objects.publishVersion({ ...input, versionPublicId, pageCount: 0, draftsGivenUp, startsDeliveries: true });
  }
}

/** An activity for each step, and for each range of pages. */
async function makeBySteps({ input, position, review, run, isShort }: Work): Promise<Published | undefined> {
  const { smallPages = 0, longestAttemptMs, draftsGivenUp } = run;
  const others = documentsWithin(longestAttemptMs);
  const small = smallPages > 0 ? smallDocumentsWithin(longestAttemptMs) : others;
  const spend = budget('document', run.documentTimeoutMs);
  const spendOnRecognition = budget('recognition', run.recognitionTimeoutMs ?? run.documentTimeoutMs);
  const { pagesPerRange, rangesInFlight, pagesPerRecognition = pagesPerRange } = run;
  const enterStep = (step: ProcessingStep) => (isShort ? showStep(position, step) : recordStep(input, position, step));
  // what activities of releases up to 0.5.0 neither do nor answer
  const asks = isShort ? { recordsStep: true, pagesPerRange, thenVerify: true } : {};

  await enterStep('parsing');
  const { pageCount, workMs, pagesStored = false } = await small.inspectDocument({ ...input, ...asks });
  const documents = pageCount <= smallPages ? small : others;
  spend(workMs);
  if (!pagesStored) {
    const lengths = { pageCount, pagesPerRange, pagesPerRecognition };
    const limits = { rangesInFlight, spend, spendOnRecognition };
    await parsePages(input, { documents, recognisers: others, ...lengths, ...limits, judgesHere: isShort });
  }
  const document = { ...input, pageCount, pagesPerRange, draftsGivenUp };

  await enterStep('structuring');
  const summary = `${pageCount} pages`;
  const structured = await documents.structureShelf.executeWithOptions({ summary }, [{ ...document, ...asks }]);
  spend(structured.workMs);

  await enterStep('verifying');
  // a worker of an earlier release has not verified, and a document that one process cannot conclude is not either
  if (!structured.verified) spend((await documents.verifyShelf({ ...document, ...asks })).workMs);

  showTimeLeft('document', null);
  showTimeLeft('recognition', null);
  showProgress('publishing');
  const versionPublicId = newVersionId();
  if (run.reviewMode) expectReview(review, versionPublicId);
  const publication = { ...input, versionPublicId, pageCount, draftsGivenUp, startsDeliveries: true };
  return (await objects.publishVersion.executeWithOptions({ summary }, [publication])) as Published | undefined;
}

/** A time budget: returns the function that spends it, which throws once it is used up. */
function budget(of: 'document' | 'recognition', leftMs: number): (workMs: number) => void {
  showTimeLeft(of, leftMs);
  return (workMs) => {
    leftMs -= workMs;
    showTimeLeft(of, leftMs);
    if (leftMs < 0) throw documentFailure('timed_out');
  };
}

/** Shows that the run is at `step`, which an activity records; a run that resumes never goes back. */
function showStep(position: Position, step: ProcessingStep): void {
  if (isAfter(step, position.step)) position.step = step;
  setSearchAttributes(position.step, position.step);
  showProgress(step);
}

/** The same, recorded by an activity of its own. */
async function recordStep(input: ShelfRunInput, position: Position, step: ProcessingStep): Promise<void> {
  if (isAfter(step, position.step)) await rows.recordStep({ ...input, step });
  showStep(position, step);
}

const isAfter = (step: ProcessingStep, other: ProcessingStep): boolean =>
  PROCESSING_STEPS.indexOf(step) > PROCESSING_STEPS.indexOf(other);
