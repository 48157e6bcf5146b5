/** `npm start`, once dependencies are installed and dist/ is built: servers, migrations, services, first account. */
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../entities/migrate.js';
import { loadConfig, loadLocalEnvironment, loadStoreRoot, type Config } from '../infra/config.js';
import { prepareConfigured } from './configured-temporal.js';
import { readConnection, writeConnection, type Connection } from './connection.js';
import { openDataFolder, readSecrets, type DataFolder } from './data-folder.js';
import { childEnvironment, choosePorts, embeddedServers, requireFreePort } from './environment.js';
import { ensureFirstAccount } from './first-account.js';
import { endOrphans, recordMain, runningStart } from './process-records.js';
import { prepareStore } from './prepare-store.js';
import { createProgress, type Progress } from './progress.js';
import { locatePrograms, startServers, type Setting } from './servers.js';
import { startServices, workerEnvironments } from './services.js';
import { exposureWarning } from '../infra/exposure.js';
import { aborted, stopAll, stopOnSignals } from './shutdown.js';
import { parseArguments, uploadAndFollow, type UploadRequest } from './upload.js';

const dist = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(dist);
const SAMPLE = join('local', 'sample', 'lighthouse.pdf');

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs until a signal; returns the exit code. */
export async function main(args: string[], env: Record<string, string | undefined>): Promise<number> {
  // the reader of our output may exit (a pipe into head), and the servers still have to be stopped in order
  process.stdout.on('error', () => {});
  const begun = performance.now();
  const request = parseArguments(args);
  process.umask(0o077); // whatever a server writes below .data/ is for its owner alone
  const data = openDataFolder(join(root, '.data'));
  const progress = createProgress(process.stdout);
  if (runningStart(data) !== null) return useRunning(data, request, progress);
  const { setting, config } = await prepare(data, env, progress);
  const { signal } = setting;
  try {
    const connection = await bringUp(setting, config);
    const warning = exposureWarning(config);
    if (warning !== null) say(`\u001b[31m${warning}\u001b[39m`);
    printAddresses(connection, { seconds: (performance.now() - begun) / 1000, metrics: workerMetrics(setting) });
    if (request !== null) await uploadAndFollow(request, connection, { progress, say, signal });
    say('Ctrl-C stops everything.');
    await aborted(signal);
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    return 130; // interrupted by the stop
  } finally {
    await stopAll(setting);
  }
}

async function useRunning(data: DataFolder, request: UploadRequest | null, progress: Progress): Promise<number> {
  const { baseUrl, apiKey } = readConnection(data);
  if (!baseUrl || !apiKey) throw new Error('Another start is under way on this folder.');
  say(`Shelfwright runs already, at ${baseUrl}.`);
  if (request === null) return 1;
  const { signal } = new AbortController();
  return (await uploadAndFollow(request, { baseUrl, apiKey }, { progress, say, signal })) ? 0 : 1;
}

/** Validates everything that can be checked before a server is started. */
async function prepare(data: DataFolder, env: Record<string, string | undefined>, progress: Progress) {
  const local = loadLocalEnvironment(env);
  const orphans = await endOrphans(data);
  if (orphans.length > 0) say(`Ended what an earlier start left behind: ${orphans.join(', ')}.`);
  recordMain(data);
  const ports = await choosePorts(data, local);
  const children = childEnvironment(env, data, ports);
  const config = loadConfig(children);
  await requireFreePort(config.port, config.host);
  const stop = new AbortController();
  const { signal } = stop;
  const embedded = embeddedServers(env);
  const storeRoot = embedded.s3 ? readSecrets(data).s3Root : loadStoreRoot(env);
  const servers = { embedded, local, ports, storeRoot };
  const setting: Setting = { data, env: children, ...servers, progress, say, signal, running: [] };
  stopOnSignals(stop, setting);
  return { setting, config };
}

async function bringUp(setting: Setting, config: Config): Promise<Connection> {
  const { data, ports, progress } = setting;
  await startServers(setting, await locatePrograms(setting));
  const task = progress.begin('Database');
  const done = await migrate(config.databaseUrl);
  task.done(done.length > 0 ? `${done.length} migrations run` : 'up to date');
  await prepareStore(config.s3, setting.storeRoot);
  if (!setting.embedded.temporal) await prepareConfigured(config.temporal, setting); // the embedded one: at its starts
  await startServices(setting, config, dist);
  const account = await ensureFirstAccount(config.databaseUrl, readConnection(data));
  const connection = {
    baseUrl: `http://localhost:${config.port}`,
    ...account,
    temporalAddress: config.temporal.address,
    temporalUiUrl: config.temporalUiUrl ?? `http://127.0.0.1:${ports.temporalUi}`,
    s3Endpoint: config.s3.endpoint,
    databaseUrl: config.databaseUrl,
    mailDir: resolve(config.mailDir ?? data.mail),
  };
  writeConnection(data, connection);
  return connection;
}

/** Addresses of the workers' /metrics. */
function workerMetrics({ env, local }: Setting): string[] {
  return workerEnvironments(env, local.WORKERS).map((worker) => `http://localhost:${worker.METRICS_PORT}/metrics`);
}

function printAddresses(
  { baseUrl, apiKey, email, password, temporalUiUrl, mailDir }: Connection,
  { seconds, metrics }: { seconds: number; metrics: string[] },
): void {
  const sample = relative(process.cwd(), join(root, SAMPLE));
  say(`
Shelfwright is ready (${seconds.toFixed(1)} s).

  Web app      ${baseUrl}
  Sign in      ${email}, password ${password}
  Reference    ${baseUrl}/docs
  Temporal UI  ${temporalUiUrl}
  Metrics      ${[`${baseUrl}/metrics`, ...metrics].join('\n               ')}
  API key      ${apiKey}
  Mails        ${relative(process.cwd(), mailDir)} (codes of new accounts)

Upload a sample:

  curl -s -H 'Authorization: Bearer ${apiKey}' -F file=@${sample} ${baseUrl}/v1/shelves
`);
}
