/**
 * The service's schemas and operations, made from its OpenAPI document by `npm run client`: do not edit.
 * What a generator cannot know is in the files beside this one.
 */
import type { CallOptions, Operation } from './operation.js';

/** The body of every error. */
export interface ErrorBody {
  code:
    | 'VALIDATION_ERROR'
    | 'UNAUTHORIZED'
    | 'PAYMENT_REQUIRED'
    | 'FORBIDDEN'
    | 'NOT_FOUND'
    | 'CONFLICT'
    | 'RANGE_NOT_SATISFIABLE'
    | 'RATE_LIMITED'
    | 'INTERNAL_ERROR'
    | 'SERVICE_UNAVAILABLE';
  message: string;
  /** For a 400: `{field, reason, ...}`, the reason in snake_case; for a 402 of a quota: `{reason, quota, limit, used}`; for a 429: `{limit, max, windowSeconds, setting}`. */
  details?: unknown;
}

export interface Pagination {
  limit: number;
  page: number;
  /** Items on all pages. */
  total: number;
  totalPages: number;
}

/** A remark of the verification. */
export interface AuditFinding {
  check: 'naming' | 'file-size' | 'content' | 'structural';
  severity: 'error' | 'review' | 'warning';
  message: string;
  code?: string;
  file?: string;
  sourceRef?: string;
}

