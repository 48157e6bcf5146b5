/** Time limits for others' work that do not run out while this process sleeps. */

/** A limit is counted in so many steps, none longer than a second. */
const STEPS = 8;
const MAX_STEP_MS = 1_000;

/**
 * Calls `onOver` once this process has been awake for `ms`; what waits to be read then is read first. A process that is
 * stopped, or whose container is frozen, finds its timers overdue when it wakes, whatever it would have heard meanwhile.
 *
 * A step that took more than twice its time counts as two: the rest was sleep. So a sleep costs a quarter of the limit
 * at most, and on a machine that wakes this process late every time the limit still ends, after as many steps.
 *
 * @returns ends the count without a call.
 */
export function afterAwake(ms: number, onOver: () => void): () => void {
  const stepMs = Math.min(MAX_STEP_MS, ms / STEPS);
  let leftMs = ms;
  let countedMs = performance.now();
  let over: NodeJS.Immediate | undefined;
  let timer = setTimeout(step, stepMs);

  function step(): void {
    const nowMs = performance.now();
    leftMs -= Math.min(nowMs - countedMs, 2 * stepMs);
    countedMs = nowMs;
    // immediates come after the pipes are read
    if (leftMs > 0) timer = setTimeout(step, Math.min(leftMs, stepMs));
    else over = setImmediate(onOver);
  }

  return () => {
    clearTimeout(timer);
    clearImmediate(over);
  };
}
