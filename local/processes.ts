/** Child processes with a log file, a bounded wait until they are ready and a bounded, ordered stop. */
import { spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { poll } from './ports.js';

const TAIL_BYTES = 64 * 1024;
/** A log that is larger at a start is renamed. */
const LOG_BYTES = 64 * 1024 * 1024;

export type OnSpawn = (name: string, pid: number) => void;

export type ProcessOptions = {
  name: string;
  command: string;
  args: string[];
  logPath: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** In a process group of its own, so that the terminal's Ctrl-C does not reach it before it is stopped in order. */
  detached?: boolean;
  /** Called at once, so that the process is found again even if this start is killed before it is ready. */
  onSpawn?: OnSpawn;
  stopSignal?: NodeJS.Signals;
  /** Polled until it returns true. */
  isReady: () => Promise<boolean>;
  readyTimeoutMs: number;
};

export type RunningProcess = {
  name: string;
  pid: number;
  /** Resolves, never rejects, when the process has ended: `exit 1`, `signal SIGKILL`. */
  ended: Promise<string>;
  /** Asks the process to end, kills it after `graceMs`, resolves when it is gone. */
  stop(graceMs?: number): Promise<void>;
  /** Kills the process, and its group where it has one, without waiting. */
  kill(): void;
};

/** Starts a process and waits until it is ready. Throws with the end of its log when it ends or does not get ready. */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  const log = openLog(options.logPath);
  const { env, cwd, uid, gid, detached } = options;
  const child = spawn(options.command, options.args, {
    stdio: ['ignore', log, log],
    env: env ?? process.env,
    ...(cwd !== undefined && { cwd }),
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
    detached: detached ?? false,
  });
  closeSync(log);
  if (child.pid !== undefined) options.onSpawn?.(options.name, child.pid);
  let end: string | undefined;
  const ended = new Promise<string>((resolve) => {
    const finish = (how: string) => resolve((end ??= how));
    child.once('error', (error) => finish(`not started: ${error.message}`));
    child.once('exit', (code, signal) => finish(signal ? `signal ${signal}` : `exit ${code}`));
  });
  const running: RunningProcess = {
    name: options.name,
    pid: child.pid ?? 0,
    ended,
    kill: () => (end === undefined ? killHard(child.pid, detached ?? false) : undefined),
    async stop(graceMs = 10_000) {
      if (end !== undefined) return;
      child.kill(options.stopSignal ?? 'SIGTERM');
      if (await endsWithin(ended, graceMs)) return;
      killHard(child.pid, detached ?? false);
      if (!(await endsWithin(ended, 5_000))) throw new Error(`${options.name} (pid ${child.pid}) cannot be killed`);
    },
  };
  const ready = await poll(async () => end !== undefined || (await options.isReady()), options.readyTimeoutMs);
  if (ready && end === undefined) return running;
  await running.stop(2_000);
  const cause = ready ? `ended at its start (${end})` : `was not ready after ${options.readyTimeoutMs / 1000} s`;
  throw new Error(`${options.name} ${cause}. The end of ${options.logPath}:\n${tail(options.logPath)}`);
}

/** Whether the promise is settled within the time; leaves no timer behind. */
export async function endsWithin(ended: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      ended.then(() => true),
      delay(timeoutMs, false, { signal: timer.signal }).catch(() => false), // aborted below: the race is over
    ]);
  } finally {
    timer.abort();
  }
}

function killHard(pid: number | undefined, isGroup: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(isGroup ? -pid : pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // already gone, as intended
  }
}

/** Opens a log to append to it; one that has become large is kept as `<path>.1`, in place of what was there. */
function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_BYTES) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

/** The last lines of a log file, of its last 64 KiB. Never throws, because callers are reporting an error. */
export function tail(path: string, lines = 15): string {
  let log: number | undefined;
  try {
    log = openSync(path, 'r');
    const from = Math.max(0, fstatSync(log).size - TAIL_BYTES);
    const end = Buffer.alloc(TAIL_BYTES);
    const bytesRead = readSync(log, end, 0, TAIL_BYTES, from);
    return end.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-lines).join('\n');
  } catch (error) {
    return `(no log: ${(error as NodeJS.ErrnoException).code})`;
  } finally {
    if (log !== undefined) closeSync(log);
  }
}
