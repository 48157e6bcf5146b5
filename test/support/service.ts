/** The whole service for end-to-end tests: real servers, and api and worker as processes of the compiled code. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../local/node-flags.js';
import { answers } from '../../local/ports.js';
import { startProcess, tail, type RunningProcess } from '../../local/processes.js';
import { prepareTemporal } from '../../local/prepare-temporal.js';
import { startTemporalServer, type TemporalServer } from '../../local/temporal-server.js';
import { createStorage } from '../../infra/storage.js';
import { TEST_ENCRYPTION_KEY } from './encryption-key.js';
import { ownDatabase } from './own-database.js';
import { suspend } from './suspend.js';
import { reservedPort } from './run-wide.js';
import { startStorage, temporalPath } from './servers.js';
import { accountOn } from './service-account.js';

const dist = fileURLToPath(new URL('../..', import.meta.url));
const READY_MS = 120_000; // on a crowded machine a start takes a minute
/** Time-outs of the hooks that start a service, with what they give it, and stop it: it is four processes and more. */
export const [START_MS, STOP_MS] = [360_000, 120_000];

export type Service = Awaited<ReturnType<typeof startService>>;

/** Fills empty servers, which the environment names, before a service starts on them. */
export type FillServers = (environment: Record<string, string>) => Promise<unknown>;

/**
 * Starts everything with an account and its key; `env` goes to both processes. Call `stop` in `afterAll`.
 *
 * @param fill without it the database is migrated
 */
export function startService(env: Record<string, string> = {}, fill: FillServers | null = null) {
  return startServiceWith(watchedTemporal, env, fill);
}

/** What stands between the service's processes and their database; tests themselves go past it. */
export type OpenDoor = (databaseUrl: string) => Promise<{ url: string; stop(): Promise<void> }>;

/** The same behind a connection pooler, say. */
export function startServiceBehind(openDoor: OpenDoor, env: Record<string, string> = {}) {
  return startServiceWith(watchedTemporal, env, null, openDoor);
}

/** A Temporal for the service to run on. */
export interface OwnTemporal {
  address: string;
  namespace: string;
  stop(): Promise<void>;
  /** What clients set beside the address. */
  variables?: Record<string, string>;
  /** Runs before api and worker start, with their environment. */
  prepare?(environment: Record<string, string>): Promise<void>;
}

