/** api and worker as child processes of `npm start`. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../infra/config.js';
import { nodeFlags } from './node-flags.js';
import { answers } from './ports.js';
import { startProcess } from './processes.js';
import { spawnRecorder, startWatched, type Setting } from './servers.js';

const READY_MS = 60_000;

type Service = { name: 'api' | 'worker'; graceMs: number; outcome: string; isReady: () => Promise<boolean> };

export async function startServices(setting: Setting, config: Config, dist: string): Promise<void> {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  const api = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`;
  await startService(setting, dist, { name: 'worker', graceMs: 30_000, outcome: 'started', isReady: stays });
  await startService(setting, dist, {
    name: 'api',
    graceMs: 30_000,
    outcome: 'ready',
    isReady: () => answers(`${api}/readyz`),
  });
}

/** A worker has no port: what fails at its start (configuration, connections) ends it within this time. */
async function stays(): Promise<boolean> {
  await delay(500);
  return true;
}

async function startService(
  setting: Setting,
  dist: string,
  { name, graceMs, outcome, isReady }: Service,
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
        args: [...nodeFlags(name), join(dist, name, 'main.js')],
        cwd: join(dist, '..'),
        env: setting.env,
        logPath,
        detached: true,
        onSpawn: spawnRecorder(setting),
        isReady,
        readyTimeoutMs: READY_MS,
      }),
  });
}
