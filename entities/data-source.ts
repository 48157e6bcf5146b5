import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { Account } from './account.js';
import { ApiKey } from './api-key.js';
import { DeliveryAttempt } from './delivery-attempt.js';
import { DeliveryLane } from './delivery-lane.js';
import { DeliverySlot } from './delivery-slot.js';
import { CountedPages } from './counted-pages.js';
import { Delivery } from './delivery.js';
import { Event } from './event.js';
import { IdempotencyKey } from './idempotency-key.js';
import { Mail } from './mail.js';
import { MIGRATIONS } from './migrations.js';
import { postgresNames } from './naming.js';
import { PagePicture } from './page-picture.js';
import { PasswordReset } from './password-reset.js';
import { QuotaReservation } from './quota-reservation.js';
import { RateLimit } from './rate-limit.js';
import { Registration } from './registration.js';
import { SearchDocument } from './search-document.js';
import { SearchPassage } from './search-passage.js';
import { ReviewEdit } from './review-edit.js';
import { SecondFactor } from './second-factor.js';
import { SecurityEvent } from './security-event.js';
import { Session } from './session.js';
import { Shelf } from './shelf.js';
import { Upload } from './upload.js';
import { VersionFile } from './version-file.js';
import { Version } from './version.js';
import { WebhookEndpoint } from './webhook-endpoint.js';

const entities = [
  Account,
  ApiKey,
  CountedPages,
  Delivery,
  DeliveryAttempt,
  DeliveryLane,
  DeliverySlot,
  Event,
  IdempotencyKey,
  Mail,
  PagePicture,
  PasswordReset,
  QuotaReservation,
  RateLimit,
  Registration,
  SearchDocument,
  SearchPassage,
  ReviewEdit,
  SecondFactor,
  SecurityEvent,
  Session,
  Shelf,
  Upload,
  Version,
  VersionFile,
  WebhookEndpoint,
];

export interface DataSourceOptions {
  /** Connections at most. */
  poolSize?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** The server ends a statement that takes longer. */
  statementTimeoutMs?: number;
  /** Called for connections that break while idle (the pool replaces them). Default: a warning on the console. */
  onConnectionError?: (error: Error) => void;
}

/** Creates a data source that is not connected yet (`initialize()`). The caller has to `destroy()` it. */
export function createDataSource(databaseUrl: string, options: DataSourceOptions = {}): DataSource {
  const { statementTimeoutMs = 30_000 } = options;
  return new DataSource({
    type: 'postgres',
    url: databaseUrl,
    entities,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    namingStrategy: postgresNames(),
    installExtensions: false,
    uuidExtension: 'pgcrypto',
    // bigint columns hold byte counts, far below 2^53
    parseInt8: true,
    poolSize: options.poolSize ?? 10,
    applicationName: options.applicationName ?? 'shelfwright',
    // waiting for a free connection of the pool counts as connecting
    connectTimeoutMS: 10_000,
    ...(options.onConnectionError && { poolErrorHandler: options.onConnectionError }),
    extra: {
      keepAlive: true,
      // the server cancels what the client no longer waits for; query_timeout is for a server that does not answer
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + 5_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  });
}
