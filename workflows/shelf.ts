import {
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  log,
  setCurrentDetails,
  upsertSearchAttributes,
  uuid4,
} from '@temporalio/workflow';
import { PROCESSING_STEPS, type ProcessingStep, type ShelfStatus } from '../contract/vocabulary.js';
import { documentFailure, isStale, reasonOf } from './failures.js';
import { SEARCH_ATTRIBUTES, type ShelfRunInput } from './messages.js';
import { parsePages } from './parse-pages.js';
import { documentsWithin, endings, objects, rows } from './proxies.js';

/** The step that the run is at, kept outside so that a failure can name it. */
interface Position {
  step: ProcessingStep;
}

/**
 * One run of a shelf: from the stored PDF to a published version. The row says where the work stands and the run's
 * objects hold what is finished, so a run that is started afresh goes on where the one before it was lost.
 *
 * Completes when the shelf is ready; fails when the shelf has failed; ends quietly when the shelf has moved on.
 */
export async function shelfWorkflow(input: ShelfRunInput): Promise<void> {
  const position: Position = { step: 'uploading' };
  try {
    await makeVersion(input, position);
    show('ready', position.step);
  } catch (error) {
    if (isStale(error)) return;
    await CancellationScope.nonCancellable(() => failShelf(input, position, error));
  } finally {
    await CancellationScope.nonCancellable(() => cleanUp(input));
  }
}

async function makeVersion(input: ShelfRunInput, position: Position): Promise<void> {
  const run = await rows.openRun(input);
  position.step = run.step;
  const documents = documentsWithin(run.longestAttemptMs);
  const spend = budget(run.documentTimeoutMs);
  const spendOnRecognition = budget(run.recognitionTimeoutMs ?? run.documentTimeoutMs);

  await enter(input, position, 'parsing');
  const { pageCount, workMs } = await documents.inspectDocument(input);
  spend(workMs);
  const { pagesPerRange, rangesInFlight, pagesPerRecognition = pagesPerRange } = run;
  const lengths = { pageCount, pagesPerRange, pagesPerRecognition };
  await parsePages(input, { documents, ...lengths, rangesInFlight, spend, spendOnRecognition });
  const document = { ...input, pageCount, pagesPerRange };

  await enter(input, position, 'structuring');
  spend((await documents.structureShelf(document)).workMs);

  await enter(input, position, 'verifying');
  spend((await documents.verifyShelf(document)).workMs);

  setCurrentDetails('publishing');
  // 24 of the 32 hex digits of a version 4 UUID: random, and the same in every replay of this run.
  const versionPublicId = `ver_${uuid4().replaceAll('-', '').slice(0, 24)}`;
  await objects.publishVersion({ ...input, versionPublicId, pageCount });
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
  setCurrentDetails(step);
}

/** Records the failure with the shelf, then ends the run with it; a cancelled run ends as cancelled. */
async function failShelf(input: ShelfRunInput, position: Position, error: unknown): Promise<never> {
  const reason = reasonOf(error);
  const { recorded } = await endings.recordFailure({ ...input, step: position.step, reason });
  if (recorded) show('failed', position.step);
  setCurrentDetails(`failed in ${position.step}: ${reason}`);
  if (isCancellation(error)) throw error;
  const cause = error instanceof Error ? error : undefined;
  const message = `failed in ${position.step}: ${reason}`;
  throw ApplicationFailure.create({ message, type: reason, nonRetryable: true, category: 'BENIGN', cause });
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
function show(status: ShelfStatus, step: ProcessingStep): void {
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.status, value: status },
    { key: SEARCH_ATTRIBUTES.step, value: step },
  ]);
}
