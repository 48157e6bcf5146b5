/**
 * What the Temporal UI shows of a run while it is open: what it does and since when, and what it waits for when an
 * activity is tried again and again. A workflow does not see its activities' attempts, so the worker signals some of them.
 */
import { defineSignal, patched, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import { ATTEMPT_FAILED, SEARCH_ATTRIBUTES, type AttemptFailed } from './messages.js';

/** Anybody may send a signal: no more than this of it is shown. */
const WORD = /^\w{1,60}$/;

/** Noted by a run that shows what it waits for. */
const WAITS_FOR = 'waits-for';

/** Of this run: each has a module of its own. */
let phase = '';
let words = '';
let since = '';
let waitsFor: string | null = null;

/**
 * Says what the run does now. It has come on by that, so it does not wait for anything any more.
 * @param doing e.g. `parsing`; the time is that of its first mention
 * @param progress e.g. `96/640 pages`
 */
export function tell(doing: string, progress = ''): void {
  if (doing !== phase) since = new Date().toISOString();
  phase = doing;
  words = progress === '' ? doing : `${doing} ${progress}`;
  setCurrentDetails(`${words}, since ${since}`);
  if (waitsFor === null) return;
  waitsFor = null;
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.waitsFor, value: null }]);
}

/** From now on failed attempts that the worker signals are shown, in details and as a search attribute. */
export function showFailedAttempts(): void {
  setHandler(defineSignal<[AttemptFailed]>(ATTEMPT_FAILED), (failed) => {
    const { activity = '', attempt, reason = '' } = (failed ?? {}) as Partial<AttemptFailed>;
    if (!WORD.test(String(activity)) || !WORD.test(String(reason))) return;
    const at = new Date().toISOString();
    setCurrentDetails(
      `${words}, since ${since}\n\n**${activity} waits for ${reason}**: attempt ${Number(attempt)} failed at ${at}`,
    );
    // a worker of release 0.3.0 takes the signal without a handler: such a history goes on without
    if (waitsFor === reason || !patched(WAITS_FOR)) return;
    waitsFor = String(reason);
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.waitsFor, value: waitsFor }]);
  });
}
