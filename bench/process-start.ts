/**
 * What the sandbox adds to the start of a process: Node with an empty program, alone and behind what the worker puts around
 * an engine process, each in turn.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineLaunch, type Launch } from '../worker/engine-launch.js';
import { CHILD } from '../worker/engine-snapshot.js';
import {
  ENGINE_ENVIRONMENT,
  findConfinement,
  INSIDE,
  openPremises,
  unconfined,
  type Confinement,
  type Premises,
} from '../worker/sandbox/confinement.js';
import { createJobFolder } from '../worker/sandbox/job-folder.js';
import { median } from './measure.js';
import { table } from './table.js';

const STARTS_PER_ROUND = 20;
const LIMITS = { memoryBytes: 1024 ** 3, cpuSeconds: 60 };
const EMPTY_PROGRAM = ['-e', '0'];

interface Variant {
  name: string;
  premises: Premises | null;
}

/** @throws when a process does not start */
export function compareStarts({ rounds, say }: { rounds: number; say: (line: string) => void }): void {
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-starts-'));
  const found = findConfinement();
  if (found.missing !== null) say(`no namespaces: ${found.missing}`);
  const behind = (confinement: Confinement): Premises => openPremises(folder, confinement, []);
  const variants: Variant[] = [
    { name: 'Node alone', premises: null },
    { name: 'limits, permission model', premises: behind(unconfined('left out')) },
    ...(found.bubblewrap ? [{ name: 'namespaces and system call filter, too', premises: behind(found) }] : []),
  ];
  try {
    for (const variant of variants) start(variant); // fills the caches of the disk
    const starts = variants.map((): number[] => []);
    for (let at = 0; at < rounds * STARTS_PER_ROUND; at += 1)
      for (const [number, variant] of variants.entries()) starts[number]?.push(start(variant));
    say(report(variants, starts.map(median)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds by the clock, from the start to the end of a process. */
function start({ name, premises }: Variant): number {
  const { command, args } = premises ? confined(premises) : { command: process.execPath, args: EMPTY_PROGRAM };
  const filter = premises?.filters ? openSync(premises.filters.refused, 'r') : null;
  const begunMs = performance.now();
  // the descriptors of an engine process
  const stdio = ['pipe', 'ignore', 'pipe', 'pipe', filter ?? 'ignore'] as const;
  const { status, stderr } = spawnSync(command, args, { env: ENGINE_ENVIRONMENT, stdio: [...stdio] });
  const tookMs = performance.now() - begunMs;
  if (filter !== null) closeSync(filter);
  if (status !== 0) throw new Error(`${name}: exit ${status}: ${stderr.toString()}`);
  return tookMs;
}

/** An engine process's command line with the empty program in place of the engine, in a folder as a job's. */
function confined({ root, bubblewrap, readable }: Premises): Launch {
  const folder = createJobFolder(root, bubblewrap ? INSIDE : undefined);
  const place = { bubblewrap, folder, readable, forking: 'refused', fromSnapshot: false } as const;
  const { command, args } = engineLaunch(LIMITS, place);
  const around = args.filter((arg) => arg !== CHILD);
  return { command, args: [...around, ...EMPTY_PROGRAM] };
}

function report(variants: readonly Variant[], medians: readonly number[]): string {
  const alone = medians[0] ?? NaN;
  const rows = variants.map(({ name }, at) => {
    const ms = medians[at] ?? NaN;
    return [name, ms.toFixed(1), at === 0 ? '' : `+${(ms - alone).toFixed(1)}`];
  });
  return table(['start and end of a process', 'ms (median)', 'more than alone'], rows);
}
