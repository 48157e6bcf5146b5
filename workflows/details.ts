/**
 * What the Temporal UI shows of an open run: what it does and since when, and what it waits for while an activity is being
 * retried. A workflow does not see the attempts of its activities, so the worker signals some of them.
 */
import {
  defineQuery,
  defineSignal,
  patched,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { ProcessingStep, ShelfStatus, Template } from '../contract/vocabulary.js';
import { ATTEMPT_FAILED, SEARCH_ATTRIBUTES, type AttemptFailed, type FailureReason } from './messages.js';
import { PROGRESS, type RunProgress } from './progress.js';

/** Anybody can send a signal: only words of this form are shown. */
const WORD = /^\w{1,60}$/;

/** Patch id: the run sets the search attribute for what it waits for. */
const WAITS_FOR = 'waits-for';

/** Patch id: releases up to 0.5.0 kept the attribute after an approval that was refused, until the review ended. */
const REFUSED_WAITS_NO_MORE = 'refused-waits-no-more';

/** Patch id: earlier runs kept the attribute of the execution that they continue, until they waited for something themselves. */
const INHERITED_WAITS_NO_MORE = 'inherited-waits-no-more';

/** State of this run: in the sandbox each run has its own instance of the module. */
let phase = '';
let words = '';
let since = '';
let waitsFor: string | null = null;
let lastFailed: AttemptFailed | null = null;
let far = '';
const inFlight = new Set<string>();
const timeLeftMs: RunProgress['timeLeftMs'] = { document: null, recognition: null };

/** Answers the query of operators. */
export function answerProgress(): void {
  const description = 'What the run does and since when, ranges of pages in flight, time left, what it waits for.';
  const answer = (): RunProgress => ({
    doing: phase,
    since,
    progress: far,
    inFlight: [...inFlight],
    timeLeftMs: { ...timeLeftMs },
    waitsFor: lastFailed,
  });
  setHandler(defineQuery<RunProgress>(PROGRESS), answer, { description });
}

/** Shows that activities work on a range of pages, as long as `work` takes. */
export async function showInFlight<T>(range: string, work: () => Promise<T>): Promise<T> {
  inFlight.add(range);
  try {
    return await work();
  } finally {
    inFlight.delete(range);
  }
}

/** Shows what is left of a time limit; null once it no longer counts. */
export function showTimeLeft(of: keyof RunProgress['timeLeftMs'], leftMs: number | null): void {
  timeLeftMs[of] = leftMs;
}

/**
 * Shows what the run does now. It has made progress, so it no longer waits for anything.
 * @param doing e.g. `parsing`; the time shown is that of its first call
 * @param progress e.g. `96/640 pages`
 */
export function showProgress(doing: string, progress = ''): void {
  if (doing !== phase) since = new Date().toISOString();
  phase = doing;
  far = progress;
  words = progress === '' ? doing : `${doing} ${progress}`;
  showOnlyProgress();
  unsetWaitsFor();
}

/** Shows that the run waits for no activity any more, though it has got no further: what it attempted is refused. */
export function showRefused(): void {
  showOnlyProgress();
  if (waitsFor !== null && patched(REFUSED_WAITS_NO_MORE)) unsetWaitsFor();
}

function showOnlyProgress(): void {
  lastFailed = null;
  setCurrentDetails(`${words}, since ${since}`);
}

function unsetWaitsFor(): void {
  if (waitsFor === null && !inheritsWaitsFor()) return;
  waitsFor = null;
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.waitsFor, value: null }]);
}

/** A run that continues as new has the search attributes of the execution before it, whose activities are no more. */
function inheritsWaitsFor(): boolean {
  const inherited = workflowInfo().typedSearchAttributes.get(SEARCH_ATTRIBUTES.waitsFor);
  return inherited !== undefined && patched(INHERITED_WAITS_NO_MORE);
}

/** Shows failed attempts that the worker signals from now on, in the details and as a search attribute. */
export function showFailedAttempts(): void {
  const description = 'Of a worker: an activity keeps failing for the reason given, and is retried.';
  const show = (failed: AttemptFailed): void => {
    const { activity = '', attempt, reason = '' } = (failed ?? {}) as Partial<AttemptFailed>;
    if (!WORD.test(String(activity)) || !WORD.test(String(reason))) return;
    const at = new Date().toISOString();
    lastFailed = { activity, attempt: Number(attempt), reason };
    setCurrentDetails(
      `${words}, since ${since}\n\n**${activity} waits for ${reason}**: attempt ${Number(attempt)} failed at ${at}`,
    );
    // release 0.3.0 had no handler for the signal: its histories continue without the attribute
    if (waitsFor === reason || !patched(WAITS_FOR)) return;
    waitsFor = String(reason);
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.waitsFor, value: waitsFor }]);
  };
  setHandler(defineSignal<[AttemptFailed]>(ATTEMPT_FAILED), show, { description });
}

/** Sets the search attributes for operators, after the row was written. */
export function setSearchAttributes(
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
