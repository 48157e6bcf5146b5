/** Signals that end a call. */

/** Longer timers would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Aborts after the time; undefined for one that no timer can measure, such as Infinity. */
export const timeoutSignal = (ms: number): AbortSignal | undefined =>
  ms <= LONGEST_TIMER_MS ? AbortSignal.timeout(Math.max(0, ms)) : undefined;

export interface Clearable {
  /** Undefined for a time that no timer can measure. */
  signal: AbortSignal | undefined;
  /** From then on it does not abort any more. */
  clear: () => void;
}

/** Aborts after the time, unless it is cleared before. */
export function clearableTimeout(ms: number): Clearable {
  if (ms > LONGEST_TIMER_MS) return { signal: undefined, clear: () => undefined };
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** Aborts with the first of the signals, for its reason; undefined where none is given. */
export function anySignal(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
