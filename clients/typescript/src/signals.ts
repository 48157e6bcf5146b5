/** Signals that end a call. */

/** Longer timers would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Aborts after the time; undefined for one that no timer can measure, such as Infinity. */
export const timeoutSignal = (ms: number): AbortSignal | undefined =>
  ms <= LONGEST_TIMER_MS ? AbortSignal.timeout(Math.max(0, ms)) : undefined;

/** Aborts with the first of the signals, for its reason; undefined where none is given. */
export function anySignal(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
