import { Context, log } from '@temporalio/activity';
import { createSemaphore } from '../infra/semaphore.js';
import { recallAttempts, type AttemptMemory } from './attempt-memory.js';
import { attemptReason, killsWorkers, toFailure, type AttemptReason } from './failures.js';

/** Interval of heartbeats within the process, which passes on fewer of them: see worker/queues.ts. */
const HEARTBEAT_MS = 1_000;

/** Failures that need no line in the log: their message says it all. */
const EXPECTED = new Set<AttemptReason>(['document', 'busy', 'cancelled', 'worker_stops', 'other']);

/** So many workers may die of an activity. */
const MAX_DEATHS = 3;
/**
 * From so many deaths on it is at work alone among its like: whatever worked beside it died as often, and was retried at the
 * same time. So the next death tells which of them it was.
 */
const ALONE_FROM = 2;
const suspects = createSemaphore({ permits: 1, maxWaiting: Infinity, what: 'activities whose workers died' });

export interface ActivityScope {
  /** Aborts when the run is cancelled, the attempt timed out or the worker shuts down. */
  signal: AbortSignal;
}

type Run<Input, Output> = (input: Input, scope: ActivityScope) => Promise<Output>;

/** Makes an activity from a function: it heartbeats while it runs, and its errors become failures for Temporal. */
export function activity<Input, Output>(run: Run<Input, Output>): (input: Input) => Promise<Output> {
  return heartbeating(run, (_attempts, _beat, work) => work());
}

/** The same for work on a document or its tree, which fails for good once three workers have died of it. */
export function documentActivity<Input, Output>(run: Run<Input, Output>): (input: Input) => Promise<Output> {
  return heartbeating(run, guardWorkers);
}

type Guard = <T>(attempts: AttemptMemory, beat: () => void, work: () => Promise<T>) => Promise<T>;

function heartbeating<Input, Output>(run: Run<Input, Output>, guard: Guard): (input: Input) => Promise<Output> {
  return async (input) => {
    const context = Context.current();
    const signal = context.cancellationSignal;
    const attempts = recallAttempts(context.info.heartbeatDetails);
    const beat = (): void => context.heartbeat(attempts.details());
    const beats = setInterval(beat, HEARTBEAT_MS);
    try {
      return await guard(attempts, beat, () => run(input, { signal }));
    } catch (error) {
      const failure = toFailure(error, attempts);
      // Temporal gets only words from closed lists, so the details go to the log
      if (!EXPECTED.has(attemptReason(failure))) log.warn('an attempt failed', { error });
      if (attempts.end()) beat(); // the worker sends it before the failure
      throw failure;
    } finally {
      clearInterval(beats);
    }
  };
}

/** Runs `work` unless too many workers have died of it. A first attempt of less than a second does not leave its name. */
async function guardWorkers<T>(attempts: AttemptMemory, beat: () => void, work: () => Promise<T>): Promise<T> {
  const { info, cancellationSignal: signal } = Context.current();
  if (attempts.deaths >= MAX_DEATHS) throw killsWorkers();
  const release = attempts.deaths >= ALONE_FROM ? await suspects.acquire({ signal }) : null;
  try {
    attempts.begin();
    // a retry is rare enough to say so at once, before it does what may have killed the worker before
    if (info.attempt > 1) beat();
    return await work();
  } finally {
    release?.();
  }
}
