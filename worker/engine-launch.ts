/**
 * Starts engine processes under kernel limits: V8's own limits do not cover ArrayBuffers, where decompression bombs land.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MIB = 1024 * 1024;
/** V8's heap may take this share of the memory; the rest is for ArrayBuffers, code and stacks. */
const HEAP_SHARE = 0.65;
/** What V8, malloc and threads reserve but hardly use: over 1 GiB beside a large heap, which the data limit counts. */
const RESERVED_BYTES = 1024 * MIB;
const MAX_FILE_BYTES = 4 * 1024 * MIB;
const MAX_OPEN_FILES = 256;
const CHILD = fileURLToPath(new URL('./engine-child.js', import.meta.url));

export interface Limits {
  memoryBytes: number;
  /** CPU time of the whole process. */
  cpuSeconds: number;
}

export interface Launch {
  command: string;
  args: string[];
  /** The kernel may not enforce the memory limit here, so the resident size has to be monitored. */
  watchMemory: boolean;
}

const PRLIMIT = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));

/** The command line of a process that is killed when its parent dies, even in an endless loop; as it is without setpriv. */
export function dyingWithParent(command: readonly string[]): string[] {
  return SETPRIV ? [SETPRIV, '--pdeathsig', 'KILL', ...command] : [...command];
}

/** How the limits are enforced on this system, for the log. */
export const LIMITED_BY = PRLIMIT ? 'prlimit' : 'ulimit and a watch on the resident size (prlimit was not found)';

/** The command line of an engine process. */
export function engineLaunch({ memoryBytes, cpuSeconds }: Limits): Launch {
  const heapMib = Math.max(64, Math.floor((memoryBytes * HEAP_SHARE) / MIB));
  const node = [process.execPath, `--max-old-space-size=${heapMib}`, CHILD];
  const [command = process.execPath, ...args] = dyingWithParent(limited(node));
  return { command, args, watchMemory: !PRLIMIT };

  function limited(program: string[]): string[] {
    const cpu = Math.ceil(cpuSeconds);
    const dataBytes = memoryBytes + RESERVED_BYTES;
    if (PRLIMIT) {
      const limits = [`--data=${dataBytes}`, `--cpu=${cpu}`, '--core=0', `--fsize=${MAX_FILE_BYTES}`];
      return [PRLIMIT, ...limits, `--nofile=${MAX_OPEN_FILES}`, ...program];
    }
    // in the shell's units: KiB of data, blocks of 512 bytes; a limit that the system does not have is skipped
    const limits = [
      `-d ${Math.floor(dataBytes / 1024)}`,
      `-t ${cpu}`,
      '-c 0',
      `-f ${MAX_FILE_BYTES / 512}`,
      `-n ${MAX_OPEN_FILES}`,
    ];
    const script = `${limits.map((limit) => `ulimit ${limit} 2>/dev/null; `).join('')}exec "$@"`;
    return ['/bin/sh', '-c', script, 'engine', ...program];
  }
}
