/** api and worker as child processes of `npm start`. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../infra/config.js';
import { filterEnvironment } from '../infra/environment.js';
import type { Ports } from './data-folder.js';
import { nodeFlags } from './node-flags.js';
import { answers } from './ports.js';
import { startProcess } from './processes.js';
import { spawnRecorder, startWatched, type Setting } from './servers.js';

const READY_MS = 60_000;

/** The keys that only the api uses. */
const API_KEYS = ['S3_ISSUER_ACCESS_KEY', 'S3_ISSUER_SECRET_KEY', 'S3_SIGNER_ACCESS_KEY', 'S3_SIGNER_SECRET_KEY'];

type Service = {
  program: 'api' | 'api/store-filter' | 'worker';
  /** Names its log and its progress line; each process has its own. */
  name: string;
  env: Setting['env'];
  graceMs: number;
  outcome: string;
  isReady: () => Promise<boolean>;
};

export async function startServices(setting: Setting, config: Config, dist: string): Promise<void> {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  await startFilter(setting, dist);
  const api = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
  // Concurrently, since a start mostly uses a single core; before the api, since the stop is in reverse order.
  await Promise.all(
    workerEnvironments(setting.env, setting.local.WORKERS).map((env, at) =>
      startService(setting, dist, {
        program: 'worker',
        name: `worker-${at + 1}`,
        env,
        graceMs: 30_000,
        outcome: 'started',
        isReady: stays,
      }),
    ),
  );
  await startService(setting, dist, {
    program: 'api',
    name: 'api',
    env: setting.env,
    graceMs: 30_000 + config.shutdownDrainMs,
    outcome: 'ready',
    isReady: () => answers(`${api}/readyz`),
  });
}

/** The filter in front of the embedded object store; another store has its own. */
async function startFilter(setting: Setting, dist: string): Promise<void> {
  if (!setting.embedded.s3) return;
  await startService(setting, dist, {
    program: 'api/store-filter',
    name: 'store-filter',
    env: filterEnvironmentOf(setting.env, setting.ports),
    graceMs: 10_000,
    outcome: 'ready',
    isReady: () => answers(`http://127.0.0.1:${setting.ports.s3Filter}/healthz`),
  });
}

/** The environment of the filter, which contains no secret. */
export function filterEnvironmentOf(env: Setting['env'], { s3Filter }: Pick<Ports, 's3Filter'>): Setting['env'] {
  const names = ['PATH', ...Object.keys(filterEnvironment.properties)];
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => names.includes(name)));
  return { ...own, HOST: '127.0.0.1', PORT: String(s3Filter) };
}

/**
 * The environments of `count` workers on this machine: they share the processors for engine work, unless that is
 * configured, and take ports one after another. `WORK_DIR` is one for all, in which each has a folder of its own.
 */
export function workerEnvironments(env: Setting['env'], count: number): Setting['env'][] {
  const share = Math.max(1, Math.floor(availableParallelism() / count));
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !API_KEYS.includes(name)));
  return Array.from({ length: count }, (_, at) => ({
    ENGINE_PROCESSES: String(share),
    ...own,
    ...(env.METRICS_PORT && { METRICS_PORT: String(Number(env.METRICS_PORT) + at) }),
  }));
}

/** A worker has no port: what fails at its start (configuration, connections) ends it within this time. */
async function stays(): Promise<boolean> {
  await delay(500);
  return true;
}

async function startService(
  setting: Setting,
  dist: string,
  { program, name, env, graceMs, outcome, isReady }: Service,
): Promise<void> {
  const logPath = setting.data.log(name);
  await startWatched(setting, {
    title: name,
    graceMs,
    logPath,
    outcome,
    start: () =>
      startProcess({
        name,
        command: process.execPath,
        args: [...nodeFlags(program), join(dist, program, 'main.js')],
        cwd: join(dist, '..'),
        env,
        logPath,
        detached: true,
        onSpawn: spawnRecorder(setting),
        isReady,
        readyTimeoutMs: READY_MS,
      }),
  });
}
