import { expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../entities/data-source.js';
import { migrate } from '../../entities/migrate.js';
import type { TestDatabase } from '../support/database.js';
import { setUpDatabase } from '../support/set-up-database.js';

let database: TestDatabase;
setUpDatabase((started) => (database = started));

/** A data source on another, empty database of the same server. */
async function emptyDatabase(name: string): Promise<DataSource> {
  await database.dataSource.query(`CREATE DATABASE ${name}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return createDataSource(url.href, { poolSize: 2 });
}

/** Columns, constraints and indexes as Postgres itself describes them. */
async function describeSchema(dataSource: DataSource): Promise<unknown[]> {
  const columns = await dataSource.query<object[]>(
    `SELECT table_name, column_name, data_type, udt_name, is_nullable, column_default FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> 'migrations' ORDER BY 1, 2`,
  );
  const constraints = await dataSource.query<object[]>(
    `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'migrations' ORDER BY 1, 2`,
  );
  const indexes = await dataSource.query<object[]>(
    `SELECT tablename, indexname, indexdef FROM pg_indexes
     WHERE schemaname = 'public' AND tablename <> 'migrations' ORDER BY 1, 2`,
  );
  return [...columns, ...constraints, ...indexes];
}

test('entities and migrations agree: the schema builder finds nothing to change', async () => {
  const changes = await database.dataSource.driver.createSchemaBuilder().log();
  expect(changes.upQueries.map((query) => query.query)).toEqual([]);
});

test('entities and migrations agree on checks, defaults and conditions of indexes too', async () => {
  const synchronized = await emptyDatabase('synchronized');
  await synchronized.initialize();
  try {
    await synchronized.synchronize();
    expect(await describeSchema(database.dataSource)).toEqual(await describeSchema(synchronized));
  } finally {
    await synchronized.destroy();
  }
});

test('migrations can be undone to an empty schema and done again', async () => {
  const other = await emptyDatabase('undone');
  await other.initialize();
  try {
    const done = await other.runMigrations();
    for (const _ of done) await other.undoLastMigration();
    const left = await other.query(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations'
       UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
    );
    expect(left).toEqual([]);
    expect(await other.runMigrations()).toHaveLength(done.length);
  } finally {
    await other.destroy();
  }
});

test('two that migrate at once do it once', async () => {
  const other = await emptyDatabase('contended');
  const url = (other.options as { url: string }).url;
  const both = await Promise.all([migrate(url), migrate(url)]);
  expect(both.map((names) => names.length).toSorted((a, b) => a - b)).toEqual([
    0,
    database.dataSource.migrations.length,
  ]);
});

test('the table of rate limits is unlogged, all others survive a crash', async () => {
  const unlogged = await database.dataSource.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'u'`,
  );
  expect(unlogged).toEqual([{ relname: 'rate_limits' }]);
});
