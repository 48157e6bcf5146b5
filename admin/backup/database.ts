/** The database's part of a backup: pg_dump's own format, which pg_restore reads into an empty database. */
import type { EntityManager } from 'typeorm';
import { runPostgresTool, type PostgresTool } from '../../local/postgres-client.js';
import { CommandError } from '../input.js';

/** Writes everything into a file, as of one moment, while the service continues. Throws CommandError. */
export async function dumpDatabase(manager: EntityManager, path: string): Promise<void> {
  await run(manager, 'pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${path}`]);
}

/** All of it or nothing. Throws CommandError, also where the database is not empty. */
export async function restoreDatabase(manager: EntityManager, path: string): Promise<void> {
  await requireEmpty(manager);
  const all = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  await run(manager, 'pg_restore', [...all, path]);
}

/** Throws CommandError. */
export async function requireEmpty(manager: EntityManager): Promise<void> {
  const [row] = await manager.query<{ tables: number }[]>(
    `SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  if (row?.tables !== 0)
    throw new CommandError('The database is not empty: restore into one without tables (CREATE DATABASE).');
}

async function run(manager: EntityManager, tool: PostgresTool, args: string[]): Promise<void> {
  const { options } = manager.connection;
  if (options.type !== 'postgres' || options.url === undefined) throw new Error('the data source has no URL');
  const [server] = await manager.query<{ major: number }[]>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  try {
    await runPostgresTool(tool, args, { url: options.url, serverMajor: server?.major ?? 0 });
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
}
