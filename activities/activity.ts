import { Context, log } from '@temporalio/activity';
import { attemptReason, toFailure, type AttemptReason } from './failures.js';

/** Interval of heartbeats within the process, which passes on fewer of them: see worker/queues.ts. */
const HEARTBEAT_MS = 1_000;

/** Failures that need no line in the log: their message says it all. */
const EXPECTED = new Set<AttemptReason>(['document', 'cancelled', 'worker_stops', 'other']);

export interface ActivityScope {
  /** Aborts when the run is cancelled, the attempt timed out or the worker shuts down. */
  signal: AbortSignal;
}

/** Makes an activity from a function: it heartbeats while it runs, and its errors become failures for Temporal. */
export function activity<Input, Output>(
  run: (input: Input, scope: ActivityScope) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    const context = Context.current();
    const beat = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
    try {
      return await run(input, { signal: context.cancellationSignal });
    } catch (error) {
      const failure = toFailure(error);
      // Temporal gets only words from closed lists, so the details go to the log
      if (!EXPECTED.has(attemptReason(failure))) log.warn('an attempt failed', { error });
      throw failure;
    } finally {
      clearInterval(beat);
    }
  };
}
