/** Everything that a run needs: servers, api, workers and receiver on free ports, with a folder of their own. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../entities/migrate.js';
import { loadConfig, loadLocalEnvironment } from '../../infra/config.js';
import { createStorage } from '../../infra/storage.js';
import { locate } from '../../local/binaries.js';
import { readSecrets, type DataFolder } from '../../local/data-folder.js';
import { childEnvironment, choosePorts } from '../../local/environment.js';
import { nodeFlags } from '../../local/node-flags.js';
import { startObjectStore } from '../../local/object-store.js';
import { answers } from '../../local/ports.js';
import { startPostgresServer } from '../../local/postgres.js';
import { prepareStore } from '../../local/prepare-store.js';
import { startProcess, type OnSpawn } from '../../local/processes.js';
import { minioProgram, temporalProgram } from '../../local/programs.js';
import { prepareTemporal } from '../../local/prepare-temporal.js';
import { startTemporalServer } from '../../local/temporal-server.js';
import { reservedPort } from '../support/run-wide.js';
import type { Target } from './fault-plan.js';
import { startMember, type Member } from './members.js';
import type { Scale } from './options.js';
import { signalAll, type Roll } from './processes.js';

const dist = fileURLToPath(new URL('../..', import.meta.url));
const READY_MS = 120_000;
const PLENTY = '1000000000';

export interface SystemOptions {
  data: DataFolder;
  scale: Scale;
  roll: Roll;
  /** Takes what the watch over the processes says. */
  watched: (line: string) => void;
  signal: AbortSignal;
}

export type System = Awaited<ReturnType<typeof startSystem>>;

type Environment = Awaited<ReturnType<typeof environment>>;
type Start = (own: { detached: boolean; onSpawn: OnSpawn; logPath: string }) => ReturnType<typeof startProcess>;
/** Starts one process and watches over it. */
type Add = (target: Target, name: string, start: Start) => Promise<void>;

/** Starts everything; each process is started again when it ends. `members` also holds what a failed start left. */
export async function startSystem({ data, scale, roll, watched, signal }: SystemOptions, members: Member[]) {
  const surroundings = await environment(data, scale);
  const config = loadConfig(surroundings.env);
  const add: Add = async (target, name, start) => {
    signal.throwIfAborted();
    const logPath = data.log(name);
    const run = (onSpawn: OnSpawn) => start({ detached: true, onSpawn, logPath });
    members.push(await startMember({ target, name, logPath, roll, say: watched, start: run }));
  };
  await addServers(add, data, surroundings);
  await migrate(config.databaseUrl);
  await prepareStore(config.s3, readSecrets(data).s3Root);
  const storage = createStorage(config.s3);
  await addWorkers(add, { data, scale, env: surroundings.env });
  const urls = await addApis(add, { scale, env: surroundings.env, firstPort: config.port });
  const receiverRecord = join(data.root, 'received.jsonl');
  const receiverPort = await addReceiver(add, receiverRecord);
  return { config, storage, urls, receiverPort, receiverRecord, members };
}

async function addServers(add: Add, data: DataFolder, { local, ports }: Environment): Promise<void> {
  const secrets = readSecrets(data);
  const quiet = { report: () => {} };
  const minio = await locate(minioProgram, local.MINIO_BINARY, quiet);
  const temporal = await locate(temporalProgram, local.TEMPORAL_BINARY, quiet);
  const { postgresPassword: password, s3Root } = secrets;
  await add('postgres', 'postgres', (own) =>
    startPostgresServer({ ...own, dataDir: data.postgres, port: ports.postgres, password }),
  );
  await add('s3', 's3', (own) =>
    startObjectStore({ ...own, binary: minio, dataDir: data.s3, port: ports.s3, ...s3Root }),
  );
  const databasePath = data.temporalDatabase;
  await add('temporal', 'temporal', (own) =>
    startTemporalServer({
      ...own,
      binary: temporal,
      databasePath,
      port: ports.temporal,
      uiPort: ports.temporalUi,
      prepare: prepareTemporal,
    }),
  );
}

