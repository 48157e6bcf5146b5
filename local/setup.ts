/**
 * One-off set-up of an installation: the migrations, the bucket and, with the object store's root, its users.
 * docker-compose.yml runs it before api and worker.
 */
import { migrate } from '../entities/migrate.js';
import { loadConfig, loadStoreRoot } from '../infra/config.js';
import { createLogger } from '../infra/logger.js';
import { prepareStore } from './prepare-store.js';

const config = loadConfig(process.env);
const root = loadStoreRoot(process.env);
const log = createLogger({ level: config.logLevel, name: 'setup' });
const migrations = await migrate(config.databaseUrl);
await prepareStore(config.s3, root);
log.info({ migrations, bucket: config.s3.bucket, users: root !== null }, 'set up');
