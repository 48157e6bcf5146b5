/** The words of the wire that every part of the service shares. This file imports nothing. */

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

/** The statuses a run works through, in order; `failedAtStep` is one of them. */
export const PROCESSING_STEPS = ['uploading', 'parsing', 'structuring', 'verifying'] as const satisfies ShelfStatus[];
export type ProcessingStep = (typeof PROCESSING_STEPS)[number];

export const TEMPLATES = ['book', 'legal-contract', 'charter-party', 'academic-paper'] as const;
export type Template = (typeof TEMPLATES)[number];

export const ACCEPTANCE_POLICIES = ['balanced', 'strict', 'best_effort'] as const;
export type AcceptancePolicy = (typeof ACCEPTANCE_POLICIES)[number];

export const TIERS = ['full', 'degraded'] as const;
export type Tier = (typeof TIERS)[number];

/** How fine a shelf is split, coarsest first. */
export const GRANULARITIES = ['document', 'major_section', 'numbered_unit', 'subsection'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

export const AUDIT_STATUSES = ['passed', 'repaired', 'review_required'] as const;
export type AuditStatus = (typeof AUDIT_STATUSES)[number];

export const FINDING_CHECKS = ['naming', 'file-size', 'content', 'structural'] as const;
export type FindingCheck = (typeof FINDING_CHECKS)[number];

export const FINDING_SEVERITIES = ['error', 'review', 'warning'] as const;
export type FindingSeverity = (typeof FINDING_SEVERITIES)[number];

/** One remark of the verification, as it stands in a shelf's `auditFindings`. */
export interface AuditFinding {
  check: FindingCheck;
  severity: FindingSeverity;
  message: string;
  code?: string;
  file?: string;
  sourceRef?: string;
}

export const VERSION_SOURCES = ['initial', 'approval', 'upload'] as const;
export type VersionSource = (typeof VERSION_SOURCES)[number];

export const SHELF_EVENTS = ['shelf.ready', 'shelf.failed', 'shelf.review'] as const;
export type ShelfEvent = (typeof SHELF_EVENTS)[number];

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What a document can be at fault for. A shelf that fails with one of these says so in words a user understands. */
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

/** Error codes of the wire; their HTTP statuses are in contract/errors.ts. */
export const ERROR_CODES = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'PAYMENT_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Which action is open in which status. Api, Update validators and pages judge by this table alone. */
export const GATES = {
  readContent: ['ready', 'review'],
  readVersions: ['ready'],
  upload: ['ready', 'review'],
  retry: ['failed'],
  restore: ['failed'],
  approve: ['review'],
  regenerate: ['review'],
  delete: SHELF_STATUSES,
} as const satisfies Record<string, readonly ShelfStatus[]>;
export type GatedAction = keyof typeof GATES;

/** Whether `action` is open to a shelf in `status`. */
export function isOpen(action: GatedAction, status: ShelfStatus): boolean {
  return (GATES[action] as readonly ShelfStatus[]).includes(status);
}

export const MAX_UPLOAD_BYTES = 300 * 1024 * 1024;
export const MAX_PAGES = 5000;
