/** The api process. */
import './heap.js';
import 'reflect-metadata';
import { createDataSource } from '../entities/data-source.js';
import { loadConfig } from '../infra/config.js';
import { createLogger } from '../infra/logger.js';
import { processRegistry } from '../infra/metrics.js';
import { createStorage } from '../infra/storage.js';
import { createTemporal } from '../infra/temporal.js';
import { buildApp } from './app.js';
import { createRuns } from './runs.js';

/** How long requests under way have to end once the process is told to. */
const SHUTDOWN_GRACE_MS = 25_000;
const DATABASE_POOL_SIZE = 20;
/** Statements of requests are short: a client learns of a database that says nothing while it still waits. */
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
const temporal = createTemporal({ address: config.temporalAddress, namespace: config.temporalNamespace });

async function start(): Promise<void> {
  await dataSource.initialize();
  const metrics = processRegistry();
  const app = await buildApp({ dataSource, storage, runs: createRuns(temporal, log), metrics, log, config });
  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'api stops');
    const cut = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS);
    await app.close();
    clearTimeout(cut);
    storage.close();
    await Promise.all([dataSource.destroy(), temporal.close()]);
  };
  // a terminal's Ctrl-C and a supervisor's SIGTERM may both come
  let stopping: Promise<void> | null = null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stopping ??= stop(signal).catch((error: unknown) => fail(error, 'api did not stop in order'));
    });
  await app.listen({ host: config.host, port: config.port });
  log.info({ url: config.publicUrl, host: config.host, port: config.port }, 'api listens');
}

function fail(error: unknown, what: string): never {
  log.fatal({ err: error }, what);
  process.exit(1);
}

start().catch((error: unknown) => {
  const { code } = error as { code?: unknown };
  if (code === 'EADDRINUSE') fail(error, `port ${config.port} is taken: set PORT to another one`);
  fail(error, 'api cannot start');
});
