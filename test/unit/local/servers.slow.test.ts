import { expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { Client as S3Client } from 'minio';
import pg from 'pg';
import type { Temporal } from '../../../infra/temporal.js';
import { prepareVisibility } from '../../../local/prepare-temporal.js';
import { startOf } from '../../../local/identity.js';
import { startPostgres, startStorage, startTemporal } from '../../support/servers.js';
import { timeSkippingEnvironment } from '../../support/workflows.js';

test('PostgreSQL takes connections and is gone after its stop', async () => {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query('SELECT current_database() AS name');
  await client.end();
  await server.stop();
  expect(rows).toEqual([{ name: 'shelfwright' }]);
  expect(startOf(server.pid)).toBeNull();
});

test('the object store keeps an object and is gone after its stop', async () => {
  const server = await startStorage();
  const { accessKey, secretKey, bucket } = server.config;
  const client = new S3Client({
    endPoint: '127.0.0.1',
    port: Number(new URL(server.url).port),
    useSSL: false,
    accessKey,
    secretKey,
  });
  await client.putObject(bucket, 'a/b', 'text');
  const { size } = await client.statObject(bucket, 'a/b');
  await server.stop();
  expect(size).toBe(4);
  expect(startOf(server.pid)).toBeNull();
});

test('Temporal is started with the search attributes, and keeps closed runs for 30 days', async () => {
  const made: string[] = [];
  const server = await startTemporal({
    prepare: async (temporal) => made.push(...(await prepareVisibility(temporal))),
  });
  expect(made).toEqual([]);
  const connection = await Connection.connect({ address: server.address });
  const client = new Client({ connection });
  const found: string[] = [];
  const query = "ShelfStatus = 'ready' AND ShelfAccount = 'x' AND ShelfStep = 'y' AND ShelfTemplate = 'z'";
  for await (const run of client.workflow.list({ query })) found.push(run.workflowId);
  const { config } = await connection.workflowService.describeNamespace({ namespace: server.namespace });
  await connection.close();
  await server.stop();
  expect(found).toEqual([]);
  expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 24 * 3600);
  expect(startOf(server.pid)).toBeNull();
});

test('Temporal is not stopped because it does not answer in time when it is prepared', async () => {
  const attempts: number[] = [];
  const prepare = async (temporal: Temporal): Promise<void> => {
    attempts.push(attempts.length);
    // the error of a client whose deadline has passed
    if (attempts.length < 3) await temporal.within(0, (client) => client.schedule.getHandle('none').describe());
  };
  const server = await startTemporal({ prepare });
  expect(attempts).toHaveLength(3);
  expect(startOf(server.pid)).not.toBeNull();
  await server.stop();
  const refused = startTemporal({ prepare: async () => Promise.reject(new Error('not allowed')) });
  await expect(refused).rejects.toThrow('not allowed');
});

test('the test server skips time', async () => {
  const env = await timeSkippingEnvironment();
  try {
    const begun = performance.now();
    await env.sleep('30 days');
    expect(performance.now() - begun).toBeLessThan(120_000);
  } finally {
    await env.teardown();
  }
}, 600_000);
