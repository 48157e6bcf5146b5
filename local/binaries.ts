/**
 * Where a server program comes from, in this order: the configured path, the PATH, the user's cache folder, the
 * official download if the network allows it, a build by the language's own package manager.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { cacheFolder, installOnce } from './cache.js';
import type { Watch } from './progress.js';

export type Program = {
  /** As users know it: "Temporal". */
  title: string;
  /** Environment variable that may hold its path. */
  variable: string;
  /** Name of the program on the PATH, null where none is to be looked for. */
  onPath: string | null;
  /** Program file inside a way's folder. */
  file: string;
  /** Ways to get it into an empty folder, tried in order; each throws when it cannot. */
  ways: Way[];
  /** What a user can do when every way fails. */
  help: string;
};

export type Way = {
  name: string;
  /** Folder below the cache folder, named by version. */
  folder: string;
  /** Fills the empty folder or throws. */
  get: (folder: string, watch: Watch) => Promise<void>;
};

/** The program's path. Throws with every way and why it failed when there is none. */
export async function locate(program: Program, configured: string | undefined, watch: Watch): Promise<string> {
  return locateInstalled(program, configured) ?? obtain(program, watch);
}

/** The program's path; null where it would have to be downloaded or built. Throws when the configured one cannot be run. */
export function locateInstalled(program: Program, configured: string | undefined): string | null {
  if (configured !== undefined) {
    const path = resolve(configured);
    if (isExecutable(path)) return path;
    throw new Error(`${program.variable}: ${path} is not a program that can be run.`);
  }
  const found = program.onPath === null ? null : searchPath(program.onPath);
  if (found !== null) return found;
  const cached = program.ways
    .map((way) => join(cacheFolder(), way.folder, program.file))
    .find((file) => isExecutable(file));
  return cached ?? null;
}

async function obtain(program: Program, watch: Watch): Promise<string> {
  const failures: string[] = [];
  for (const way of program.ways) {
    const folder = join(cacheFolder(), way.folder);
    try {
      await installOnce(
        folder,
        (temporary) => way.get(temporary, watch),
        () => {
          watch.signal?.throwIfAborted();
          watch.report('waiting for another process that gets it');
        },
      );
      return join(folder, program.file);
    } catch (error) {
      watch.signal?.throwIfAborted();
      failures.push(`  ${way.name}: ${(error as Error).message}`);
    }
  }
  throw new Error(
    [
      `${program.title} could not be had.`,
      `  ${program.variable}: not set`,
      ...(program.onPath === null ? [] : [`  PATH: no "${program.onPath}"`]),
      `  cache: nothing in ${cacheFolder()}`,
      ...failures,
      program.help,
    ].join('\n'),
  );
}

/** The first program of that name on the PATH. */
function searchPath(name: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder !== '' && isExecutable(join(folder, name))) return join(folder, name);
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // missing or not executable: the same to the caller
  }
}
