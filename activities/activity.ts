import { Context, log } from '@temporalio/activity';
import { createSharedLock } from '../infra/shared-lock.js';
import { recallAttempts, type AttemptMemory } from './attempt-memory.js';
import { attemptReason, killsWorkers, toFailure, type AttemptReason } from './failures.js';
import { HEARTBEAT_LATENCY_MS, heartbeatThrottleMs } from './heartbeats.js';

/** Interval of heartbeats within the process, which passes on fewer of them: see heartbeats.ts. */
const HEARTBEAT_MS = 1_000;

/** Failures that need no line in the log: their message says it all. */
const EXPECTED = new Set<AttemptReason>(['document', 'busy', 'cancelled', 'worker_stops', 'other']);

/** The number of workers that may die of an activity. */
const MAX_DEATHS = 3;
/**
 * From this many deaths on an attempt works alone in its process. Whatever worked beside it has died as often and is retried at
 * the same time, so only a death alone is certain to be its own. Meanwhile the worker does nothing else of its kind.
 */
const ALONE_FROM = 2;
/** At most this long, since the service may have no other worker. What kills workers mostly does so sooner. */
const MAX_ALONE_MS = 5 * 60_000;
/**
 * The wait for the lock counts towards an attempt's time-out, and another worker may be idle. So an attempt leaves after a
 * while, but not so soon that it uses up its attempts where there is one worker, which gets it back at once.
 */
const LOCK_WAIT_MS = 30_000;
/** Whoever has to be alone waits for the work of others to end, which is longer; they wait behind it for as long. */
const LOCK_WAIT_ALONE_MS = 5 * 60_000;
const documents = createSharedLock('work on documents');

export interface ActivityScope {
  /** Aborts when the run is cancelled, the attempt timed out or the worker shuts down. */
  signal: AbortSignal;
  /** How far a walk has come, where the next attempt continues it: `position` is null at first. Sent with the next heartbeat. */
  progress: Pick<AttemptMemory, 'position' | 'keep'>;
}

export interface DocumentsScope extends ActivityScope {
  /**
   * Works on one of the documents as `documentActivity` does on its only one; `setAside` instead, once three workers have died
   * of it. Throws BusyError as well.
   */
  onDocument: (document: string, work: () => Promise<void>, setAside: () => Promise<void>) => Promise<void>;
}

type Run<Input, Output, Scope = ActivityScope> = (input: Input, scope: Scope) => Promise<Output>;

/** Makes an activity from a function: it heartbeats while it runs, and its errors become failures for Temporal. */
export function activity<Input, Output>(run: Run<Input, Output>): (input: Input) => Promise<Output> {
  return heartbeating((input, { signal, progress }) => run(input, { signal, progress }));
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
  return heartbeating((input, attempt) => {
    if (attempt.progress.deaths >= MAX_DEATHS) throw killsWorkers();
    const { signal, progress } = attempt;
    return guardWorkers(attempt, () => run(input, { signal, progress }), { patience: patience() });
  });
}

/** The same for work on many documents, one after another: one that kills its workers must not stop those behind it. */
export function documentsActivity<Input, Output>(
  run: Run<Input, Output, DocumentsScope>,
): (input: Input) => Promise<Output> {
  return heartbeating((input, attempt) => {
    const { signal, progress: attempts } = attempt;
    return run(input, {
      signal,
      progress: attempts,
      async onDocument(document, work, setAside) {
        attempts.setDocument(document);
        if (attempts.deaths >= MAX_DEATHS) return setAside();
        try {
          await guardWorkers(attempt, work, { awaitsHeartbeat: true });
        } finally {
          attempts.end(); // the next heartbeat says so
        }
      },
    });
  });
}

interface Attempt {
  signal: AbortSignal;
  progress: AttemptMemory;
  beat: () => void;
  /** Whether it has sent a heartbeat, so that the next one may have to wait. */
  hasBeaten: () => boolean;
  /** A worker has died in an attempt before. */
  isAfterDeath: boolean;
}

function heartbeating<Input, Output>(run: Run<Input, Output, Attempt>): (input: Input) => Promise<Output> {
  return async (input) => {
    const context = Context.current();
    const signal = context.cancellationSignal;
    const attempts = recallAttempts(context.info.heartbeatDetails);
    // the worker's core does not know local activities, and logs a warning for each heartbeat of one
    const { isLocal } = context.info;
    let hasBeaten = false;
    const beat = (): void => {
      if (isLocal) return;
      hasBeaten = true;
      context.heartbeat(attempts.details());
    };
    const isAfterDeath = attempts.deaths > 0;
    const beats = isLocal ? undefined : setInterval(beat, HEARTBEAT_MS);
    try {
      return await run(input, { signal, progress: attempts, beat, hasBeaten: () => hasBeaten, isAfterDeath });
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

interface Guarding {
  /** How long to wait for the lock, in ms. */
  patience?: number | undefined;
  /** Whether a retry begins only when the server has its heartbeat: work may kill the worker before that has left. */
  awaitsHeartbeat?: boolean;
}

/** Names the process while `work` is done, alone if need be. A first attempt that takes less than a second leaves no name. */
async function guardWorkers<T>(
  attempt: Attempt,
  work: () => Promise<T>,
  { patience, awaitsHeartbeat = false }: Guarding,
): Promise<T> {
  const { signal, progress, beat } = attempt;
  const alone = progress.deaths >= ALONE_FROM;
  const maxWaitMs = patience ?? (alone ? LOCK_WAIT_ALONE_MS : LOCK_WAIT_MS);
  const release = await documents.acquire({ exclusive: alone, maxExclusiveMs: MAX_ALONE_MS, signal, maxWaitMs });
  try {
    progress.begin();
    const isFirst = !attempt.hasBeaten();
    // retries are rare enough to be reported at once, before they do what may have killed a worker
    const { info } = Context.current();
    if (info.attempt > 1) {
      beat();
      if (isFirst && awaitsHeartbeat) await wait(HEARTBEAT_LATENCY_MS, signal);
      if (!isFirst && attempt.isAfterDeath)
        await wait(heartbeatThrottleMs(info.taskQueue) + HEARTBEAT_LATENCY_MS, signal);
    }
    return await work();
  } finally {
    release();
  }
}

/** Throws the signal's reason. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
  });
}