/** The same on another Temporal, which is opened with a folder for its log, and stopped with the rest. */
export async function startServiceWith<T extends OwnTemporal>(
  openTemporal: (folder: string) => Promise<T>,
  env: Record<string, string>,
  fill: FillServers | null = null,
  openDoor: OpenDoor | null = null,
) {
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-e2e-'));
  const undo: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const database = await ownDatabase({ migrated: fill === null });
    undo.push(database.stop);
    const door = await openDoor?.(database.url);
    if (door) undo.push(() => door.stop());
    const objects = await startStorage();
    undo.push(objects.stop);
    const storage = createStorage(objects.config);
    undo.push(async () => storage.close());
    const temporal = await openTemporal(folder);
    undo.push(() => temporal.stop());
    const port = await reservedPort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const environment = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'test',
      LOG_LEVEL: 'debug',
      LIMIT_READS_PER_MINUTE: '100000', // tests poll
      PORT: String(port),
      PUBLIC_URL: baseUrl,
      DATABASE_URL: door?.url ?? database.url,
      TEMPORAL_ADDRESS: temporal.address,
      ...temporal.variables,
      S3_ENDPOINT: objects.config.endpoint,
      S3_BUCKET: objects.config.bucket,
      S3_ACCESS_KEY: objects.config.accessKey,
      S3_SECRET_KEY: objects.config.secretKey,
      S3_ISSUER_ACCESS_KEY: objects.config.issuer.accessKey,
      S3_ISSUER_SECRET_KEY: objects.config.issuer.secretKey,
      S3_SIGNER_ACCESS_KEY: objects.config.signer.accessKey,
      S3_SIGNER_SECRET_KEY: objects.config.signer.secretKey,
      ENCRYPTION_KEYS: TEST_ENCRYPTION_KEY,
      MAIL_DIR: join(folder, 'mail'),
      WORK_DIR: join(folder, 'work'),
      ...env,
    };
    await temporal.prepare?.(environment);
    await fill?.(environment);
    const account = await accountOn(baseUrl, database.manager);
    const worker = { name: 'worker', folder, env: environment, isReady: polls } as const;
    const programs = {
      worker: program(worker),
      /** Runs once a test starts it. */
      secondWorker: program({ ...worker, label: 'second-worker' }),
      api: program({ name: 'api', folder, env: environment, isReady: () => answers(`${baseUrl}/healthz`) }),
    };
    const secondPort = await reservedPort();
    const secondUrl = `http://127.0.0.1:${secondPort}`;
    const second = program({
      name: 'api',
      label: 'second-api',
      folder,
      env: { ...environment, PORT: String(secondPort) },
      isReady: () => answers(`${secondUrl}/healthz`),
    });
    undo.push(
      () => programs.worker.stop(),
      () => programs.secondWorker.stop(),
      () => programs.api.stop(),
      () => second.stop(),
    );
    await programs.worker.start();
    await programs.api.start();
    const secondApi = { ...second, baseUrl: secondUrl }; // runs once a test starts it
    const { MAIL_DIR: mailDir, WORK_DIR: workDir } = environment;
    const parts = { baseUrl, secondApi, mailDir, workDir, environment, database, storage, temporal };
    return { ...parts, ...programs, ...account, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whether a worker has said so. */
export const polls = async (log: string): Promise<boolean> => log.includes('worker polls');

interface Program {
  name: 'api' | 'worker';
  /** Where it is compiled; this build if not given. */
  build?: string;
  /** Of its logs; its name if not given. */
  label?: string;
  folder: string;
  env: Record<string, string>;
  /** Asked with what the process has logged so far. */
  isReady: (log: string) => Promise<boolean>;
}

/** A process of the service, or of another release of it, that can be stopped, killed and started again. */
export function program({ name, build = dist, label = name, folder, env, isReady }: Program) {
  let logPath = '';
  let starts = 0;
  let running: RunningProcess | null = null;
  let pid = 0;
  return {
    /** With other variables than usual, if any are given. */
    async start(others: Record<string, string> = {}): Promise<void> {
      logPath = join(folder, `${label}-${(starts += 1)}.log`);
      running = await startProcess({
        name,
        command: process.execPath,
        args: [...nodeFlags(name), join(build, name, 'main.js')],
        env: { ...env, ...others },
        logPath,
        onSpawn: (_name, spawned) => (pid = spawned),
        isReady: () => isReady(readFileSync(logPath, 'utf8')),
        readyTimeoutMs: READY_MS,
      });
    },
    /** In order, with SIGTERM; answers how it has ended: `exit 0`. */
    async stop(): Promise<string | undefined> {
      const stopped = running;
      running = null;
      await stopped?.stop(45_000); // its own bound is half a minute
      return stopped?.ended;
    },
    /** Of its last start, from the moment that it is spawned. */
    pid: () => pid,
    /** As a crash does. */
    async kill(): Promise<void> {
      if (!running) throw new Error(`${name} does not run`);
      process.kill(running.pid, 'SIGKILL');
      await running.ended;
      running = null;
    },
    /** The end of what the process has logged since its last start. */
    log: () => tail(logPath, 60),
    logPath: () => logPath,
  };
}

/** A Temporal server in memory: a restart at the same address has forgotten everything. */
async function watchedTemporal(folder: string) {
  const binary = await temporalPath();
  const [port, uiPort] = [await reservedPort(), await reservedPort()];
  const start = (): Promise<TemporalServer> =>
    startTemporalServer({ binary, port, uiPort, logPath: join(folder, 'temporal.log'), prepare: prepareTemporal });
  let server = await start();
  return {
    address: server.address,
    namespace: 'default',
    stop: () => server.stop(),
    suspend: () => suspend(server.pid),
    resume: () => void process.kill(server.pid, 'SIGCONT'),
    async wipe(): Promise<void> {
      await server.stop();
      server = await start();
    },
  };
}
