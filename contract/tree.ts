/** The JSON files of a shelf. Published as docs/schemas/*.json. */
import { Type, type Static, type TSchema } from 'typebox';
import { nullable } from './common.js';
import { TEMPLATES } from './vocabulary.js';

const Count = Type.Integer({ minimum: 0 });
const Page = Type.Integer({ minimum: 1 });
const Line = Type.Integer({ minimum: 1 });
const ContentPath = Type.String({
  minLength: 1,
  description: 'Path of a content file in the shelf. It ends in .md unless people named it otherwise.',
});
const closed = { additionalProperties: false };
const Part = Type.Number({ minimum: 0, maximum: 1 });
const PageBox = Type.Array(Part, {
  minItems: 4,
  maxItems: 4,
  description: 'x0, y0, x1, y1 in parts of the page as displayed, from its top left corner.',
});

export const Metadata = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    authors: Type.Array(Type.String()),
    template: nullable(Type.Union(TEMPLATES.map((template) => Type.Literal(template)))),
    language: nullable(Type.String({ description: 'As the PDF says it: a BCP 47 tag, as a rule.' })),
    pageCount: Page,
    pageLabels: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'What the PDF calls its pages ("xii"), one a page; there when it calls them otherwise than 1, 2, 3.',
      }),
    ),
    source: Type.Object(
      { fileName: Type.String(), sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }), sizeBytes: Count },
      closed,
    ),
    files: Type.Array(
      Type.Object(
        {
          path: ContentPath,
          title: Type.String(),
          level: Type.Integer({ minimum: 1, description: 'Of the first heading in the document; the title is 1.' }),
          pages: nullable(
            Type.Array(Page, {
              minItems: 2,
              maxItems: 2,
              description: 'First and last page; null for a file that people wrote and that names none.',
            }),
          ),
          words: Count,
        },
        closed,
      ),
      { description: 'In reading order.' },
    ),
    tables: Count,
    figures: Count,
    pageSources: Type.Optional(
      Type.Array(
        Type.Object(
          {
            pages: Type.Array(Page, { minItems: 2, maxItems: 2, description: 'First and last.' }),
            source: Type.Union(
              (['text', 'recognised', 'mixed'] as const).map((source) => Type.Literal(source)),
              { description: 'From the file, recognised from a picture, or both.' },
            ),
            confidence: nullable(
              Type.Number({ minimum: 0, maximum: 1, description: 'Null where another program recognised the text.' }),
            ),
          },
          closed,
        ),
        {
          description:
            'Where the text of the pages comes from. Every page is in one entry; pages that follow each other share one. Missing in versions of earlier releases.',
        },
      ),
    ),
    tableList: Type.Optional(
      Type.Array(
        Type.Object(
          {
            file: ContentPath,
            line: Line,
            page: Page,
            box: PageBox,
            rows: Count,
            columns: Count,
            confidence: Part,
          },
          closed,
        ),
        {
          maxItems: 1000,
          description:
            'The tables in reading order, by the line and the page where they begin: the first thousand. Missing in versions of earlier releases.',
        },
      ),
    ),
    figureList: Type.Optional(
      Type.Array(
        Type.Object(
          {
            file: ContentPath,
            line: Line,
            page: Page,
            box: nullable(PageBox),
            caption: nullable(Type.String()),
          },
          closed,
        ),
        {
          maxItems: 1000,
          description:
            'The figures in reading order, by the line of their labels or of their caption: the first thousand. The box is what is drawn; null where only the caption was found. The caption is null where the picture has none; its line is the one printed above it. Missing in versions of earlier releases.',
        },
      ),
    ),
  },
  { ...closed, $id: 'metadata.json' },
);
export type Metadata = Static<typeof Metadata>;

export const SourceMap = Type.Array(
  Type.Object(
    {
      path: ContentPath,
      startLine: Line,
      endLine: Line,
      page: Page,
      box: PageBox,
    },
    closed,
  ),
  {
    $id: 'source-map.json',
    description:
      'Blocks, items of lists and rows of tables; what goes over several pages or columns has an entry for each part. Over 250,000 bytes there is one such list for each content file: source-map/01-a.json for 01-a.md.',
  },
);
export type SourceMap = Static<typeof SourceMap>;

export const Definitions = Type.Object(
  {
    definitions: Type.Array(
      Type.Object({ term: Type.String(), definition: Type.String(), file: ContentPath, page: nullable(Page) }, closed),
    ),
  },
  {
    ...closed,
    $id: 'definitions.json',
    description: 'Defined terms of a legal-contract, each by its first definition.',
  },
);
export type Definitions = Static<typeof Definitions>;

export const Boxes = Type.Object(
  {
    boxes: Type.Array(
      Type.Object(
        {
          number: nullable(Type.String()),
          label: Type.String(),
          lines: Type.Array(Type.String()),
          file: ContentPath,
          page: nullable(Page),
        },
        closed,
      ),
    ),
  },
  { ...closed, $id: 'boxes.json', description: 'The boxes of a charter-party, row by row.' },
);
export type Boxes = Static<typeof Boxes>;

/** Their `$id` is the name of the file that they describe. */
export const TREE_SCHEMAS: readonly (TSchema & { $id?: string })[] = [Metadata, SourceMap, Definitions, Boxes];

export const SchemaParams = Type.Object({
  name: Type.String({
    description: 'The file that it describes: metadata.json, source-map.json, definitions.json or boxes.json.',
    examples: ['metadata.json'],
  }),
});
