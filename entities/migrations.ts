import { Accounts1795219200001 } from './migrations/1795219200001-accounts.js';
import { Shelves1795219200002 } from './migrations/1795219200002-shelves.js';
import { Events1795219200003 } from './migrations/1795219200003-events.js';
import { Requests1795219200004 } from './migrations/1795219200004-requests.js';
import { MailExpiry1795219200005 } from './migrations/1795219200005-mail-expiry.js';
import { VersionOutcome1795219200006 } from './migrations/1795219200006-version-outcome.js';
import { SignIn1795219200007 } from './migrations/1795219200007-sign-in.js';
import { RequestRenewal1795219200008 } from './migrations/1795219200008-request-renewal.js';
import { SlidingLimits1795219200009 } from './migrations/1795219200009-sliding-limits.js';
import { RevokedKeys1795219200010 } from './migrations/1795219200010-revoked-keys.js';
import { Deliveries1795219200011 } from './migrations/1795219200011-deliveries.js';
import { DeliveryTurns1795219200012 } from './migrations/1795219200012-delivery-turns.js';
import { DraftsGivenUp1795219200013 } from './migrations/1795219200013-drafts-given-up.js';
import { FailedAt1795219200014 } from './migrations/1795219200014-failed-at.js';
import { KeyScopes1795219200015 } from './migrations/1795219200015-key-scopes.js';
import { ShelfTags1795219200016 } from './migrations/1795219200016-shelf-tags.js';
import { Search1795219200017 } from './migrations/1795219200017-search.js';
import { ReviewEdits1795219200020 } from './migrations/1795219200020-review-edits.js';
import { SessionDetails1795219200021 } from './migrations/1795219200021-session-details.js';
import { UploadLanguages1795219200022 } from './migrations/1795219200022-upload-languages.js';
import { Quotas1795219200023 } from './migrations/1795219200023-quotas.js';
import { SecurityEvents1795219200026 } from './migrations/1795219200026-security-events.js';
import { ClosedAccounts1795219200027 } from './migrations/1795219200027-closed-accounts.js';
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

/** All migrations, in the order of their time. A new one is added at the end. */
export const MIGRATIONS = [
  Accounts1795219200001,
  Shelves1795219200002,
  Events1795219200003,
  Requests1795219200004,
  MailExpiry1795219200005,
  VersionOutcome1795219200006,
  SignIn1795219200007,
  RequestRenewal1795219200008,
  SlidingLimits1795219200009,
  RevokedKeys1795219200010,
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
];
