/**
 * `npm run deployment -- current BUILD_ID [--leave-queues] | ramp BUILD_ID PERCENT | unversioned | show`: which workers get
 * tasks, of those that have TEMPORAL_DEPLOYMENT_BUILD_ID. Exit codes: 1 when it failed, 2 for an invalid command line.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadTemporalConfig } from '../infra/config.js';
import { BUILD_ID } from '../infra/environment.js';
import { createLogger } from '../infra/logger.js';
import { createTemporal, type Temporal } from '../infra/temporal.js';
import { explainingTls } from '../infra/temporal-tls.js';
import { describeRouting, isOfTransport, isWithoutPollers, setCurrent, setRamping } from '../worker/deployment.js';
import { retryUntilAvailable } from '../worker/retry-until-available.js';
import { readStartedEnvironment } from './connection.js';

const USAGE =
  'Usage: npm run deployment -- current BUILD_ID [--leave-queues] | ramp BUILD_ID PERCENT | unversioned | show';
/** For a build that lacks a queue of the current one, as when a rollout that added one is taken back. */
const LEAVE_QUEUES = '--leave-queues';
const DATA = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), '.data');
/** For workers that are being started: the server knows a build once one of them polls. */
const WAIT_MS = 120_000;

interface Work {
  do: (temporal: Temporal) => Promise<void>;
  /** Whether it is repeated after this error. */
  mayPass: (error: unknown) => boolean;
}

/** A build whose workers are being started is refused until they poll. */
const ofBuild = (work: Work['do']): Work => ({
  do: work,
  mayPass: (error) => isOfTransport(error) || isWithoutPollers(error),
});
const ofNoBuild = (work: Work['do']): Work => ({ do: work, mayPass: isOfTransport });

/** What the command line asks for; null if it was not understood. */
function readRequest([verb, buildId = '', option = '', ...more]: string[]): Work | null {
  const hasBuild = new RegExp(BUILD_ID).test(buildId);
  const share = /^\d{1,3}$/.test(option) ? Number(option) : Number.NaN;
  if (more.length > 0) return null;
  if (verb === 'current' && hasBuild && ['', LEAVE_QUEUES].includes(option)) {
    const leavesQueues = option === LEAVE_QUEUES;
    return ofBuild((temporal) => setCurrent(temporal, buildId, { leavesQueues }));
  }
  if (verb === 'ramp' && hasBuild && share <= 100) return ofBuild((temporal) => setRamping(temporal, buildId, share));
  if (verb === 'unversioned' && buildId === '') return ofNoBuild((temporal) => setCurrent(temporal, ''));
  return verb === 'show' && buildId === '' ? ofNoBuild(async () => {}) : null;
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
  const { mayPass } = work;
  const wait = { timeoutMs: WAIT_MS, signal: new AbortController().signal, log, mayPass };
  try {
    const attempt = async () => {
      await work.do(temporal);
      return describeRouting(temporal);
    };
    const routing = await retryUntilAvailable('Temporal, or for workers', () => explainingTls(config, attempt), wait);
    process.stdout.write(`${JSON.stringify(routing)}\n`);
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
