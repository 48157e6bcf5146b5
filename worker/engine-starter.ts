/**
 * Starts engine processes for one job each. The next one is started ahead: when its job comes it has loaded the engine,
 * and it has never seen another document.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { engineLaunch, type Limits } from './engine-launch.js';
import { ENGINE_ENVIRONMENT, INSIDE, type Premises } from './sandbox/confinement.js';
import { createJobFolder, type JobFolder } from './sandbox/job-folder.js';
import type { Forking } from './sandbox/seccomp.js';

export interface StartedEngine {
  child: ChildProcess;
  /** To be removed by who takes the process. */
  folder: JobFolder;
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
  /**
   * Returns a process that waits for its job. The caller is responsible for ending it. One that may fork, as the program
   * `tesseract` needs it, is not started ahead.
   */
  take(forking?: Forking): StartedEngine;
  /** To be called once for each process that was taken, when it is gone. */
  ended(how: EngineEnd): void;
  /** Kills the process that was started ahead; resolves when it is gone. */
  close(): Promise<void>;
}

export interface StarterOptions {
  limits: Limits;
  premises: Premises;
  /** Without it each process is started when it is needed. */
  ahead: boolean;
  watch?: EngineWatch;
}

/** All processes have the same limits. */
export function createEngineStarter({ limits, premises, ahead, watch }: StarterOptions): EngineStarter {
  let spare: StartedEngine | null = null;
  let closed = false;
  const { bubblewrap, filters, readable } = premises;

  function start(forking: Forking): StartedEngine {
    const folder = createJobFolder(premises.root, bubblewrap ? INSIDE : undefined);
    const { command, args } = engineLaunch(limits, { bubblewrap, folder, readable, forking });
    const filter = filters && openSync(filters[forking], 'r');
    try {
      const child = spawn(command, args, {
        detached: true, // a group of its own, so that the kill reaches whatever it started
        env: ENGINE_ENVIRONMENT,
        stdio: ['pipe', 'ignore', 'pipe', 'pipe', filter ?? 'ignore'],
      });
      return { child, folder };
    } finally {
      if (filter !== null) closeSync(filter);
    }
  }

  function startAhead(): void {
    if (closed || spare) return;
    // a failed start shows when the process is taken; without free memory Node throws at once
    try {
      spare = start('refused');
      spare.child.on('error', () => {});
    } catch {
      spare = null;
    }
  }

  return {
    take(forking = 'refused') {
      const ready = forking === 'refused' ? takeSpare() : null;
      const taken = ready ?? start(forking);
      if (ahead) setImmediate(startAhead);
      watch?.started();
      return taken;
    },
    ended: (how) => watch?.ended(how),
    async close() {
      closed = true;
      const waiting = takeSpare();
      if (!waiting) return;
      const gone = once(waiting.child, 'exit');
      killGroup(waiting.child);
      await gone;
      await waiting.folder.remove();
    },
  };

  /** One that has died meanwhile is left out; its folder goes with the others'. */
  function takeSpare(): StartedEngine | null {
    const ready = spare && isWaiting(spare.child) ? spare : null;
    spare = null;
    return ready;
  }
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
