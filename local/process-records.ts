/**
 * Records the processes of a start on disk: a start that was killed leaves its servers running, and the next one ends them
 * before it uses their data and ports. Process ids are reused, so the start time is recorded, too.
 */
import { readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson, type DataFolder } from './data-folder.js';
import { identityOf, isAlive, type Identity } from './identity.js';
import { poll } from './ports.js';
import { readPostmasterPid } from './postgres.js';

type Child = Identity & { name: string };
type Records = { main: Identity | null; children: Child[] };

const GRACE_MS = 15_000;

/** The start that runs now on this data folder, null when there is none. */
export function runningStart(data: DataFolder): Identity | null {
  const { main } = readRecords(data);
  return main !== null && main.pid !== process.pid && isAlive(main) ? main : null;
}

/** Notes this process as the one that owns the data folder. */
export function recordMain(data: DataFolder): void {
  writeJson(data.processes, { ...readRecords(data), main: identityOf(process.pid) });
}

export function recordChild(data: DataFolder, name: string, pid: number): void {
  const identity = identityOf(pid);
  const { main, children } = readRecords(data);
  const others = children.filter((child) => child.name !== name);
  writeJson(data.processes, { main, children: identity ? [...others, { name, ...identity }] : others });
}

export function clearRecords(data: DataFolder): void {
  rmSync(data.processes, { force: true });
}

/** Ends the processes that a killed start left running; returns their names. */
export async function endOrphans(data: DataFolder): Promise<string[]> {
  const ended: string[] = [];
  // api and worker first: the last that were started.
  for (const child of readRecords(data).children.toReversed()) {
    if (!isAlive(child)) continue;
    await end(child, child.name === 'PostgreSQL' ? 'SIGINT' : 'SIGTERM');
    ended.push(child.name);
  }
  const postmaster = postmasterOf(data.postgres);
  if (postmaster !== null) {
    await end(postmaster, 'SIGINT');
    ended.push('PostgreSQL');
  }
  // The process that has this id now is not a server on this data, but with the file PostgreSQL would refuse to start.
  rmSync(join(data.postgres, 'postmaster.pid'), { force: true });
  return ended;
}

async function end(identity: Identity, signal: NodeJS.Signals): Promise<void> {
  const gone = (timeoutMs: number) => poll(async () => !isAlive(identity), timeoutMs, 50);
  send(identity.pid, signal);
  if (await gone(GRACE_MS)) return;
  send(identity.pid, 'SIGKILL');
  if (!(await gone(5_000))) throw new Error(`Process ${identity.pid} of an earlier start cannot be ended.`);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPERM') {
      throw new Error(`Process ${pid} of an earlier start belongs to another user; end it first.`, { cause: error });
    }
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ended by itself
  }
}

/** The server of postmaster.pid if this folder is its working directory; process ids are reused. */
function postmasterOf(dataDir: string): Identity | null {
  const pid = readPostmasterPid(dataDir);
  const identity = pid === null ? null : identityOf(pid);
  if (identity === null || process.platform !== 'linux') return null;
  try {
    return readlinkSync(`/proc/${identity.pid}/cwd`) === realpathSync(dataDir) ? identity : null;
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

function readRecords(data: DataFolder): Records {
  return readJson<Records>(data.processes) ?? { main: null, children: [] };
}
