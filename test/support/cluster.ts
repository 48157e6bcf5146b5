/**
 * A Postgres cluster with all migrations, made once in a test run and copied for every test file: most of what a fresh
 * database costs is `initdb`. Each file still has a server of its own.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../entities/migrate.js';
import { reservedPort } from './run-wide.js';
import { startPostgresServer } from '../../local/postgres.js';

/** The same in all copies: the servers listen on this machine alone and hold what tests put there. */
export const CLUSTER_PASSWORD = 'of-every-test-cluster';
/** Names the folder that the run's own start makes (global-setup.ts); without it each cluster is made anew. */
export const CLUSTER_FOLDER = 'TEST_CLUSTER_FOLDER';

/** Puts a stopped cluster with all migrations at `dataDir`, whose parent has to be there. */
export async function givenCluster(dataDir: string): Promise<void> {
  const shared = process.env[CLUSTER_FOLDER];
  if (shared === undefined) return makeCluster(dataDir);
  const template = join(shared, 'cluster');
  if (!existsSync(template)) await makeTemplate(template);
  mkdirSync(dataDir, { mode: 0o700 }); // PostgreSQL refuses a folder that others may read
  cpSync(template, dataDir, { recursive: true });
}

async function makeTemplate(template: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'shelfwright-cluster-'));
  try {
    await makeCluster(join(folder, 'data'));
    renameSync(join(folder, 'data'), template);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error; // another file was faster
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeCluster(dataDir: string): Promise<void> {
  const port = await reservedPort();
  const logPath = `${dataDir}.log`;
  const server = await startPostgresServer({ dataDir, port, password: CLUSTER_PASSWORD, logPath, unsafe: true });
  try {
    await migrate(server.url);
  } finally {
    await server.stop();
  }
}
