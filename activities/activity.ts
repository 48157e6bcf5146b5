import { Context, log } from '@temporalio/activity';
import { attemptReason, toFailure, type AttemptReason } from './failures.js';

/** How often a worker says that an activity lives; also how soon the activity learns of its cancellation. */
const HEARTBEAT_MS = 1_000;

/** Failures that say all there is to say. */
const UNREMARKABLE = new Set<AttemptReason>(['document', 'cancelled', 'worker_stops', 'other']);

export interface ActivityScope {
  /** Aborts when the run is cancelled, the attempt timed out or the worker shuts down. */
  signal: AbortSignal;
}

/** Makes an activity of a function: heartbeats while it runs, errors in the form that Temporal is to see. */
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
      // what Temporal shows is in words of our own: what happened is said here
      if (!UNREMARKABLE.has(attemptReason(failure))) log.warn('an attempt failed', { error });
      throw failure;
    } finally {
      clearInterval(beat);
    }
  };
}
