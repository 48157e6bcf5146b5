/** Starts the embedded servers that are not configured otherwise, one after another, and supervises them until the stop. */
import type { LocalEnvironment } from '../infra/local-environment.js';
import type { KeyPair } from '../infra/storage-admin.js';
import { locate, type Program } from './binaries.js';
import { readSecrets, type DataFolder, type Ports } from './data-folder.js';
import type { embeddedServers } from './environment.js';
import { startObjectStore } from './object-store.js';
import { startPostgresServer } from './postgres.js';
import type { OnSpawn, RunningProcess } from './processes.js';
import { recordChild } from './process-records.js';
import { minioProgram, temporalProgram } from './programs.js';
import type { Progress } from './progress.js';
import { supervise, type Supervised } from './supervise.js';
import { prepareTemporal } from './prepare-temporal.js';
import { startTemporalServer } from './temporal-server.js';

export type Setting = {
  data: DataFolder;
  env: Record<string, string | undefined>;
  /** Which servers run embedded. */
  embedded: ReturnType<typeof embeddedServers>;
  local: LocalEnvironment;
  ports: Ports;
  /** The root user of the object store; null for a server that is not ours, if its root is not configured. */
  storeRoot: KeyPair | null;
  progress: Progress;
  say: (line: string) => void;
  /** Aborted when the stop begins: nothing more is started then. */
  signal: AbortSignal;
  /** Everything that was started, in order; the stop goes backwards. Also filled when a later one fails. */
  running: { name: string; graceMs: number; process: Supervised }[];
};

/** Finds, downloads or builds the programs, both at once. */
export async function locatePrograms({ embedded, local, progress, signal }: Setting) {
  const find = async (program: Program, configured: string | undefined) => {
    const task = progress.begin(program.title);
    try {
      const path = await locate(program, configured, { report: task.report, signal });
      task.done(path);
      return path;
    } catch (error) {
      task.failed();
      throw error;
    }
  };
  const [temporal, minio] = await Promise.all([
    embedded.temporal ? find(temporalProgram, local.TEMPORAL_BINARY) : null,
    embedded.s3 ? find(minioProgram, local.MINIO_BINARY) : null,
  ]);
  return { temporal, minio };
}

export async function startServers(setting: Setting, programs: { temporal: string | null; minio: string | null }) {
  const { data, embedded, ports } = setting;
  const secrets = readSecrets(data);
  const common = { detached: true, onSpawn: spawnRecorder(setting) };
  if (embedded.postgres) {
    const logPath = data.log('postgres');
    const options = {
      ...common,
      dataDir: data.postgres,
      port: ports.postgres,
      password: secrets.postgresPassword,
      logPath,
    };
    await startWatched(setting, {
      title: 'PostgreSQL',
      graceMs: 15_000,
      logPath,
      start: () => startPostgresServer(options),
    });
  }
  const { minio, temporal } = programs;
  const { storeRoot } = setting;
  if (minio !== null && storeRoot !== null) {
    const logPath = data.log('s3');
    const options = { ...common, ...storeRoot, binary: minio, dataDir: data.s3, port: ports.s3, logPath };
    await startWatched(setting, {
      title: 'S3 server',
      graceMs: 10_000,
      logPath,
      start: () => startObjectStore(options),
    });
  }
  if (temporal !== null) {
    const logPath = data.log('temporal');
    const options = {
      ...common,
      binary: temporal,
      databasePath: data.temporalDatabase,
      port: ports.temporal,
      uiPort: ports.temporalUi,
      logPath,
      prepare: prepareTemporal,
    };
    await startWatched(setting, {
      title: 'Temporal',
      graceMs: 10_000,
      logPath,
      start: () => startTemporalServer(options),
    });
  }
}

export type Watched = {
  title: string;
  graceMs: number;
  logPath: string;
  start: () => Promise<RunningProcess>;
  /** Shown once it has started; "ready" by default. */
  outcome?: string;
};

/** Starts a process with its progress line, records its id and supervises it. */
export async function startWatched(
  setting: Setting,
  { title, graceMs, logPath, start, outcome }: Watched,
): Promise<void> {
  setting.signal.throwIfAborted();
  const task = setting.progress.begin(title);
  try {
    const process = await supervise({ start, logPath, say: setting.say });
    setting.running.push({ name: title, graceMs, process });
    task.done(outcome);
  } catch (error) {
    task.failed();
    throw error;
  }
}

/** Records each process that is started, so that the next start can end those that a killed start left running. */
export function spawnRecorder({ data }: Setting): OnSpawn {
  return (name, pid) => recordChild(data, name, pid);
}
