/**
 * From the stored PDF to a version, or to a draft in review. A small document is converted by one activity; any other, and
 * one with which that fails, by an activity for each step or range of pages.
 */
import { isCancellation, log, patched } from '@temporalio/workflow';
import type { Inspected } from '../activities/inspected.js';
import type { Published } from '../activities/publish.js';
import type { RunStart } from '../activities/record.js';
import { PROCESSING_STEPS, type ProcessingStep } from '../contract/vocabulary.js';
import { startDeliveries } from './deliveries.js';
import { setSearchAttributes, showProgress, showTimeLeft } from './details.js';
import { documentFailure, isStale } from './failures.js';
import type { ReviewedRunInput, ShelfRunInput } from './messages.js';
import { parsePages } from './parse-pages.js';
import {
  atOnce,
  documentsWithin,
  endings,
  FINISHING,
  objects,
  opening,
  rows,
  smallDocumentsWithin,
  type Documents,
} from './proxies.js';
import { nothingRead, type ReadSoFar } from './read-so-far.js';
import { endReview, expectReview, newVersionId, runOf, settle, type Review } from './review.js';

/** The current step, in an object so that the failure handler can name it. */
export interface Position {
  step: ProcessingStep;
}

/**
 * Patch id: releases up to 0.5.0 opened a run, recorded each step and judged the pages by activities of their own,
 * structured and verified by two, and knew no way for small documents.
 */
const SHORT_PATHS = 'short-paths';

/**
 * A range of pages makes six events. A history of 51,200 would be terminated by the server; one of some thousand makes every
 * workflow task that a worker cannot take from its cache a long replay.
 */
const EVENTS_PER_HISTORY = 3_000;

/**
 * Resumes at the row's step and works until a version is published or a draft is in review; then returns null. When the
 * history has grown too long for the pages that are left, returns what is read.
 *
 * @param before what an earlier execution of the run has read
 */
export async function makeVersion(
  input: ReviewedRunInput,
  position: Position,
  review: Review,
  before: ReadSoFar | undefined,
): Promise<ReadSoFar | null> {
  const isShort = patched(SHORT_PATHS);
  const shelf = runOf(input);
  const run = isShort ? await openRun(shelf) : await endings.openRun(shelf);
  position.step = run.step;
  settle(review, run.draft ?? null);
  if (run.draft) return null;
  const eventsPerHistory = isShort ? (input.eventsPerHistory ?? EVENTS_PER_HISTORY) : Infinity;
  const work: Work = { input: shelf, position, review, run, isShort, before, eventsPerHistory };
  const tried = isShort && run.smallPages && !before ? await tryAtOnce(work) : NOT_TRIED;
  const made = tried.published
    ? { published: tried.published }
    : await unlessCommitted(work, tried, () => makeBySteps({ ...work, inspected: tried.inspected }));
  if ('read' in made) return made.read;
  const { published } = made;
  if (published?.draft) settle(review, published.draft);
  else endReview(review);
  await startDeliveries(published?.deliveries);
  return null;
}

/** `published` is undefined where a worker of an earlier release ran the activity. */
type Made = { published: Published | undefined } | { read: ReadSoFar };

interface Work {
  input: ShelfRunInput;
  position: Position;
  review: Review;
  run: RunStart;
  isShort: boolean;
  before: ReadSoFar | undefined;
  eventsPerHistory: number;
  /** What the attempt to convert it at once has found out about the document. */
  inspected?: Inspected | null;
}

/**
 * In an outage the local activity fails at once, and the other one waits for its end: as long as for the end of a run, since
 * one that fails here takes a draft in review with it, and the edits to it.
 */
async function openRun(input: ShelfRunInput): Promise<RunStart> {
  try {
    return await opening.openRun(input);
  } catch (error) {
    if (isCancellation(error) || isStale(error)) throw error;
    return endings.openRun(input);
  }
}

interface Tried {
  published: Published | null;
  inspected: Inspected | null;
  /** An attempt may still be at work, although nobody has heard of it for a while. */
  mayStillRun: boolean;
}
const NOT_TRIED: Tried = { published: null, inspected: null, mayStillRun: false };

/** Converts a small document by one activity; `published` is null when it is left to the steps, as a large one is. */
async function tryAtOnce({ input, position, review, run }: Work): Promise<Tried> {
  const { smallPages = 0, draftsGivenUp } = run;
  showStep(position, 'parsing');
  const versionPublicId = newVersionId();
  if (run.reviewMode) expectReview(review, versionPublicId);
  const asks = { startsDeliveries: true, takesInspected: true };
  const small = { ...input, versionPublicId, smallPages, draftsGivenUp, ...asks };
  try {
    const answer = await atOnce.makeSmallVersion.executeWithOptions({ summary: 'from PDF to version' }, [small]);
    const isInspected = answer !== null && 'pageCount' in answer;
    const published = isInspected ? null : answer;
    if (published) position.step = 'verifying';
    else settle(review, null);
    // none also where another attempt had begun to publish, which may still run
    return { published, inspected: isInspected ? answer : null, mayStillRun: published === null };
  } catch (error) {
    if (isCancellation(error) || isStale(error)) throw error;
    log.warn('a small document is left to the steps', { error: String(error) });
    settle(review, null);
    return { published: null, inspected: null, mayStillRun: true };
  }
}

/**
 * Runs `work`. An attempt that may still run can commit a version meanwhile, upon which nothing else of the run may: then
 * `publishVersion` answers what was committed.
 */
