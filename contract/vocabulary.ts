/** The vocabulary of the wire, which all parts of the service share. This file imports nothing. */

export const SHELF_STATUSES = [
  'uploading',
  'parsing',
  'structuring',
  'verifying',
  'review',
  'ready',
  'failed',
] as const;
export type ShelfStatus = (typeof SHELF_STATUSES)[number];

/** The steps of a run, in order; `failedAtStep` is one of them. */
export const PROCESSING_STEPS = ['uploading', 'parsing', 'structuring', 'verifying'] as const satisfies ShelfStatus[];
export type ProcessingStep = (typeof PROCESSING_STEPS)[number];

export const TEMPLATES = ['book', 'legal-contract', 'charter-party', 'academic-paper'] as const;
export type Template = (typeof TEMPLATES)[number];

export const ACCEPTANCE_POLICIES = ['balanced', 'strict', 'best_effort'] as const;
export type AcceptancePolicy = (typeof ACCEPTANCE_POLICIES)[number];

export const TIERS = ['full', 'degraded'] as const;
export type Tier = (typeof TIERS)[number];

/** How finely a tree is divided, coarsest first. */
export const GRANULARITIES = ['document', 'major_section', 'numbered_unit', 'subsection'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

export const AUDIT_STATUSES = ['passed', 'repaired', 'review_required'] as const;
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

export const FINDING_CHECKS = ['naming', 'file-size', 'content', 'structural'] as const;
export type FindingCheck = (typeof FINDING_CHECKS)[number];

export const FINDING_SEVERITIES = ['error', 'review', 'warning'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** How a list of shelves can be sorted: `-` in front is descending. */
export const SHELF_SORTS = ['createdAt', '-createdAt', 'updatedAt', '-updatedAt', 'name', '-name'] as const;
export type ShelfSort = (typeof SHELF_SORTS)[number];

export const MAX_TAGS = 20;
export const TAG_MAX_LENGTH = 40;

/** A finding of the verification, as in a shelf's `auditFindings`. */
export interface AuditFinding {
  check: FindingCheck;
  severity: FindingSeverity;
  message: string;
  code?: string;
  file?: string;
  sourceRef?: string;
}

export const VERSION_SOURCES = ['initial', 'approval', 'upload', 'restore'] as const;
export type VersionSource = (typeof VERSION_SOURCES)[number];

/** How a file differs between two versions, or what the operations of a review make of it. */
export const FILE_CHANGES = ['added', 'modified', 'renamed', 'removed'] as const;
export type FileChange = (typeof FILE_CHANGES)[number];

/** How a comparison of versions reports a renamed file: as one that was removed and one that was added, or as one. */
export const RENAME_MODES = ['separate', 'joined'] as const;
export type RenameMode = (typeof RENAME_MODES)[number];

/** Who last changed the pending operations of a review, as the session that asks sees it. */
export const EDITORS = ['this_session', 'another_session'] as const;
export type Editor = (typeof EDITORS)[number];

export const SHELF_EVENTS = ['shelf.ready', 'shelf.failed', 'shelf.review'] as const;
export type ShelfEvent = (typeof SHELF_EVENTS)[number];

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an endpoint is disabled: by its owner, because it answered 410, or because it only failed for five days. */
export const DISABLED_REASONS = ['by_owner', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const MAX_WEBHOOK_URL_CHARS = 2048;
export const MAX_WEBHOOKS = 20;
/** A delivery can be repeated any number of times, and each attempt stores the start of a reply. */
export const MAX_ATTEMPTS_SHOWN = 100;

/** The faults of a document. A shelf that fails with one of these has a message that users understand. */
export const DOCUMENT_ERRORS = [
  'unreadable',
  'password_required',
  'no_pages',
  'too_many_pages',
  'no_text',
  'too_complex',
  'timed_out',
  'verification_failed',
] as const;
export type DocumentErrorCode = (typeof DOCUMENT_ERRORS)[number];

/** Error codes on the wire; their HTTP statuses are in contract/errors.ts. */
export const ERROR_CODES = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'PAYMENT_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'RANGE_NOT_SATISFIABLE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Which status allows which action. The api and the Update validators use this table only. */
export const GATES = {
  readContent: ['ready', 'review'],
  readVersions: ['ready'],
  readSource: ['ready', 'review', 'failed'],
  upload: ['ready', 'review'],
  retry: ['failed'],
  restore: ['failed'],
  restoreVersion: ['ready'],
  editDraft: ['review'],
  approve: ['review'],
  regenerate: ['review'],
  delete: SHELF_STATUSES,
} as const satisfies Record<string, readonly ShelfStatus[]>;
export type GatedAction = keyof typeof GATES;

/** Whether `status` allows `action`. */
export function isOpen(action: GatedAction, status: ShelfStatus): boolean {
  return (GATES[action] as readonly ShelfStatus[]).includes(status);
}

/** What a key may do: `read` is refused every request that changes something. */
export const KEY_SCOPES = ['read', 'write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const MAX_UPLOAD_BYTES = 300 * 1024 * 1024;
export const MAX_PAGES = 5000;

/** The kinds of operations of an approval. */
export const OPERATION_TYPES = ['rename', 'delete', 'mkdir', 'write'] as const;
export type OperationType = (typeof OPERATION_TYPES)[number];

export type Operation =
  | { type: 'rename'; from: string; to: string }
  | { type: 'delete'; path: string }
  | { type: 'mkdir'; path: string }
  | { type: 'write'; path: string; content: string };

export const MAX_OPERATIONS = 1000;
/** Total size of all paths and contents of one approval, in UTF-8. */
export const MAX_OPERATIONS_BYTES = 16 * 1024 * 1024;

const MAX_SEGMENT_CHARS = 100;
const MAX_PATH_CHARS = 400;
/** File systems allow 255, and the source map appends up to five to a name. */
const MAX_SEGMENT_BYTES = 250;
/** Object keys have at most 1,024 bytes, of which the version's prefix takes some. */
const MAX_PATH_BYTES = 900;

/**
 * Signs that turn the direction of a name or make it look like another. Joiners, of which scripts and emoji consist, and their
 * variation selectors stay.
 */
const UNSEEN_IN_PATHS =
  /[\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/u;

/** What is wrong with the path of a file in a shelf; null for a valid path. */
export function pathProblem(path: string): string | null {
  if (!path.isWellFormed() || path !== path.normalize('NFC')) return 'is not in normal form C';
  if (charsOf(path) > MAX_PATH_CHARS) return `is longer than ${MAX_PATH_CHARS} characters`;
  if (bytesOf(path) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`;
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f\\]/.test(path)) return 'holds a control character or a backslash';
  if (UNSEEN_IN_PATHS.test(path)) return 'holds a sign that nobody sees';
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') return 'has an empty, "." or ".." segment';
    if (charsOf(segment) > MAX_SEGMENT_CHARS) return `has a segment of more than ${MAX_SEGMENT_CHARS} characters`;
    if (bytesOf(segment) > MAX_SEGMENT_BYTES) return `has a segment of more than ${MAX_SEGMENT_BYTES} bytes`;
  }
  return null;
}

/** Number of code points. */
const charsOf = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0);

/** Size of well-formed text in UTF-8. */
const bytesOf = (text: string): number =>
  text.length +
  (text.match(/[\u0080-\uffff]/g)?.length ?? 0) +
  (text.match(/[\u0800-\ud7ff\ue000-\uffff]/g)?.length ?? 0);

/** What accounts have quotas of: bytes stored, shelves, pages worked on this month, shelves in work at once. */
export const QUOTAS = ['storageBytes', 'shelves', 'pages', 'runs'] as const;
export type Quota = (typeof QUOTAS)[number];

const OPENING_FENCE = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING_FENCE = /^[\s>]*(`{3,}|~{3,})\s*$/;

/**
 * The fence of the block of code in Markdown that is open behind a line, in lists and quotations too; null for none.
 *
 * @param open the same before the line
 */
export function fenceAfter(line: string, open: string | null): string | null {
  if (!line.includes('```') && !line.includes('~~~')) return open;
  if (open === null) return OPENING_FENCE.exec(line)?.[1] ?? null;
  return CLOSING_FENCE.exec(line)?.[1]?.startsWith(open) ? null : open;
}
