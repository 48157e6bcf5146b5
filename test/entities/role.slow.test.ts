/** The service needs no superuser: the roles that Compose makes, and the migrations as one of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../../entities/migrate.js';
import type { TestDatabase } from '../support/database.js';
import { ownDatabase } from '../support/own-database.js';

let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database?.stop());

/** The SQL that the script gives to psql, with its variables filled in. */
function scriptSql(name: string): string[] {
  const script = readFileSync(join(process.cwd(), 'local/postgres-init', name), 'utf8');
  const [, sql = ''] = /<<'SQL'\n([\s\S]*?)\nSQL\n/.exec(script) ?? [];
  const statements = sql.replace(/:'(\w+)'/g, "'own $1'").split(';\n');
  // the test's server has a database of this name, with its migrations done
  return statements.map((statement) => statement.replace(/\bshelfwright\b/g, 'sw_service'));
}

function urlAs(user: string, name = user, { url }: Pick<TestDatabase, 'url'> = database): string {
  const address = new URL(url);
  address.username = user;
  address.password = encodeURIComponent(`own ${user === 'temporal' ? 'temporal' : 'shelfwright'}_password`);
  address.pathname = `/${name}`;
  return address.href;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('the scripts make roles without privileges, the migrations run as one, and neither reaches the other’s data', async () => {
  const statements = [...scriptSql('roles.sh'), ...scriptSql('temporal-roles.sh')];
  for (const statement of statements) if (statement.trim()) await database.manager.query(statement);
  const roles = await ask(
    urlAs('sw_service'),
    `SELECT rolname, rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS mighty
     FROM pg_roles WHERE rolname IN ('sw_service', 'temporal') ORDER BY 1`,
  );
  expect(roles).toEqual([
    { rolname: 'sw_service', mighty: false },
    { rolname: 'temporal', mighty: false },
  ]);
  expect((await migrate(urlAs('sw_service'))).length).toBeGreaterThan(10);
  await expect(ask(urlAs('temporal', 'sw_service'), 'SELECT 1')).rejects.toThrow('permission denied for database');
  await expect(ask(urlAs('sw_service', 'temporal'), 'SELECT 1')).rejects.toThrow('permission denied for database');
  for (const attack of [
    `COPY (SELECT 1) TO PROGRAM 'true'`,
    `SELECT pg_read_file('/etc/passwd')`,
    `CREATE ROLE mallory SUPERUSER`,
    `SET session_replication_role = replica`,
  ])
    await expect(ask(urlAs('sw_service'), attack)).rejects.toThrow(/permission denied|must be/);
});
