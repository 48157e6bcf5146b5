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
  kind: 'kill' | 'stop';
  /** How long it is stopped; 0 for a kill. */
  stopMs: number;
  /** Which of several processes, from 0 up to 1. */
  which: number;
}

/** A killed server is thought away for so long, to count faults that overlap. */
const KILLED_MS = 4_000;
const AT_ONCE = 2;

/** Two at most overlap, and never two of one target. */
export function planFaults(options: Options): Fault[] {
  const random = chance(options.seed, 'faults');
  const { betweenFaultsMs, stopMs } = scaleOf(options);
  const faults: Fault[] = [];
  let atMs = 0;
  for (let number = 0; number < options.faults; number += 1) {
    atMs += Math.round(betweenFaultsMs * (0.3 + 1.4 * random.next()));
    const kind = random.pick(['kill', 'stop'] as const);
    const lastsMs = kind === 'stop' ? random.between(...stopMs) : 0;
    const ends = faults.map(endOf).sort((a, b) => b - a);
    atMs = Math.max(atMs, ends[AT_ONCE - 1] ?? 0);
    const struck = new Set(faults.filter((fault) => endOf(fault) > atMs).map(({ target }) => target));
    const target = random.pick(TARGETS.filter((one) => !struck.has(one)));
    faults.push({ number, atMs, target, kind, stopMs: lastsMs, which: random.next() });
  }
  return faults;
}

const endOf = ({ atMs, kind, stopMs }: Fault): number => atMs + (kind === 'stop' ? stopMs : KILLED_MS);
