/**
 * Starts engine processes for one job each. The next one is started ahead: when its job comes it has loaded the engine,
 * and it has never seen another document.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { engineLaunch, type Limits } from './engine-launch.js';

export interface StartedEngine {
  child: ChildProcess;
  /** The kernel may not enforce the memory limit here, so the resident size has to be monitored. */
  watchMemory: boolean;
}

/** How a process ended. `refused`: the engine threw a DocumentError. */
export const ENGINE_ENDS = [
  'answered',
  'refused',
  'aborted',
  'stalled',
  'memory',
  'cpu',
  'crashed',
  'killed',
  'broken',
] as const;
export type EngineEnd = (typeof ENGINE_ENDS)[number];

/** Notified of every process that gets a job. */
export interface EngineWatch {
  started(): void;
  ended(how: EngineEnd): void;
}

export interface EngineStarter {
  /** Returns a process that waits for its job. The caller is responsible for ending it. */
  take(): StartedEngine;
  /** To be called once for each process that was taken, when it is gone. */
  ended(how: EngineEnd): void;
  /** Kills the process that was started ahead; resolves when it is gone. */
  close(): Promise<void>;
}

/** All processes have the same limits. Without `ahead` each is started when it is needed. */
export function createEngineStarter(limits: Limits, ahead: boolean, watch?: EngineWatch): EngineStarter {
  let spare: StartedEngine | null = null;
  let closed = false;

  function start(): StartedEngine {
    const { command, args, watchMemory } = engineLaunch(limits);
    const child = spawn(command, args, {
      detached: true, // a group of its own, so that the kill reaches whatever it started
      env: {},
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    });
    return { child, watchMemory };
  }

  function startAhead(): void {
    if (closed || spare) return;
    // a failed start shows when the process is taken; without free memory Node throws at once
    try {
      spare = start();
      spare.child.on('error', () => {});
    } catch {
      spare = null;
    }
  }

  return {
    take() {
      const ready = spare && isWaiting(spare.child) ? spare : start();
      spare = null;
      if (ahead) setImmediate(startAhead);
      watch?.started();
      return ready;
    },
    ended: (how) => watch?.ended(how),
    async close() {
      closed = true;
      const child = spare?.child;
      spare = null;
      if (!child || !isWaiting(child)) return;
      const gone = once(child, 'exit');
      killGroup(child);
      await gone;
    },
  };
}

const isWaiting = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/** Kills a process and everything it started. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the group has ended by itself, as expected. EPERM: only zombies are left of it (macOS)
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
