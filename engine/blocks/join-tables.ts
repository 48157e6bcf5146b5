/**
 * Tables over pages: parts that follow each other in reading order become one table.
 *
 * `BETWEEN_PARTS` decides what may stand between two parts on paper, `TABLE_CONTINUES` whether a part continues with the table
 * before it, and `ROW_OVER_PAGE` whether the page's end cut a row. The repeated header is dropped.
 *
 * Never joins tables with different headers, and drops no words but those of a repeated header.
 */
import type { Block, ParagraphBlock, Span, TableBlock, TableCell } from '../block-model.js';
import { decide, type DecisionTable, type Subject } from '../rules.js';
import { trustInBoth } from '../tables/confidence.js';
import type { FoundTable } from '../tables/found-table.js';
import { append, plainText } from '../text/spans.js';
import {
  EDGE_POINTS,
  haveSameCells,
  haveSameColumns,
  haveSameColumnsAsDrawn,
  inCommonColumns,
  placesOf,
  withEmptyColumns,
} from './part-columns.js';

/** A single row with fewer columns than this is no table. */
const PARTIAL_COLUMNS = 3;
/** Words of text at a page's foot that may stand between two parts. */
const FOOT_WORDS = 40;

function tableSubject({ source, rows }: FoundTable): Subject {
  const { page, box } = source[0]!;
  return { page, box, text: (rows[0] ?? []).map((cell) => plainText(cell.spans)).join(' ') };
}

export interface BlockBetween {
  /** The table that may continue with one before the block. */
  part: FoundTable;
  block: Block;
  /** Words of text between the block's beginning and the part. */
  words: number;
}

export const BETWEEN_PARTS: DecisionTable<BlockBetween, 'passed-over' | 'parts-tables'> = {
  name: 'between-table-parts',
  rules: [
    {
      name: 'footnote',
      why: "Notes at the page's foot stand between the parts on paper, not in the text.",
      test: ({ block }) => (block.kind === 'footnote' ? 'passed-over' : null),
    },
    {
      name: 'no-paragraph',
      why: 'A heading, list or figure between two tables makes them two.',
      test: ({ block }) => (block.kind === 'paragraph' ? null : 'parts-tables'),
    },
    {
      name: 'on-the-page-of-the-part',
      why: 'Text above a table on its own page introduces it.',
      test: ({ block, part }) =>
        block.source.some(({ page }) => page === part.source[0]!.page) ? 'parts-tables' : null,
    },
    {
      name: 'long-text',
      why: "Text at a page's foot is a remark of some words: more of it comes after the table.",
      test: ({ words }) => (words > FOOT_WORDS ? 'parts-tables' : null),
    },
  ],
  otherwise: 'passed-over',
  subject: ({ part }) => tableSubject(part),
  numbers: ({ words }) => ({ words }),
};

export interface TablePair {
  before: FoundTable;
  next: FoundTable;
  /** Words of text at the page's foot between them. */
  words: number;
}

export const TABLE_CONTINUES: DecisionTable<TablePair, 'continues' | 'refused'> = {
  name: 'table-continues',
  rules: [
    {
      name: 'not-on-next-page-or-column',
      why: "Only a page's or column's end divides a table.",
      test: ({ before, next }) => (isOnNextPage(before, next) || isInNextColumn(before, next) ? null : 'refused'),
    },
    {
      name: 'other-header',
      why: 'A header that is marked as such and is not the one before begins another table.',
      test: ({ before, next }) => (next.headed && repeatedRows(before, next) === 0 ? 'refused' : null),
    },
    {
      name: 'text-between',
      why: 'Over text at the foot of the page a table continues only if it repeats its header.',
      test: ({ before, next, words }) => (words > 0 && repeatedRows(before, next) === 0 ? 'refused' : null),
    },
    {
      name: 'same-header-without-lines',
      why: 'Where nothing is drawn, the same header says more than where the texts happen to leave gaps.',
      test: ({ before, next }) =>
        next.headed && next.loose === true && before.xs.length === next.xs.length ? 'continues' : null,
    },
    {
      name: 'same-columns',
      why: 'The columns have the same edges.',
      test: ({ before, next }) => (haveSameColumns(before, next) ? 'continues' : null),
    },
    {
      name: 'same-columns-as-drawn',
      why: 'Columns that have no text on one of the pages are drawn there all the same.',
      test: ({ before, next }) => (haveSameColumnsAsDrawn(before, next) ? 'continues' : null),
    },
    {
      name: 'same-cells-at-the-break',
      why: 'The last row above and the first below have the same cells as drawn; rows of other pages divide some of them further.',
      test: ({ before, next }) => (haveSameCells(before, next) ? 'continues' : null),
    },
  ],
  otherwise: 'refused',
  subject: ({ next }) => tableSubject(next),
  numbers: ({ before, next, words }) => ({
    columnsBefore: before.xs.length - 1,
    columns: next.xs.length - 1,
    repeatedRows: repeatedRows(before, next),
    wordsBetween: words,
  }),
};

