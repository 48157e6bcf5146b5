import { execFileSync } from 'node:child_process';

/** Process ids of this process's engine children. */
export function engineProcesses(): number[] {
  return childrenRunning('engine-child');
}

/** Process ids of a process's children whose command has `name` in it; of this process if no other is given. */
export function childrenRunning(name: string, parent = process.pid): number[] {
  try {
    const found = execFileSync('pgrep', ['-P', String(parent), '-f', name], { encoding: 'utf8' });
    return found.trim().split('\n').map(Number);
  } catch (error) {
    if ((error as { status?: unknown }).status === 1) return []; // pgrep's way to say that nothing matches
    throw error;
  }
}

/**
 * Suspends the engine children of a process; answers their ids. One can end between being listed and being signalled,
 * and the next be started: it is over when all that run are suspended.
 */
export function suspendEngines(parent = process.pid): number[] {
  const suspended = new Set<number>();
  for (;;) {
    const running = childrenRunning('engine-child', parent);
    const fresh = running.filter((pid) => !suspended.has(pid));
    if (fresh.length === 0) return running;
    for (const pid of fresh) if (signalIfAlive(-pid, 'SIGSTOP')) suspended.add(pid);
  }
}

/** Answers whether the process was there to be signalled. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
