/** Time-outs for other processes' work that do not expire because this process was asleep. */

/** A time-out is counted in this many steps, none longer than a second. */
const STEPS = 8;
const MAX_STEP_MS = 1_000;

/**
 * Calls `onOver` once this process has been awake for `ms`, after it has read what has arrived by then. A process that was
 * stopped, or whose container was frozen, finds its timers overdue when it wakes up, although it could not have received
 * anything meanwhile.
 *
 * A step that took more than twice its time counts as two; the rest is taken for sleep. So a sleep uses up a quarter of
 * the time-out at most, and on a machine whose timers are always late the time-out still expires after as many steps.
 *
 * @returns a function that cancels the time-out
 */
export function setAwakeTimeout(ms: number, onOver: () => void): () => void {
  const stepMs = Math.min(MAX_STEP_MS, ms / STEPS);
  let leftMs = ms;
  let countedMs = performance.now();
  let over: NodeJS.Immediate | undefined;
  let timer = setTimeout(step, stepMs);

  function step(): void {
    const nowMs = performance.now();
    leftMs -= Math.min(nowMs - countedMs, 2 * stepMs);
    countedMs = nowMs;
    // immediates run after the pipes have been read
    if (leftMs > 0) timer = setTimeout(step, Math.min(leftMs, stepMs));
    else over = setImmediate(onOver);
  }

  return () => {
    clearTimeout(timer);
    clearImmediate(over);
  };
}
