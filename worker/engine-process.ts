/** Runs one engine process, and makes sure that it is gone afterwards. */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { DOCUMENT_ERRORS } from '../contract/vocabulary.js';
import { DocumentError } from '../engine/document-error.js';
import { createFreeDisk } from '../infra/free-disk.js';
import { setAwakeTimeout } from './awake-timeout.js';
import { checkedAnswer, engineDefect, mostEventBytes } from './engine-answers.js';
import { EngineCrash, EngineNotStarted, isKill, notStarted, type CrashCause } from './engine-errors.js';
import { EVENT_FD, type EngineEvent, type EngineJob, type EngineResults } from './engine-protocol.js';
import { MAX_WRITTEN_BYTES, MIN_FREE_BYTES, RESIDENT_MARGIN_BYTES } from './engine-launch.js';
import { killGroup, type EngineEnd, type EngineStarter, type StartedEngine } from './engine-starter.js';
import { residentBytes } from './resident-memory.js';
import type { Forking } from './sandbox/seccomp.js';

const STDERR_KEPT_CHARS = 4_000;
/** How often the size is measured. A process that takes memory as fast as it can has some hundred MiB more by then. */
const MEMORY_POLL_MS = 500;
const DISK_POLL_MS = 500;
/** All processes of a worker write to the same disk, which is measured once for all of them in each round. */
const freeDisk = createFreeDisk(DISK_POLL_MS / 2);
/** A job whose process is killed from outside more often (by a system short of memory, say) fails. */
const KILLS_FORGIVEN = 2;

/** The times count only while this process is awake: when the container is frozen, the child is frozen too. */
export interface ProcessOptions {
  engines: Pick<EngineStarter, 'take' | 'ended'>;
  memoryBytes: number;
  /** Longest time without an event once the document is open; then the process is killed. */
  stallMs: number;
  /** The same for its start, and for the opening of the document. */
  openStallMs: number;
  /** Longest time in all; then the process is killed. */
  deadlineMs: number;
  /** Most that the process may write to disk, in all; more counts as memory. 1 GiB if not given. */
  maxWrittenBytes?: number;
  /** With less free on the disk that it writes to, it is killed as by a system short of memory. 256 MiB if not given. */
  minFreeBytes?: number;
  signal: AbortSignal;
  onEvent?: (event: EngineEvent) => void;
}

/**
 * Runs `job` in a process of its own, and again in another one if that was killed from outside, which is not the
 * document's fault. When this returns or throws, the processes and everything they started are gone.
 *
 * @throws DocumentError as the engine threw it, or where it answers what no engine does; EngineCrash when the process hung,
 *   ran out of memory or broke; EngineNotStarted when it was never ready for the job, which is the worker's fault; the
 *   signal's reason when it was aborted.
 */
export async function runEngineProcess<K extends EngineJob['kind']>(
  job: Extract<EngineJob, { kind: K }>,
  options: ProcessOptions,
): Promise<EngineResults[K]> {
  const deadline = performance.now() + options.deadlineMs;
  for (let kills = 0; ; kills += 1) {
    try {
      return await runOnce<K>(job, { ...options, deadlineMs: Math.max(0, deadline - performance.now()) });
    } catch (error) {
      if (!isKill(error) || kills === KILLS_FORGIVEN) throw error;
    }
  }
}

async function runOnce<K extends EngineJob['kind']>(
  job: Extract<EngineJob, { kind: K }>,
  options: ProcessOptions,
): Promise<EngineResults[K]> {
  options.signal.throwIfAborted();
  const { child, folder } = take(job, options);
  const ended = exitOf(child);
  const killed = watch(child, { ...options, folder });
  let end: EngineEnd = 'answered';
  try {
    const admitted = await folder.admit(job);
    try {
      const answer = await converse(child, admitted, { ...options, killed, ended });
      return checkedAnswer<K>(job, answer);
    } finally {
      await folder.collect(); // what a process has written before it broke counts
    }
  } catch (error) {
    end = classifyEnd(error, options.signal);
    throw error;
  } finally {
    killed.stop();
    killGroup(child);
    await folder.remove().finally(() => options.engines.ended(end));
  }
}