export interface RowPair {
  next: FoundTable;
  /** Rows of the table so far, and how many of them are its header. */
  rows: readonly TableCell[][];
  headerRows: number;
  /** Rows of the next part below its repeated header. */
  body: readonly TableCell[][];
  /** A part has got columns of the other one in which it has no text. */
  isFilledUp: boolean;
}

export const ROW_OVER_PAGE: DecisionTable<RowPair, 'cell-reaches-down' | 'row-goes-on' | 'new-row'> = {
  name: 'row-over-page',
  rules: [
    {
      name: 'header-alone-above',
      why: 'Above the end of the page there is no row that could be cut.',
      test: ({ rows, headerRows }) => (rows.length > headerRows ? null : 'new-row'),
    },
    {
      name: 'columns-filled-up',
      why: 'Columns without text on the page make empty cells in all of its rows: only a row that is alone there and mostly empty is surely the rest of another.',
      test: ({ body, isFilledUp }) =>
        isFilledUp && !(body.length === 1 && isMostlyEmpty(body[0]!)) ? 'new-row' : null,
    },
    {
      name: 'first-cell-reaches-down',
      why: 'The first cell is empty and all others have text: the cell above it covers this row too.',
      test: ({ rows, body }) =>
        groupAbove(rows) >= 0 && body[0] && isCovered(body[0], placesOf(rows[0]!)) ? 'cell-reaches-down' : null,
    },
    {
      name: 'cut-by-the-page',
      why: 'The first cell is empty, and others too: the texts are the rest of the row that the page cut.',
      test: ({ rows, body: [first] }) =>
        first?.[0] && isEmpty(first[0]) && haveSameShape(rows.at(-1)!, first) ? 'row-goes-on' : null,
    },
  ],
  otherwise: 'new-row',
  subject: ({ next }) => tableSubject(next),
  numbers: ({ rows, body }) => ({ rowsAbove: rows.length, rowsBelow: body.length }),
};

export const LONE_ROW: DecisionTable<FoundTable, 'table' | 'paragraphs'> = {
  name: 'lone-row',
  rules: [
    {
      name: 'many-columns',
      why: 'A row of several cells is a table even if no part follows or comes before.',
      test: ({ xs }) => (xs.length - 1 >= PARTIAL_COLUMNS ? 'table' : null),
    },
  ],
  otherwise: 'paragraphs',
  subject: tableSubject,
  numbers: ({ xs }) => ({ columns: xs.length - 1 }),
};

/** Blocks of the document in reading order, with the parts of each table joined. */
export function joinTables(blocks: readonly Block[]): Block[] {
  const out: Block[] = [];
  for (const block of blocks) {
    const at = isFound(block) ? partBefore(out, block) : -1;
    if (at >= 0) out[at] = joined(out[at] as FoundTable, block as FoundTable);
    else out.push(block);
  }
  return out.flatMap((block) => (isFound(block) ? finished(block) : [block]));
}

function isFound(block: Block): block is FoundTable {
  return block.kind === 'table' && 'xs' in block;
}

/** The table without what only joining needs; a single row with few cells becomes paragraphs. */
function finished(found: FoundTable): Block[] {
  const { kind, rows, headerRows, source, trust } = found;
  const table: TableBlock = { kind, rows, headerRows, source, ...(trust ? { trust } : {}) };
  if (!found.partial || decide(LONE_ROW, found) === 'table') return [table];
  return (table.rows[0] ?? [])
    .filter((cell) => plainText(cell.spans) !== '')
    .map((cell): ParagraphBlock => ({ kind: 'paragraph', spans: cell.spans, source: table.source }));
}

/** Index of the table that `part` continues with, -1 when it begins one. */
function partBefore(out: readonly Block[], part: FoundTable): number {
  let words = 0;
  for (let at = out.length - 1; at >= 0; at -= 1) {
    const block = out[at]!;
    if (isFound(block)) return decide(TABLE_CONTINUES, { before: block, next: part, words }) === 'continues' ? at : -1;
    const own = block.kind === 'paragraph' ? plainText(block.spans).split(/\s+/u).length : 0;
    if (decide(BETWEEN_PARTS, { part, block, words: words + own }) === 'parts-tables') return -1;
    words += own;
  }
  return -1;
}

