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
  } catch {
    return []; // pgrep exits with 1 when nothing matches
  }
}
