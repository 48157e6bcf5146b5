import { Pagination, Success } from './common.js';
import { ArchiveDescriptor, ArchiveGenerating, Listing, Tree } from './content.js';
import { Registered, SignedIn, User, Verified } from './auth.js';
import { ApiKey, ApiKeyList, CreatedApiKey, DashboardAccount, ShelfRun } from './dashboard.js';
import { Credentials } from './credentials.js';
import { ErrorBody } from './errors.js';
import { Alive, Readiness } from './health.js';
import { RecoveryCodes, SecondFactorSetUp, SecondFactorState } from './second-factor.js';
import { ActiveSession, ActiveSessionList } from './session.js';
import { AuditFinding, Progress, RegenerateBody, RetryBody, Shelf, ShelfList } from './shelf.js';
import { ShelfChange } from './shelf-list.js';
import { Outline, OutlineFile, OutlineSection } from './outline.js';
import { Citation, Passage, SearchResult, SearchResults } from './reading.js';
import { PageEntry, PageInfo, PageList } from './pages.js';
import { Table, TableEntry, TableList } from './tables.js';
import { FoundPassage, FoundPassages } from './search.js';
import { ApproveBody, FileOperation } from './operations.js';
import { Delivery, DeliveryAttempt, DeliveryDetail, DeliveryList, RecoverBody, Recovery } from './delivery.js';
import {
  PendingOperations,
  PendingOperationsBody,
  Review,
  ReviewFile,
  ReviewPreview,
  ReviewPreviewBody,
} from './review.js';
import { Diff, Version, VersionList, VersionTree } from './version.js';
import { CreatedWebhook, RotatedSecret, Webhook, WebhookBody, WebhookChange, WebhookList } from './webhook.js';

/** All schemas of the wire that are referenced by `$id`. */
export const WIRE_SCHEMAS = [
  ErrorBody,
  Pagination,
  AuditFinding,
  Progress,
  Shelf,
  ShelfList,
  ShelfChange,
  RetryBody,
  RegenerateBody,
  Success,
  Listing,
  Tree,
  SearchResult,
  SearchResults,
  FoundPassage,
  FoundPassages,
  OutlineSection,
  OutlineFile,
  Outline,
  Passage,
  Citation,
  PageEntry,
  PageInfo,
  PageList,
  TableEntry,
  TableList,
  Table,
  ArchiveDescriptor,
  ArchiveGenerating,
  Version,
  VersionList,
  VersionTree,
  FileOperation,
  ApproveBody,
  Diff,
  ReviewFile,
  Review,
  PendingOperations,
  PendingOperationsBody,
  ReviewPreviewBody,
  ReviewPreview,
  Credentials,
  Registered,
  User,
  Verified,
  SignedIn,
  DashboardAccount,
  ShelfRun,
  ActiveSession,
  ActiveSessionList,
  SecondFactorState,
  SecondFactorSetUp,
  RecoveryCodes,
  ApiKey,
  ApiKeyList,
  CreatedApiKey,
  WebhookBody,
  WebhookChange,
  Webhook,
  WebhookList,
  CreatedWebhook,
  RotatedSecret,
  Delivery,
  DeliveryList,
  DeliveryAttempt,
  DeliveryDetail,
  RecoverBody,
  Recovery,
  Alive,
  Readiness,
];