const isOnNextPage = (before: FoundTable, next: FoundTable): boolean =>
  next.source[0]!.page === before.source.at(-1)!.page + 1;

function isInNextColumn(before: FoundTable, next: FoundTable): boolean {
  const [last, first] = [before.source.at(-1)!, next.source[0]!];
  return first.page === last.page && first.box.x0 >= last.box.x1 - EDGE_POINTS && first.box.y0 < last.box.y1;
}

/** Number of rows of `next` that repeat the header. */
function repeatedRows(before: TableBlock, next: TableBlock): number {
  const rows = before.headerRows;
  if (rows === 0 || next.rows.length < rows) return 0;
  const text = (row: TableCell[]): string => row.map((cell) => plainText(cell.spans)).join('\u0000');
  return before.rows.slice(0, rows).every((row, i) => text(row) === text(next.rows[i]!)) ? rows : 0;
}

function joined(above: FoundTable, below: FoundTable): FoundTable {
  const isFilledUp = !haveSameColumns(above, below) && haveSameColumnsAsDrawn(above, below);
  const before = isFilledUp ? withEmptyColumns(above, below) : above;
  const next = isFilledUp ? withEmptyColumns(below, above) : below;
  const common = inCommonColumns(before, next);
  const body = common.next.slice(repeatedRows(before, next));
  const rows = common.before.map((row) => [...row]);
  const verdict = decide(ROW_OVER_PAGE, { next, rows, headerRows: before.headerRows, body, isFilledUp });
  if (verdict === 'cell-reaches-down') reachDown(rows, body);
  if (verdict === 'row-goes-on') continueRow(rows, body);
  const trust = trustInBoth(before.trust, next.trust);
  const source = [...before.source, ...next.source];
  return { ...before, ...(trust ? { trust } : {}), partial: false, rows: [...rows, ...body], xs: common.xs, source };
}

function isEmpty(cell: TableCell): boolean {
  return plainText(cell.spans) === '';
}

const isMostlyEmpty = (row: readonly TableCell[]): boolean => 2 * row.filter(isEmpty).length > row.length;

/** Index of the row whose first cell covers the last rows; a row that is covered there has one place less. */
const groupAbove = (rows: readonly TableCell[][]): number =>
  rows.findLastIndex((row, at) => placesOf(row) === placesOf(rows[0]!) && at + (row[0]?.rowSpan ?? 1) === rows.length);

/** Full but for its first cell. */
const isCovered = (row: readonly TableCell[], width: number): boolean => {
  const [first, ...rest] = row;
  return first !== undefined && isEmpty(first) && rest.length > 0 && !rest.some(isEmpty) && placesOf(row) === width;
};

/** Lets the last cell of the first column cover the rows at the top of `body` that are full but for the first column. */
function reachDown(rows: TableCell[][], body: TableCell[][]): void {
  const width = placesOf(rows[0]!);
  const group = groupAbove(rows);
  let covered = 0;
  while (covered < body.length && isCovered(body[covered]!, width)) {
    const [first, ...rest] = body[covered]!;
    body[covered] = rest;
    covered += first!.rowSpan ?? 1;
  }
  const [cell, ...others] = rows[group]!;
  rows[group] = [{ ...cell!, rowSpan: (cell!.rowSpan ?? 1) + covered }, ...others];
}

/** Adds the texts of the body's first row to the last row. */
function continueRow(rows: TableCell[][], body: TableCell[][]): void {
  const first = body.shift()!;
  rows[rows.length - 1] = rows.at(-1)!.map((cell, i) => ({
    ...cell,
    spans: continued(cell.spans, first[i]!.spans),
    source: [...(cell.source ?? []), ...(first[i]!.source ?? [])],
  }));
}

function haveSameShape(a: readonly TableCell[], b: readonly TableCell[]): boolean {
  const shape = (row: readonly TableCell[]): string =>
    row.map((cell) => `${cell.colSpan ?? 1}x${cell.rowSpan ?? 1}`).join();
  return shape(a) === shape(b);
}

function continued(spans: readonly Span[], more: readonly Span[]): Span[] {
  const out = spans.map((span) => ({ ...span }));
  more.forEach((span, i) => append(out, span, i === 0 && out.length > 0));
  return out;
}