type Env = Environment['env'];

const node = (name: string, script: string, ...args: string[]) => ({
  name,
  command: process.execPath,
  args: [...nodeFlags(name.replace(/-\d$/, '')), join(dist, script), ...args],
  readyTimeoutMs: READY_MS,
});

async function addWorkers(add: Add, { data, scale, env }: { data: DataFolder; scale: Scale; env: Env }): Promise<void> {
  for (let number = 1; number <= scale.workers; number += 1) {
    const name = `worker-${number}`;
    const own = { ...env, WORK_DIR: join(data.work, String(number)) };
    await add('worker', name, (more) =>
      startProcess({ ...more, ...node(name, 'worker/main.js'), env: own, isReady: stays }),
    );
  }
}

/** Answers their addresses. */
async function addApis(add: Add, { scale, env, firstPort }: { scale: Scale; env: Env; firstPort: number }) {
  const urls: string[] = [];
  for (let number = 1; number <= scale.apis; number += 1) {
    const port = number === 1 ? firstPort : await reservedPort();
    const [name, url] = [`api-${number}`, `http://127.0.0.1:${port}`];
    const own = { ...env, PORT: String(port) };
    const isReady = (): Promise<boolean> => answers(`${url}/healthz`);
    await add('api', name, (more) => startProcess({ ...more, ...node(name, 'api/main.js'), env: own, isReady }));
    urls.push(url);
  }
  return urls;
}

/** Answers its port. */
async function addReceiver(add: Add, record: string): Promise<number> {
  const port = await reservedPort();
  const program = node('receiver', 'test/chaos/receiver.js', String(port), record);
  const isReady = (): Promise<boolean> => answers(`http://127.0.0.1:${port}/alive`);
  await add('receiver', 'receiver', (own) => startProcess({ ...own, ...program, isReady }));
  return port;
}

async function environment(data: DataFolder, scale: Scale) {
  const port = String(await reservedPort());
  const own = {
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`, // of all instances
    LIMIT_CREATES_PER_HOUR: PLENTY,
    LIMIT_READS_PER_MINUTE: PLENTY,
    LIMIT_WRITES_PER_MINUTE: PLENTY,
    LIMIT_PINGS_PER_MINUTE: '1000', // those that are sent again count, too
    ENGINE_PROCESSES: '1',
    ENGINE_MEMORY_MIB: '768',
    // a page must not be given up because its engine process was stopped; a worker that sleeps is no matter
    ENGINE_PAGE_TIMEOUT_SECONDS: '60',
    RECONCILE_AFTER_SECONDS: String(scale.reconcileAfterSeconds),
    WEBHOOK_FIRST_RETRY_SECONDS: '1',
    SWEEP_INTENTS_AFTER_SECONDS: String(scale.sweepIntentsSeconds),
    SWEEP_WORK_AFTER_SECONDS: String(scale.sweepWorkSeconds),
  };
  // not what the user's own environment says of servers
  const { TEMPORAL_BINARY, MINIO_BINARY } = process.env;
  const local = loadLocalEnvironment({ TEMPORAL_BINARY, MINIO_BINARY });
  const ports = await choosePorts(data, local);
  // measures are not looked at, and two workers cannot serve theirs at one port
  return { local, ports, env: { ...childEnvironment(own, data, ports), METRICS_PORT: '' } };
}

/** A worker has no port; what is wrong with its start ends it, and it is started again. */
async function stays(): Promise<boolean> {
  await pause(500);
  return true;
}

/** Ends everything, the last started first; never throws. Answers what could not be ended in order. */
export async function stopSystem(members: readonly Member[], graceMs: number): Promise<string[]> {
  // what is stopped could not end
  signalAll(
    members.flatMap((member) => member.pid() ?? []),
    'SIGCONT',
  );
  const faults: string[] = [];
  for (const { name, supervised } of members.toReversed()) {
    await supervised.stop(graceMs).catch((error: unknown) => faults.push(`${name}: ${(error as Error).message}`));
  }
  return faults;
}
