import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { loadConfig } from '../infra/config.js';
import { createLogger } from '../infra/logger.js';
import { createDataSource } from './data-source.js';

/** A number that nothing else in the database uses as an advisory lock. */
const MIGRATION_LOCK = 7_305_142;
/** Creating an index on a large table takes long. */
const STATEMENT_TIMEOUT_MS = 30 * 60_000;

/**
 * Runs the pending migrations; returns their names. Safe to run concurrently: the others wait for the first (as long as a
 * statement may take).
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  // a connection of its own holds the lock: the pool may use another one for the unlock
  const holder = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    lock_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'shelfwright-migrate',
  });
  await holder.connect();
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const dataSource = createDataSource(databaseUrl, {
      poolSize: 2,
      applicationName: 'shelfwright-migrate',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    await dataSource.initialize();
    try {
      const done = await dataSource.runMigrations();
      return done.map((migration) => migration.name);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await holder.end();
  }
}

/** The command. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger({ level: config.logLevel, name: 'migrate' });
  try {
    const names = await migrate(config.databaseUrl);
    log.info({ migrations: names }, names.length > 0 ? 'database migrated' : 'database is up to date');
  } catch (error) {
    log.fatal({ err: error }, 'database not migrated');
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
