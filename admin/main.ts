/**
 * The operator's command: `npm run admin -- subscription grant EMAIL`. It works on the database of DATABASE_URL, or else on
 * that of the last `npm start`. Exit codes: 1 when it failed, 2 for an invalid command line.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDataSource } from '../entities/data-source.js';
import { loadDatabaseUrl, loadStoreConfig, loadTemporalConfig } from '../infra/config.js';
import { dependencyOf, isOutage } from '../infra/outages.js';
import { createStorage, type Storage } from '../infra/storage.js';
import { createTemporal, type Temporal } from '../infra/temporal.js';
import { readConnection, readStartedEnvironment } from '../local/connection.js';
import type { Answer } from './commands.js';
import { CommandError } from './input.js';
import { toJson, toTable } from './output.js';
import { readRequest, usage, type Request } from './request.js';

const DATA = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), '.data');
const CONNECTION = join(DATA, 'connection.json');

const started = () => readConnection({ connection: CONNECTION });

function databaseUrl(env: NodeJS.ProcessEnv): string {
  if (env['DATABASE_URL']?.trim()) return loadDatabaseUrl(env);
  const { databaseUrl } = started();
  if (!databaseUrl) throw new CommandError('Which database? Set DATABASE_URL, or run `npm start` first.');
  return databaseUrl;
}

/** The configured Temporal, or else that of `npm start`, unless DATABASE_URL points to another installation. */
function temporalOf(env: NodeJS.ProcessEnv): { temporal: Temporal | null; temporalUiUrl: string | null } {
  const isStarted = !env['DATABASE_URL']?.trim();
  const { temporalAddress, temporalUiUrl } = isStarted ? started() : {};
  const isConfigured = [env['TEMPORAL_ADDRESS'], env['TEMPORAL_CONFIG_FILE']].some((value) => value?.trim());
  const config = isConfigured
    ? loadTemporalConfig(env)
    : temporalAddress && loadTemporalConfig({ TEMPORAL_ADDRESS: temporalAddress });
  const uiUrl = env['TEMPORAL_UI_URL']?.trim() || temporalUiUrl;
  return {
    temporal: config ? createTemporal(config) : null,
    temporalUiUrl: uiUrl?.replace(/\/+$/, '') ?? null,
  };
}

/** The configured object store, or else that of `npm start`, unless DATABASE_URL points to another installation. */
function openStorage(): Storage {
  const isStarted = !process.env['DATABASE_URL']?.trim() && existsSync(DATA);
  return createStorage(loadStoreConfig(isStarted ? readStartedEnvironment(process.env, DATA) : process.env));
}

async function work(request: Request, url: string): Promise<Answer> {
  const { temporal, temporalUiUrl } = temporalOf(process.env);
  const dataSource = createDataSource(url, { poolSize: 1, applicationName: 'shelfwright-admin' });
  try {
    await dataSource.initialize();
    return await request.work({ manager: dataSource.manager, temporal, storage: openStorage, temporalUiUrl });
  } catch (error) {
    const { host } = new URL(url);
    const isOfAnother = isOutage(error) && dependencyOf(error) !== 'postgres';
    if (isOfAnother) throw new CommandError(`Not available: ${dependencyOf(error)}. ${(error as Error).message}`);
    if (isOutage(error))
      throw new CommandError(`The database at ${host} cannot be reached. Is it running (npm start)?`);
    // SQLSTATE class 28: invalid authorization
    if (/^28/.test(String((error as { code?: unknown }).code))) throw new CommandError((error as Error).message);
    throw error;
  } finally {
    await temporal?.close();
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

async function main(args: string[]): Promise<void> {
  const request = readRequest(args);
  if (!request) return void process.stdout.write(usage());
  const answer = await work(request, databaseUrl(process.env));
  process.stdout.write(request.asJson ? toJson(answer) : toTable(answer));
  if ('sections' in answer && answer.failed) process.exitCode = 1;
  if ('list' in answer && answer.isCut) process.stderr.write('There are more: raise --limit.\n');
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const { name, message, stack } = error as Error;
  const isExpected = ['UsageError', 'CommandError', 'ConfigError', 'QueryFailedError'].includes(name);
  process.stderr.write(`${isExpected ? message : stack}\n`);
  process.exitCode = name === 'UsageError' ? 2 : 1;
});
