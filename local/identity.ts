/** Identifies a process by its id and start time, because process ids are reused. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** When a process was started, in a system-dependent format; null when there is no such process. */
export function startOf(pid: number): string | null {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // Fields after the command's name, which is in brackets and may hold anything: state is 3, start time 22.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? null : (fields[19] ?? null);
    } catch (error) {
      if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
      throw error;
    }
  }
  const shown = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return shown.stdout?.trim() || null;
}

export type Identity = { pid: number; started: string };

export function identityOf(pid: number): Identity | null {
  const started = startOf(pid);
  return started === null ? null : { pid, started };
}

export function isAlive(identity: Identity): boolean {
  return startOf(identity.pid) === identity.started;
}
