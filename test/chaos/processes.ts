/** What Linux tells of processes: who descends from whom, and which of those that were seen are still there. */
import { readdirSync, readFileSync } from 'node:fs';
import { identityOf, isAlive, type Identity } from '../../local/identity.js';

interface Known extends Identity {
  name: string;
}

/** All processes below one, parents before children. */
export function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    const parent = /^\d+$/.test(entry) ? parentOf(Number(entry)) : null;
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found.slice(1);
}

function parentOf(pid: number): number | null {
  const stat = read(`/proc/${pid}/stat`);
  // the command's name is in brackets and may hold anything; then come state and parent
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** A process's command line, its arguments separated by blanks; empty for one that is gone. */
export function commandOf(pid: number): string {
  return (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ');
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null; // gone meanwhile
    throw error;
  }
}

/** Sends the signal to those that are still there; answers to how many. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): number {
  let reached = 0;
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
      reached += 1;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  return reached;
}

/** Every process of a run that was ever seen, so that its end can be made certain. */
export function createRoll() {
  const seen = new Map<string, Known>();
  const note = (name: string, pid: number): void => {
    const identity = identityOf(pid);
    if (identity) seen.set(`${pid} ${identity.started}`, { name, ...identity });
  };
  const left = (): Known[] => [...seen.values()].filter(isAlive);
  return {
    /** Notes a process and all below it. */
    note(name: string, pid: number): void {
      note(name, pid);
      for (const child of descendantsOf(pid)) note(`child of ${name}`, child);
    },
    size: () => seen.size,
    left,
    /** Ends for certain what is left, stopped ones too. */
    endAll(): void {
      signalAll(
        left().map(({ pid }) => pid),
        'SIGKILL',
      );
    },
  };
}
export type Roll = ReturnType<typeof createRoll>;
