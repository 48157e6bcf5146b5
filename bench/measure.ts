/** Time and memory of a program. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const SAMPLE_MS = 25;
/** What the kernel counts processor time in, a second. */
const TICKS = 100;
/** The shell counts the processor time of all that it has waited for, and of what these have waited for. */
const TIMED = '"$@"; code=$?; times >&3; exit $code';
const TIMES_FD = 3;

export interface Measured {
  seconds: number;
  /** Processor time of all its processes, user and system, in steps of 10 ms; of those in a sandbox nearly all. */
  processorSeconds: number;
  /** Peak resident memory of its largest process, child processes included; null where the system has no /proc. */
  peakBytes: number | null;
  ok: boolean;
  /** The end of its stderr. */
  stderr: string;
}

/** Runs a command to completion; one that takes longer than `timeoutMs` is killed and not `ok`. */
export async function measure(command: readonly string[], timeoutMs: number): Promise<Measured> {
  const startedMs = performance.now();
  const child = spawn('/bin/sh', ['-c', TIMED, 'measure', ...command], { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const samples = new Map<number, Sample>();
  const sampling = setInterval(() => treeOf(child.pid).forEach((pid) => sample(samples, pid)), SAMPLE_MS);
  const deadline = setTimeout(() => treeOf(child.pid).forEach(kill), timeoutMs);
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (stderr = (stderr + part).slice(-2_000)));
  const times = text(child.stdio[TIMES_FD] as Readable);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const seconds = (performance.now() - startedMs) / 1000;
    // nobody waits for what runs in a sandbox: of that the last sample counts
    const sampled = [...samples.values()].reduce((sum, one) => sum + one.processorSeconds, 0);
    const processorSeconds = Math.max(childSeconds(await times), sampled);
    const peakBytes = Math.max(0, ...Array.from(samples.values(), (one) => one.peakBytes)) || null;
    return { seconds, processorSeconds, peakBytes, ok: code === 0, stderr };
  } finally {
    clearInterval(sampling);
    clearTimeout(deadline);
  }
}

/** Seconds from what the shell's `times` prints: a line for itself and one for its children, as in `0m1.50s 0m0.20s`. */
function childSeconds(times: string): number {
  const [, children = ''] = times.trim().split('\n');
  // some shells write numbers as the locale does
  const parts = [...children.replaceAll(',', '.').matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // it has ended meanwhile
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
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

interface Sample {
  peakBytes: number;
  processorSeconds: number;
}

function sample(samples: Map<number, Sample>, pid: number): void {
  const before = samples.get(pid) ?? { peakBytes: 0, processorSeconds: 0 };
  samples.set(pid, {
    peakBytes: Math.max(before.peakBytes, peakOf(pid)),
    processorSeconds: Math.max(before.processorSeconds, processorSecondsOf(pid)),
  });
}

function peakOf(pid: number): number {
  const status = readable(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** User and system time: the 14th and 15th field, and the second is a name in brackets. */
function processorSecondsOf(pid: number): number {
  const stat = readable(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '';
  const [, user = 0, system = 0] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(stat) ?? [];
  return (Number(user) + Number(system)) / TICKS;
}

/** Null for a process that is exiting, or on a system without /proc. */
function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The resident memory of a process; null for one that has ended, or on a system without /proc. */
export function residentBytes(pid: number): number | null {
  const status = readable(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return kib === undefined ? null : Number(kib) * 1024;
}

/** The smallest of the values that so great a part of them does not exceed; NaN without any. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
