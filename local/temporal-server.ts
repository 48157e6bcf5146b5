/** Temporal's development server with its UI, kept in one SQLite file. */
import { isTemporalOutage } from '../infra/outages.js';
import { createTemporal, type Temporal } from '../infra/temporal.js';
import { SEARCH_ATTRIBUTES } from '../workflows/messages.js';
import { keepClosedRuns, prepareVisibility } from './prepare-temporal.js';
import { answers } from './ports.js';
import { endsWithin, startProcess, type OnSpawn, type RunningProcess } from './processes.js';

export const NAMESPACE = 'default';

/**
 * Dynamic configuration of the task queues; docker-compose.yml sets the same by a file. Scheduling fairness is off by
 * default, and most exact with one partition per queue, which still handles thousands of tasks per second.
 */
export const MATCHING = {
  'matching.enableFairness': true,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
} as const;

/**
 * The development server reads its namespace from the database at each start of a workflow, one start after the other, to
 * see new search attributes at once. While SQLite is busy for three seconds it takes the namespace for unknown, and refuses.
 * Any other server reads it from its cache, and sees them some seconds later.
 */
const CACHED_NAMESPACE = { 'system.forceSearchAttributesCacheRefreshOnRead': false } as const;

const DYNAMIC_CONFIG_ARGS = Object.entries({ ...MATCHING, ...CACHED_NAMESPACE }).flatMap(([name, value]) => [
  '--dynamic-config-value',
  `${name}=${value}`,
]);

/** As the command line names them. */
const TYPES: Record<(typeof SEARCH_ATTRIBUTES)[keyof typeof SEARCH_ATTRIBUTES]['type'], string> = {
  KEYWORD: 'Keyword',
};

/** Taken when the server creates its database: a namespace that has them at once need not be waited for. */
const SEARCH_ATTRIBUTE_ARGS = Object.values(SEARCH_ATTRIBUTES).flatMap(({ name, type }) => [
  '--search-attribute',
  `${name}=${TYPES[type]}`,
]);

const PREPARE_MS = 30_000;
/**
 * On a busy machine a server that has just started may need a minute for its first answers. Stopped and started again it
 * would be no further, however often.
 */
const PREPARE_TIMEOUT_MS = 180_000;
const RETRY_MS = 1_000;

export type TemporalServerOptions = {
  binary: string;
  /** SQLite file; without it everything is in memory. */
  databasePath?: string;
  port: number;
  uiPort: number;
  logPath: string;
  detached?: boolean;
  onSpawn?: OnSpawn;
  /** What it is to have once it answers; namespace and search attributes if not given, null for a server that is not set up. */
  prepare?: ((temporal: Temporal) => Promise<unknown>) | null;
};

export type TemporalServer = RunningProcess & { address: string; uiUrl: string };

/** Starts the server and sets up its namespace. */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const address = `127.0.0.1:${options.port}`;
  const uiUrl = `http://127.0.0.1:${options.uiPort}`;
  const temporal = createTemporal({ address, namespace: NAMESPACE });
  let running: RunningProcess | undefined;
  try {
    running = await startProcess({
      name: 'Temporal',
      command: options.binary,
      args: [
        ...[
          'server',
          'start-dev',
          '--ip',
          '127.0.0.1',
          '--port',
          String(options.port),
          '--ui-port',
          String(options.uiPort),
        ],
        ...['--namespace', NAMESPACE, '--log-level', 'warn', ...DYNAMIC_CONFIG_ARGS],
        ...(options.prepare === null ? [] : SEARCH_ATTRIBUTE_ARGS),
        ...(options.databasePath ? ['--db-filename', options.databasePath] : []),
      ],
      logPath: options.logPath,
      detached: options.detached ?? false,
      ...(options.onSpawn && { onSpawn: options.onSpawn }),
      isReady: async () => (await answers(uiUrl)) && (await serves(temporal)),
      readyTimeoutMs: 60_000,
    });
    // at every start, also after a crash: start-dev applies its own options only when it creates its database
    const { prepare = prepareVisibility } = options;
    await whileItRuns(running, async () => {
      await temporal.within(PREPARE_MS, () => keepClosedRuns(temporal));
      await prepare?.(temporal);
    });
    return { ...running, address, uiUrl };
  } catch (error) {
    await running?.stop();
    throw error;
  } finally {
    await temporal.close();
  }
}

/** Repeats `work` until it succeeds, while the server runs and only fails to answer in time. */
async function whileItRuns({ ended }: RunningProcess, work: () => Promise<void>): Promise<void> {
  const deadlineMs = Date.now() + PREPARE_TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const mayPass = isTemporalOutage(error) && Date.now() < deadlineMs;
      if (!mayPass || (await endsWithin(ended, RETRY_MS))) throw error;
    }
  }
}

async function serves(temporal: Temporal): Promise<boolean> {
  try {
    await temporal.ping(2_000);
    return true;
  } catch {
    return false; // not up yet; the caller's deadline decides and shows the server's log
  }
}
