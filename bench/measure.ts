/** Time and memory of a program. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 25;

export interface Measured {
  seconds: number;
  /** Peak resident memory of its largest process, child processes included; null where the system has no /proc. */
  peakBytes: number | null;
  ok: boolean;
  /** The end of its stderr. */
  stderr: string;
}

/** Runs a command to completion; one that takes longer than `timeoutMs` is killed and not `ok`. */
export async function measure([command = '', ...args]: readonly string[], timeoutMs: number): Promise<Measured> {
  const startedMs = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let peakBytes = 0;
  const sampling = setInterval(() => (peakBytes = Math.max(peakBytes, ...treeOf(child.pid).map(peakOf))), SAMPLE_MS);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-2_000)));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { seconds: (performance.now() - startedMs) / 1000, peakBytes: peakBytes || null, ok: code === 0, stderr };
  } finally {
    clearInterval(sampling);
  }
}

/** Process ids of `pid` and its descendants. */
function treeOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

function childrenOf(pid: number): number[] {
  const tasks = readable(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return tasks.flatMap((task) => {
    const list = readable(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')) ?? '';
    return list.split(' ').filter(Boolean).map(Number);
  });
}

function peakOf(pid: number): number {
  const status = readable(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Null for a process that is exiting, or on a system without /proc. */
function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