async function unlessCommitted(
  { input, run, review }: Work,
  { mayStillRun }: Tried,
  work: () => Promise<Made>,
): Promise<Made> {
  try {
    return await work();
  } catch (error) {
    if (!mayStillRun || !isStale(error)) throw error;
    const { draftsGivenUp } = run;
    const versionPublicId = newVersionId();
    if (run.reviewMode) expectReview(review, versionPublicId);
    const publication = { ...input, versionPublicId, pageCount: 0, draftsGivenUp, startsDeliveries: true };
    return { published: await objects.publishVersion(publication) };
  }
}

/** An activity for each step, and for each range of pages. */
async function makeBySteps(work: Work): Promise<Made> {
  const { input, review, run, isShort } = work;
  const { draftsGivenUp } = run;
  const enterStep = enterStepOf(work);
  await enterStep('parsing');
  const budgets = budgetsOf(work);
  const { documents, read, isWhole } = await readPages(work, budgets);
  if (!isWhole) return { read };
  const { pageCount, pagesPerRange } = read;
  const document = { ...input, pageCount, pagesPerRange, draftsGivenUp };
  const asks = isShort ? ASKS : {};

  await enterStep('structuring');
  const summary = `${pageCount} pages`;
  const options = { summary, priority: FINISHING };
  const structured = await documents.structureShelf.executeWithOptions(options, [{ ...document, ...asks }]);
  budgets.document.spend(structured.workMs);

  await enterStep('verifying');
  // a worker of an earlier release has not verified, and a document that one process cannot conclude is not either
  if (!structured.verified) {
    const verified = await documents.verifyShelf.executeWithOptions(options, [{ ...document, ...asks }]);
    budgets.document.spend(verified.workMs);
  }

  showTimeLeft('document', null);
  showTimeLeft('recognition', null);
  showProgress('publishing');
  const versionPublicId = newVersionId();
  if (run.reviewMode) expectReview(review, versionPublicId);
  const publication = { ...input, versionPublicId, pageCount, draftsGivenUp, startsDeliveries: true };
  // undefined where a worker of an earlier release ran the activity
  const published = (await objects.publishVersion.executeWithOptions({ summary }, [publication])) as
    | Published
    | undefined;
  return { published };
}

/** What activities of releases up to 0.5.0 neither do nor answer. */
const ASKS = { recordsStep: true, thenVerify: true };

/** Counts and reads the pages, unless they are stored; `isWhole` is false when the history has grown too long for all. */
async function readPages(
  { input, run, isShort, before, eventsPerHistory, inspected }: Work,
  budgets: ReturnType<typeof budgetsOf>,
): Promise<{ documents: Documents; read: ReadSoFar; isWhole: boolean }> {
  const { smallPages = 0, longestAttemptMs, rangesInFlight } = run;
  const others = documentsWithin(longestAttemptMs);
  const small = smallPages > 0 ? smallDocumentsWithin(longestAttemptMs) : others;
  const { pagesPerRange, pagesPerRecognition = pagesPerRange } = run;
  let begun = before;
  let isStored = false;
  if (!begun) {
    const asks = isShort ? { ...ASKS, pagesPerRange, takesLength: true } : {};
    const found = inspected ?? (await small.inspectDocument({ ...input, ...asks }));
    budgets.document.spend(found.workMs);
    begun = nothingRead({ pagesPerRange, pagesPerRecognition, timeLeftMs: leftOf(budgets), ...lengthsOf(found) });
    isStored = found.pagesStored ?? false;
  }
  const documents = begun.pageCount <= smallPages ? small : others;
  if (isStored) return { documents, read: begun, isWhole: true };
  const spending = { spend: budgets.document.spend, spendOnRecognition: budgets.recognition.spend };
  const recognisers = { recognisers: others, singleRecogniser: smallDocumentsWithin(longestAttemptMs) };
  const plan = { documents, ...recognisers, rangesInFlight, ...spending, judgesHere: isShort, eventsPerHistory };
  const rest = await parsePages(input, plan, begun);
  return { documents, read: { ...(rest ?? begun), timeLeftMs: leftOf(budgets) }, isWhole: rest === null };
}

const lengthsOf = ({ pageCount, pagesPerRange }: Inspected): Pick<ReadSoFar, 'pageCount'> & Partial<ReadSoFar> =>
  pagesPerRange === undefined ? { pageCount } : { pageCount, pagesPerRange };

/** Both limits of a document, of which an earlier execution may have used up a part. */
function budgetsOf({ run, before }: Work) {
  const { documentTimeoutMs, recognitionTimeoutMs = documentTimeoutMs } = run;
  const { document, recognition } = before?.timeLeftMs ?? {
    document: documentTimeoutMs,
    recognition: recognitionTimeoutMs,
  };
  return { document: budget('document', document), recognition: budget('recognition', recognition) };
}

const leftOf = ({ document, recognition }: ReturnType<typeof budgetsOf>): ReadSoFar['timeLeftMs'] => ({
  document: document.leftMs(),
  recognition: recognition.leftMs(),
});

/** A time budget, whose `spend` throws once it is used up. */
function budget(of: 'document' | 'recognition', limitMs: number) {
  let leftMs = limitMs;
  showTimeLeft(of, leftMs);
  return {
    spend(this: void, workMs: number): void {
      leftMs -= workMs;
      showTimeLeft(of, leftMs);
      if (leftMs < 0) throw documentFailure('timed_out');
    },
    leftMs: (): number => leftMs,
  };
}

/** Shows each step that begins; runs of releases up to 0.5.0 record it, too. */
function enterStepOf({ input, position, isShort }: Work): (step: ProcessingStep) => Promise<void> | void {
  return (step) => (isShort ? showStep(position, step) : recordStep(input, position, step));
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
