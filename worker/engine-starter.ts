/**
 * Starts engine processes for one job each. The next one is started ahead: when its job comes it has loaded the engine,
 * and it has never seen another document.
 */
import { spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { engineLaunch, type Launch, type Limits, type Place } from './engine-launch.js';
import { missingSnapshot } from './engine-snapshot.js';
import { ENGINE_ENVIRONMENT, INSIDE, type Bubblewrap, type Premises } from './sandbox/confinement.js';
import { createJobFolder, type JobFolder } from './sandbox/job-folder.js';
import type { Forking } from './sandbox/seccomp.js';

export interface StartedEngine {
  child: ChildProcess;
  /** The caller that takes the process removes it. */
  folder: JobFolder;
}

/** How a process ended. `refused`: the engine threw a DocumentError; `unstarted`: it was never ready for its job. */
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
  'unstarted',
] as const;
export type EngineEnd = (typeof ENGINE_ENDS)[number];

/** Notified of every process that gets a job. */
export interface EngineWatch {
  started(): void;
  ended(how: EngineEnd): void;
}

export interface EngineStarter {
  /** What processes start from, and why it is not the snapshot where it is not, for the log. */
  readonly startsFrom: string;
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
  const missing = trySnapshotOnce({ limits, premises });
  const fromSnapshot = missing === null;

  function start(forking: Forking): StartedEngine {
    const folder = createFolder(premises);
    const child = withLaunch({ limits, premises }, { folder, forking, fromSnapshot }, ({ command, args }, filter) =>
      spawn(command, args, {
        detached: true, // a group of its own, so that the kill reaches whatever it started
        env: ENGINE_ENVIRONMENT,
        stdio: ['pipe', 'ignore', 'pipe', 'pipe', filter],
      }),
    );
    return { child, folder };
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
    startsFrom: missing === null ? 'snapshot' : `bundle: ${missing}`,
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

type Where = Pick<StarterOptions, 'limits' | 'premises'>;

const createFolder = ({ root, bubblewrap }: Premises): JobFolder =>
  createJobFolder(root, bubblewrap ? INSIDE : undefined);

/** Calls `begin` with a command line, and with a descriptor of the filter, which is closed afterwards. */
function withLaunch<T>(
  { limits, premises: { bubblewrap, filters, readable } }: Where,
  place: Pick<Place, 'folder' | 'forking' | 'fromSnapshot'>,
  begin: (launch: Launch, filter: number | 'ignore') => T,
): T {
  const launch = engineLaunch(limits, { bubblewrap, readable, ...place });
  const filter = filters && openSync(filters[place.forking], 'r');
  try {
    return begin(launch, filter ?? 'ignore');
  } finally {
    if (filter !== null) closeSync(filter);
  }
}

const TRIAL_TIMEOUT_MS = 10_000;

/** A process that starts from the snapshot and gets no job, within all that engine processes are confined by. */
function trySnapshot(where: Where): SpawnSyncReturns<Buffer> {
  const folder = createFolder(where.premises);
  const place = { folder, forking: 'refused', fromSnapshot: true } as const;
  try {
    return withLaunch(where, place, ({ command, args }, filter) => {
      const stdio = ['ignore', 'ignore', 'pipe', 'pipe', filter] as const;
      return spawnSync(command, args, { env: ENGINE_ENVIRONMENT, stdio: [...stdio], timeout: TRIAL_TIMEOUT_MS });
    });
  } finally {
    rmSync(dirname(folder.in), { recursive: true });
  }
}

/** Why there is no start from the snapshot, by what processes are confined by. */
const tried = new Map<Bubblewrap | null, string | null>();

function trySnapshotOnce(where: Where): string | null {
  const { bubblewrap } = where.premises;
  const known = tried.get(bubblewrap);
  if (known !== undefined) return known;
  const missing = missingSnapshot(() => trySnapshot(where));
  tried.set(bubblewrap, missing);
  return missing;
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
