import { Type } from 'typebox';
import { MAX_PAGE } from '../../../contract/common.js';
import type { Table, TableList } from '../../../contract/tables.js';
import { fitItems, shorten } from '../bounded.js';
import { data, defineTool } from '../define-tool.js';
import { Count, CountOrNull, NextOffset, Offset, ShelfId, TextOrNull, VersionArgument } from './arguments.js';

/** With the longest captions and paths, so many fit into one answer. */
const MAX_TABLES = 20;
const MAX_CAPTION = 200;
const MAX_CELL = 2_000;
/** Characters of a row as JSON, so that it fits alone into an answer. */
const MAX_ROW = 20_000;

const Box = Type.Union([Type.Array(Type.Number()), Type.Null()]);
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);

const described = {
  number: Count,
  path: Type.String(),
  start_line: Count,
  end_line: Count,
  page: CountOrNull,
  box: Box,
  columns: Count,
  header_rows: Count,
  confidence: NumberOrNull,
  caption: TextOrNull,
};

type Described = Omit<Table, 'rows' | 'spans' | 'shelfPublicId' | 'versionNumber'>;

function describe({ number, path, startLine, endLine, page, box, columns, headerRows, ...rest }: Described) {
  const { confidence, caption } = rest;
  return {
    number,
    path,
    start_line: startLine,
    end_line: endLine,
    page,
    box,
    columns,
    header_rows: headerRows,
    confidence,
    caption: caption === null ? null : shorten(caption, MAX_CAPTION),
  };
}

export const listTables = defineTool({
  name: 'list_tables',
  title: 'List the tables of a shelf',
  description:
    'Lists the tables in reading order: number, path, lines, page, size, caption, and confidence (0 to 1) that rows and columns are as printed. Read one with get_table; where confidence is low, compare it with view_page.',
  kind: 'reads',
  input: Type.Object({
    shelf_id: ShelfId,
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'Page of this list, from 1.' })),
    version: VersionArgument,
  }),
  output: Type.Object({
    shelf_id: Type.String(),
    version: CountOrNull,
    tables: Type.Array(Type.Object({ ...described, rows: Count })),
    page: Count,
    total_pages: Count,
    total: Count,
  }),
  async run({ shelf_id, page, version }, { api, signal }) {
    const list = await api.json<TableList>({
      path: ['v1', 'shelves', shelf_id, 'tables'],
      query: { page, limit: MAX_TABLES, version },
      signal,
    });
    const { pagination } = list;
    return data({
      shelf_id,
      version: list.versionNumber,
      tables: list.data.map((table) => ({ ...describe(table), rows: table.rows })),
      page: pagination.page,
      total_pages: pagination.totalPages,
      total: pagination.total,
    });
  },
});

/** The cells of a row, each cut so far that the row fits into an answer. */
function fittingRow(cells: readonly string[]): string[] {
  for (let longest = MAX_CELL; ; longest = Math.floor(longest / 2)) {
    const row = cells.map((cell) => shorten(cell, longest));
    if (longest <= 1 || JSON.stringify(row).length <= MAX_ROW) return row;
  }
}

export const getTable = defineTool({
  name: 'get_table',
  title: 'Read a table as rows',
  description:
    'Reads rows of a table as lists of texts. The first header_rows rows of the table are its header. A cell that covers several places has its text in the first of them and is in spans [row, column, rows, columns], counted from 0; the others are empty.',
  kind: 'reads',
  input: Type.Object({
    shelf_id: ShelfId,
    number: Type.Integer({ minimum: 1, description: 'From list_tables or get_page.' }),
    offset: Offset,
    version: VersionArgument,
  }),
  output: Type.Object({
    shelf_id: Type.String(),
    version: CountOrNull,
    ...described,
    rows: Type.Array(Type.Array(Type.String())),
    spans: Type.Array(Type.Array(Count)),
    total_rows: Count,
    next_offset: NextOffset,
  }),
  async run({ shelf_id, number, offset = 1, version }, { api, signal }) {
    const table = await api.json<Table>({
      path: ['v1', 'shelves', shelf_id, 'tables', String(number)],
      query: { version },
      signal,
    });
    const rest = { shelf_id, version: table.versionNumber, ...describe(table), total_rows: table.rows.length };
    const spansOf = Map.groupBy(table.spans, ({ row }) => row);
    const rows = function* () {
      for (let at = offset - 1; at < table.rows.length; at++)
        yield {
          row: fittingRow(table.rows[at]!),
          spans: (spansOf.get(at) ?? []).map((span) => [span.row, span.column, span.rows, span.columns]),
        };
    };
    // one by one: a table may have many more rows than an answer
    const { shown, next } = fitItems({ ...rest, rows: [], spans: [] }, rows(), offset);
    return data({
      ...rest,
      rows: shown.map(({ row }) => row),
      spans: shown.flatMap(({ spans }) => spans),
      ...(next && { next_offset: next }),
    });
  },
});
