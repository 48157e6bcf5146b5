/** The tables of a shelf as data. */
import { Type, type Static } from 'typebox';
import { nullable, PAGE, Pagination, ref, ShelfParams, strict } from './common.js';
import { LineNumber } from './lines.js';
import { answered, FilePath, Page, PageLabel, SHELF_EXAMPLE, VersionNumber } from './reading.js';

const Count = Type.Integer({ minimum: 0 });

export const TablesQuery = Type.Unsafe<{ page: number; limit: number; version?: number }>(
  strict(Type.Partial(Type.Object({ ...PAGE, version: VersionNumber }))),
);
export type TablesQuery = Static<typeof TablesQuery>;

const TABLE_FORMATS = ['json', 'csv'] as const;

export const TableParams = Type.Object({
  ...ShelfParams.properties,
  table: Type.Integer({ minimum: 1, description: '`number` of the table.', examples: [1] }),
});

export const TableQuery = Type.Unsafe<{
  format: (typeof TABLE_FORMATS)[number];
  safe: 'true' | 'false';
  version?: number;
}>(
  Type.Partial(
    Type.Object({
      format: Type.Enum([...TABLE_FORMATS], {
        default: 'json',
        description: '`csv`: RFC 4180 in UTF-8, header rows first, covered places empty.',
        examples: ['json'],
      }),
      safe: Type.Enum(['true', 'false'], {
        default: 'false',
        description:
          'In CSV, puts an apostrophe before what begins with `=`, `+`, `-` or `@`, which a spreadsheet would run as a formula. Off unless asked for, since it makes text of negative numbers.',
        examples: ['false'],
      }),
      version: VersionNumber,
    }),
  ),
);
export type TableQuery = Static<typeof TableQuery>;

const about = {
  number: Type.Integer({ minimum: 1, description: 'Counted over all files, in the order of the listing.' }),
  path: FilePath,
  startLine: LineNumber,
  endLine: LineNumber,
  page: nullable(Page),
  pageLabel: PageLabel,
  box: nullable(
    Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
      minItems: 4,
      maxItems: 4,
      description:
        'x0, y0, x1, y1 in parts of the page as displayed, from its top left corner, of the part on `page`; null in a file that people have changed.',
    }),
  ),
  columns: Count,
  headerRows: Type.Integer({ minimum: 0, description: 'So many rows from the first on are the header.' }),
  confidence: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'How well texts agree with rows and columns; null in a file that people have changed, and in versions of earlier releases.',
    }),
  ),
  caption: nullable(Type.String({ description: 'The block before or after the table that begins with "Table 3:".' })),
};

const ABOUT = {
  number: 1,
  path: '04-clause-2-prices.md',
  startLine: 12,
  endLine: 15,
  page: 2,
  pageLabel: null,
  box: [0.121, 0.1425, 0.8722, 0.2855],
  columns: 3,
  headerRows: 1,
  confidence: 0.93,
  caption: 'Table 1: Prices by year',
};

export const TableEntry = Type.Object(
  { ...about, rows: Count },
  { $id: 'TableEntry', description: 'A table without its rows.', examples: [{ ...ABOUT, rows: 3 }] },
);
export type TableEntry = Static<typeof TableEntry>;

export const TableList = Type.Object(
  { ...answered, data: Type.Array(ref(TableEntry)), pagination: ref(Pagination) },
  {
    $id: 'TableList',
    description: 'In the order of the listing, which is the reading order.',
    examples: [
      {
        ...SHELF_EXAMPLE,
        data: [{ ...ABOUT, rows: 3 }],
        pagination: { limit: 20, page: 1, total: 1, totalPages: 1 },
      },
    ],
  },
);
export type TableList = Static<typeof TableList>;

const Place = Type.Integer({ minimum: 0 });

export const Table = Type.Object(
  {
    ...answered,
    ...about,
    rows: Type.Array(Type.Array(Type.String()), {
      description:
        'The texts as they are read, without Markdown; every row has `columns` of them. A cell that covers several places has its text in the first one, the others are empty.',
    }),
    spans: Type.Array(Type.Object({ row: Place, column: Place, rows: Place, columns: Place }), {
      description:
        'The cells that cover several places: where their text is, counted from 0, and how many rows and columns they cover.',
    }),
  },
  {
    $id: 'Table',
    examples: [
      {
        ...SHELF_EXAMPLE,
        ...ABOUT,
        rows: [
          ['Part', 'Price', ''],
          ['Lamp', '12', '13'],
          ['Lens', '40', '44'],
        ],
        spans: [{ row: 0, column: 1, rows: 1, columns: 2 }],
      },
    ],
  },
);
export type Table = Static<typeof Table>;