function take(job: EngineJob, { engines }: ProcessOptions): StartedEngine {
  try {
    return engines.take(forkingOf(job));
  } catch (error) {
    throw notStarted(error as Error);
  }
}

/** The program `tesseract` is a child of the engine process. */
const forkingOf = (job: EngineJob): Forking =>
  'recognition' in job && job.recognition?.native ? 'allowed' : 'refused';

function classifyEnd(error: unknown, { aborted }: AbortSignal): EngineEnd {
  if (aborted) return 'aborted';
  const { name, cause } = error as { name?: unknown; cause?: unknown };
  if (name === 'DocumentError') return 'refused';
  if (name === 'EngineNotStarted') return 'unstarted';
  return name === 'EngineCrash' ? (cause as CrashCause) : 'broken';
}

interface Watch {
  cause: CrashCause | null;
  /** Whether the process has said that it can take its job; before, it knows nothing of the document. */
  isReady: boolean;
  /** Called when it says so: what follows is the opening of the document. */
  onReady(): void;
  /** Called for every sign of life of the process. */
  onActivity(): void;
  kill(cause: CrashCause): void;
  stop(): void;
}

type Watched = ProcessOptions & Pick<StartedEngine, 'folder'>;

/**
 * Kills the process on abort, stall and deadline, when it has written too much, and on its size: the kernel may not limit
 * that, and where it does it does not count all (docs/decisions/0041-sandbox.md).
 */
function watch(child: ChildProcess, options: Watched): Watch {
  let stopped = false; // from then on the pid may belong to another process
  const kill = (cause: CrashCause | null): void => {
    if (stopped) return;
    state.cause ??= cause;
    killGroup(child);
  };
  const onAbort = (): void => kill(null);
  options.signal.addEventListener('abort', onAbort, { once: true });
  const stalled = (): void => kill('stalled');
  let endStall = setAwakeTimeout(options.openStallMs, stalled);
  const restartStall = (ms: number): void => {
    if (stopped) return;
    endStall();
    endStall = setAwakeTimeout(ms, stalled);
  };
  const endDeadline = setAwakeTimeout(options.deadlineMs, stalled);
  const memory = setInterval(checkMemory, MEMORY_POLL_MS);
  function checkMemory(): void {
    // without /proc, or where no process was started, only the kernel's limit and V8's own apply
    residentBytes(child.pid ?? NaN).then(
      (bytes) => bytes > options.memoryBytes + RESIDENT_MARGIN_BYTES && kill('memory'),
      () => clearInterval(memory),
    );
  }
  let isLooking = false;
  // a folder that cannot be measured is not watched by anybody; `killed`, as that may be the worker's fault
  const checkDisk = (): void => {
    if (isLooking) return;
    isLooking = true;
    overDisk(options)
      .then(
        (cause) => cause && kill(cause),
        () => kill('killed'),
      )
      .finally(() => (isLooking = false));
  };
  const disk = setInterval(checkDisk, DISK_POLL_MS);
  const state: Watch = {
    cause: null,
    isReady: false,
    onReady() {
      state.isReady = true;
      restartStall(options.openStallMs);
    },
    onActivity: () => restartStall(options.stallMs),
    stop() {
      stopped = true;
      options.signal.removeEventListener('abort', onAbort);
      endStall();
      endDeadline();
      clearInterval(memory);
      clearInterval(disk);
    },
    kill,
  };
  return state;
}

/** Why the process has to end for what it has written; null if it may continue. */
async function overDisk(options: Watched): Promise<CrashCause | null> {
  const { folder, maxWrittenBytes = MAX_WRITTEN_BYTES, minFreeBytes = MIN_FREE_BYTES } = options;
  if ((await folder.writtenBytes()) > maxWrittenBytes) return 'memory';
  const freeBytes = await freeDisk(folder.root);
  // the disk may have been filled by another process: that is not this document's fault
  return freeBytes < minFreeBytes ? 'killed' : null;
}

interface Exit {
  code: number | null;
  exitSignal: NodeJS.Signals | null;
  /** The end of what it has written there. */
  stderr: string;
}

