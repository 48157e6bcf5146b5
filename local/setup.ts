/** One-off set-up of an installation: the migrations and the bucket. docker-compose.yml runs it before api and worker. */
import { migrate } from '../entities/migrate.js';
import { loadConfig } from '../infra/config.js';
import { createLogger } from '../infra/logger.js';
import { createStorage } from '../infra/storage.js';

const config = loadConfig(process.env);
const log = createLogger({ level: config.logLevel, name: 'setup' });
const migrations = await migrate(config.databaseUrl);
const storage = createStorage(config.s3, log);
await storage.ensureBucket();
storage.close();
log.info({ migrations, bucket: config.s3.bucket }, 'set up');
