/**
 * The own folder of an engine process: `in` gets the files that its job reads, as links, and `out` what it writes, which is
 * moved to where the job wanted it once the process has ended. The process sees nothing else of the worker's files, and
 * since it may be started before its job is known, the job's files come to it.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants, mkdirSync } from 'node:fs';
import { chmod, copyFile, link, lstat, readdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EngineJob } from '../engine-protocol.js';

/** The members of jobs that name files to read, and files or folders to write. */
const READ = new Set(['pdfPath', 'pagesPaths', 'unverifiedTreePath', 'recordPath', 'archivePath', 'operationsPath']);
const WRITTEN = new Set(['outPath', 'outFolder', 'decisionsPath', 'overviewPath']);
/** Members that hold further ones. */
const NESTED = new Set(['explain', 'from']);
const OUTPUT_FOLDER = 'outFolder';
/** No job writes more files, a picture for each page of a range being the most. */
const MAX_FILES = 1_000;
const BLOCK_BYTES = 512;
const run = promisify(execFile);

/** Where the process sees the two folders. */
export interface JobView {
  in: string;
  out: string;
}

interface Output {
  name: string;
  target: string;
  folder: boolean;
}

export interface JobFolder {
  /** Above the folders of all jobs, on the same disk. */
  readonly root: string;
  /** As the worker sees them. */
  readonly in: string;
  readonly out: string;
  readonly seen: JobView;
  /** Brings in the job's files and returns the job with the paths that the process sees. */
  admit<J extends EngineJob>(job: J): Promise<J>;
  /**
   * Bytes on disk of what the process has written and not unlinked; infinite when there are more files than any job writes,
   * a folder, or something that may not be looked at, since no job leaves those.
   */
  writtenBytes(): Promise<number>;
  /**
   * Moves what was written to where the job wanted it; to be called when the process is gone. Throws for anything else than
   * a file: a link to a file of the worker's would be read in its place.
   */
  collect(): Promise<void>;
  /** To be called when the process is gone. Throws where something cannot be removed. */
  remove(): Promise<void>;
}

/** @param seen where the process finds the folder when that is mounted elsewhere */
export function createJobFolder(root: string, seen?: JobView): JobFolder {
  const folder = join(root, randomUUID());
  const [input, out] = [join(folder, 'in'), join(folder, 'out')];
  for (const path of [folder, input, out]) mkdirSync(path, { recursive: true, mode: 0o700 });
  const view = seen ?? { in: input, out };
  const outputs: Output[] = [];
  let files = 0;

  async function bring(path: string): Promise<string> {
    const name = String((files += 1));
    await linkOrCopy(path, join(input, name));
    return join(view.in, name);
  }

  function expectOutput(key: string, target: string): string {
    const isFolder = key === OUTPUT_FOLDER;
    const name = isFolder ? '' : String((files += 1));
    outputs.push({ name, target, folder: isFolder });
    return isFolder ? view.out : join(view.out, name);
  }

  async function placed(key: string, value: unknown): Promise<unknown> {
    if (READ.has(key)) return Array.isArray(value) ? bringAll(value as string[]) : bring(value as string);
    if (WRITTEN.has(key)) return expectOutput(key, value as string);
    return NESTED.has(key) && value !== undefined ? inside(value as object) : value;
  }

  async function bringAll(paths: readonly string[]): Promise<string[]> {
    const seenPaths: string[] = [];
    for (const path of paths) seenPaths.push(await bring(path));
    return seenPaths;
  }

  async function inside<T extends object>(members: T): Promise<T> {
    const entries: [string, unknown][] = [];
    for (const [key, value] of Object.entries(members)) entries.push([key, await placed(key, value)]);
    return Object.fromEntries(entries) as T;
  }

  return {
    root,
    in: input,
    out,
    seen: view,
    admit: inside,
    writtenBytes: () => bytesIn(out),
    async collect() {
      await chmod(out, 0o700); // the process owns it
      for (const output of outputs) await moveOut(out, output);
    },
    remove: () => removeAll(folder),
  };
}

/** The file that a symbolic link of a user's points to is outside of what the process sees, so the link is followed. */
async function linkOrCopy(path: string, target: string): Promise<void> {
  const file = await realpath(path);
  try {
    await link(file, target);
  } catch (error) {
    // another file system, or a file of another user's
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(file, target, constants.COPYFILE_FICLONE);
  }
}

async function bytesIn(out: string): Promise<number> {
  let names: string[];
  try {
    names = await readdir(out);
  } catch (error) {
    if (!isHidden(error)) throw error;
    return Infinity;
  }
  if (names.length > MAX_FILES) return Infinity;
  const sizes = await Promise.all(names.map((name) => blocksOf(join(out, name))));
  return sizes.reduce((sum, blocks) => sum + blocks * BLOCK_BYTES, 0);
}

/** The process owns the folder and may have taken its reader's rights away. */
const isHidden = (error: unknown): boolean =>
  ['EACCES', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A hostile process may have made folders without rights, or nested so deep that their paths are too long for Node. */
async function removeAll(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    await run('chmod', ['-R', 'u+rwX', '--', folder]);
    await run('rm', ['-rf', '--', folder]);
  }
}

async function moveOut(out: string, { name, target, folder }: Output): Promise<void> {
  if (!folder) return moveFile(join(out, name), target);
  for (const one of await readdir(out)) await moveFile(join(out, one), join(target, one));
}

/** A file may have been removed or renamed since it was listed. */
async function blocksOf(path: string): Promise<number> {
  try {
    const found = await lstat(path);
    return found.isDirectory() ? Infinity : found.blocks;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 0;
    if (isHidden(error)) return Infinity;
    throw error;
  }
}

/** Nothing is moved where nothing was written. */
async function moveFile(from: string, to: string): Promise<void> {
  const written = await lstat(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!written) return;
  if (!written.isFile() || written.nlink !== 1)
    throw new Error('the engine process left something else than a file of its own');
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}
