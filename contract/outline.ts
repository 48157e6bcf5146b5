/** The outline of a shelf: its files with their headings. */
import { Type, type Static, type TObject } from 'typebox';
import { nullable, ref } from './common.js';
import { LineNumber } from './lines.js';
import { answered, FilePath, MAX_PATH_LENGTH, Page, SHELF_EXAMPLE, VersionNumber } from './reading.js';

const query = Type.Object({
  depth: Type.Integer({
    minimum: 1,
    maximum: 6,
    default: 6,
    description: 'Only headings of this level in the document and above; the title is 1.',
    examples: [3],
  }),
  path: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_PATH_LENGTH,
      description: 'Only this file, or the files in this folder, or those of a pattern, as in a search.',
      examples: ['part-1'],
    }),
  ),
  by: Type.Enum(['files', 'headings'], {
    default: 'files',
    description: 'What `offset`, `limit` and `total` count. By headings, files without one are left out.',
    examples: ['files'],
  }),
  offset: Type.Integer({ minimum: 1, default: 1, description: 'The first of them, from 1.', examples: [1] }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Maximum number; default: all.', examples: [100] }),
  ),
  version: Type.Optional(VersionNumber),
});
export const OutlineQuery = Type.Unsafe<Static<typeof query>>(Type.Partial(query as TObject));
export type OutlineQuery = Static<typeof OutlineQuery>;

const Words = Type.Integer({ minimum: 0 });

const SECTION = {
  heading: '1 Definitions',
  level: 2,
  line: 8,
  endLine: 31,
  anchor: '1-definitions',
  page: 1,
  endPage: 2,
  words: 200,
};
const OUTLINED_FILE = {
  path: '03-clause-1-definitions.md',
  title: '1 Definitions',
  level: 2,
  pages: [1, 2],
  words: 200,
  lines: 31,
  sections: [SECTION],
};

export const OutlineSection = Type.Object(
  {
    heading: Type.String(),
    level: Type.Integer({ minimum: 1, maximum: 6, description: 'In the document; the title is 1.' }),
    line: LineNumber,
    endLine: Type.Integer({ minimum: 1, description: 'The last line before the next heading of its rank or above.' }),
    anchor: Type.String({ description: 'What stands behind `#` in links to it.' }),
    page: nullable(Page),
    endPage: nullable(Page),
    words: Words,
  },
  { $id: 'OutlineSection', description: 'A heading with all that is below it in its file.', examples: [SECTION] },
);

export const OutlineFile = Type.Object(
  {
    path: FilePath,
    title: Type.String(),
    level: nullable(Type.Integer({ minimum: 1, description: 'Of its first heading.' })),
    pages: nullable(Type.Array(Page, { minItems: 2, maxItems: 2, description: 'First and last.' })),
    words: Words,
    lines: Type.Integer({ minimum: 0 }),
    sections: Type.Array(ref(OutlineSection), { description: 'Its headings in order, each with its level.' }),
  },
  { $id: 'OutlineFile', examples: [OUTLINED_FILE] },
);

export const Outline = Type.Object(
  {
    ...answered,
    name: Type.String({ description: 'Display name of the shelf.' }),
    title: nullable(Type.String({ description: 'Of the document.' })),
    template: nullable(Type.String()),
    pageCount: nullable(Page),
    words: Words,
    total: Type.Integer({
      minimum: 0,
      description: 'Files or headings there are at `path`, whatever the part asked for.',
    }),
    files: Type.Array(ref(OutlineFile), { description: 'In reading order, without README.md and JSON.' }),
  },
  {
    $id: 'Outline',
    examples: [
      {
        ...SHELF_EXAMPLE,
        name: 'Supply agreement',
        title: 'Supply and Distribution Agreement',
        template: 'legal-contract',
        pageCount: 6,
        words: 200,
        total: 1,
        files: [OUTLINED_FILE],
      },
    ],
  },
);
export type Outline = Static<typeof Outline>;
