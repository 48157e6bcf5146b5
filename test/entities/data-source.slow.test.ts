import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDataSource } from '../../entities/data-source.js';
import { TEST_ENCRYPTION_KEY } from '../support/encryption-key.js';
import { startPostgres } from '../support/servers.js';
import { until } from '../support/until.js';

let server: Awaited<ReturnType<typeof startPostgres>>;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(async () => {
  await server?.stop();
});

/** `npm run migrate` as a process; answers its exit code and what it wrote. */
async function runMigrate(databaseUrl: string): Promise<{ code: unknown; output: string }> {
  const main = fileURLToPath(new URL('../../entities/migrate.js', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: {
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: 'localhost:1',
      S3_ENDPOINT: 'http://localhost:1',
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 'b',
      ENCRYPTION_KEYS: TEST_ENCRYPTION_KEY,
      MAIL_DIR: '/nowhere',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<unknown[]>]);
  return { code, output };
}

test('the command migrates, says what it did, and finds nothing to do the second time', async () => {
  const first = await runMigrate(server.url);
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Shelves1795219200002') });
  const second = await runMigrate(server.url);
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining('up to date') });
}, 240_000);

test('the command fails where there is no database, and does not show the password', async () => {
  const { code, output } = await runMigrate('postgres://user:hunter2@127.0.0.1:1/none');
  expect(code).toBe(1);
  expect(output).toContain('ECONNREFUSED');
  expect(output).not.toContain('hunter2');
});

test('connections that the server ends are reported and replaced', async () => {
  const reported: string[] = [];
  const dataSource = createDataSource(server.url, {
    applicationName: 'victim',
    onConnectionError: (error) => reported.push(error.message),
  });
  const other = createDataSource(server.url, { poolSize: 1 });
  await dataSource.initialize();
  await other.initialize();
  try {
    await Promise.all([1, 2, 3].map(() => dataSource.query('SELECT pg_sleep(0.05)')));
    await other.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'victim'");
    await until(() => reported.length >= 3, 'three are reported');
    expect(reported).toHaveLength(3);
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await dataSource.destroy();
    await other.destroy();
  }
});

test('a statement that takes too long is ended by the server', async () => {
  const dataSource = createDataSource(server.url, { statementTimeoutMs: 100 });
  await dataSource.initialize();
  try {
    await expect(dataSource.query('SELECT pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
  } finally {
    await dataSource.destroy();
  }
});

test('requests share the connections there are, and every wait for the database has a bound', async () => {
  const dataSource = createDataSource(server.url, { poolSize: 1 });
  await dataSource.initialize();
  try {
    const all = await Promise.all([1, 2, 3, 4].map((n) => dataSource.query('SELECT $1::bigint * 2 AS twice', [n])));
    expect(all).toEqual([2, 4, 6, 8].map((twice) => [{ twice }]));
    const { extra, connectTimeoutMS } = dataSource.options as {
      extra: Record<string, number>;
      connectTimeoutMS: number;
    };
    for (const bound of [
      connectTimeoutMS,
      extra['statement_timeout'],
      extra['query_timeout'],
      extra['idle_in_transaction_session_timeout'],
    ]) {
      expect(bound).toBeGreaterThan(0);
    }
  } finally {
    await dataSource.destroy();
  }
});
