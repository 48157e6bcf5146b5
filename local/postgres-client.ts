/** pg_dump and pg_restore: of the PATH if they are new enough for the server, else of the user's cache folder. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { loadLocalEnvironment } from '../infra/config.js';
import { locate } from './binaries.js';
import { postgresClientProgram } from './programs.js';
import { runTool } from './run-tool.js';

/** A large database takes hours. */
const TIMEOUT_MS = 24 * 3_600_000;

export type PostgresTool = 'pg_dump' | 'pg_restore';

/**
 * Runs one of them on a database. The password goes by the environment, since everybody on the machine can read arguments.
 *
 * @param database `serverMajor` is the version of its server, which an older pg_dump refuses
 * @throws Error with the tool's last words, or with how to get it
 */
export async function runPostgresTool(
  tool: PostgresTool,
  args: string[],
  database: { url: string; serverMajor: number },
): Promise<void> {
  const url = new URL(database.url);
  const password = decodeURIComponent(url.password);
  url.password = '';
  await runTool({
    command: await locateTool(tool, database.serverMajor),
    args: [...args, `--dbname=${url.href}`],
    cwd: '/',
    env: { PGPASSWORD: password },
    timeoutMs: TIMEOUT_MS,
  });
}

async function locateTool(tool: PostgresTool, serverMajor: number): Promise<string> {
  const { PG_DUMP: configured } = loadLocalEnvironment(process.env);
  if (configured === undefined && isNewEnough(tool, serverMajor)) return tool;
  const pgDump = await locate(postgresClientProgram, configured, { report: () => {} });
  const path = join(dirname(pgDump), tool);
  if (isNewEnough(path, serverMajor)) return path;
  throw new Error(`${path} is older than the server (PostgreSQL ${serverMajor}).\n${postgresClientProgram.help}`);
}

function isNewEnough(program: string, serverMajor: number): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= serverMajor;
}
