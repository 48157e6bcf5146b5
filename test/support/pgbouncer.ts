/** PgBouncer in transaction mode before a database, with the settings of docs/scaling.md. */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { accepts } from '../../local/ports.js';
import { chooseRunAs } from '../../local/postgres-programs.js';
import { startProcess } from '../../local/processes.js';
import { reservedPort } from './run-wide.js';

/** What the processes of the service send when they connect, and PgBouncer cannot keep for them. */
export const IGNORED = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

export const isPgBouncerThere = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

interface Options {
  /** Connections to PostgreSQL at most. */
  poolSize: number;
  /** `ignore_startup_parameters`; IGNORED if not given. */
  ignored?: string;
}

export type PgBouncer = Awaited<ReturnType<typeof startPgBouncer>>;

/** Starts it; whoever connects to `url` comes to the database as the user of `databaseUrl`. */
export async function startPgBouncer(databaseUrl: string, { poolSize, ignored = IGNORED }: Options) {
  const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-pgbouncer-'));
  const configPath = join(folder, 'pgbouncer.ini');
  const port = await reservedPort();
  const runAs = chooseRunAs(join(folder, 'data')); // it refuses to run as root, as PostgreSQL does
  writeFileSync(
    configPath,
    [
      '[databases]',
      `${database} = host=${hostname} port=${databasePort} dbname=${database} user=${username} password=${password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'admin_users = operator',
      'pool_mode = transaction',
      `default_pool_size = ${poolSize}`,
      'max_client_conn = 500',
      ...(ignored === '' ? [] : [`ignore_startup_parameters = ${ignored}`]),
      '',
    ].join('\n'),
  );
  if (runAs.uid !== undefined) chownSync(configPath, runAs.uid, runAs.gid ?? runAs.uid);
  const [command, ...args] = [...runAs.prefix, 'pgbouncer', configPath];
  const running = await startProcess({
    name: 'PgBouncer',
    command,
    args,
    logPath: join(folder, 'pgbouncer.log'),
    ...(runAs.uid !== undefined && { uid: runAs.uid, gid: runAs.gid ?? runAs.uid }),
    stopSignal: 'SIGINT',
    isReady: () => accepts(port),
    readyTimeoutMs: 60_000,
  });
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${database}`,
    /** The rows that its console shows. */
    async show(what: 'POOLS' | 'CLIENTS'): Promise<Record<string, string>[]> {
      const client = new pg.Client({ connectionString: `postgres://operator@127.0.0.1:${port}/pgbouncer` });
      await client.connect();
      try {
        return (await client.query<Record<string, string>>(`SHOW ${what}`)).rows;
      } finally {
        await client.end();
      }
    },
    async stop(): Promise<void> {
      try {
        await running.stop();
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
