/**
 * One-off set-up of an installation: the migrations, the bucket and, with the object store's root, its users, and what the
 * service needs in Temporal. docker-compose.yml runs it before api and worker; it can be repeated at any time.
 */
import { migrate } from '../entities/migrate.js';
import { loadConfig, loadStoreRoot } from '../infra/config.js';
import { createLogger } from '../infra/logger.js';
import { createTemporal } from '../infra/temporal.js';
import { explainingTls } from '../infra/temporal-tls.js';
import { checkNamespace } from '../worker/namespace.js';
import { retryUntilAvailable } from '../worker/retry-until-available.js';
import { prepareStore } from './prepare-store.js';
import { prepareTemporal } from './prepare-temporal.js';

const TEMPORAL_TIMEOUT_MS = 120_000;

const config = loadConfig(process.env);
const root = loadStoreRoot(process.env);
const log = createLogger({ level: config.logLevel, name: 'setup' });
const migrations = await migrate(config.databaseUrl);
await prepareStore(config.s3, root);
const temporal = createTemporal(config.temporal);
const wait = { timeoutMs: TEMPORAL_TIMEOUT_MS, signal: new AbortController().signal, log };
const made = await retryUntilAvailable(
  'Temporal',
  () => explainingTls(config.temporal, () => prepareTemporal(temporal)),
  wait, // also for the server's caches, which know a new namespace only after some seconds
);
await retryUntilAvailable('what was made in Temporal', () => checkNamespace(temporal), wait);
await temporal.close();
log.info({ migrations, bucket: config.s3.bucket, users: root !== null, temporal: made }, 'set up');
