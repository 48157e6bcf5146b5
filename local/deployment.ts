/**
 * `npm run deployment -- current BUILD_ID | ramp BUILD_ID PERCENT | unversioned | show`: which workers get tasks, of those
 * that have TEMPORAL_DEPLOYMENT_BUILD_ID. Exit codes: 1 when it failed, 2 for an invalid command line.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTemporalConfig } from '../infra/config.js';
import { BUILD_ID } from '../infra/environment.js';
import { createLogger } from '../infra/logger.js';
import { createTemporal, type Temporal } from '../infra/temporal.js';
import { explainingTls } from '../infra/temporal-tls.js';
import { describeRouting, setCurrent, setRamping } from '../worker/deployment.js';
import { retryUntilAvailable } from '../worker/retry-until-available.js';
import { readStartedEnvironment } from './connection.js';

const USAGE = 'Usage: npm run deployment -- current BUILD_ID | ramp BUILD_ID PERCENT | unversioned | show';
const DATA = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), '.data');
/** For workers that are being started: the server knows a build once one of them polls. */
const WAIT_MS = 120_000;

type Work = (temporal: Temporal) => Promise<void>;

/** What the command line asks for; null if it was not understood. */
function readRequest([verb, buildId = '', percent = '', ...more]: string[]): Work | null {
  const hasBuild = new RegExp(BUILD_ID).test(buildId);
  const share = /^\d{1,3}$/.test(percent) ? Number(percent) : Number.NaN;
  if (more.length > 0) return null;
  if (verb === 'current' && hasBuild && percent === '') return (temporal) => setCurrent(temporal, buildId);
  if (verb === 'ramp' && hasBuild && share <= 100) return (temporal) => setRamping(temporal, buildId, share);
  if (verb === 'unversioned' && buildId === '') return (temporal) => setCurrent(temporal, '');
  return verb === 'show' && buildId === '' ? async () => {} : null;
}

async function main(args: string[]): Promise<number> {
  const work = readRequest(args);
  if (work === null) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const log = createLogger({ level: 'info', name: 'deployment' });
  const config = loadTemporalConfig(existsSync(DATA) ? readStartedEnvironment(process.env, DATA) : process.env);
  const temporal = createTemporal(config);
  const wait = { timeoutMs: WAIT_MS, signal: new AbortController().signal, log };
  try {
    await retryUntilAvailable('workers of the build', () => explainingTls(config, () => work(temporal)), wait);
    process.stdout.write(`${JSON.stringify(await describeRouting(temporal))}\n`);
    return 0;
  } catch (error) {
    const { details, message } = error as { details?: string; message: string };
    process.stderr.write(`${details ?? message}\n`);
    return 1;
  } finally {
    await temporal.close();
  }
}

process.exit(await main(process.argv.slice(2)));
