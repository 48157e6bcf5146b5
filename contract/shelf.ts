import { Type, type Static } from 'typebox';
import { listExample, nullable, Pagination, ref, SHELF_ID_PATTERN, Timestamp } from './common.js';
import {
  ACCEPTANCE_POLICIES,
  AUDIT_STATUSES,
  FINDING_CHECKS,
  FINDING_SEVERITIES,
  GRANULARITIES,
  MAX_TAGS,
  PROCESSING_STEPS,
  SHELF_STATUSES,
  TAG_MAX_LENGTH,
  TEMPLATES,
  TIERS,
} from './vocabulary.js';

export const NAME_MAX_LENGTH = 100;

export const AuditFinding = Type.Object(
  {
    check: Type.Enum([...FINDING_CHECKS]),
    severity: Type.Enum([...FINDING_SEVERITIES]),
    message: Type.String(),
    code: Type.Optional(Type.String()),
    file: Type.Optional(Type.String()),
    sourceRef: Type.Optional(Type.String()),
  },
  {
    $id: 'AuditFinding',
    description: 'A remark of the verification.',
    examples: [{ check: 'content', severity: 'warning', message: 'Page 3 has no text.', sourceRef: 'page 3' }],
  },
);

export const Progress = Type.Object(
  {
    step: Type.Enum([...PROCESSING_STEPS], { description: 'The same as `status`.' }),
    pagesDone: nullable(
      Type.Integer({ minimum: 0, description: 'Pages that are read, in `parsing`; null in steps without pages.' }),
    ),
    pageCount: nullable(Type.Integer({ description: 'Pages of the PDF; null until known.' })),
    updatedAt: Timestamp,
  },
  {
    $id: 'Progress',
    description: 'How far the work on a shelf is.',
    examples: [{ step: 'parsing', pagesDone: 96, pageCount: 640, updatedAt: '2026-01-02T03:04:15.678Z' }],
  },
);

export type Progress = Static<typeof Progress>;

export const Tags = Type.Array(
  Type.String({
    maxLength: 400,
    description: `Trimmed, white space in it single; then 1 to ${TAG_MAX_LENGTH} characters, none of them a control character.`,
    examples: ['finance'],
  }),
  {
    maxItems: MAX_TAGS,
    description: 'All tags, in place of those before. What is named twice counts once.',
    examples: [['finance', 'supplier']],
  },
);

export const Shelf = Type.Object(
  {
    publicId: Type.String({ pattern: SHELF_ID_PATTERN }),
    userId: Type.String({ description: 'The owner.' }),
    name: Type.String({ minLength: 1, maxLength: NAME_MAX_LENGTH }),
    status: Type.Enum([...SHELF_STATUSES]),
    template: nullable(Type.Enum([...TEMPLATES])),
    pageCount: nullable(Type.Integer({ description: 'Pages of the PDF; null until known.' })),
    storageSizeBytes: nullable(Type.Integer({ description: "Bytes of the tree's files; null until known." })),
    originalFileName: Type.String(),
    mimeType: Type.String(),
    errorMessage: nullable(Type.String()),
    failedAtStep: nullable(Type.Enum([...PROCESSING_STEPS])),
    reviewMode: Type.Boolean(),
    quality: Type.Object({
      mode: Type.Enum([...ACCEPTANCE_POLICIES]),
      tier: nullable(Type.Enum([...TIERS])),
      granularity: nullable(Type.Enum([...GRANULARITIES])),
      fallbackApplied: Type.Boolean(),
    }),
    auditStatus: nullable(Type.Enum([...AUDIT_STATUSES])),
    auditSummary: nullable(Type.String()),
    auditFindings: nullable(Type.Array(ref(AuditFinding))),
    repairAttempts: nullable(Type.Integer({ minimum: 0 })),
    currentVersionNumber: nullable(Type.Integer({ exclusiveMinimum: 0 })),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: TAG_MAX_LENGTH }), {
      maxItems: MAX_TAGS,
      description: 'Words that the owner has put on it, in the order given.',
    }),
    progress: Type.Union([ref(Progress), Type.Null()], { description: 'Null while nothing is at work.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  {
    $id: 'Shelf',
    description: 'A PDF and the tree of files that is made of it.',
    examples: [
      {
        publicId: 'shf_0123456789abcdef01234567',
        userId: 'usr_0123456789abcdef01234567',
        name: 'Annual report',
        status: 'ready',
        template: null,
        pageCount: 12,
        storageSizeBytes: 48211,
        originalFileName: 'annual-report.pdf',
        mimeType: 'application/pdf',
        errorMessage: null,
        failedAtStep: null,
        reviewMode: false,
        quality: { mode: 'balanced', tier: 'full', granularity: 'numbered_unit', fallbackApplied: false },
        auditStatus: 'passed',
        auditSummary: 'All checks passed.',
        auditFindings: [],
        repairAttempts: 0,
        currentVersionNumber: 1,
        tags: ['finance'],
        progress: null,
        createdAt: '2026-01-02T03:04:05.678Z',
        updatedAt: '2026-01-02T03:04:25.678Z',
      },
    ],
  },
);
export type Shelf = Static<typeof Shelf>;

