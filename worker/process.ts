/** What a worker does, imported by main.ts: polls its task queues, runs the document engine in child processes. */
import 'reflect-metadata';
import { makeTelemetryFilterString, NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '../activities/index.js';
import { createScratch } from '../activities/scratch.js';
import { createDataSource } from '../entities/data-source.js';
import { loadWorkerConfig } from '../infra/config.js';
import { createLogger } from '../infra/logger.js';
import { createMailer } from '../infra/mailer.js';
import { createOutbound } from '../infra/outbound/outbound.js';
import { createSealer } from '../infra/sealing.js';
import { createStorage } from '../infra/storage.js';
import { PROBE_MS } from '../infra/readiness.js';
import { connectionOptions, createTemporal, type Temporal } from '../infra/temporal.js';
import { explainingTls } from '../infra/temporal-tls.js';
import { openTracing } from '../infra/tracing/tracing.js';
import { loadLanguages } from '../engine/ocr/languages.js';
import { deploymentOptions } from './deployment.js';
import { createEnginePool, type EnginePool } from './engine-pool.js';
import { reportFailedAttempts } from './failed-attempts.js';
import { logContext, sdkLogger } from './logging.js';
import { checkNamespace } from './namespace.js';
import { findTesseract } from './native-tesseract.js';
import { createWorkerOperations } from './operations.js';
import { queueOptions, taskQueuesOf } from './queues.js';
import { findConfinement, requireIsolation } from './sandbox/confinement.js';
import { traceActivities, traceJobs } from './traces.js';
import { retryUntilAvailable } from './retry-until-available.js';

/** How long to wait for servers that are being started together with the worker. */
const START_TIMEOUT_MS = 120_000;
/** How long activities may still run after SIGTERM; then they are cancelled, and another worker retries them. */
const SHUTDOWN_GRACE = '8 seconds';
const SHUTDOWN_FORCE = '14 seconds';
/** The process exits after this time in any case. */
const SHUTDOWN_BOUND_MS = 25_000;
/** How often to look whether the namespace still has what it needs: a Temporal that was wiped has not. */
const NAMESPACE_CHECK_MS = 60_000;
const DATABASE_POOL_SIZE = 15;

const config = loadWorkerConfig(process.env);
const log = createLogger({ level: config.logLevel, name: 'worker' });
const stop = new AbortController();
const operations = await createWorkerOperations(config);
const tracing = await openTracing(config.tracing, 'worker');
const confinement = findConfinement();

async function start(): Promise<void> {
  const dataSource = createDataSource(config.databaseUrl, {
    poolSize: DATABASE_POOL_SIZE,
    applicationName: 'shelfwright-worker',
    onConnectionError: (error) => log.warn({ err: error }, 'idle database connection lost'),
  });
  const storage = createStorage(config.s3, log);
  const mailer = createMailer(config, log);
  const outbound = createOutbound({ production: config.nodeEnv === 'production' });
  const sealer = createSealer(config.encryptionKeys);
  const scratch = await createScratch(config.workDir, storage);
  const engine = await openEngine(scratch.root);
  const temporal = createTemporal(config.temporal);
  const wait = { timeoutMs: START_TIMEOUT_MS, signal: stop.signal, log };
  let metricsServer: Awaited<ReturnType<typeof operations.listen>> = null;
  try {
    metricsServer = await operations.listen({
      postgres: () => dataSource.query('SELECT 1'),
      temporal: () => temporal.ping(PROBE_MS),
      s3: () => storage.ping(),
    });
    await retryUntilAvailable('Postgres', () => dataSource.initialize(), wait);
    await retryUntilAvailable('the object store', () => storage.ensureBucket(), wait);
    const check = () => explainingTls(config.temporal, () => checkNamespace(temporal));
    await retryUntilAvailable('Temporal', check, wait);
    const connection = await NativeConnection.connect(connectionOptions(config.temporal));
    const checking = setInterval(() => void report(check), NAMESPACE_CHECK_MS);
    try {
      const clients = { dataSource, storage, scratch, engine, mailer, outbound, sealer, temporal };
      const deps = { config, ...clients, repaired: operations.repaired };
      const { documents: smallDocuments } = createActivities({ ...deps, engine: { ...engine, ...engine.small } });
      await runWorkers(connection, { ...createActivities(deps), smallDocuments }, temporal);
    } finally {
      clearInterval(checking);
      await connection.close();
    }
  } finally {
    await metricsServer?.close();
    await tracing?.close();
    await engine.close();
    await scratch.close();
    mailer.close();
    storage.close();
    await temporal.close();
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

async function report(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    log.warn({ err: error }, 'Temporal cannot be used');
  }
}

/** A language without data is reported now, not at the first scan. */
async function openEngine(folder: string): Promise<EnginePool> {
  const { processes: concurrency, recognition } = config.engine;
  const languages = await loadLanguages(recognition);
  const { engine, pageTimeoutMs: callTimeoutMs } = recognition;
  const search = { engine, callTimeoutMs, searchPath: process.env['PATH'] ?? '', workDir: config.workDir, log };
  const native = await findTesseract(languages, search);
  return createEnginePool({
    ...config.engine,
    recognition: { ...recognition, native },
    concurrency,
    startAhead: true,
    folder,
    confinement,
    watch: operations.engine,
    ...(tracing && { trace: traceJobs(tracing) }),
    log,
  });
}

/** A dependency that does not answer must not keep the process alive. Engine processes are gone by then, or die with it. */
function forceExit(): never {
  log.fatal('worker did not stop in time');
  log.flush();
  process.exit(1);
}

type AllActivities = Parameters<typeof queueOptions>[1];

/** Runs until SIGTERM or SIGINT, or until a worker fails. */
async function runWorkers(connection: NativeConnection, activities: AllActivities, temporal: Temporal): Promise<void> {
  const common: Pick<WorkerOptions, 'connection' | 'namespace'> & Partial<WorkerOptions> = {
    connection,
    namespace: config.temporal.namespace,
    shutdownGraceTime: SHUTDOWN_GRACE,
    shutdownForceTime: SHUTDOWN_FORCE,
    ...deploymentOptions(config.deploymentBuildId),
    interceptors: {
      activity: [
        ...(tracing ? [traceActivities(tracing)] : []),
        logContext,
        operations.interceptor,
        reportFailedAttempts(temporal, log),
      ],
    },
  };
  const workers: Worker[] = [];
  for (const options of queueOptions(config.workerQueues, activities, config.engine.processes)) {
    workers.push(await Worker.create({ ...common, ...options }));
  }
  operations.setWorkers(workers);
  const shutDown = (): void => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  stop.signal.addEventListener('abort', shutDown, { once: true });
  const runs = workers.map((worker) => worker.run());
  if (stop.signal.aborted) shutDown();
  log.info({ queues: config.workerQueues, engineProcesses: config.engine.processes }, 'worker polls');
  try {
    await Promise.all(runs);
  } catch (error) {
    shutDown();
    await Promise.allSettled(runs); // they use the connection, which cannot be closed before they end
    throw error;
  }
}

operations.expectPolling(taskQueuesOf(config.workerQueues));
Runtime.install({
  logger: sdkLogger(log),
  shutdownSignals: [],
  telemetryOptions: {
    logging: { filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }), forward: {} },
    ...operations.telemetry,
  },
});
// a terminal's Ctrl-C and a supervisor's SIGTERM may both arrive, more than once
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) return;
    log.info({ signal }, 'worker stops');
    setTimeout(forceExit, SHUTDOWN_BOUND_MS).unref();
    stop.abort();
  });
}
try {
  requireIsolation(confinement, config);
  await start();
} catch (error) {
  if (error === stop.signal.reason || (error as Error).name === 'AbortError')
    log.info('worker stopped before it had started');
  else {
    log.fatal({ err: error }, stop.signal.aborted ? 'worker did not stop in order' : 'worker cannot go on');
    process.exitCode = 1;
  }
}
log.flush();
process.exit();
