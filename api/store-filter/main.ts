/** The filter's process, through which clients reach the object store. It has no secret. */
import { loadFilterConfig } from '../../infra/config.js';
import { createLogger } from '../../infra/logger.js';
import { buildStoreFilter } from './app.js';

/** How long replies in progress may take to end. */
const SHUTDOWN_GRACE_MS = 22_000;
/** After this time the process exits in any case. */
const SHUTDOWN_BOUND_MS = 25_000;

const config = loadFilterConfig(process.env);
const log = createLogger({ level: config.logLevel, name: 'store-filter' });
const app = await buildStoreFilter({ config, log });
let isStopping = false;

function fail(error: unknown, what: string): never {
  log.fatal({ err: error }, what);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'store filter stops');
    setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS).unref();
    setTimeout(fail, SHUTDOWN_BOUND_MS, null, 'store filter did not stop in time').unref();
    app.close().catch((error: unknown) => fail(error, 'store filter did not stop in order'));
  });

try {
  await app.listen({ host: config.host, port: config.port });
  const { host, port, bucket } = config;
  log.info({ host, port, bucket }, 'store filter listens');
} catch (error) {
  fail(error, 'store filter cannot listen');
}