export const ShelfList = Type.Object(
  { data: Type.Array(ref(Shelf)), pagination: ref(Pagination) },
  { $id: 'ShelfList', description: 'Newest first unless sorted otherwise.', examples: [listExample(Shelf)] },
);
export type ShelfList = Static<typeof ShelfList>;

const MAX_WAIT_SECONDS = 60;

export const WaitQuery = Type.Partial(
  Type.Object({
    wait: Type.Integer({
      minimum: 1,
      maximum: MAX_WAIT_SECONDS,
      description:
        'Seconds to wait for the next change. A shelf at rest (`ready`, `failed`, `review`) answers at once. Progress is reported at most once a second.',
      examples: [30],
    }),
    since: Type.String({
      format: 'date-time',
      description:
        '`updatedAt` of the last answer: a shelf that has changed since is answered at once. Only with `wait`; alone it changes nothing.',
      examples: ['2026-01-02T03:04:05.678Z'],
    }),
  }),
);
export type WaitQuery = Static<typeof WaitQuery>;

/** The name is in lower case, because Node lowercases header names. */
export const LastEventId = Type.Partial(
  Type.Object({
    'last-event-id': Type.String({
      pattern: '^(evt_[0-9a-f]{24}|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)$',
      description: 'The id of the last message: the stream continues after it.',
      examples: ['evt_0123456789abcdef01234567'],
    }),
  }),
);

const PdfFile = Type.String({
  format: 'binary',
  contentMediaType: 'application/pdf',
  description: 'A PDF of at most 300 MiB. It may come before or after the other fields.',
  examples: ['%PDF-1.7 ...'],
});

const Language = Type.String({
  description:
    'The languages in which pages that are only pictures are recognised: ISO 639-2 or 639-1 codes of installed languages, separated by commas. Default: detected from the document.',
  examples: ['deu', 'de,en'],
});

/** The form of POST /v1/shelves, for documentation only: the form is read as a stream (api/uploads). */
export const CreateShelfForm = Type.Object(
  {
    file: PdfFile,
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: NAME_MAX_LENGTH,
        description: 'Trimmed. Default: the file name without extension.',
      }),
    ),
    template: Type.Optional(Type.Enum([...TEMPLATES])),
    language: Type.Optional(Language),
    review: Type.Optional(
      Type.Enum(['true', 'false'], {
        description:
          'Whether the shelf pauses in `review`. `true` is refused with an API key: uploads by key go straight through.',
      }),
    ),
    acceptancePolicy: Type.Optional(
      Type.Enum([...ACCEPTANCE_POLICIES], { default: 'balanced', description: 'With a session it is ignored.' }),
    ),
  },
  {
    $id: 'CreateShelfForm',
    description: 'Fields that are not named here are ignored.',
    examples: [{ file: '%PDF-1.7 ...', name: 'Annual report', template: 'book', acceptancePolicy: 'strict' }],
  },
);

const template = Type.Optional(
  nullable(
    Type.Enum([...TEMPLATES], { description: "Becomes the shelf's template; null for none. Default: as it is." }),
  ),
);

export const RetryBody = Type.Object({ template }, { $id: 'RetryBody', examples: [{ template: 'book' }] });
export type RetryBody = Static<typeof RetryBody>;

export const RegenerateBody = Type.Object(
  {
    template,
    draft: Type.Optional(
      Type.String({ description: 'publicId of the draft that was reviewed: with another one nothing is regenerated.' }),
    ),
  },
  { $id: 'RegenerateBody', examples: [{ template: 'legal-contract' }] },
);
export type RegenerateBody = Static<typeof RegenerateBody>;

/** The form of POST /v1/shelves/{id}/upload. */
export const UploadForm = Type.Object(
  { file: PdfFile, language: Type.Optional(Language) },
  {
    $id: 'UploadForm',
    description: 'Fields that are not named here are ignored.',
    examples: [{ file: '%PDF-1.7 ...' }],
  },
);
