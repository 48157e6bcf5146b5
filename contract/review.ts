/** The review of a draft: what it holds, the operations that are pending, what they would change. For sessions only. */
import { Type, type Static } from 'typebox';
import { nullable, ref, SHELF_ID_PATTERN, Timestamp } from './common.js';
import { FileOperation } from './operations.js';
import { Shelf } from './shelf.js';
import { Diff, VERSION_ID_PATTERN } from './version.js';
import { FILE_CHANGES, EDITORS, MAX_OPERATIONS } from './vocabulary.js';

const DRAFT_EXAMPLE = 'ver_0123456789abcdef01234567';
const OPERATIONS_EXAMPLE = [{ type: 'rename', from: '02-scope.md', to: 'part-1/01-scope.md' }];
const Count = Type.Integer({ minimum: 0 });

const draft = Type.String({
  pattern: VERSION_ID_PATTERN,
  description: 'publicId of the draft. A regenerated shelf has another.',
});
const revision = Type.Integer({ minimum: 0, description: '0 while nothing was kept; one more with each change.' });
const operations = Type.Array(ref(FileOperation), {
  maxItems: MAX_OPERATIONS,
  description: 'In order, as approve takes them. At most 16 MiB in all.',
});

const lastChange = {
  changedAt: nullable(Timestamp),
  changedBy: nullable(
    Type.Enum([...EDITORS], { description: 'Whose change the last one was. Null while there was none.' }),
  ),
};
const CHANGE_EXAMPLE = { changedAt: '2026-01-02T03:14:05.678Z', changedBy: 'another_session' };

export const ReviewFile = Type.Object(
  {
    path: Type.String(),
    sizeBytes: Count,
    title: nullable(Type.String({ description: 'Null for files without content of the document: README.md, JSON.' })),
    level: nullable(Type.Integer({ minimum: 1, description: 'Of its first heading; the title of the document is 1.' })),
    pages: nullable(
      Type.Array(Type.Integer({ minimum: 1 }), { minItems: 2, maxItems: 2, description: 'First and last page.' }),
    ),
    words: nullable(Count),
  },
  {
    $id: 'ReviewFile',
    examples: [
      { path: '02-scope.md', sizeBytes: 5120, title: '2 Scope', level: 2, pages: [3, 5], words: 811 },
      { path: 'metadata.json', sizeBytes: 911, title: null, level: null, pages: null, words: null },
    ],
  },
);
export type ReviewFile = Static<typeof ReviewFile>;

const [FILE_EXAMPLE] = (ReviewFile as typeof ReviewFile & { examples: object[] }).examples;
const [SHELF_EXAMPLE] = (Shelf as typeof Shelf & { examples: object[] }).examples;

export const Review = Type.Object(
  {
    draft,
    createdAt: Timestamp,
    engine: Type.Object(
      {
        ofDraft: nullable(
          Type.String({ description: 'The one that made the draft; null for a draft of a release up to 0.5.0.' }),
        ),
        current: Type.String({ description: 'The one of this service, which makes the next draft.' }),
      },
      { description: 'Versions of the engine. An engine and its successors may make other files of one PDF.' },
    ),
    fileCount: Count,
    files: Type.Array(ref(ReviewFile), { description: 'In the order of the listing.' }),
    pending: Type.Object(
      { revision, count: Count, ...lastChange },
      { description: 'The pending operations without the operations themselves.' },
    ),
    shelf: Type.Unsafe<Shelf>({
      ...ref(Shelf),
      description: 'With the result of the verification: `auditStatus`, `auditSummary`, `auditFindings`.',
    }),
  },
  {
    $id: 'Review',
    description: 'The draft in review. Its files, its source map among them, are read from /v1/shelves/{id}/files.',
    examples: [
      {
        draft: DRAFT_EXAMPLE,
        createdAt: '2026-01-02T03:04:25.678Z',
        engine: { ofDraft: '0.5.2', current: '0.6.0' },
        fileCount: 9,
        files: [FILE_EXAMPLE],
        pending: { revision: 3, count: 1, ...CHANGE_EXAMPLE },
        shelf: { ...SHELF_EXAMPLE, status: 'review', reviewMode: true, currentVersionNumber: null },
      },
    ],
  },
);
export type Review = Static<typeof Review>;

export const PendingOperations = Type.Object(
  { draft, revision, operations, ...lastChange },
  {
    $id: 'PendingOperations',
    description: 'Edits of a draft that nobody has approved yet. They are deleted with the review.',
    examples: [{ draft: DRAFT_EXAMPLE, revision: 3, operations: OPERATIONS_EXAMPLE, ...CHANGE_EXAMPLE }],
  },
);
export type PendingOperations = Static<typeof PendingOperations>;

export const PendingOperationsBody = Type.Object(
  { draft, revision, operations },
  {
    $id: 'PendingOperationsBody',
    description: '`draft` and `revision` are those of the answer that the change was made to.',
    examples: [{ draft: DRAFT_EXAMPLE, revision: 2, operations: OPERATIONS_EXAMPLE }],
  },
);

export const ReviewPreviewBody = Type.Partial(Type.Object({ draft, operations }), {
  $id: 'ReviewPreviewBody',
  description: 'Without `operations` those that are kept count.',
  examples: [{ draft: DRAFT_EXAMPLE, operations: OPERATIONS_EXAMPLE }],
});

const diffFile = Diff.properties.files.items.properties;

export const ReviewPreview = Type.Object(
  {
    shelfPublicId: Type.String({ pattern: SHELF_ID_PATTERN }),
    draft,
    files: Type.Array(ref(ReviewFile), { description: 'The tree as approving would make it, in listing order.' }),
    changes: Type.Array(
      Type.Object({
        path: Type.String(),
        status: Type.Enum([...FILE_CHANGES]),
        from: nullable(Type.String({ description: 'Path in the draft of a renamed file.' })),
        derived: Type.Boolean({
          description:
            'No operation names the file: its links, the table of contents, metadata or the source map had to follow.',
        }),
        patch: diffFile.patch,
        truncated: diffFile.truncated,
      }),
      { description: 'The files that differ from the draft: in listing order, then the removed ones.' },
    ),
    summary: Type.Object({
      added: Count,
      modified: Count,
      renamed: Count,
      removed: Count,
      unchanged: Count,
      totalFiles: Type.Integer({ minimum: 0, description: 'The sum of the others.' }),
    }),
  },
  {
    $id: 'ReviewPreview',
    description: 'What operations would make of the draft.',
    examples: [
      {
        shelfPublicId: 'shf_0123456789abcdef01234567',
        draft: DRAFT_EXAMPLE,
        files: [{ ...FILE_EXAMPLE, path: 'part-1/01-scope.md' }],
        changes: [
          {
            path: 'part-1/01-scope.md',
            status: 'renamed',
            from: '02-scope.md',
            derived: false,
            patch:
              'diff --git a/02-scope.md b/part-1/01-scope.md\nrename from 02-scope.md\nrename to part-1/01-scope.md\n',
            truncated: false,
          },
        ],
        summary: { added: 0, modified: 0, renamed: 1, removed: 0, unchanged: 8, totalFiles: 9 },
      },
    ],
  },
);
export type ReviewPreview = Static<typeof ReviewPreview>;
