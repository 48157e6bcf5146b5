import { Context, log } from '@temporalio/activity';
import { createSharedLock } from '../infra/shared-lock.js';
import { recallAttempts, type AttemptMemory } from './attempt-memory.js';
import { attemptReason, killsWorkers, toFailure, type AttemptReason } from './failures.js';

/** Interval of heartbeats within the process, which passes on fewer of them: see worker/queues.ts. */
const HEARTBEAT_MS = 1_000;

/** Failures that need no line in the log: their message says it all. */
const EXPECTED = new Set<AttemptReason>(['document', 'busy', 'cancelled', 'worker_stops', 'other']);

/** The number of workers that may die of an activity. */
const MAX_DEATHS = 3;
/**
 * From this many deaths on it is at work alone in its process: whatever worked beside it died as often, and was retried at the
 * same time. So the next death is its own. The price is that the worker does nothing else of its kind for that long.
 */
const ALONE_FROM = 2;
/** So long at most, since the service may have no other worker. What kills workers mostly does so sooner. */
const MAX_ALONE_MS = 5 * 60_000;
/**
 * Waits for the lock count towards an attempt's time-out, and another worker may have nothing to do. So an attempt leaves after
 * a while; not so soon that one alone, which would get it again at once, uses up its attempts.
 */
const LOCK_WAIT_MS = 30_000;
/** Whoever has to be alone waits for the work of others to end, which is longer; they wait behind it for as long. */
const LOCK_WAIT_ALONE_MS = 5 * 60_000;
const documents = createSharedLock('work on documents');

export interface ActivityScope {
  /** Aborts when the run is cancelled, the attempt timed out or the worker shuts down. */
  signal: AbortSignal;
  /** Where a walk is, which the next attempt is to continue: `position` is null at first. Sent with the next heartbeat. */
  progress: Pick<AttemptMemory, 'position' | 'keep'>;
}

type Run<Input, Output> = (input: Input, scope: ActivityScope) => Promise<Output>;

/** Makes an activity from a function: it heartbeats while it runs, and its errors become failures for Temporal. */
export function activity<Input, Output>(run: Run<Input, Output>): (input: Input) => Promise<Output> {
  return heartbeating(run, (_attempts, _beat, work) => work());
}

/**
 * The same for work on a document or its tree, which fails for good once three workers have died of it.
 * @param patience how long an attempt waits while another one is alone in the process, or has to be, in ms; then any worker
 *   may take the next attempt. Half a minute if not given or undefined; minutes for one that has to be alone.
 */
export function documentActivity<Input, Output>(
  run: Run<Input, Output>,
  patience: () => number | undefined = () => undefined,
): (input: Input) => Promise<Output> {
  return heartbeating(run, guardWorkers(patience));
}

type Guard = <T>(attempts: AttemptMemory, beat: () => void, work: () => Promise<T>) => Promise<T>;

function heartbeating<Input, Output>(run: Run<Input, Output>, guard: Guard): (input: Input) => Promise<Output> {
  return async (input) => {
    const context = Context.current();
    const signal = context.cancellationSignal;
    const attempts = recallAttempts(context.info.heartbeatDetails);
    // the worker's core does not know a local activity, and warns of each heartbeat
    const { isLocal } = context.info;
    const beat = (): void => {
      if (!isLocal) context.heartbeat(attempts.details());
    };
    const beats = isLocal ? undefined : setInterval(beat, HEARTBEAT_MS);
    try {
      return await guard(attempts, beat, () => run(input, { signal, progress: attempts }));
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
function guardWorkers(patience: () => number | undefined): Guard {
  return async (attempts, beat, work) => {
    const { info, cancellationSignal: signal } = Context.current();
    if (attempts.deaths >= MAX_DEATHS) throw killsWorkers();
    const alone = attempts.deaths >= ALONE_FROM;
    const maxWaitMs = patience() ?? (alone ? LOCK_WAIT_ALONE_MS : LOCK_WAIT_MS);
    const release = await documents.acquire({ exclusive: alone, maxExclusiveMs: MAX_ALONE_MS, signal, maxWaitMs });
    try {
      attempts.begin();
      // a retry is rare enough to say so at once, before it does what may have killed the worker before
      if (info.attempt > 1) beat();
      return await work();
    } finally {
      release();
    }
  };
}
