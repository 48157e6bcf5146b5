/** Which faults happen when: all of them from the seed. */
import { scaleOf, type Options } from './options.js';
import { chance } from './random.js';

export const TARGETS = ['api', 'worker', 'engine', 'temporal', 'postgres', 's3', 'receiver'] as const;
export type Target = (typeof TARGETS)[number];

export interface Fault {
  number: number;
  /** From the beginning of the faults. */
  atMs: number;
  target: Target;
  /** `end` asks a process to end by itself, as an orderly restart does. */
  kind: 'kill' | 'stop' | 'end';
  /** How long it is stopped; 0 for the others. */
  stopMs: number;
  /** Which of several processes, from 0 up to 1. */
  which: number;
}

/** A killed server is thought away for so long, to count faults that overlap. */
const KILLED_MS = 4_000;
const AT_ONCE = 2;

/** What ends by itself when it is asked to. */
const ORDERLY: readonly Target[] = ['api', 'worker'];
const ORDERLY_SHARE = 0.25;
/** What others take over from when it hangs for long; the clients' ten minutes do not bear that of Postgres. */
const HANGING: readonly Target[] = ['api', 'worker', 'temporal', 's3', 'receiver'];
const LONG_SHARE = 0.15;

/** Two at most overlap, and never two of one target. */
export function planFaults(options: Options): Fault[] {
  const random = chance(options.seed, 'faults');
  const { betweenFaultsMs, stopMs, longStopMs, endedMs } = scaleOf(options);
  const endOf = ({ atMs, kind, stopMs: lastsMs }: Fault): number =>
    atMs + { kill: KILLED_MS, stop: lastsMs, end: endedMs }[kind];
  const faults: Fault[] = [];
  let atMs = 0;
  for (let number = 0; number < options.faults; number += 1) {
    atMs += Math.round(betweenFaultsMs * (0.3 + 1.4 * random.next()));
    const ends = faults.map(endOf).sort((a, b) => b - a);
    atMs = Math.max(atMs, ends[AT_ONCE - 1] ?? 0);
    const struck = new Set(faults.filter((fault) => endOf(fault) > atMs).map(({ target }) => target));
    const target = random.pick(TARGETS.filter((one) => !struck.has(one)));
    const isEnd = ORDERLY.includes(target) && random.isTrue(ORDERLY_SHARE);
    const kind = isEnd ? 'end' : random.pick(['kill', 'stop'] as const);
    const isLong = kind === 'stop' && HANGING.includes(target) && random.isTrue(LONG_SHARE);
    const lastsMs = kind === 'stop' ? random.between(...(isLong ? longStopMs : stopMs)) : 0;
    faults.push({ number, atMs, target, kind, stopMs: lastsMs, which: random.next() });
  }
  return faults;
}

/** A fault that hits another target than was planned, in the way that this one bears. `longestMs`: of ordinary stops. */
export function fitted(fault: Fault, target: Target, longestMs: number): Fault {
  const kind = fault.kind === 'end' && !ORDERLY.includes(target) ? 'kill' : fault.kind;
  const stopMs = HANGING.includes(target) ? fault.stopMs : Math.min(fault.stopMs, longestMs);
  return { ...fault, target, kind, stopMs };
}
