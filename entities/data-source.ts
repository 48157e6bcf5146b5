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
import { Accounts1795219200001 } from './migrations/1795219200001-accounts.js';
import { Shelves1795219200002 } from './migrations/1795219200002-shelves.js';
import { Events1795219200003 } from './migrations/1795219200003-events.js';
import { Requests1795219200004 } from './migrations/1795219200004-requests.js';
import { MailExpiry1795219200005 } from './migrations/1795219200005-mail-expiry.js';
import { VersionOutcome1795219200006 } from './migrations/1795219200006-version-outcome.js';
import { SignIn1795219200007 } from './migrations/1795219200007-sign-in.js';
import { RequestRenewal1795219200008 } from './migrations/1795219200008-request-renewal.js';
import { RevokedKeys1795219200010 } from './migrations/1795219200010-revoked-keys.js';
import { SlidingLimits1795219200009 } from './migrations/1795219200009-sliding-limits.js';
import { Deliveries1795219200011 } from './migrations/1795219200011-deliveries.js';
import { DeliveryTurns1795219200012 } from './migrations/1795219200012-delivery-turns.js';
import { DraftsGivenUp1795219200013 } from './migrations/1795219200013-drafts-given-up.js';
import { FailedAt1795219200014 } from './migrations/1795219200014-failed-at.js';
import { KeyScopes1795219200015 } from './migrations/1795219200015-key-scopes.js';
import { ShelfTags1795219200016 } from './migrations/1795219200016-shelf-tags.js';
import { Search1795219200017 } from './migrations/1795219200017-search.js';
import { ReviewEdits1795219200020 } from './migrations/1795219200020-review-edits.js';
import { SessionDetails1795219200021 } from './migrations/1795219200021-session-details.js';
import { ClosedAccounts1795219200027 } from './migrations/1795219200027-closed-accounts.js';
import { UploadLanguages1795219200022 } from './migrations/1795219200022-upload-languages.js';
import { Quotas1795219200023 } from './migrations/1795219200023-quotas.js';
import { SecurityEvents1795219200026 } from './migrations/1795219200026-security-events.js';
import { SecondFactors1795219200028 } from './migrations/1795219200028-second-factors.js';
import { QuotaEvents1795219200029 } from './migrations/1795219200029-quota-events.js';
import { OperatorEvents1795219200032 } from './migrations/1795219200032-operator-events.js';
import { RestoredVersions1795219200033 } from './migrations/1795219200033-restored-versions.js';
import { GuessesAndReservations1795219200035 } from './migrations/1795219200035-guesses-and-reservations.js';
import { PagePictures1795219200036 } from './migrations/1795219200036-page-pictures.js';
import { DeliveryLanes1795219200040 } from './migrations/1795219200040-delivery-lanes.js';
import { EngineVersions1795219200044 } from './migrations/1795219200044-engine-versions.js';
import { WebhookKeys1795219200045 } from './migrations/1795219200045-webhook-keys.js';
import { DeferredDeliveries1795219200046 } from './migrations/1795219200046-deferred-deliveries.js';
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

export const entities = [
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
    migrations: [
      Accounts1795219200001,
      Shelves1795219200002,
      Events1795219200003,
      Requests1795219200004,
      MailExpiry1795219200005,
      VersionOutcome1795219200006,
      SignIn1795219200007,
      RequestRenewal1795219200008,
      RevokedKeys1795219200010,
      SlidingLimits1795219200009,
      Deliveries1795219200011,
      DeliveryTurns1795219200012,
      DraftsGivenUp1795219200013,
      FailedAt1795219200014,
      KeyScopes1795219200015,
      ShelfTags1795219200016,
      Search1795219200017,
      ReviewEdits1795219200020,
      SessionDetails1795219200021,
      UploadLanguages1795219200022,
      Quotas1795219200023,
      SecurityEvents1795219200026,
      ClosedAccounts1795219200027,
      SecondFactors1795219200028,
      QuotaEvents1795219200029,
      OperatorEvents1795219200032,
      RestoredVersions1795219200033,
      GuessesAndReservations1795219200035,
      PagePictures1795219200036,
      DeliveryLanes1795219200040,
      EngineVersions1795219200044,
      WebhookKeys1795219200045,
      DeferredDeliveries1795219200046,
    ],
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
