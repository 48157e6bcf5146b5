/**
 * The command line of engine processes: kernel limits, since V8's own do not cover ArrayBuffers, where decompression bombs
 * land, around the sandbox of sandbox/confinement.ts.
 */
import { existsSync } from 'node:fs';
import { CHILD, SNAPSHOT_OPTION } from './engine-snapshot.js';
import { bubblewrapArguments, guarded, permissionArguments, type Premises } from './sandbox/confinement.js';
import type { JobFolder } from './sandbox/job-folder.js';
import type { Forking } from './sandbox/seccomp.js';

const MIB = 1024 * 1024;
/** V8's heap may take this share of the memory; the rest is for ArrayBuffers, code and stacks. */
const HEAP_SHARE = 0.65;
/**
 * Each half of V8's young generation. By default it grows from 1 to 64 MiB, resident as a whole once it is used: small ones
 * collect a short document several times as often, and large ones save next to nothing, since a job's objects live as
 * long as its page or the whole job.
 */
const SEMI_SPACE_MIB = 8;
/**
 * Below this V8 does not mark the old generation. From a heap of 20 MiB on, which a process has at its start, it would mark
 * documents of ten pages once or twice, mostly what lives on. Of a smaller heap V8 takes half.
 */
const UNMARKED_MIB = 128;
/** What V8, malloc and threads reserve but hardly use: over 1 GiB beside a large heap, which the data limit counts. */
const RESERVED_BYTES = 1024 * MIB;
/** What a process and those it started may hold in memory above its limit: stacks, code, the young generation, `tesseract`. */
export const RESIDENT_MARGIN_BYTES = 256 * MIB;
/**
 * What a process may write, in one file or in all. The largest are the pages of a range: 32 MiB each at most, 96 of them as
 * a rule, and far less on average. A fraction of the 4 GiB that compose gives the folders of all.
 */
export const MAX_WRITTEN_BYTES = 1024 * MIB;
/** What has to stay free on the disk of the folders: files that were unlinked and are still being written are in no folder. */
export const MIN_FREE_BYTES = 256 * MIB;
const MAX_OPEN_FILES = 256;
/** The kernel's default, which a process could raise: the limit of data does not count stacks. */
const STACK_BYTES = 8 * MIB;
/** Node has a dozen threads, tesseract four. */
const MAX_PROCESSES = 128;

export interface Limits {
  memoryBytes: number;
  /** CPU time of the whole process. */
  cpuSeconds: number;
}

export interface Launch {
  command: string;
  args: string[];
}

/** The place of one process. */
export interface Place extends Pick<Premises, 'bubblewrap' | 'readable'> {
  folder: Pick<JobFolder, 'in' | 'out' | 'seen'>;
  forking: Forking;
  /** Else it loads the bundle. */
  fromSnapshot: boolean;
}

const PRLIMIT = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));

/** How the limits are enforced on this system, for the log. */
export const LIMITED_BY = `${PRLIMIT ? 'prlimit' : 'ulimit (prlimit was not found)'} and a watch on the resident size`;

/** The command line of an engine process. Its environment is to be `ENGINE_ENVIRONMENT` of sandbox/confinement.ts. */
export function engineLaunch(limits: Limits, { bubblewrap, folder, readable, forking, fromSnapshot }: Place): Launch {
  const permissions = permissionArguments(folder.seen, readable, forking);
  const node = [
    process.execPath,
    ...heapArguments(limits.memoryBytes),
    ...permissions,
    ...(fromSnapshot ? [SNAPSHOT_OPTION] : []),
    CHILD,
  ];
  const confined = bubblewrap
    ? [bubblewrap.program, ...bubblewrapArguments(bubblewrap, folder, readable), ...fewProcesses(node)]
    : node;
  const [command = process.execPath, ...args] = guarded(withLimits(limits, confined));
  return { command, args };
}

/** V8's heap in a process that may have so much memory; the code cache is made under the same. */
export function heapArguments(memoryBytes: number): string[] {
  const mostMib = Math.max(64, Math.floor((memoryBytes * HEAP_SHARE) / MIB));
  return [
    `--max-old-space-size=${mostMib}`,
    `--initial-old-space-size=${UNMARKED_MIB}`,
    `--min-semi-space-size=${SEMI_SPACE_MIB}`,
    `--max-semi-space-size=${SEMI_SPACE_MIB}`,
  ];
}

/** Counts the processes and threads of the sandbox alone; outside it, those of the user in the whole system would count. */
function fewProcesses(program: string[]): string[] {
  return PRLIMIT ? [PRLIMIT, `--nproc=${MAX_PROCESSES}`, ...program] : program;
}

function withLimits({ memoryBytes, cpuSeconds }: Limits, program: string[]): string[] {
  const cpu = Math.ceil(cpuSeconds);
  const dataBytes = memoryBytes + RESERVED_BYTES;
  if (PRLIMIT) {
    const memory = [`--data=${dataBytes}`, `--stack=${STACK_BYTES}`];
    const limits = [`--cpu=${cpu}`, '--core=0', `--fsize=${MAX_WRITTEN_BYTES}`, `--nofile=${MAX_OPEN_FILES}`];
    return [PRLIMIT, ...memory, ...limits, ...program];
  }
  // in the shell's units: KiB of data, blocks of 512 bytes; a limit that the system does not have is skipped
  const limits = [
    `-d ${Math.floor(dataBytes / 1024)}`,
    `-s ${STACK_BYTES / 1024}`,
    `-t ${cpu}`,
    '-c 0',
    `-f ${MAX_WRITTEN_BYTES / 512}`,
    `-n ${MAX_OPEN_FILES}`,
  ];
  const script = `${limits.map((limit) => `ulimit ${limit} 2>/dev/null; `).join('')}exec "$@"`;
  return ['/bin/sh', '-c', script, 'engine', ...program];
}