/**
 * To be called when the process is taken: Node drops what one that ends has written and nobody reads. Rejects where the process
 * could not be started, which may become known before anyone waits for its end.
 */
function exitOf(child: ChildProcess): Promise<Exit> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_KEPT_CHARS);
  });
  const ended = new Promise<Exit>((resolve, reject) => {
    child.once('error', (error) => reject(notStarted(error)));
    child.once('close', (code, exitSignal) => resolve({ code, exitSignal, stderr }));
  });
  ended.catch(() => {});
  return ended;
}

/** Sends the job, receives the events, and returns the result once the process has exited. */
async function converse(
  child: ChildProcess,
  job: EngineJob,
  { signal, onEvent, killed, ended, ...times }: ProcessOptions & { killed: Watch; ended: Promise<Exit> },
): Promise<unknown> {
  let answer: EngineEvent | null = null;
  // a process that dies early closes its stdin; its exit says how it ended
  child.stdin?.on('error', () => killed.onActivity());
  child.stdin?.end(JSON.stringify(job));
  const onLine = (line: string): void => {
    const event = parseEvent(line);
    if (!event) return;
    if (event.type === 'ready') return killed.onReady();
    killed.onActivity();
    if (event.type === 'result' || event.type === 'error') answer = event;
    onEvent?.(event);
  };
  // without a free descriptor the process was not started and has no pipes; `ended` rejects then
  const events = (child.stdio as ChildProcess['stdio'] | undefined)?.[EVENT_FD] as Readable | undefined;
  if (events) {
    onTooLong(events, mostEventBytes(job), () => killed.kill('memory'));
    createInterface({ input: events, crlfDelay: Infinity }).on('line', onLine);
  }
  const { code, exitSignal, stderr } = await ended;
  signal.throwIfAborted();
  const final = answer as EngineEvent | null;
  if (final?.type === 'result') return final.value;
  if (final?.type === 'error') throw rebuilt(final);
  const cause = killed.cause ?? causeOf(code, exitSignal, stderr);
  const how = `(${cause}, ${exitSignal ?? `exit ${code}`})`;
  // what is left of the document's time may be too short for a start
  const isCutShort = cause === 'stalled' && times.deadlineMs < times.openStallMs;
  if (killed.isReady || isCutShort) throw new EngineCrash(cause, `the engine process ended without an answer ${how}`);
  throw new EngineNotStarted(cause, `the engine process did not start ${how}: ${stderr.trim()}`);
}

/** An endless line would fill the worker's memory, and endless lines take its time: nothing is read beyond so many bytes. */
function onTooLong(events: Readable, mostBytes: number, end: () => void): void {
  let bytes = 0;
  events.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= mostBytes) return;
    events.destroy();
    end();
  });
}

/** Parses an event; null for the incomplete line of a killed process. */
function parseEvent(line: string): EngineEvent | null {
  try {
    return JSON.parse(line) as EngineEvent;
  } catch {
    return null;
  }
}

/** Shells and prlimit report a signal as 128 + its number. */
function causeOf(code: number | null, exitSignal: NodeJS.Signals | null, stderr: string): CrashCause {
  if (exitSignal === 'SIGXCPU' || code === 152) return 'cpu';
  const aborted = exitSignal === 'SIGABRT' || code === 134 || exitSignal === 'SIGTRAP' || code === 133;
  if (aborted || /out of memory|allocation failed|bad_alloc/i.test(stderr)) return 'memory';
  return exitSignal === 'SIGKILL' || code === 137 ? 'killed' : 'crashed';
}

/** Rebuilds the error that the engine threw from its name and code. */
function rebuilt(event: EngineEvent & { type: 'error' }): Error {
  const { name, code } = event;
  const message = typeof event.message === 'string' ? event.message.slice(0, STDERR_KEPT_CHARS) : '';
  const known = DOCUMENT_ERRORS.find((one) => one === code);
  if (name === 'DocumentError' && known) return new DocumentError(known, message);
  // arrays that outgrow their limits and endless recursion are caused by the document
  if (name === 'RangeError') return new EngineCrash('memory', message);
  return engineDefect(event);
}
