/**
 * Real servers for tests: each starts its own on free ports with its data in a temporary folder, and `stop()` ends it
 * and removes the data. Start them in `beforeAll`, stop them in `afterAll`.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Config } from '../../infra/config.js';
import { loadLocalEnvironment } from '../../infra/config.js';
import { locate } from '../../local/binaries.js';
import { startObjectStore } from '../../local/object-store.js';
import { prepareStore } from '../../local/prepare-store.js';
import { accepts } from '../../local/ports.js';
import { reservedPort } from './run-wide.js';
import { startPostgresServer } from '../../local/postgres.js';
import { startProcess, type RunningProcess } from '../../local/processes.js';
import { minioProgram, temporalProgram, testServerProgram } from '../../local/programs.js';
import { NAMESPACE, startTemporalServer, type TemporalServerOptions } from '../../local/temporal-server.js';
import { CLUSTER_PASSWORD, givenCluster } from './cluster.js';

const local = loadLocalEnvironment(process.env);
const quiet = { report: () => {} };

function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-test-'));
  return { folder, logPath: join(folder, 'log'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Ends the process and removes its folder; also when the process cannot be ended. */
function stopper(server: RunningProcess, remove: () => void, graceMs: number) {
  return async () => {
    try {
      await server.stop(graceMs);
    } finally {
      remove();
    }
  };
}

/** An empty database, or one with all migrations; `url` for DATABASE_URL. Crash safety is off, for speed. */
export async function startPostgres({ migrated = false } = {}) {
  const { folder, logPath, remove } = scratch();
  const dataDir = join(folder, 'data');
  if (migrated) await givenCluster(dataDir);
  const port = await reservedPort();
  const server = await startPostgresServer({ dataDir, port, password: CLUSTER_PASSWORD, logPath, unsafe: true });
  return { url: server.url, pid: server.pid, stop: stopper(server, remove, 10_000) };
}

/** An object store with its bucket and users; `config` for createStorage. */
export async function startStorage() {
  const binary = await locate(minioProgram, local.MINIO_BINARY, quiet);
  const { folder, logPath, remove } = scratch();
  const port = await reservedPort();
  const keyPair = (accessKey: string) => ({ accessKey, secretKey: randomBytes(16).toString('hex') });
  const root = keyPair('test-root');
  const dataDir = join(folder, 's3');
  const server = await startObjectStore({ binary, dataDir, port, ...root, logPath });
  const { endpoint } = server;
  const config = {
    endpoint,
    publicEndpoint: endpoint,
    region: 'us-east-1',
    bucket: 'shelfwright',
    ...keyPair('test-service'),
    issuer: keyPair('test-issuer'),
    signer: keyPair('test-signer'),
    filterUrl: null,
    filterRequired: false,
    sts: { endpoint, roleArn: null, maxSeconds: 86_400 },
  } satisfies S3Config;
  const stop = stopper(server, remove, 5_000);
  try {
    await prepareStore(config, root);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: endpoint, config, root, dataDir, pid: server.pid, stop };
}

/** A Temporal server with the search attributes, unless told otherwise; `address` for TEMPORAL_ADDRESS. */
export async function startTemporal(options: Pick<TemporalServerOptions, 'prepare'> = {}) {
  const binary = await locate(temporalProgram, local.TEMPORAL_BINARY, quiet);
  const { logPath, remove } = scratch();
  const [port, uiPort] = [await reservedPort(), await reservedPort()];
  const server = await startTemporalServer({ binary, port, uiPort, logPath, ...options });
  const { address, uiUrl } = server;
  return { url: uiUrl, address, namespace: NAMESPACE, uiUrl, pid: server.pid, stop: stopper(server, remove, 5_000) };
}

/** Temporal's test server, in which time is skipped. */
export async function startTimeSkippingServer() {
  const { logPath, remove } = scratch();
  const port = await reservedPort();
  const server = await startProcess({
    name: 'Temporal test server',
    command: await timeSkippingServerPath(),
    args: [String(port)], // time stands until a client awaits a result
    logPath,
    isReady: () => accepts(port),
    readyTimeoutMs: 60_000,
  });
  return { address: `127.0.0.1:${port}`, stop: stopper(server, remove, 5_000) };
}

/** Path for `TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } })`. */
export function timeSkippingServerPath(): Promise<string> {
  return locate(testServerProgram, local.TEMPORAL_TEST_SERVER, quiet);
}

/** Path of Temporal's command-line tool, for `TestWorkflowEnvironment.createLocal`. */
export function temporalPath(): Promise<string> {
  return locate(temporalProgram, local.TEMPORAL_BINARY, quiet);
}
