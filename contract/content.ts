import { Type, type Static } from 'typebox';
import { defaulted, SHELF_ID_PATTERN, ShelfParams, Timestamp } from './common.js';

const described = {
  fileCount: Type.Integer({ minimum: 0 }),
  name: Type.String({ description: 'Display name of the shelf.' }),
  shelfPublicId: Type.String({ pattern: SHELF_ID_PATTERN }),
};

export const Listing = Type.Object(
  {
    ...described,
    paths: Type.Array(Type.String(), {
      description: 'README.md, the content files in reading order, metadata.json, other JSON, the source map.',
    }),
  },
  {
    $id: 'Listing',
    examples: [
      {
        fileCount: 3,
        name: 'Annual report',
        shelfPublicId: 'shf_0123456789abcdef01234567',
        paths: ['README.md', '01-introduction.md', 'metadata.json'],
      },
    ],
  },
);
export type Listing = Static<typeof Listing>;

export const Tree = Type.Object(
  {
    ...described,
    files: Type.Record(Type.String(), Type.String(), {
      description: "Relative path to the file's whole text, in the order of the listing.",
    }),
  },
  {
    $id: 'Tree',
    examples: [
      {
        fileCount: 2,
        name: 'Annual report',
        shelfPublicId: 'shf_0123456789abcdef01234567',
        files: { 'README.md': '# Annual report\n', 'metadata.json': '{}\n' },
      },
    ],
  },
);
export type Tree = Static<typeof Tree>;

/** The router's name for the rest of a path; in the description it is `filePath`. */
export const FILE_PATH = '*';

export const FileParams = Type.Object({
  ...ShelfParams.properties,
  [FILE_PATH]: Type.String({
    description: 'Path of the file within the shelf; each segment percent-encoded.',
    examples: ['01-introduction.md'],
  }),
});

export const SourceQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The PDF of this version, read in `ready`. Default: that of the current files of the shelf.',
      examples: [1],
    }),
  ),
});
export type SourceQuery = Static<typeof SourceQuery>;

const MIN_ARCHIVE_TTL_SECONDS = 60;
const MAX_ARCHIVE_TTL_SECONDS = 3600;

export const ArchiveQuery = defaulted({
  ttl: Type.Integer({
    minimum: MIN_ARCHIVE_TTL_SECONDS,
    maximum: MAX_ARCHIVE_TTL_SECONDS,
    default: 300,
    description: 'Seconds for which the URL works.',
    examples: [300],
  }),
});

export const ArchiveDescriptor = Type.Object(
  {
    url: Type.String({ format: 'uri', description: 'Presigned: needs no credentials.' }),
    expiresAt: Timestamp,
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the bytes that the URL serves.' }),
    sizeBytes: Type.Integer({ minimum: 0 }),
    version: Type.String({ format: 'date-time', description: 'When the archive was built.' }),
  },
  {
    $id: 'ArchiveDescriptor',
    examples: [
      {
        url: 'https://s3.example.com/shelfwright/archive.tar.gz?X-Amz-Signature=0123',
        expiresAt: '2026-01-02T03:09:05.000Z',
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        sizeBytes: 20480,
        version: '2026-01-02T03:04:25.678Z',
      },
    ],
  },
);
export type ArchiveDescriptor = Static<typeof ArchiveDescriptor>;

export const ArchiveGenerating = Type.Object(
  { status: Type.Literal('generating'), retryAfter: Type.Integer({ description: 'Seconds.' }) },
  { $id: 'ArchiveGenerating', examples: [{ status: 'generating', retryAfter: 5 }] },
);
export type ArchiveGenerating = Static<typeof ArchiveGenerating>;
