import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { poll } from './poll.js';

/**
 * Lets processes hang as overloaded ones do, until SIGCONT: their ports take connections, nothing answers. Waits until
 * none of their threads runs: the stop begins with the thread that takes the signal, and while that one waits for its turn
 * on a busy machine the others still answer.
 */
export async function suspend(...pids: number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await poll(() => Promise.resolve(pids.every(isStopped) ? true : null), 20_000, 5);
}

/** Of all its threads, where the system tells of them in `/proc`; elsewhere the signal is believed. */
export function isStopped(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return true;
  return readdirSync(threads).every((thread) => /^[TtZX]/.test(stateOf(join(threads, thread, 'stat'))));
}

/** A letter of proc_pid_stat(5), which stands behind the command in parentheses. */
function stateOf(path: string): string {
  try {
    const stat = readFileSync(path, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2);
  } catch {
    return 'X'; // it has just ended
  }
}
