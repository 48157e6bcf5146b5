/** The api process. */
import './heap.js';
import 'reflect-metadata';
import type { FastifyInstance } from 'fastify';
import { createDataSource } from '../entities/data-source.js';
import { loadConfig } from '../infra/config.js';
import { exposureWarning, knownKeyWarning } from '../infra/exposure.js';
import { createLogger } from '../infra/logger.js';
import { processRegistry } from '../infra/metrics.js';
import { createDownloader } from '../infra/outbound/download.js';
import { createSealer } from '../infra/sealing.js';
import { PROBE_MS } from '../infra/readiness.js';
import { createStorage } from '../infra/storage.js';
import { createTemporal } from '../infra/temporal.js';
import { explainingTls } from '../infra/temporal-tls.js';
import { openTracing } from '../infra/tracing/tracing.js';
import { buildApp } from './app.js';
import { requireDisks } from './disk-floor.js';
import { createWorkflows } from './workflows.js';

/** How long requests in progress may take once the port is closed; then their connections are closed. */
const SHUTDOWN_GRACE_MS = 22_000;
/** The process exits after this time in any case, whatever a dependency does. */
const SHUTDOWN_BOUND_MS = 25_000;
const DATABASE_POOL_SIZE = 20;
/** Statements of requests are short, and a client should learn of a hanging database while it is still waiting. */
const STATEMENT_TIMEOUT_MS = 10_000;

const config = loadConfig(process.env);
const log = createLogger({ level: config.logLevel, name: 'api' });
const dataSource = createDataSource(config.databaseUrl, {
  poolSize: DATABASE_POOL_SIZE,
  applicationName: 'shelfwright-api',
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  onConnectionError: (error) => log.warn({ err: error }, 'idle database connection lost'),
});
const storage = createStorage(config.s3, log);
const sealer = createSealer(config.encryptionKeys);
const temporal = createTemporal(config.temporal);

const tracing = await openTracing(config.tracing, 'api');

let stopping: Promise<void> | null = null;
let app: FastifyInstance | null = null;
let temporalTried: Promise<void> | null = null;

async function start(): Promise<void> {
  await requireDisks(config.disk);
  await dataSource.initialize();
  await storage.refuseUnsafe();
  const metrics = processRegistry();
  const download = createDownloader({ production: config.nodeEnv === 'production' });
  const workflows = createWorkflows(temporal, log);
  app = await buildApp({ dataSource, storage, workflows, sealer, download, metrics, log, tracing, config });
  if (stopping) return;
  await app.listen({ host: config.host, port: config.port });
  const warning = exposureWarning(config);
  if (warning !== null) log.warn({ host: config.host }, warning);
  const knownKey = knownKeyWarning(config);
  if (knownKey !== null) log.warn(knownKey);
  temporalTried = tryTemporal();
  log.info({ url: config.publicUrl, host: config.host, port: config.port }, 'api listens');
}

/** The api serves reads without Temporal, so it starts; but a connection that can never work is reported at once. */
async function tryTemporal(): Promise<void> {
  try {
    await explainingTls(config.temporal, () => temporal.ping(PROBE_MS));
  } catch (error) {
    log.warn({ err: error }, 'Temporal does not answer');
  }
}

async function stop(signal: string): Promise<void> {
  log.info({ signal }, 'api stops');
  const { shutdownDrainMs } = config;
  setTimeout(() => app?.server.closeAllConnections(), shutdownDrainMs + SHUTDOWN_GRACE_MS).unref();
  setTimeout(fail, shutdownDrainMs + SHUTDOWN_BOUND_MS, null, 'api did not stop in time').unref();
  await started;
  await app?.close();
  await tracing?.close();
  storage.close();
  if (dataSource.isInitialized) await dataSource.destroy();
  await temporalTried; // a retry over a closed connection would end the process
  await temporal.close();
}

function fail(error: unknown, what: string): never {
  log.fatal({ err: error }, what);
  process.exit(1);
}

// Ctrl-C in a terminal and a supervisor's SIGTERM may both arrive, more than once
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopping ??= stop(signal).catch((error: unknown) => fail(error, 'api did not stop in order'));
  });
log.info('api starts');
const started = start().catch((error: unknown) => {
  const { code } = error as { code?: unknown };
  if (code === 'STORAGE_UNSAFE') fail(error, (error as Error).message);
  if (code === 'EADDRINUSE') fail(error, `port ${config.port} is taken: set PORT to another one`);
  fail(error, 'api cannot start');
});
