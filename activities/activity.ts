import { Context } from '@temporalio/activity';
import { toFailure } from './failures.js';

/** How often a worker says that an activity lives; also how soon the activity learns of its cancellation. */
const HEARTBEAT_MS = 1_000;

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
      throw toFailure(error);
    } finally {
      clearInterval(beat);
    }
  };
}
