/**
 * A Temporal cluster as it is in production: the server of docker-compose.yml with the same settings, on a PostgreSQL of
 * its own, with 512 shards, fairness and mTLS.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { loadLocalEnvironment, loadTemporalConfig } from '../../infra/config.js';
import { locate } from '../../local/binaries.js';
import { accepts } from '../../local/ports.js';
import { startProcess, type RunningProcess } from '../../local/processes.js';
import { temporalServerProgram } from '../../local/programs.js';
import { reservedPort } from './run-wide.js';
import { startPostgres } from './servers.js';

const CERTIFICATES = resolve('test/fixtures/certificates');
const pem = (name: string) => join(CERTIFICATES, `${name}.pem`);
const SERVER_NAME = 'temporal.example';

/** What a client of the cluster sets beside TEMPORAL_ADDRESS. */
export const CLIENT_TLS = {
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: pem('authority'),
  TEMPORAL_TLS_CLIENT_CERT_PATH: pem('temporal'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: pem('key'),
  TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
};

const SERVER_TLS = {
  TEMPORAL_TLS_REQUIRE_CLIENT_AUTH: 'true',
  TEMPORAL_TLS_FRONTEND_CERT: pem('temporal'),
  TEMPORAL_TLS_FRONTEND_KEY: pem('key'),
  TEMPORAL_TLS_FRONTEND_SERVER_NAME: SERVER_NAME,
  TEMPORAL_TLS_SERVER_CERT: pem('temporal'),
  TEMPORAL_TLS_SERVER_KEY: pem('key'),
  TEMPORAL_TLS_SERVER_CA_CERT: pem('authority'),
  TEMPORAL_TLS_INTERNODE_SERVER_NAME: SERVER_NAME,
  TEMPORAL_TLS_CLIENT1_CA_CERT: pem('authority'),
  TEMPORAL_TLS_CLIENT2_CA_CERT: pem('authority'),
};
/** Each part of the server listens on one for requests and on one for its peers. */
const PARTS = ['FRONTEND', 'HISTORY', 'MATCHING', 'WORKER', 'INTERNAL_FRONTEND'];

export type TemporalCluster = Awaited<ReturnType<typeof startTemporalCluster>>;

/** Starts the cluster, empty. Call `stop` in `afterAll`. */
export async function startTemporalCluster() {
  const local = loadLocalEnvironment(process.env);
  const binary = await locate(temporalServerProgram, local.TEMPORAL_SERVER, { report: () => {} });
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-cluster-'));
  symlinkSync(join(dirname(binary), 'sql'), join(folder, 'temporal-sql-tool')); // its name in the image of compose
  const postgres = await startPostgres();
  const ports = await portVariables();
  const environment = { ...serverEnvironment(new URL(postgres.url)), ...ports, PATH: process.env['PATH'] ?? '' };
  const address = `127.0.0.1:${ports['FRONTEND_GRPC_PORT']}`;
  let server: RunningProcess | null = null;
  const start = async (): Promise<void> => {
    server = await startProcess({
      name: 'Temporal server',
      command: binary,
      args: ['--allow-no-auth', 'start'],
      env: environment,
      cwd: folder,
      logPath: join(folder, 'server.log'),
      isReady: () => accepts(Number(ports['FRONTEND_GRPC_PORT'])),
      readyTimeoutMs: 120_000,
    });
  };
  const end = async (): Promise<void> => {
    await server?.stop(20_000);
    server = null;
  };
  const cluster = {
    address,
    /** Of a client that may enter. */
    variables: { TEMPORAL_ADDRESS: address, ...CLIENT_TLS },
    config: loadTemporalConfig({ TEMPORAL_ADDRESS: address, ...CLIENT_TLS }),
    namespace: 'default',
    logPath: join(folder, 'server.log'),
    /** Of its PostgreSQL, with the databases temporal and temporal_visibility. */
    databaseUrl: postgres.url,
    /** Runs the schema script of compose, as before each start there. */
    bringSchema: () => bringSchema(folder, postgres.url),
    /** As in a move to another cluster: the same address, and nothing in it. */
    async replaceByEmpty(): Promise<void> {
      await end();
      await emptyDatabases(postgres.url);
      await bringSchema(folder, postgres.url);
      await start();
    },
    pid: () => server?.pid ?? 0,
    async stop(): Promise<void> {
      await end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await emptyDatabases(postgres.url);
    await cluster.bringSchema();
    await start();
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

function serverEnvironment({ hostname, port, username, password }: URL): Record<string, string> {
  return {
    DB: 'postgres12',
    DB_PORT: port,
    POSTGRES_SEEDS: hostname,
    POSTGRES_USER: username,
    POSTGRES_PWD: password,
    NUM_HISTORY_SHARDS: '512',
    BIND_ON_IP: '127.0.0.1',
    DYNAMIC_CONFIG_FILE_PATH: resolve('local/temporal-dynamic-config.yaml'),
    LOG_LEVEL: 'warn',
    ...SERVER_TLS,
  };
}

async function portVariables(): Promise<Record<string, string>> {
  const variables: Record<string, string> = {};
  for (const part of PARTS)
    for (const kind of ['GRPC', 'MEMBERSHIP']) variables[`${part}_${kind}_PORT`] = String(await reservedPort());
  variables['FRONTEND_HTTP_PORT'] = String(await reservedPort());
  return variables;
}

async function bringSchema(folder: string, url: string): Promise<void> {
  const { hostname, port, username, password } = new URL(url);
  await promisify(execFile)('/bin/sh', [resolve('local/temporal-schema.sh')], {
    env: {
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      SQL_HOST: hostname,
      SQL_PORT: port,
      SQL_USER: username,
      SQL_PASSWORD: password,
    },
    timeout: 120_000,
  });
}

async function emptyDatabases(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const name of ['temporal', 'temporal_visibility']) {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${name}`);
    }
  } finally {
    await client.end();
  }
}
