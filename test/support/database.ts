/** A fresh database with all migrations, for one test file: open in `beforeAll`, `stop()` in `afterAll`. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { createDataSource } from '../../entities/data-source.js';
import { sharedServer } from './run-wide.js';

export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  manager: EntityManager;
  stop: () => Promise<void>;
}

/** A database of the server that the run's test files share. */
export async function migratedDatabase(): Promise<TestDatabase> {
  const { url: template } = await sharedServer('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(template, `CREATE DATABASE ${name} TEMPLATE ${nameIn(template)}`);
  const url = urlOf(template, name);
  return connected(url, () => administer(template, `DROP DATABASE ${name} WITH (FORCE)`));
}

/** An existing database; `remove` runs once the connections are closed. */
export async function connected(url: string, remove: () => Promise<void>): Promise<TestDatabase> {
  const dataSource = createDataSource(url, { applicationName: 'shelfwright-test' });
  try {
    await dataSource.initialize();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url,
    dataSource,
    manager: dataSource.manager,
    async stop() {
      await dataSource.destroy();
      await remove();
    },
  };
}

const nameIn = (url: string): string => new URL(url).pathname.slice(1);

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** A session of this database that waits for a lock on the table; null while there is none. */
export async function sessionWaitingFor(table: string, { manager }: TestDatabase): Promise<number | null> {
  const [waiting] = await manager.query<{ pid: number }[]>(
    `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE datname = current_database() AND relation = $1::regclass AND NOT granted`,
    [table],
  );
  return waiting?.pid ?? null;
}

/** Runs a statement that no session of the database itself could. */
async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(server, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
