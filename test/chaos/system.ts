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
import { answers, freePort } from '../../local/ports.js';
import { startPostgresServer } from '../../local/postgres.js';
import { startProcess, type OnSpawn } from '../../local/processes.js';
import { minioProgram, temporalProgram } from '../../local/programs.js';
import { startTemporalServer } from '../../local/temporal-server.js';
import type { Target } from './fault-plan.js';
import { startMember, type Member } from './members.js';
import type { Scale } from './options.js';
import { signalAll, type Roll } from './processes.js';

const dist = fileURLToPath(new URL('../..', import.meta.url));
const READY_MS = 60_000;
const PLENTY = '1000000000';

export interface SystemOptions {
  data: DataFolder;
  scale: Scale;
  roll: Roll;
  /** Takes what the watch over the processes says. */
  watched: (line: string) => void;
}

export type System = Awaited<ReturnType<typeof startSystem>>;

/** Starts everything, each process watched over and started again when it ends. `members` also holds what a failed start left. */
export async function startSystem({ data, scale, roll, watched }: SystemOptions, members: Member[]) {
  const { local, ports, env } = await environment(data, scale);
  const config = loadConfig(env);
  const secrets = readSecrets(data);
  const add = async (target: Target, name: string, start: (onSpawn: OnSpawn, logPath: string) => Started) => {
    const logPath = data.log(name);
    const member = await startMember({
      target,
      name,
      logPath,
      roll,
      say: watched,
      start: (onSpawn) => start(onSpawn, logPath),
    });
    members.push(member);
  };
  const quiet = { report: () => {} };
  const minio = await locate(minioProgram, local.MINIO_BINARY, quiet);
  const temporal = await locate(temporalProgram, local.TEMPORAL_BINARY, quiet);
  const own = (onSpawn: OnSpawn, logPath: string) => ({ detached: true, onSpawn, logPath });

  await add('postgres', 'postgres', (onSpawn, logPath) =>
    startPostgresServer({
      ...own(onSpawn, logPath),
      dataDir: data.postgres,
      port: ports.postgres,
      password: secrets.postgresPassword,
    }),
  );
  await add('s3', 's3', (onSpawn, logPath) =>
    startObjectStore({
      ...own(onSpawn, logPath),
      binary: minio,
      dataDir: data.s3,
      port: ports.s3,
      accessKey: secrets.s3AccessKey,
      secretKey: secrets.s3SecretKey,
    }),
  );
  await add('temporal', 'temporal', (onSpawn, logPath) =>
    startTemporalServer({
      ...own(onSpawn, logPath),
      binary: temporal,
      databasePath: data.temporalDatabase,
      port: ports.temporal,
      uiPort: ports.temporalUi,
    }),
  );
  await migrate(config.databaseUrl);
  const storage = createStorage(config.s3);
  await storage.ensureBucket();

  const node = (onSpawn: OnSpawn, logPath: string) => ({
    ...own(onSpawn, logPath),
    command: process.execPath,
    readyTimeoutMs: READY_MS,
  });
  for (let number = 1; number <= scale.workers; number += 1) {
    await add('worker', `worker-${number}`, (onSpawn, logPath) =>
      startProcess({
        ...node(onSpawn, logPath),
        name: `worker-${number}`,
        args: [...nodeFlags('worker'), join(dist, 'worker/main.js')],
        env: { ...env, WORK_DIR: join(data.work, String(number)) },
        isReady: stays,
      }),
    );
  }
  const urls: string[] = [];
  for (let number = 1; number <= scale.apis; number += 1) {
    const port = number === 1 ? config.port : await freePort();
    const url = `http://127.0.0.1:${port}`;
    urls.push(url);
    await add('api', `api-${number}`, (onSpawn, logPath) =>
      startProcess({
        ...node(onSpawn, logPath),
        name: `api-${number}`,
        args: [...nodeFlags('api'), join(dist, 'api/main.js')],
        env: { ...env, PORT: String(port) },
        isReady: () => answers(`${url}/healthz`),
      }),
    );
  }
  const receiverPort = await freePort();
  const receiverRecord = join(data.root, 'received.jsonl');
  await add('receiver', 'receiver', (onSpawn, logPath) =>
    startProcess({
      ...node(onSpawn, logPath),
      name: 'receiver',
      args: [join(dist, 'test/chaos/receiver.js'), String(receiverPort), receiverRecord],
      isReady: () => answers(`http://127.0.0.1:${receiverPort}/alive`),
    }),
  );
  return { config, storage, urls, receiverPort, receiverRecord, members };
}

type Started = ReturnType<typeof startProcess>;

async function environment(data: DataFolder, scale: Scale) {
  const port = String(await freePort());
  const own = {
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`, // of all instances
    LIMIT_CREATES_PER_HOUR: PLENTY,
    LIMIT_READS_PER_MINUTE: PLENTY,
    LIMIT_WRITES_PER_MINUTE: PLENTY,
    ENGINE_PROCESSES: '1',
    ENGINE_MEMORY_MIB: '768',
    // a page must not be given up because its process was stopped
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
  return { local, ports, env: childEnvironment(own, data, ports) };
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
