/** Versions of a shelf and the difference between two of them. */
import { Type, type Static } from 'typebox';
import { listExample, Pagination, ref, SHELF_ID_PATTERN, ShelfParams, Timestamp } from './common.js';
import { FILE_PATH, FileParams, Tree } from './content.js';
import { FILE_CHANGES, RENAME_MODES, VERSION_SOURCES } from './vocabulary.js';

export const VERSION_ID_PATTERN = '^ver_[0-9a-f]{24}$';

const version = Type.Integer({ description: 'versionNumber of the version.', examples: [1] });

export const VersionParams = Type.Object({ ...ShelfParams.properties, version });

export const VersionFileParams = Type.Object({
  ...ShelfParams.properties,
  version,
  [FILE_PATH]: FileParams.properties[FILE_PATH],
});

export const Version = Type.Object(
  {
    versionNumber: Type.Integer({ minimum: 1, description: 'Counts from 1.' }),
    publicId: Type.String({ pattern: VERSION_ID_PATTERN }),
    shelfPublicId: Type.String({ pattern: SHELF_ID_PATTERN }),
    source: Type.Enum([...VERSION_SOURCES], {
      description:
        '`initial` and `upload`: made of a PDF; `approval`: made by the operations of an approval; `restore`: an earlier version again.',
    }),
    restoredFrom: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Number of the version that was restored; only with `restore`.' }),
    ),
    fileCount: Type.Integer({ minimum: 0 }),
    pageCount: Type.Integer({ minimum: 0, description: 'Pages of the PDF.' }),
    storageSizeBytes: Type.Integer({ minimum: 0, description: "Bytes of the tree's files." }),
    createdAt: Timestamp,
  },
  {
    $id: 'Version',
    description: "An immutable snapshot of a shelf's tree.",
    examples: [
      {
        versionNumber: 1,
        publicId: 'ver_0123456789abcdef01234567',
        shelfPublicId: 'shf_0123456789abcdef01234567',
        source: 'initial',
        fileCount: 9,
        pageCount: 12,
        storageSizeBytes: 48211,
        createdAt: '2026-01-02T03:04:25.678Z',
      },
    ],
  },
);
export type Version = Static<typeof Version>;

export const VersionList = Type.Object(
  { data: Type.Array(ref(Version)), pagination: ref(Pagination) },
  { $id: 'VersionList', description: 'Latest first.', examples: [listExample(Version)] },
);
export type VersionList = Static<typeof VersionList>;

export const VersionTree = Type.Object(
  { ...Tree.properties, versionNumber: Version.properties.versionNumber },
  {
    $id: 'VersionTree',
    examples: [
      {
        fileCount: 2,
        name: 'Annual report',
        shelfPublicId: 'shf_0123456789abcdef01234567',
        versionNumber: 1,
        files: { 'README.md': '# Annual report\n', 'metadata.json': '{}\n' },
      },
    ],
  },
);
export type VersionTree = Static<typeof VersionTree>;

const side = (which: string) =>
  Type.Integer({ minimum: 0, description: `${which}; 0 is the empty tree.`, examples: [1] });

export const DiffQuery = Type.Object({
  from: side('Version to start from'),
  to: side('Version to come to'),
  renames: Type.Optional(
    Type.Enum([...RENAME_MODES], {
      description:
        '`separate`, which is the default: a renamed file is one removed and one added. `joined`: it is one.',
      examples: ['joined'],
    }),
  ),
});

export const Diff = Type.Object(
  {
    shelfPublicId: Type.String({ pattern: SHELF_ID_PATTERN }),
    from: Type.Integer({ minimum: 0 }),
    to: Type.Integer({ minimum: 0 }),
    files: Type.Array(
      Type.Object({
        path: Type.String(),
        status: Type.Enum([...FILE_CHANGES], { description: '`renamed` only with `renames=joined`.' }),
        from: Type.Optional(Type.String({ description: 'Path in `from` of a renamed file.' })),
        patch: Type.String({
          description: "Unified diff with git's header, for `patch -p1` and `git apply`; at most 64 KiB.",
        }),
        truncated: Type.Boolean({ description: 'The patch was too large and is cut at the end of a line.' }),
      }),
      { description: 'The files that differ, by path.' },
    ),
    summary: Type.Object({
      added: Type.Integer({ minimum: 0 }),
      modified: Type.Integer({ minimum: 0 }),
      renamed: Type.Optional(Type.Integer({ minimum: 0, description: 'With `renames=joined`.' })),
      removed: Type.Integer({ minimum: 0 }),
      unchanged: Type.Integer({ minimum: 0 }),
      totalFiles: Type.Integer({ minimum: 0, description: 'The sum of the others.' }),
    }),
  },
  {
    $id: 'Diff',
    description: 'What turns one version into another.',
    examples: [
      {
        shelfPublicId: 'shf_0123456789abcdef01234567',
        from: 1,
        to: 2,
        files: [
          {
            path: '01-introduction.md',
            status: 'modified',
            patch:
              'diff --git a/01-introduction.md b/01-introduction.md\n--- a/01-introduction.md\n+++ b/01-introduction.md\n@@ -1,1 +1,1 @@\n-Old\n+New\n',
            truncated: false,
          },
        ],
        summary: { added: 0, modified: 1, removed: 0, unchanged: 8, totalFiles: 9 },
      },
    ],
  },
);
export type Diff = Static<typeof Diff>;
