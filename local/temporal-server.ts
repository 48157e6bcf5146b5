/** Temporal's development server with its UI, kept in one SQLite file. */
import { Connection } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../workflows/messages.js';
import { answers } from './ports.js';
import { startProcess, type OnSpawn, type RunningProcess } from './processes.js';

export const NAMESPACE = 'default';
/** Closed runs stay visible for a month; the server's own default is a day. */
const RETENTION_SECONDS = 720 * 3600;

export type TemporalServerOptions = {
  binary: string;
  /** SQLite file; without it everything is in memory. */
  databasePath?: string;
  port: number;
  uiPort: number;
  logPath: string;
  detached?: boolean;
  onSpawn?: OnSpawn;
};

export type TemporalServer = RunningProcess & { address: string; uiUrl: string };

/** Starts the server and sees to the search attributes and the retention of its namespace. */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const address = `127.0.0.1:${options.port}`;
  const uiUrl = `http://127.0.0.1:${options.uiPort}`;
  const running = await startProcess({
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
      ...['--namespace', NAMESPACE, '--log-level', 'warn'],
      ...(options.databasePath ? ['--db-filename', options.databasePath] : []),
    ],
    logPath: options.logPath,
    detached: options.detached ?? false,
    ...(options.onSpawn && { onSpawn: options.onSpawn }),
    isReady: async () => (await answers(uiUrl)) && (await serves(address)),
    readyTimeoutMs: 60_000,
  });
  try {
    await prepareNamespace(address);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return { ...running, address, uiUrl };
}

async function serves(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: '2 seconds' });
    try {
      await connection.withDeadline(Date.now() + 2_000, () =>
        connection.workflowService.describeNamespace({ namespace: NAMESPACE }),
      );
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false; // not up yet; the caller's deadline decides and shows the server's log
  }
}

async function prepareNamespace(address: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: '10 seconds' });
  try {
    await connection.withDeadline(Date.now() + 30_000, async () => {
      // start-dev's own option for this counts only when its database file is made, so ask and add at every start.
      const known = await connection.operatorService.listSearchAttributes({ namespace: NAMESPACE });
      const missing = Object.values(SEARCH_ATTRIBUTES)
        .map(({ name }) => name)
        .filter((name) => !(name in known.customAttributes));
      const KEYWORD = 2; // temporal.api.enums.v1.IndexedValueType
      if (missing.length > 0) {
        const searchAttributes = Object.fromEntries(missing.map((name) => [name, KEYWORD]));
        await connection.operatorService.addSearchAttributes({ namespace: NAMESPACE, searchAttributes });
      }
      await connection.workflowService.updateNamespace({
        namespace: NAMESPACE,
        config: { workflowExecutionRetentionTtl: { seconds: RETENTION_SECONDS as unknown as Long } },
      });
    });
  } finally {
    await connection.close();
  }
}
