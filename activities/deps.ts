import type { DataSource } from 'typeorm';
import type { Config } from '../infra/config.js';
import type { Outbound } from '../infra/outbound/outbound.js';
import type { Sealer } from '../infra/sealing.js';
import type { Mailer } from '../infra/mailer.js';
import type { Storage } from '../infra/storage.js';
import type { Temporal } from '../infra/temporal.js';
import type { DocumentEngine } from './document-engine.js';
import type { Scratch } from './scratch.js';

/** What the reconciler repairs, as `/metrics` counts it. */
export const REPAIRS = [
  'run_started',
  'run_failed',
  'run_cancelled',
  'mail_started',
  'delete_started',
  'delivery_started',
] as const;
export type Repair = (typeof REPAIRS)[number];

export interface ActivityDeps {
  config: Pick<Config, 'engine' | 'webhooks' | 'reconcileAfterSeconds' | 'sweep' | 'pictureBytes'>;
  dataSource: DataSource;
  storage: Storage;
  scratch: Scratch;
  engine: DocumentEngine;
  mailer: Mailer;
  outbound: Outbound;
  /** Decrypts the secrets of webhooks. */
  sealer: Sealer;
  temporal: Pick<Temporal, 'within'>;
  /** Called after each repair of the reconciler. */
  repaired: (what: Repair) => void;
}