/** How far the work on a shelf is. */
export interface Progress {
  /** The same as `status`. */
  step: 'uploading' | 'parsing' | 'structuring' | 'verifying';
  pagesDone: number | null;
  pageCount: number | null;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

/** A PDF and the tree of files that is made of it. */
export interface Shelf {
  publicId: string;
  /** The owner. */
  userId: string;
  name: string;
  status: 'uploading' | 'parsing' | 'structuring' | 'verifying' | 'review' | 'ready' | 'failed';
  template: 'book' | 'legal-contract' | 'charter-party' | 'academic-paper' | null;
  pageCount: number | null;
  storageSizeBytes: number | null;
  originalFileName: string;
  mimeType: string;
  errorMessage: string | null;
  failedAtStep: 'uploading' | 'parsing' | 'structuring' | 'verifying' | null;
  reviewMode: boolean;
  quality: {
    mode: 'balanced' | 'strict' | 'best_effort';
    tier: 'full' | 'degraded' | null;
    granularity: 'document' | 'major_section' | 'numbered_unit' | 'subsection' | null;
    fallbackApplied: boolean;
  };
  auditStatus: 'passed' | 'repaired' | 'review_required' | null;
  auditSummary: string | null;
  auditFindings: AuditFinding[] | null;
  repairAttempts: number | null;
  currentVersionNumber: number | null;
  /** Words that the owner has put on it, in the order given. */
  tags: string[];
  /** Null while nothing is at work. */
  progress: Progress | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

/** Newest first unless sorted otherwise. */
export interface ShelfList {
  data: Shelf[];
  pagination: Pagination;
}

/** Fields that are left out stay unchanged. */
export interface ShelfChange {
  /** Trimmed; then 1 to 100 characters, none of them a control character. */
  name?: string;
  /** All tags, in place of those before. What is named twice counts once. */
  tags?: string[];
}

export interface RetryBody {
  template?: 'book' | 'legal-contract' | 'charter-party' | 'academic-paper' | null;
}

export interface RegenerateBody {
  template?: 'book' | 'legal-contract' | 'charter-party' | 'academic-paper' | null;
  /** publicId of the draft that was reviewed: with another one nothing is regenerated. */
  draft?: string;
}

export interface Success {
  success: true;
}

export interface Listing {
  fileCount: number;
  /** Display name of the shelf. */
  name: string;
  shelfPublicId: string;
  /** README.md, the content files in reading order, metadata.json, other JSON, the source map. */
  paths: string[];
}

export interface Tree {
  fileCount: number;
  /** Display name of the shelf. */
  name: string;
  shelfPublicId: string;
  /** Relative path to the file's whole text, in the order of the listing. */
  files: Record<string, string>;
}

export interface SearchResult {
  /** Path of a file in the shelf, as in the listing. */
  path: string;
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  line: number;
  page: number | null;
  endPage: number | null;
  pageLabel: string | null;
  heading: string | null;
  /** That heading and those above it in rank, the highest first. */
  trail: string[];
  /** A part of the line, as it is in the file, with the first match. */
  snippet: string;
  match: {
    start: number;
    end: number;
  } | null;
}

export interface SearchResults {
  shelfPublicId: string;
  versionNumber: number | null;
  /** One for each line, in the order of the listing. */
  results: SearchResult[];
  /** Lines that match, whether they are in `results` or not. */
  total: number;
  /** There are lines that match after those in `results`, or may be; `offset` leads on. */
  truncated: boolean;
  /** False when the time of a search was over before all files were read; then `total` counts up to there. */
  complete: boolean;
}

/** A passage in which all words stand, by its best line. */
export interface FoundPassage {
  shelfPublicId: string;
  shelfName: string;
  /** The current version: others are not searched. */
  version: number;
  /** Path of a file in the shelf, as in the listing. */
  path: string;
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  line: number;
  page: number | null;
  heading: string | null;
  /** A part of the line, without Markdown signs. */
  snippet: string;
  match: {
    start: number;
    end: number;
  } | null;
  /** For comparison within one answer; results come best first. */
  score: number;
}

export interface FoundPassages {
  results: FoundPassage[];
  pagination: Pagination;
  /** More passages match than are ranked, and `total` counts those that are: take rarer words, or a filter. */
  truncated: boolean;
}

/** A heading with all that is below it in its file. */
export interface OutlineSection {
  heading: string;
  /** In the document; the title is 1. */
  level: number;
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  line: number;
  /** The last line before the next heading of its rank or above. */
  endLine: number;
  /** What stands behind `#` in links to it. */
  anchor: string;
  page: number | null;
  endPage: number | null;
  words: number;
}

export interface OutlineFile {
  /** Path of a file in the shelf, as in the listing. */
  path: string;
  title: string;
  level: number | null;
  pages: number[] | null;
  words: number;
  lines: number;
  /** Its headings in order, each with its level. */
  sections: OutlineSection[];
}

export interface Outline {
  shelfPublicId: string;
  versionNumber: number | null;
  /** Display name of the shelf. */
  name: string;
  title: string | null;
  template: string | null;
  pageCount: number | null;
  words: number;
  /** Files or headings there are at `path`, whatever the part asked for. */
  total: number;
  /** In reading order, without README.md and JSON. */
  files: OutlineFile[];
}

/** A paragraph, an item of a list or a row of a table. What goes over several pages or columns has a passage for each, with the same lines and text. */
export interface Passage {
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  startLine: number;
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  endLine: number;
  /** Page of the PDF, counted from 1. */
  page: number;
  pageLabel: string | null;
  /** x0, y0, x1, y1 in parts of the page as displayed, from its top left corner; of the whole passage. */
  box: number[];
  /** The cited lines of the passage as they are read, without Markdown signs. */
  text: string;
}

export interface Citation {
  shelfPublicId: string;
  versionNumber: number | null;
  /** Path of a file in the shelf, as in the listing. */
  path: string;
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  start: number;
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  end: number;
  totalLines: number;
  heading: string | null;
  /** That heading and those above it in rank, the highest first. */
  trail: string[];
  /** In the order of the lines. */
  passages: Passage[];
  /** Cited lines with text that no passage is known of. */
  unmapped: {
    /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
    startLine: number;
    /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
    endLine: number;
    /** Made for the shelf, or in a file that people have added or changed: it has no place in the PDF. */
    reason: 'front_matter' | 'not_in_pdf';
  }[];
}

export interface PageEntry {
  /** Page of the PDF, counted from 1. */
  number: number;
  label: string | null;
  width: number | null;
  height: number | null;
  rotation: number | null;
  source: 'text' | 'recognised' | 'mixed' | null;
  confidence: number | null;
  /** `number` of each table that begins here. */
  tables: number[];
  /** Where the picture of the page is; takes `width` and `box`. */
  picture: string;
}

export interface PageInfo {
  shelfPublicId: string;
  versionNumber: number | null;
  /** Page of the PDF, counted from 1. */
  number: number;
  label: string | null;
  width: number | null;
  height: number | null;
  rotation: number | null;
  source: 'text' | 'recognised' | 'mixed' | null;
  confidence: number | null;
  /** `number` of each table that begins here. */
  tables: number[];
  /** Where the picture of the page is; takes `width` and `box`. */
  picture: string;
  /** The blocks that are printed on the page, by file and line. */
  passages: {
    /** Path of a file in the shelf, as in the listing. */
    path: string;
    /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
    startLine: number;
    /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
    endLine: number;
    box: number[] | null;
  }[];
  /** As in metadata.json; none in versions of earlier releases. */
  figures: {
    /** Path of a file in the shelf, as in the listing. */
    path: string;
    /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
    line: number;
    box: number[] | null;
    caption: string | null;
  }[];
}

/** Pages of the PDF in order, without what is printed on them. */
export interface PageList {
  shelfPublicId: string;
  versionNumber: number | null;
  data: PageEntry[];
  pagination: Pagination;
}

/** A table without its rows. */
export interface TableEntry {
  /** Counted over all files, in the order of the listing. */
  number: number;
  /** Path of a file in the shelf, as in the listing. */
  path: string;
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  startLine: number;
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  endLine: number;
  page: number | null;
  pageLabel: string | null;
  box: number[] | null;
  columns: number;
  /** So many rows from the first on are the header. */
  headerRows: number;
  confidence: number | null;
  caption: string | null;
  rows: number;
}

/** In the order of the listing, which is the reading order. */
export interface TableList {
  shelfPublicId: string;
  versionNumber: number | null;
  data: TableEntry[];
  pagination: Pagination;
}

export interface Table {
  shelfPublicId: string;
  versionNumber: number | null;
  /** Counted over all files, in the order of the listing. */
  number: number;
  /** Path of a file in the shelf, as in the listing. */
  path: string;
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  startLine: number;
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  endLine: number;
  page: number | null;
  pageLabel: string | null;
  box: number[] | null;
  columns: number;
  /** So many rows from the first on are the header. */
  headerRows: number;
  confidence: number | null;
  caption: string | null;
  /** The texts as they are read, without Markdown; every row has `columns` of them. A cell that covers several places has its text in the first one, the others are empty. */
  rows: string[][];
  /** The cells that cover several places: where their text is, counted from 0, and how many rows and columns they cover. */
  spans: {
    row: number;
    column: number;
    rows: number;
    columns: number;
  }[];
}

export interface ArchiveDescriptor {
  /** Presigned: needs no credentials. */
  url: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
  /** Of the bytes that the URL serves. */
  sha256: string;
  sizeBytes: number;
  /** When the archive was built. */
  version: string;
}

export interface ArchiveGenerating {
  status: 'generating';
  /** Seconds. */
  retryAfter: number;
}

/** An immutable snapshot of a shelf's tree. */
export interface Version {
  /** Counts from 1. */
  versionNumber: number;
  publicId: string;
  shelfPublicId: string;
  /** `initial` and `upload`: made of a PDF; `approval`: made by the operations of an approval; `restore`: an earlier version again. */
  source: 'initial' | 'approval' | 'upload' | 'restore';
  /** Number of the version that was restored; only with `restore`. */
  restoredFrom?: number;
  fileCount: number;
  /** Pages of the PDF. */
  pageCount: number;
  /** Bytes of the tree's files. */
  storageSizeBytes: number;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** Latest first. */
export interface VersionList {
  data: Version[];
  pagination: Pagination;
}

export interface VersionTree {
  fileCount: number;
  /** Display name of the shelf. */
  name: string;
  shelfPublicId: string;
  /** Relative path to the file's whole text, in the order of the listing. */
  files: Record<string, string>;
  /** Counts from 1. */
  versionNumber: number;
}

export type FileOperation =
  | {
      type: 'rename';
      /** Relative; `/` between segments of 1 to 100 characters; NFC; no `.` or `..` segment, control character or backslash. */
      from: string;
      /** Relative; `/` between segments of 1 to 100 characters; NFC; no `.` or `..` segment, control character or backslash. */
      to: string;
    }
  | {
      type: 'delete';
      /** Relative; `/` between segments of 1 to 100 characters; NFC; no `.` or `..` segment, control character or backslash. */
      path: string;
    }
  | {
      type: 'mkdir';
      /** Relative; `/` between segments of 1 to 100 characters; NFC; no `.` or `..` segment, control character or backslash. */
      path: string;
    }
  | {
      type: 'write';
      /** Relative; `/` between segments of 1 to 100 characters; NFC; no `.` or `..` segment, control character or backslash. */
      path: string;
      content: string;
    };

export interface ApproveBody {
  /** Applied in order, all or none, before the tree becomes a version. At most 16 MiB in all. */
  operations?: FileOperation[];
  /** publicId of the draft that was reviewed: with another one there is nothing approved. */
  draft?: string;
  /** Of the pending operations that were reviewed; the same. */
  revision?: number;
}

/** What turns one version into another. */
export interface Diff {
  shelfPublicId: string;
  from: number;
  to: number;
  /** The files that differ, by path. */
  files: {
    path: string;
    /** `renamed` only with `renames=joined`. */
    status: 'added' | 'modified' | 'renamed' | 'removed';
    /** Path in `from` of a renamed file. */
    from?: string;
    /** Unified diff with git's header, for `patch -p1` and `git apply`; at most 64 KiB. */
    patch: string;
    /** The patch was too large and is cut at the end of a line. */
    truncated: boolean;
  }[];
  summary: {
    added: number;
    modified: number;
    /** With `renames=joined`. */
    renamed?: number;
    removed: number;
    unchanged: number;
    /** The sum of the others. */
    totalFiles: number;
  };
}

export interface ReviewFile {
  path: string;
  sizeBytes: number;
  title: string | null;
  level: number | null;
  pages: number[] | null;
  words: number | null;
}

/** The draft in review. Its files, its source map among them, are read from /v1/shelves/{id}/files. */
export interface Review {
  /** publicId of the draft. A regenerated shelf has another. */
  draft: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Versions of the engine. An engine and its successors may make other files of one PDF. */
  engine: {
    ofDraft: string | null;
    /** The one of this service, which makes the next draft. */
    current: string;
  };
  fileCount: number;
  /** In the order of the listing. */
  files: ReviewFile[];
  /** The pending operations without the operations themselves. */
  pending: {
    /** 0 while nothing was kept; one more with each change. */
    revision: number;
    count: number;
    changedAt: string | null;
    changedBy: 'this_session' | 'another_session' | null;
  };
  shelf: Shelf;
}

/** Edits of a draft that nobody has approved yet. They are deleted with the review. */
export interface PendingOperations {
  /** publicId of the draft. A regenerated shelf has another. */
  draft: string;
  /** 0 while nothing was kept; one more with each change. */
  revision: number;
  /** In order, as approve takes them. At most 16 MiB in all. */
  operations: FileOperation[];
  changedAt: string | null;
  changedBy: 'this_session' | 'another_session' | null;
}

/** `draft` and `revision` are those of the answer that the change was made to. */
export interface PendingOperationsBody {
  /** publicId of the draft. A regenerated shelf has another. */
  draft: string;
  /** 0 while nothing was kept; one more with each change. */
  revision: number;
  /** In order, as approve takes them. At most 16 MiB in all. */
  operations: FileOperation[];
}

/** Without `operations` those that are kept count. */
export interface ReviewPreviewBody {
  /** publicId of the draft. A regenerated shelf has another. */
  draft?: string;
  /** In order, as approve takes them. At most 16 MiB in all. */
  operations?: FileOperation[];
}

/** What operations would make of the draft. */
export interface ReviewPreview {
  shelfPublicId: string;
  /** publicId of the draft. A regenerated shelf has another. */
  draft: string;
  /** The tree as approving would make it, in listing order. */
  files: ReviewFile[];
  /** The files that differ from the draft: in listing order, then the removed ones. */
  changes: {
    path: string;
    status: 'added' | 'modified' | 'renamed' | 'removed';
    from: string | null;
    /** No operation names the file: its links, the table of contents, metadata or the source map had to follow. */
    derived: boolean;
    /** Unified diff with git's header, for `patch -p1` and `git apply`; at most 64 KiB. */
    patch: string;
    /** The patch was too large and is cut at the end of a line. */
    truncated: boolean;
  }[];
  summary: {
    added: number;
    modified: number;
    renamed: number;
    removed: number;
    unchanged: number;
    /** The sum of the others. */
    totalFiles: number;
  };
}

/** They list and get the files of one version. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** To be sent with every request. */
  sessionToken: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
  /** S3 endpoint; address the bucket by path. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Of the keys of the current version's files, with a slash at the end. Nothing else can be read. */
  prefix: string;
}

/** The same whether or not the address is known. */
export interface Registered {
  message: string;
}

export interface User {
  id: string;
  name: string;
  email: string;
}

export interface Verified {
  user: User;
  apiKey: {
    /** The whole key. It is shown this once. */
    key: string;
    /** The part of the key that may be shown. */
    prefix: string;
    expiresAt: string | null;
  };
}

/** Who is signed in, and until when. */
export interface Session {
  user: User;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Moves on with use, up to 14 days after `createdAt` unless configured otherwise. */
  expiresAt: string;
}

export interface DashboardAccount {
  user: User;
  subscription: {
    /** Uploading a new PDF to a shelf needs one. */
    active: boolean;
    since: string | null;
  };
  usage: {
    /** Shelves created within the last hour, as the limit counts them. */
    createsThisHour: {
      used: number;
      limit: number;
    };
    /** PDFs, files of versions and drafts, and archives of all shelves. */
    storageBytes: {
      used: number;
      limit: number | null;
    };
    /** Shelves that there are. */
    shelves: {
      used: number;
      limit: number | null;
    };
    /** Pages that were worked on this month (UTC), those of shelves deleted since included. */
    pages: {
      used: number;
      limit: number | null;
    };
    /** Shelves that are in work at once. */
    runs: {
      used: number;
      limit: number | null;
    };
  };
  /** Installed languages, for the field `language` of uploads. */
  languages: string[];
  /** ISO 8601, UTC. */
  createdAt: string;
}

export interface ShelfRun {
  requestId: string | null;
  temporalUrl: string | null;
}

export interface ActiveSession {
  /** Of the session. */
  id: string;
  /** The session that asks. */
  current: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Exact to a minute. */
  lastUsedAt: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
  userAgent: string | null;
  network: string | null;
}

/** Last used first. */
export interface ActiveSessionList {
  data: ActiveSession[];
  pagination: Pagination;
}

export interface SecondFactor {
  enabled: boolean;
  since: string | null;
  /** Those that were not used. */
  recoveryCodesLeft: number;
}

export interface SecondFactorSetUp {
  /** In base32, to be typed into the app. It is shown this once. */
  secret: string;
  /** The same for a QR code. */
  uri: string;
}

export interface RecoveryCodes {
  /** Each is good once. They are shown this once. */
  recoveryCodes: string[];
}

/** A key without its secret. */
export interface ApiKey {
  /** publicId of the key. */
  publicId: string;
  name: string;
  /** The part of the key that may be shown. */
  prefix: string;
  /** A key with `read` is refused every request that changes something, with 403. */
  scope: 'read' | 'write';
  /** ISO 8601, UTC. */
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

/** Newest first; revoked keys are not listed. */
export interface ApiKeyList {
  data: ApiKey[];
  pagination: Pagination;
}

export interface CreatedApiKey {
  /** publicId of the key. */
  publicId: string;
  name: string;
  /** The part of the key that may be shown. */
  prefix: string;
  /** A key with `read` is refused every request that changes something, with 403. */
  scope: 'read' | 'write';
  /** ISO 8601, UTC. */
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  /** The whole key. It is shown this once. */
  key: string;
}

export interface WebhookBody {
  /** Absolute, https, port 443, without user or password; all that its host resolves to is public. */
  url: string;
  /** What is named twice counts once. */
  events: ('shelf.ready' | 'shelf.failed' | 'shelf.review')[];
}

/** Fields that are left out stay unchanged; unknown ones are refused. */
export interface WebhookChange {
  /** Absolute, https, port 443, without user or password; all that its host resolves to is public. */
  url?: string;
  /** What is named twice counts once. */
  events?: ('shelf.ready' | 'shelf.failed' | 'shelf.review')[];
  enabled?: boolean;
}

/** An endpoint without its secret. */
export interface Webhook {
  /** publicId of the endpoint. */
  publicId: string;
  /** The owner. */
  userId: string;
  /** Absolute, https, port 443, without user or password; all that its host resolves to is public. */
  url: string;
  events: ('shelf.ready' | 'shelf.failed' | 'shelf.review')[];
  /** A disabled endpoint receives nothing; events in the meantime can be recovered. */
  enabled: boolean;
  disabledReason: 'by_owner' | 'gone' | 'failing' | null;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** All endpoints of the account, newest first. */
export type WebhookList = Webhook[];

export interface CreatedWebhook {
  /** publicId of the endpoint. */
  publicId: string;
  /** The owner. */
  userId: string;
  /** Absolute, https, port 443, without user or password; all that its host resolves to is public. */
  url: string;
  events: ('shelf.ready' | 'shelf.failed' | 'shelf.review')[];
  /** A disabled endpoint receives nothing; events in the meantime can be recovered. */
  enabled: boolean;
  disabledReason: 'by_owner' | 'gone' | 'failing' | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Key of the signatures as it is, not decoded. It is shown only this once. */
  secret: string;
}

export interface RotatedSecret {
  /** publicId of the endpoint. */
  publicId: string;
  /** Key of the signatures as it is, not decoded. It is shown only this once. */
  secret: string;
}

/** One event on its way to one endpoint. */
export interface Delivery {
  /** publicId of the delivery. */
  publicId: string;
  /** publicId of the endpoint. */
  webhookPublicId: string;
  /** The `webhook-id`: the same at all endpoints, attempts and redeliveries. */
  eventId: string;
  event: 'shelf.ready' | 'shelf.failed' | 'shelf.review' | 'webhook.ping';
  shelfPublicId: string | null;
  /** `pending`: the first attempt or a further one is to come; `failed`: none is. */
  status: 'pending' | 'succeeded' | 'failed';
  /** Attempts so far; a redelivery continues the count. */
  attemptCount: number;
  nextAttemptAt: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

/** Newest first. */
export interface DeliveryList {
  data: Delivery[];
  pagination: Pagination;
}

/** One request to the endpoint. */
export interface DeliveryAttempt {
  /** The `webhook-attempt`. */
  number: number;
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  responseText: string | null;
}

export interface DeliveryDetail {
  /** publicId of the delivery. */
  publicId: string;
  /** publicId of the endpoint. */
  webhookPublicId: string;
  /** The `webhook-id`: the same at all endpoints, attempts and redeliveries. */
  eventId: string;
  event: 'shelf.ready' | 'shelf.failed' | 'shelf.review' | 'webhook.ping';
  shelfPublicId: string | null;
  /** `pending`: the first attempt or a further one is to come; `failed`: none is. */
  status: 'pending' | 'succeeded' | 'failed';
  /** Attempts so far; a redelivery continues the count. */
  attemptCount: number;
  nextAttemptAt: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  updatedAt: string;
  /** What is sent, to the byte, in UTF-8. */
  body: string;
  /** First to last; of more than 100 the latest. */
  attempts: DeliveryAttempt[];
}

export interface RecoverBody {
  /** At most 14 days ago. What failed from then on is sent, however old its event is. */
  since: string;
}

/** Failed deliveries that are sent again. */
export interface Recovery {
  /** publicId of the endpoint. */
  webhookPublicId: string;
  /** ISO 8601, UTC. */
  since: string;
  /** ISO 8601, UTC. */
  until: string;
  /** Deliveries that failed in that time and are `failed` when the recovery begins. */
  deliveries: number;
}

export interface Alive {
  status: 'ok';
}

export interface Readiness {
  status: 'ok';
  dependencies: {
    postgres: 'ok' | 'unavailable';
    temporal: 'ok' | 'unavailable';
    s3: 'ok' | 'unavailable';
  };
  /** Whether workers poll each task queue: `idle` where none does (for a queue of long work this shows after five minutes), `unknown` where Temporal has not answered. */
  queues: Record<string, 'ok' | 'idle' | 'unknown'>;
}

export interface GetTreeSchemaRequest {
  /** The file that it describes: metadata.json, source-map.json, definitions.json or boxes.json. */
  name: string;
}

export interface RegisterRequest {
  body: {
    email: string;
    name: string;
    password: string;
  };
}

export interface VerifyEmailRequest {
  body: {
    email: string;
    /** Six digits. */
    code: string;
    /** The password that was registered. If it is given, the code of somebody else who registered the same address is refused. */
    password?: string;
  };
}

export interface SignInRequest {
  body: {
    email: string;
    password: string;
    /** Of accounts with a second factor: six digits of the app, or a recovery code. */
    code?: string;
  };
}

export interface ConfirmPasswordRequest {
  body: {
    password: string;
  };
}

export interface ForgotPasswordRequest {
  body: {
    email: string;
  };
}

export interface ResetPasswordRequest {
  body: {
    email: string;
    /** Six digits. */
    code: string;
    password: string;
    /** Revokes all API keys as well: somebody who knew the password may have created some. */
    revokeKeys?: boolean;
  };
}

export interface ListApiKeysRequest {
  /** Page number. Default 1. */
  page?: number;
  /** Items on a page. Default 20. */
  limit?: number;
}

export interface CreateApiKeyRequest {
  body: {
    name: string;
    expiresAt?: string | null;
    /** `read` for agents and reports that change nothing. */
    scope?: 'read' | 'write';
  };
}

export interface RevokeApiKeyRequest {
  /** publicId of the key. */
  id: string;
}

export interface ListSessionsRequest {
  /** Page number. Default 1. */
  page?: number;
  /** Items on a page. Default 20. */
  limit?: number;
}

export interface EndSessionRequest {
  /** Of the session. */
  id: string;
}

export interface DeleteAccountRequest {
  body: {
    /** The address of the account, typed again. */
    email: string;
  };
}

export interface ChangePasswordRequest {
  body: {
    password: string;
  };
}

export interface ConfirmSecondFactorRequest {
  body: {
    /** Six digits of the authenticator app, or a recovery code. */
    code: string;
  };
}

export interface RenewRecoveryCodesRequest {
  body: {
    /** Six digits of the authenticator app, or a recovery code. */
    code: string;
  };
}

export interface DisableSecondFactorRequest {
  body: {
    /** Six digits of the authenticator app, or a recovery code. */
    code: string;
  };
}

export interface GetShelfRunRequest {
  /** publicId of the shelf. */
  id: string;
}

export interface RestoreVersionRequest {
  /** publicId of the shelf. */
  id: string;
  /** versionNumber of the version. */
  version: number;
}

export interface GetReviewRequest {
  /** publicId of the shelf. */
  id: string;
}

export interface GetPendingOperationsRequest {
  /** publicId of the shelf. */
  id: string;
}

export interface PutPendingOperationsRequest {
  /** publicId of the shelf. */
  id: string;
  body: PendingOperationsBody;
}

export interface PreviewReviewRequest {
  /** publicId of the shelf. */
  id: string;
  body?: ReviewPreviewBody;
}

export interface ListShelvesRequest {
  /** Page number. Default 1. */
  page?: number;
  /** Items on a page. Default 20. */
  limit?: number;
  /** `-` in front: descending. Names are compared in lower case; the order of equals is always the same. Default "-createdAt". */
  sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'name' | '-name';
  /** Only shelves in this status, or in one of several separated by commas: uploading, parsing, structuring, verifying, review, ready, failed. */
  status?: string;
  /** Only shelves with this in their name, in upper or lower case; or the one whose id begins so (`shf_0123`). */
  q?: string;
  /** Only shelves with this template. */
  template?: 'book' | 'legal-contract' | 'charter-party' | 'academic-paper';
  /** Only shelves with this tag. */
  tag?: string;
  /** Only shelves that have changed at this time or later. With the `updatedAt` of the last one seen nothing is missed, and that one comes again. */
  updatedSince?: string;
}

export interface CreateShelfRequest {
  body: {
    /** A PDF of at most 300 MiB. It may come before or after the other fields. */
    file: Blob;
    /** Trimmed. Default: the file name without extension. */
    name?: string;
    template?: 'book' | 'legal-contract' | 'charter-party' | 'academic-paper';
    /** The languages in which pages that are only pictures are recognised: ISO 639-2 or 639-1 codes of installed languages, separated by commas. Default: detected from the document. */
    language?: string;
    /** Whether the shelf pauses in `review`. `true` is refused with an API key: uploads by key go straight through. */
    review?: 'true' | 'false';
    /** With a session it is ignored. */
    acceptancePolicy?: 'balanced' | 'strict' | 'best_effort';
  };
}

export interface GetShelfRequest {
  /** publicId of the shelf. */
  id: string;
  /** Seconds to wait for the next change. A shelf at rest (`ready`, `failed`, `review`) answers at once. Progress is reported at most once a second. */
  wait?: number;
  /** `updatedAt` of the last answer: a shelf that has changed since is answered at once. Only with `wait`; alone it changes nothing. */
  since?: string;
}

export interface DeleteShelfRequest {
  /** publicId of the shelf. */
  id: string;
}

export interface ChangeShelfRequest {
  /** publicId of the shelf. */
  id: string;
  body: ShelfChange;
}

export interface FollowShelfRequest {
  /** publicId of the shelf. */
  id: string;
  /** The id of the last message: the stream continues after it. */
  lastEventId?: string;
}

export interface UploadToShelfRequest {
  /** publicId of the shelf. */
  id: string;
  body: {
    /** A PDF of at most 300 MiB. It may come before or after the other fields. */
    file: Blob;
    /** The languages in which pages that are only pictures are recognised: ISO 639-2 or 639-1 codes of installed languages, separated by commas. Default: detected from the document. */
    language?: string;
  };
}

export interface RetryShelfRequest {
  /** publicId of the shelf. */
  id: string;
  body?: RetryBody;
}

export interface RestoreShelfRequest {
  /** publicId of the shelf. */
  id: string;
}

export interface ListFilesRequest {
  /** publicId of the shelf. */
  id: string;
}

export interface GetTreeRequest {
  /** publicId of the shelf. */
  id: string;
}

export interface ReadFileRequest {
  /** publicId of the shelf. */
  id: string;
  /** Path of the file within the shelf. */
  filePath: string;
  /** The first line to read, counted from 1: the `line` of a search result as it stands. Default 1. Past the end the body is empty. */
  offset?: number;
  /** Maximum number of lines; default: to the end of the file. */
  limit?: number;
}

export interface ReadSourceRequest {
  /** publicId of the shelf. */
  id: string;
  /** The PDF of this version, read in `ready`. Default: that of the current files of the shelf. */
  version?: number;
}

export interface GetArchiveUrlRequest {
  /** publicId of the shelf. */
  id: string;
  /** Seconds for which the URL works. Default 300. */
  ttl?: number;
}

export interface ListVersionsRequest {
  /** publicId of the shelf. */
  id: string;
  /** Page number. Default 1. */
  page?: number;
  /** Items on a page. Default 20. */
  limit?: number;
}

export interface GetVersionTreeRequest {
  /** publicId of the shelf. */
  id: string;
  /** versionNumber of the version. */
  version: number;
}

export interface ReadVersionFileRequest {
  /** publicId of the shelf. */
  id: string;
  /** versionNumber of the version. */
  version: number;
  /** Path of the file within the shelf. */
  filePath: string;
  /** The first line to read, counted from 1: the `line` of a search result as it stands. Default 1. Past the end the body is empty. */
  offset?: number;
  /** Maximum number of lines; default: to the end of the file. */
  limit?: number;
}

export interface ApproveShelfRequest {
  /** publicId of the shelf. */
  id: string;
  body?: ApproveBody;
}

export interface RegenerateShelfRequest {
  /** publicId of the shelf. */
  id: string;
  body?: RegenerateBody;
}

export interface CompareVersionsRequest {
  /** publicId of the shelf. */
  id: string;
  /** Version to start from; 0 is the empty tree. */
  from: number;
  /** Version to come to; 0 is the empty tree. */
  to: number;
  /** `separate`, which is the default: a renamed file is one removed and one added. `joined`: it is one. */
  renames?: 'separate' | 'joined';
}

export interface SearchRequest {
  /** publicId of the shelf. */
  id: string;
  /** Text as it is read: without regard to case, line breaks within a paragraph, width of white space, kind of quotes and dashes, and Markdown signs (`1.1` finds `1\.1`, `a term` finds `a **term**`). Front matter and page marks are not searched. Either this or `regex`. */
  q?: string;
  /** RE2 syntax, applied as by `grep -E`: to each line as it stands in the file, front matter and marks included; `(?i)` for no regard to case. No look-around, no back references. */
  regex?: string;
  /** Only this file, or the files in this folder. `*` and `?` stand for signs within one segment, `**` for any number of segments. Without it, all files but README.md and JSON. */
  path?: string;
  /** A numbered version, read in `ready`. Default: the current files of the shelf, in `ready` or `review`. */
  version?: number;
  /** The first of the matching lines to return, from 1: to continue after an answer that left some out. Default 1. */
  offset?: number;
  /** Maximum number of results. Default 50. */
  limit?: number;
}

export interface GetOutlineRequest {
  /** publicId of the shelf. */
  id: string;
  /** Only headings of this level in the document and above; the title is 1. Default 6. */
  depth?: number;
  /** Only this file, or the files in this folder, or those of a pattern, as in a search. */
  path?: string;
  /** What `offset`, `limit` and `total` count. By headings, files without one are left out. Default "files". */
  by?: 'files' | 'headings';
  /** The first of them, from 1. Default 1. */
  offset?: number;
  /** Maximum number; default: all. */
  limit?: number;
  /** A numbered version, read in `ready`. Default: the current files of the shelf, in `ready` or `review`. */
  version?: number;
}

export interface CiteRequest {
  /** publicId of the shelf. */
  id: string;
  /** Path of a file, as in the listing. */
  path: string;
  /** Counted from 1, front matter included, as in source-map.json. A line ends with LF; what stands behind the last LF is a line as well. */
  start: number;
  /** The last line, itself included; `start` by default, at most 1000 lines in all. What is past the end of the file ends with it. */
  end?: number;
  /** A numbered version, read in `ready`. Default: the current files of the shelf, in `ready` or `review`. */
  version?: number;
}

export interface ListTablesRequest {
  /** publicId of the shelf. */
  id: string;
  /** Page number. Default 1. */
  page?: number;
  /** Items on a page. Default 20. */
  limit?: number;
  /** A numbered version, read in `ready`. Default: the current files of the shelf, in `ready` or `review`. */
  version?: number;
}

export interface GetTableRequest {
  /** publicId of the shelf. */
  id: string;
  /** `number` of the table. */
  table: number;
  /** `csv`: RFC 4180 in UTF-8, header rows first, covered places empty. Default "json". */
  format?: 'json' | 'csv';
  /** In CSV, puts an apostrophe before what begins with `=`, `+`, `-` or `@`, which a spreadsheet would run as a formula. Off unless asked for, since it makes text of negative numbers. Default "false". */
  safe?: 'true' | 'false';
  /** A numbered version, read in `ready`. Default: the current files of the shelf, in `ready` or `review`. */
  version?: number;
}

export interface ListPagesRequest {
  /** publicId of the shelf. */
  id: string;
  /** Page number. Default 1. */
  page?: number;
  /** Items on a page. Default 20. */
  limit?: number;
  /** A numbered version, read in `ready`. Default: the current files of the shelf, in `ready` or `review`. */
  version?: number;
}

export interface GetPageRequest {
  /** publicId of the shelf. */
  id: string;
  /** Page of the PDF, counted from 1. */
  page: number;
  /** A numbered version, read in `ready`. Default: the current files of the shelf, in `ready` or `review`. */
  version?: number;
}

export interface DrawPageRequest {
  /** publicId of the shelf. */
  id: string;
  /** Page of the PDF, counted from 1. */
  page: number;
  /** Pixels, of the part where `box` is given. Less where the picture would be finer than 600 dpi, larger than 6 million pixels or higher than 8,000. Default 1000. */
  width?: number;
  /** Only this part: x0,y0,x1,y1 in parts of the page as displayed (0 to 1), from its top left corner, x to the right and y down. So are the boxes of metadata.json, of the source map and of citations. */
  box?: string;
  /** A numbered version, read in `ready`. Default: the current files of the shelf, in `ready` or `review`. */
  version?: number;
}

export interface SearchAllRequest {
  /** Words, all of which stand near to each other (in a passage of some 2,000 characters, or its heading), in any form that the language of the document gives them; `"several words"` as a phrase, `-word` without, `or` between. */
  q: string;
  /** Page number. Default 1. */
  page?: number;
  /** Items on a page. Default 20. */
  limit?: number;
  /** Only in this shelf, or in up to 20 separated by commas. */
  shelf?: string;
  /** Only shelves with this tag. */
  tag?: string;
  /** Only shelves with this template. */
  template?: 'book' | 'legal-contract' | 'charter-party' | 'academic-paper';
  /** Only shelves made at this time or later. */
  createdSince?: string;
  /** Only shelves made before. */
  createdBefore?: string;
}

export interface GetCredentialsRequest {
  /** publicId or UUID of the shelf. */
  id: string;
  /** Seconds for which the credentials work; `expiresAt` may be earlier where the object store allows less. Default 3600. */
  ttl?: number;
}

export interface CreateWebhookRequest {
  body: WebhookBody;
}

export interface GetWebhookRequest {
  /** publicId of the endpoint. */
  webhookPublicId: string;
}

export interface ChangeWebhookRequest {
  /** publicId of the endpoint. */
  webhookPublicId: string;
  body: WebhookChange;
}

export interface DeleteWebhookRequest {
  /** publicId of the endpoint. */
  webhookPublicId: string;
}

export interface RotateWebhookSecretRequest {
  /** publicId of the endpoint. */
  webhookPublicId: string;
}

export interface PingWebhookRequest {
  /** publicId of the endpoint. */
  webhookPublicId: string;
}

export interface ListDeliveriesRequest {
  /** publicId of the endpoint. */
  webhookPublicId: string;
  /** Page number. Default 1. */
  page?: number;
  /** Items on a page. Default 20. */
  limit?: number;
  /** `pending`: the first attempt or a further one is to come; `failed`: none is. */
  status?: 'pending' | 'succeeded' | 'failed';
}

export interface GetDeliveryRequest {
  /** publicId of the endpoint. */
  webhookPublicId: string;
  /** publicId of the delivery. */
  deliveryId: string;
}

export interface RedeliverRequest {
  /** publicId of the endpoint. */
  webhookPublicId: string;
  /** publicId of the delivery. */
  deliveryId: string;
}

export interface RecoverDeliveriesRequest {
  /** publicId of the endpoint. */
  webhookPublicId: string;
  body: RecoverBody;
}

/** Every operation of the service, by its `operationId`. */
export const OPERATIONS = {
  isAlive: {
    id: 'isAlive',
    method: 'GET',
    path: '/healthz',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  isReady: {
    id: 'isReady',
    method: 'GET',
    path: '/readyz',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  getDownloadScript: {
    id: 'getDownloadScript',
    method: 'GET',
    path: '/v1/helpers/download.sh',
    query: [],
    headers: {},
    body: null,
    reply: 'text',
    isRepeatable: false,
  },
  getTreeSchema: {
    id: 'getTreeSchema',
    method: 'GET',
    path: '/v1/helpers/schemas/{name}',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  register: {
    id: 'register',
    method: 'POST',
    path: '/v1/auth/register',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  verifyEmail: {
    id: 'verifyEmail',
    method: 'POST',
    path: '/v1/auth/verify-email',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  signIn: {
    id: 'signIn',
    method: 'POST',
    path: '/api/auth/login',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  signOut: {
    id: 'signOut',
    method: 'POST',
    path: '/api/auth/logout',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  confirmPassword: {
    id: 'confirmPassword',
    method: 'POST',
    path: '/api/auth/confirm',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  getSession: {
    id: 'getSession',
    method: 'GET',
    path: '/api/auth/session',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  forgotPassword: {
    id: 'forgotPassword',
    method: 'POST',
    path: '/api/auth/forgot-password',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  resetPassword: {
    id: 'resetPassword',
    method: 'POST',
    path: '/api/auth/reset-password',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  getAccount: {
    id: 'getAccount',
    method: 'GET',
    path: '/v1/dashboard/account',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  listApiKeys: {
    id: 'listApiKeys',
    method: 'GET',
    path: '/v1/dashboard/api-keys',
    query: ['page', 'limit'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  createApiKey: {
    id: 'createApiKey',
    method: 'POST',
    path: '/v1/dashboard/api-keys',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  revokeApiKey: {
    id: 'revokeApiKey',
    method: 'DELETE',
    path: '/v1/dashboard/api-keys/{id}',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  listSessions: {
    id: 'listSessions',
    method: 'GET',
    path: '/v1/dashboard/sessions',
    query: ['page', 'limit'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  endOtherSessions: {
    id: 'endOtherSessions',
    method: 'DELETE',
    path: '/v1/dashboard/sessions',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  endSession: {
    id: 'endSession',
    method: 'DELETE',
    path: '/v1/dashboard/sessions/{id}',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  deleteAccount: {
    id: 'deleteAccount',
    method: 'POST',
    path: '/v1/dashboard/account/delete',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  changePassword: {
    id: 'changePassword',
    method: 'PUT',
    path: '/v1/dashboard/password',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  getSecondFactor: {
    id: 'getSecondFactor',
    method: 'GET',
    path: '/v1/dashboard/second-factor',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  setUpSecondFactor: {
    id: 'setUpSecondFactor',
    method: 'POST',
    path: '/v1/dashboard/second-factor',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  confirmSecondFactor: {
    id: 'confirmSecondFactor',
    method: 'POST',
    path: '/v1/dashboard/second-factor/confirm',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  renewRecoveryCodes: {
    id: 'renewRecoveryCodes',
    method: 'POST',
    path: '/v1/dashboard/second-factor/recovery-codes',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  disableSecondFactor: {
    id: 'disableSecondFactor',
    method: 'POST',
    path: '/v1/dashboard/second-factor/disable',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  getShelfRun: {
    id: 'getShelfRun',
    method: 'GET',
    path: '/v1/dashboard/shelves/{id}/run',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  restoreVersion: {
    id: 'restoreVersion',
    method: 'POST',
    path: '/v1/dashboard/shelves/{id}/versions/{version}/restore',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  getReview: {
    id: 'getReview',
    method: 'GET',
    path: '/v1/dashboard/shelves/{id}/review',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  getPendingOperations: {
    id: 'getPendingOperations',
    method: 'GET',
    path: '/v1/dashboard/shelves/{id}/review/operations',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  putPendingOperations: {
    id: 'putPendingOperations',
    method: 'PUT',
    path: '/v1/dashboard/shelves/{id}/review/operations',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  previewReview: {
    id: 'previewReview',
    method: 'POST',
    path: '/v1/dashboard/shelves/{id}/review/preview',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  listShelves: {
    id: 'listShelves',
    method: 'GET',
    path: '/v1/shelves',
    query: ['page', 'limit', 'sort', 'status', 'q', 'template', 'tag', 'updatedSince'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  createShelf: {
    id: 'createShelf',
    method: 'POST',
    path: '/v1/shelves',
    query: [],
    headers: {},
    body: 'form',
    reply: 'json',
    isRepeatable: true,
  },
  getShelf: {
    id: 'getShelf',
    method: 'GET',
    path: '/v1/shelves/{id}',
    query: ['wait', 'since'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  deleteShelf: {
    id: 'deleteShelf',
    method: 'DELETE',
    path: '/v1/shelves/{id}',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  changeShelf: {
    id: 'changeShelf',
    method: 'PATCH',
    path: '/v1/shelves/{id}',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  followShelf: {
    id: 'followShelf',
    method: 'GET',
    path: '/v1/shelves/{id}/events',
    query: [],
    headers: { lastEventId: 'last-event-id' },
    body: null,
    reply: 'response',
    isRepeatable: false,
  },
  uploadToShelf: {
    id: 'uploadToShelf',
    method: 'POST',
    path: '/v1/shelves/{id}/upload',
    query: [],
    headers: {},
    body: 'form',
    reply: 'json',
    isRepeatable: true,
  },
  retryShelf: {
    id: 'retryShelf',
    method: 'POST',
    path: '/v1/shelves/{id}/retry',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: true,
  },
  restoreShelf: {
    id: 'restoreShelf',
    method: 'POST',
    path: '/v1/shelves/{id}/restore',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  listFiles: {
    id: 'listFiles',
    method: 'GET',
    path: '/v1/shelves/{id}/listing',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  getTree: {
    id: 'getTree',
    method: 'GET',
    path: '/v1/shelves/{id}/tree',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  readFile: {
    id: 'readFile',
    method: 'GET',
    path: '/v1/shelves/{id}/files/{filePath}',
    query: ['offset', 'limit'],
    headers: {},
    body: null,
    reply: 'text',
    isRepeatable: false,
  },
  readSource: {
    id: 'readSource',
    method: 'GET',
    path: '/v1/shelves/{id}/source',
    query: ['version'],
    headers: {},
    body: null,
    reply: 'response',
    isRepeatable: false,
  },
  getArchiveUrl: {
    id: 'getArchiveUrl',
    method: 'GET',
    path: '/v1/shelves/{id}/archive-url',
    query: ['ttl'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  listVersions: {
    id: 'listVersions',
    method: 'GET',
    path: '/v1/shelves/{id}/versions',
    query: ['page', 'limit'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  getVersionTree: {
    id: 'getVersionTree',
    method: 'GET',
    path: '/v1/shelves/{id}/versions/{version}/tree',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  readVersionFile: {
    id: 'readVersionFile',
    method: 'GET',
    path: '/v1/shelves/{id}/versions/{version}/files/{filePath}',
    query: ['offset', 'limit'],
    headers: {},
    body: null,
    reply: 'text',
    isRepeatable: false,
  },
  approveShelf: {
    id: 'approveShelf',
    method: 'POST',
    path: '/v1/shelves/{id}/approve',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: true,
  },
  regenerateShelf: {
    id: 'regenerateShelf',
    method: 'POST',
    path: '/v1/shelves/{id}/regenerate',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: true,
  },
  compareVersions: {
    id: 'compareVersions',
    method: 'GET',
    path: '/v1/shelves/{id}/diff',
    query: ['from', 'to', 'renames'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  search: {
    id: 'search',
    method: 'GET',
    path: '/v1/shelves/{id}/search',
    query: ['q', 'regex', 'path', 'version', 'offset', 'limit'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  getOutline: {
    id: 'getOutline',
    method: 'GET',
    path: '/v1/shelves/{id}/outline',
    query: ['depth', 'path', 'by', 'offset', 'limit', 'version'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  cite: {
    id: 'cite',
    method: 'GET',
    path: '/v1/shelves/{id}/cite',
    query: ['path', 'start', 'end', 'version'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  listTables: {
    id: 'listTables',
    method: 'GET',
    path: '/v1/shelves/{id}/tables',
    query: ['page', 'limit', 'version'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  getTable: {
    id: 'getTable',
    method: 'GET',
    path: '/v1/shelves/{id}/tables/{table}',
    query: ['format', 'safe', 'version'],
    headers: {},
    body: null,
    reply: 'mixed',
    isRepeatable: false,
  },
  listPages: {
    id: 'listPages',
    method: 'GET',
    path: '/v1/shelves/{id}/pages',
    query: ['page', 'limit', 'version'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  getPage: {
    id: 'getPage',
    method: 'GET',
    path: '/v1/shelves/{id}/pages/{page}',
    query: ['version'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  drawPage: {
    id: 'drawPage',
    method: 'GET',
    path: '/v1/shelves/{id}/pages/{page}.png',
    query: ['width', 'box', 'version'],
    headers: {},
    body: null,
    reply: 'response',
    isRepeatable: false,
  },
  searchAll: {
    id: 'searchAll',
    method: 'GET',
    path: '/v1/search',
    query: ['q', 'page', 'limit', 'shelf', 'tag', 'template', 'createdSince', 'createdBefore'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  getCredentials: {
    id: 'getCredentials',
    method: 'GET',
    path: '/api/shelves/{id}/creds',
    query: ['ttl'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  createWebhook: {
    id: 'createWebhook',
    method: 'POST',
    path: '/v1/webhooks',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  listWebhooks: {
    id: 'listWebhooks',
    method: 'GET',
    path: '/v1/webhooks',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  getWebhook: {
    id: 'getWebhook',
    method: 'GET',
    path: '/v1/webhooks/{webhookPublicId}',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  changeWebhook: {
    id: 'changeWebhook',
    method: 'PATCH',
    path: '/v1/webhooks/{webhookPublicId}',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
  deleteWebhook: {
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/v1/webhooks/{webhookPublicId}',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  rotateWebhookSecret: {
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/v1/webhooks/{webhookPublicId}/rotate-secret',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  pingWebhook: {
    id: 'pingWebhook',
    method: 'POST',
    path: '/v1/webhooks/{webhookPublicId}/ping',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  listDeliveries: {
    id: 'listDeliveries',
    method: 'GET',
    path: '/v1/webhooks/{webhookPublicId}/deliveries',
    query: ['page', 'limit', 'status'],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  getDelivery: {
    id: 'getDelivery',
    method: 'GET',
    path: '/v1/webhooks/{webhookPublicId}/deliveries/{deliveryId}',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  redeliver: {
    id: 'redeliver',
    method: 'POST',
    path: '/v1/webhooks/{webhookPublicId}/deliveries/{deliveryId}/redeliver',
    query: [],
    headers: {},
    body: null,
    reply: 'json',
    isRepeatable: false,
  },
  recoverDeliveries: {
    id: 'recoverDeliveries',
    method: 'POST',
    path: '/v1/webhooks/{webhookPublicId}/recover',
    query: [],
    headers: {},
    body: 'json',
    reply: 'json',
    isRepeatable: false,
  },
} as const satisfies Record<string, Operation>;

/** A method for each operation. */
export abstract class GeneratedApi {
  /** Sends a request and reads its reply as the operation says; rejects with `ApiError` or `NoAnswerError`. */
  protected abstract send<T>(operation: Operation, request: object, options?: CallOptions): Promise<T>;

  /** Whether the process answers */
  isAlive(options?: CallOptions): Promise<Alive> {
    return this.send(OPERATIONS.isAlive, {}, options);
  }

  /**
   * Whether the service can do its work
   *
   * A 503 names in `details.dependencies` what cannot be reached. A process that is about to stop has none. `queues` says where no worker is at work; uploads are taken nevertheless, and wait for one.
   */
  isReady(options?: CallOptions): Promise<Readiness> {
    return this.send(OPERATIONS.isReady, {}, options);
  }

  /**
   * A shell script that downloads a shelf
   *
   * Environment SHELV_KEY, SHELF_ID, TARGET, SHELV_API_URL, or --key, --shelf, --target, --api.
   */
  getDownloadScript(options?: CallOptions): Promise<string> {
    return this.send(OPERATIONS.getDownloadScript, {}, options);
  }

  /** The JSON schema of one of a shelf's JSON files */
  getTreeSchema(request: GetTreeSchemaRequest, options?: CallOptions): Promise<unknown> {
    return this.send(OPERATIONS.getTreeSchema, request, options);
  }

  /**
   * Ask for an account
   *
   * A code of six digits is sent to the address; it is good for 15 minutes and five tries.
   */
  register(request: RegisterRequest, options?: CallOptions): Promise<Registered> {
    return this.send(OPERATIONS.register, request, options);
  }

  /** Turn the code into an account with an API key */
  verifyEmail(request: VerifyEmailRequest, options?: CallOptions): Promise<Verified> {
    return this.send(OPERATIONS.verifyEmail, request, options);
  }

  /**
   * Sign in
   *
   * For pages of the service. A session that the request comes with is ended. If the account has a second factor, the 401 to the right password without a code has the reason `code_required`.
   */
  signIn(request: SignInRequest, options?: CallOptions): Promise<Session> {
    return this.send(OPERATIONS.signIn, request, options);
  }

  /**
   * Sign out
   *
   * Ends the session of the cookie, if there is one, and removes the cookie.
   */
  signOut(options?: CallOptions): Promise<Success> {
    return this.send(OPERATIONS.signOut, {}, options);
  }

  /**
   * Enter the password again
   *
   * Creating and revoking keys, and changing the password, need it: at most 15 minutes ago, here or by signing in.
   */
  confirmPassword(request: ConfirmPasswordRequest, options?: CallOptions): Promise<Success> {
    return this.send(OPERATIONS.confirmPassword, request, options);
  }

  /**
   * Who is signed in
   *
   * Pages that ask often use /v1/dashboard/account, which does not count against the limit of sign-ins.
   */
  getSession(options?: CallOptions): Promise<Session> {
    return this.send(OPERATIONS.getSession, {}, options);
  }

  /**
   * Ask for a new password
   *
   * A code of six digits is sent to the address; it is good for 15 minutes and five tries.
   */
  forgotPassword(request: ForgotPasswordRequest, options?: CallOptions): Promise<Registered> {
    return this.send(OPERATIONS.forgotPassword, request, options);
  }

  /**
   * Set a new password with the code
   *
   * All sessions of the account end; its keys stay, unless `revokeKeys` is true. The owner is notified by mail.
   */
  resetPassword(request: ResetPasswordRequest, options?: CallOptions): Promise<Success> {
    return this.send(OPERATIONS.resetPassword, request, options);
  }

  /** The account that is signed in */
  getAccount(options?: CallOptions): Promise<DashboardAccount> {
    return this.send(OPERATIONS.getAccount, {}, options);
  }

  /** List API keys, newest first */
  listApiKeys(request: ListApiKeysRequest = {}, options?: CallOptions): Promise<ApiKeyList> {
    return this.send(OPERATIONS.listApiKeys, request, options);
  }

  /**
   * Create an API key
   *
   * Needs a password entered at most 15 minutes ago.
   */
  createApiKey(request: CreateApiKeyRequest, options?: CallOptions): Promise<CreatedApiKey> {
    return this.send(OPERATIONS.createApiKey, request, options);
  }

  /**
   * Revoke an API key
   *
   * At once and for good. Needs a password entered at most 15 minutes ago.
   */
  revokeApiKey(request: RevokeApiKeyRequest, options?: CallOptions): Promise<Success> {
    return this.send(OPERATIONS.revokeApiKey, request, options);
  }

  /** List where the account is signed in */
  listSessions(request: ListSessionsRequest = {}, options?: CallOptions): Promise<ActiveSessionList> {
    return this.send(OPERATIONS.listSessions, request, options);
  }

  /**
   * Sign out everywhere else
   *
   * Ends every session but the one that asks. Keys stay.
   */
  endOtherSessions(options?: CallOptions): Promise<Success> {
    return this.send(OPERATIONS.endOtherSessions, {}, options);
  }

  /**
   * End a session
   *
   * At once. Of the session that asks the cookie is removed as well.
   */
  endSession(request: EndSessionRequest, options?: CallOptions): Promise<Success> {
    return this.send(OPERATIONS.endSession, request, options);
  }

  /**
   * Delete the account with all that belongs to it
   *
   * At once nothing signs in to it any more and running work is cancelled; files and rows are removed within minutes. It cannot be undone. Needs a password entered at most 15 minutes ago, and the address of the account.
   */
  deleteAccount(request: DeleteAccountRequest, options?: CallOptions): Promise<Success> {
    return this.send(OPERATIONS.deleteAccount, request, options);
  }

  /**
   * Set another password
   *
   * All other sessions end; keys stay. Needs a password entered at most 15 minutes ago.
   */
  changePassword(request: ChangePasswordRequest, options?: CallOptions): Promise<Success> {
    return this.send(OPERATIONS.changePassword, request, options);
  }

  /** Whether signing in asks for a code of an authenticator app */
  getSecondFactor(options?: CallOptions): Promise<SecondFactor> {
    return this.send(OPERATIONS.getSecondFactor, {}, options);
  }

  /**
   * Begin to set up an authenticator app
   *
   * Nothing changes before a code of it is confirmed. Needs a password entered at most 15 minutes ago.
   */
  setUpSecondFactor(options?: CallOptions): Promise<SecondFactorSetUp> {
    return this.send(OPERATIONS.setUpSecondFactor, {}, options);
  }

  /**
   * End the set-up with a code of the app
   *
   * From now on signing in asks for a code. Needs a password entered at most 15 minutes ago.
   */
  confirmSecondFactor(request: ConfirmSecondFactorRequest, options?: CallOptions): Promise<RecoveryCodes> {
    return this.send(OPERATIONS.confirmSecondFactor, request, options);
  }

  /**
   * Replace the recovery codes
   *
   * Those of before are void. Needs a password entered at most 15 minutes ago.
   */
  renewRecoveryCodes(request: RenewRecoveryCodesRequest, options?: CallOptions): Promise<RecoveryCodes> {
    return this.send(OPERATIONS.renewRecoveryCodes, request, options);
  }

  /**
   * Sign in with the password alone again
   *
   * Needs a password entered at most 15 minutes ago.
   */
  disableSecondFactor(request: DisableSecondFactorRequest, options?: CallOptions): Promise<Success> {
    return this.send(OPERATIONS.disableSecondFactor, request, options);
  }

  /** Where the latest work on a shelf is logged */
  getShelfRun(request: GetShelfRunRequest, options?: CallOptions): Promise<ShelfRun> {
    return this.send(OPERATIONS.getShelfRun, request, options);
  }

  /**
   * Publish an earlier version again
   *
   * What the version holds, its PDF included, becomes the next version, and no version changes. Event: `shelf.ready`. Search over all shelves finds it within a minute or so.
   *
   * Of the version that the shelf holds already: 409 `is_current`. The 21st restore of a shelf within 24 hours is 429 with the limit `version-restores`.
   */
  restoreVersion(request: RestoreVersionRequest, options?: CallOptions): Promise<Shelf> {
    return this.send(OPERATIONS.restoreVersion, request, options);
  }

  /** Read the draft in review: its tree, findings and pending operations */
  getReview(request: GetReviewRequest, options?: CallOptions): Promise<Review> {
    return this.send(OPERATIONS.getReview, request, options);
  }

  /**
   * Read the edits that are not approved yet
   *
   * Another session may change them: ask again with If-None-Match.
   */
  getPendingOperations(request: GetPendingOperationsRequest, options?: CallOptions): Promise<PendingOperations> {
    return this.send(OPERATIONS.getPendingOperations, request, options);
  }

  /**
   * Keep edits that are not approved yet
   *
   * Replaces the whole list. The operations are checked against the draft as approve checks them, and none is applied.
   *
   * With an earlier `revision` the answer is 409 `revision_changed` with the current one, with another draft 409 `draft_changed`.
   */
  putPendingOperations(request: PutPendingOperationsRequest, options?: CallOptions): Promise<PendingOperations> {
    return this.send(OPERATIONS.putPendingOperations, request, options);
  }

  /**
   * Preview the draft with operations applied
   *
   * Of the operations in the body, or else of those that are kept. Changes nothing.
   */
  previewReview(request: PreviewReviewRequest, options?: CallOptions): Promise<ReviewPreview> {
    return this.send(OPERATIONS.previewReview, request, options);
  }

  /**
   * List shelves, newest first
   *
   * All filters given have to hold. Parameters that are not named here are refused.
   */
  listShelves(request: ListShelvesRequest = {}, options?: CallOptions): Promise<ShelfList> {
    return this.send(OPERATIONS.listShelves, request, options);
  }

  /**
   * Create a shelf from a PDF
   *
   * Answers at once; the work continues. Poll the shelf until it is `ready` or `failed`.
   */
  createShelf(request: CreateShelfRequest, options?: CallOptions): Promise<Shelf> {
    return this.send(OPERATIONS.createShelf, request, options);
  }

  /**
   * Read a shelf, with `wait` when it has changed
   *
   * However long it waits, it counts as one read.
   */
  getShelf(request: GetShelfRequest, options?: CallOptions): Promise<Shelf> {
    return this.send(OPERATIONS.getShelf, request, options);
  }

  /**
   * Delete a shelf
   *
   * In every status: running work is cancelled, files and rows are removed.
   */
  deleteShelf(request: DeleteShelfRequest, options?: CallOptions): Promise<Success> {
    return this.send(OPERATIONS.deleteShelf, request, options);
  }

  /**
   * Change the name and the tags of a shelf
   *
   * In every status. It makes no version and sends no webhook event; followers of the shelf are notified.
   */
  changeShelf(request: ChangeShelfRequest, options?: CallOptions): Promise<Shelf> {
    return this.send(OPERATIONS.changeShelf, request, options);
  }

  /**
   * Follow a shelf by server-sent events
   *
   * The first message is the present state. After that come `shelf` (the Shelf as data; progress at most once a second), `shelf.ready`, `shelf.failed` and `shelf.review` (the data is the body that webhooks get, the id their `webhook-id`), and `deleted`, the last one.
   *
   * With `Last-Event-ID` the stream continues after that message: it sends every lifecycle event since then once, then the current state if it differs.
   *
   * The stream ends every few minutes and in an outage; clients connect again, as EventSource does by itself. It counts as one read.
   */
  followShelf(request: FollowShelfRequest, options?: CallOptions): Promise<Response> {
    return this.send(OPERATIONS.followShelf, request, options);
  }

  /**
   * Upload a new PDF to a shelf
   *
   * In `ready` or `review`. What becomes of the PDF is the next version; those before it stay. A draft in review is dropped.
   */
  uploadToShelf(request: UploadToShelfRequest, options?: CallOptions): Promise<Shelf> {
    return this.send(OPERATIONS.uploadToShelf, request, options);
  }

  /**
   * Start a failed shelf over
   *
   * With the PDF that failed, from its beginning.
   */
  retryShelf(request: RetryShelfRequest, options?: CallOptions): Promise<Shelf> {
    return this.send(OPERATIONS.retryShelf, request, options);
  }

  /**
   * Take a failed shelf back to its current version
   *
   * After a new PDF failed: the shelf is `ready` again as it was before, without a new version. Event: `shelf.ready`.
   */
  restoreShelf(request: RestoreShelfRequest, options?: CallOptions): Promise<Shelf> {
    return this.send(OPERATIONS.restoreShelf, request, options);
  }

  /** List the paths of a shelf's files */
  listFiles(request: ListFilesRequest, options?: CallOptions): Promise<Listing> {
    return this.send(OPERATIONS.listFiles, request, options);
  }

  /** Read all files of a shelf at once */
  getTree(request: GetTreeRequest, options?: CallOptions): Promise<Tree> {
    return this.send(OPERATIONS.getTree, request, options);
  }

  /** Read one file of a shelf, or some lines of it */
  readFile(request: ReadFileRequest, options?: CallOptions): Promise<string> {
    return this.send(OPERATIONS.readFile, request, options);
  }

  /**
   * Read a shelf's PDF, or a range of its bytes
   *
   * In `failed` the PDF that failed. One range of bytes (`Range: bytes=0-65535`) is answered with 206; several ranges with the whole PDF.
   */
  readSource(request: ReadSourceRequest, options?: CallOptions): Promise<Response> {
    return this.send(OPERATIONS.readSource, request, options);
  }

  /** Get a URL that serves a shelf as .tar.gz */
  getArchiveUrl(request: GetArchiveUrlRequest, options?: CallOptions): Promise<ArchiveDescriptor | ArchiveGenerating> {
    return this.send(OPERATIONS.getArchiveUrl, request, options);
  }

  /** List the versions of a shelf, latest first */
  listVersions(request: ListVersionsRequest, options?: CallOptions): Promise<VersionList> {
    return this.send(OPERATIONS.listVersions, request, options);
  }

  /** Read all files of a version at once */
  getVersionTree(request: GetVersionTreeRequest, options?: CallOptions): Promise<VersionTree> {
    return this.send(OPERATIONS.getVersionTree, request, options);
  }

  /** Read one file of a version, or some lines of it */
  readVersionFile(request: ReadVersionFileRequest, options?: CallOptions): Promise<string> {
    return this.send(OPERATIONS.readVersionFile, request, options);
  }

  /**
   * Approve a shelf in review
   *
   * The tree as reviewed becomes a version; with operations, what they make of it becomes the version after it.
   */
  approveShelf(request: ApproveShelfRequest, options?: CallOptions): Promise<Shelf> {
    return this.send(OPERATIONS.approveShelf, request, options);
  }

  /**
   * Structure and verify a shelf in review again
   *
   * Discards the draft and its pending operations. The same engine, PDF and template give the same draft.
   */
  regenerateShelf(request: RegenerateShelfRequest, options?: CallOptions): Promise<Shelf> {
    return this.send(OPERATIONS.regenerateShelf, request, options);
  }

  /**
   * Compare two versions of a shelf, file by file
   *
   * `from` and `to` are numbers of versions, in either order; 0 is the empty tree. With `renames=joined` a file that was renamed, and maybe edited, is one file: at least half of it is the same.
   */
  compareVersions(request: CompareVersionsRequest, options?: CallOptions): Promise<Diff> {
    return this.send(OPERATIONS.compareVersions, request, options);
  }

  /** Find where a text or a pattern stands in a shelf */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchResults> {
    return this.send(OPERATIONS.search, request, options);
  }

  /** List the files of a shelf with their headings, pages and sizes */
  getOutline(request: GetOutlineRequest, options?: CallOptions): Promise<Outline> {
    return this.send(OPERATIONS.getOutline, request, options);
  }

  /** Tell where in the PDF lines of a file were printed */
  cite(request: CiteRequest, options?: CallOptions): Promise<Citation> {
    return this.send(OPERATIONS.cite, request, options);
  }

  /** List the tables of a shelf */
  listTables(request: ListTablesRequest, options?: CallOptions): Promise<TableList> {
    return this.send(OPERATIONS.listTables, request, options);
  }

  /** Read a table as rows of JSON, or as CSV */
  getTable(request: GetTableRequest, options?: CallOptions): Promise<Table | string> {
    return this.send(OPERATIONS.getTable, request, options);
  }

  /** List the pages of the PDF with their sizes and pictures */
  listPages(request: ListPagesRequest, options?: CallOptions): Promise<PageList> {
    return this.send(OPERATIONS.listPages, request, options);
  }

  /** Describe a page of the PDF: its size, and its lines, tables and figures */
  getPage(request: GetPageRequest, options?: CallOptions): Promise<PageInfo> {
    return this.send(OPERATIONS.getPage, request, options);
  }

  /** Draw a page of the PDF, or a part of it */
  drawPage(request: DrawPageRequest, options?: CallOptions): Promise<Response> {
    return this.send(OPERATIONS.drawPage, request, options);
  }

  /**
   * Search over all shelves that are ready
   *
   * A shelf is found some seconds after it has become ready, and no more from the moment in which it is deleted or a new PDF is uploaded.
   */
  searchAll(request: SearchAllRequest, options?: CallOptions): Promise<FoundPassages> {
    return this.send(OPERATIONS.searchAll, request, options);
  }

  /** Get temporary credentials that read a shelf's files from the object store */
  getCredentials(request: GetCredentialsRequest, options?: CallOptions): Promise<Credentials> {
    return this.send(OPERATIONS.getCredentials, request, options);
  }

  /**
   * Have events sent to a URL
   *
   * At most 20 endpoints an account. Each receives the events of all shelves.
   */
  createWebhook(request: CreateWebhookRequest, options?: CallOptions): Promise<CreatedWebhook> {
    return this.send(OPERATIONS.createWebhook, request, options);
  }

  /** List webhook endpoints, newest first */
  listWebhooks(options?: CallOptions): Promise<WebhookList> {
    return this.send(OPERATIONS.listWebhooks, {}, options);
  }

  /** Read a webhook endpoint */
  getWebhook(request: GetWebhookRequest, options?: CallOptions): Promise<Webhook> {
    return this.send(OPERATIONS.getWebhook, request, options);
  }

  /**
   * Change, disable or enable a webhook endpoint
   *
   * Deliveries that are pending go to a new URL from their next attempt on; when it is disabled they are `failed`, and can be recovered.
   */
  changeWebhook(request: ChangeWebhookRequest, options?: CallOptions): Promise<Webhook> {
    return this.send(OPERATIONS.changeWebhook, request, options);
  }

  /**
   * Delete a webhook endpoint
   *
   * With its history. Pending deliveries stop.
   */
  deleteWebhook(request: DeleteWebhookRequest, options?: CallOptions): Promise<Success> {
    return this.send(OPERATIONS.deleteWebhook, request, options);
  }

  /**
   * Replace the secret of a webhook endpoint
   *
   * At once: the next attempt is signed with the new one, those of pending deliveries too. In a session the password has to have been entered within 15 minutes.
   */
  rotateWebhookSecret(request: RotateWebhookSecretRequest, options?: CallOptions): Promise<RotatedSecret> {
    return this.send(OPERATIONS.rotateWebhookSecret, request, options);
  }

  /**
   * Send a test event, webhook.ping
   *
   * Recorded and retried as any event. Its failures do not disable the endpoint.
   */
  pingWebhook(request: PingWebhookRequest, options?: CallOptions): Promise<Delivery> {
    return this.send(OPERATIONS.pingWebhook, request, options);
  }

  /** List the deliveries of an endpoint, newest first */
  listDeliveries(request: ListDeliveriesRequest, options?: CallOptions): Promise<DeliveryList> {
    return this.send(OPERATIONS.listDeliveries, request, options);
  }

  /** Read a delivery with its body and its attempts */
  getDelivery(request: GetDeliveryRequest, options?: CallOptions): Promise<DeliveryDetail> {
    return this.send(OPERATIONS.getDelivery, request, options);
  }

  /**
   * Send a delivery again
   *
   * With the same `webhook-id` and body. `webhook-attempt` continues the count; retries start over. A redelivered test event counts towards the limit of test events.
   */
  redeliver(request: RedeliverRequest, options?: CallOptions): Promise<Delivery> {
    return this.send(OPERATIONS.redeliver, request, options);
  }

  /**
   * Send again all that failed since a time
   *
   * They are taken up oldest first, and arrive in any order. What happened while the endpoint was disabled is among it; test events are not.
   */
  recoverDeliveries(request: RecoverDeliveriesRequest, options?: CallOptions): Promise<Recovery> {
    return this.send(OPERATIONS.recoverDeliveries, request, options);
  }
}
