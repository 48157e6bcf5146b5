import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Config } from '../infra/config.js';
import type { Logger } from '../infra/logger.js';
import type { Downloader } from '../infra/outbound/download.js';
import type { Sealer } from '../infra/sealing.js';
import type { Storage } from '../infra/storage.js';
import type { Tracing } from '../infra/tracing/tracing.js';
import type { Workflows } from './workflows.js';

/** The dependencies of the api. main.ts builds them once; tests pass their own. */
export interface Deps {
  dataSource: DataSource;
  storage: Storage;
  workflows: Workflows;
  /** The registry of this app's metrics. */
  metrics: Registry;
  sealer: Sealer;
  /** Downloads from URLs that clients name. */
  download: Downloader;
  log: Logger;
  /** Null where no traces are made. */
  tracing?: Tracing | null;
  config: Pick<
    Config,
    | 'nodeEnv'
    | 'publicUrl'
    | 'limits'
    | 'quotas'
    | 'disk'
    | 'trustedProxies'
    | 'sessions'
    | 'metrics'
    | 'shutdownDrainMs'
    | 'temporal'
    | 'temporalUiUrl'
    | 'webAppTemporalLinks'
  > & {
    engine: { recognition: Pick<Config['engine']['recognition'], 'languages'> };
  };
}
