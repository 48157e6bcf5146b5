import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Config } from '../infra/config.js';
import type { Logger } from '../infra/logger.js';
import type { Sealer } from '../infra/sealing.js';
import type { Storage } from '../infra/storage.js';
import type { Runs } from './runs.js';

/** What the api works with. main.ts builds it once; tests pass their own. */
export interface Deps {
  dataSource: DataSource;
  storage: Storage;
  runs: Runs;
  /** Gets what this api measures; one for each. */
  metrics: Registry;
  sealer: Sealer;
  log: Logger;
  config: Pick<Config, 'nodeEnv' | 'publicUrl' | 'limits' | 'trustedProxies' | 'metrics' | 'shutdownDrainMs'>;
}
