/**
 * Tables over pages: parts that follow each other in reading order become one table.
 *
 * A part goes on with the one before it when nothing stands between them but a page's or column's end, both have the same
 * columns, and its header is the same or it has none. The repeated header is dropped. A row that the page's end cuts is one
 * row again: if the part begins with an empty first cell, the cell above reaches down into it when the other cells have text,
 * else the texts go on with those above.
 *
 * Never joins tables with different headers, and drops no words but those of a repeated header.
 */
import { append, plainText } from '../text/spans.js';
import type { Block, ParagraphBlock, Span, TableBlock, TableCell } from '../model.js';
import type { FoundTable } from '../tables/found-table.js';

/** Column edges may differ by this many points, or this share of the width: browsers lay out each part anew. */
const EDGE_POINTS = 6;
const EDGE_SHARE = 0.02;
const LOOSE_SHARE = 0.1;
/** A single row with fewer columns than this is no table. */
const PARTIAL_COLUMNS = 3;
/** Words of text at a page's foot that may stand between two parts. */
const FOOT_WORDS = 40;

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
  const { kind, rows, headerRows, source } = found;
  const table: TableBlock = { kind, rows, headerRows, source };
  if (!found.partial || found.xs.length - 1 >= PARTIAL_COLUMNS) return [table];
  return (table.rows[0] ?? [])
    .filter((cell) => plainText(cell.spans) !== '')
    .map((cell): ParagraphBlock => ({ kind: 'paragraph', spans: cell.spans, source: table.source }));
}

/**
 * Index of the table that `part` goes on with, -1 when it begins one. Notes at the page's foot stand between the two on
 * paper, not in reading order; other short text at the end of the page is passed over only if the header is repeated.
 */
function partBefore(out: readonly Block[], part: FoundTable): number {
  let words = 0;
  for (let at = out.length - 1; at >= 0; at -= 1) {
    const block = out[at]!;
    if (isFound(block)) return goesOn(block, part) && (words === 0 || repeated(block, part) > 0) ? at : -1;
    if (block.kind === 'footnote') continue;
    if (block.kind !== 'paragraph' || block.source.some(({ page }) => page === part.source[0]!.page)) return -1;
    words += plainText(block.spans).split(/\s+/u).length;
    if (words > FOOT_WORDS) return -1;
  }
  return -1;
}

function goesOn(before: FoundTable, next: FoundTable): boolean {
  const last = before.source.at(-1)!;
  const first = next.source[0]!;
  const nextPage = first.page === last.page + 1;
  const nextColumn =
    first.page === last.page && first.box.x0 >= last.box.x1 - EDGE_POINTS && first.box.y0 < last.box.y1;
  if (!nextPage && !nextColumn) return false;
  if (next.headed && repeated(before, next) === 0) return false;
  // where nothing is drawn, the same header says more than where the texts happen to leave gaps
  const named = next.headed && next.loose === true && before.xs.length === next.xs.length;
  return named || sameColumns(before, next);
}

function sameColumns(before: FoundTable, next: FoundTable): boolean {
  const [a, b] = [before.xs, next.xs];
  if (a.length !== b.length) return false;
  const loose = before.loose === true || next.loose === true;
  const shift = b[0]! - a[0]!;
  const tolerance = Math.max(EDGE_POINTS, (loose ? LOOSE_SHARE : EDGE_SHARE) * (a.at(-1)! - a[0]!));
  // where nothing is drawn, the last edge is the end of the longest text
  return a.slice(0, loose ? -1 : undefined).every((x, i) => Math.abs(b[i]! - shift - x) <= tolerance);
}

/** Number of rows of `next` that repeat the header. */
function repeated(before: TableBlock, next: TableBlock): number {
  const rows = before.headerRows;
  if (rows === 0 || next.rows.length < rows) return 0;
  const text = (row: TableCell[]): string => row.map((cell) => plainText(cell.spans)).join('\u0000');
  return before.rows.slice(0, rows).every((row, i) => text(row) === text(next.rows[i]!)) ? rows : 0;
}

function joined(before: FoundTable, next: FoundTable): FoundTable {
  const body = next.rows.slice(repeated(before, next));
  const rows = before.rows.map((row) => [...row]);
  if (before.rows.length > before.headerRows && !reachDown(rows, body)) continueRow(rows, body);
  return { ...before, partial: false, rows: [...rows, ...body], source: [...before.source, ...next.source] };
}

function isEmpty(cell: TableCell): boolean {
  return plainText(cell.spans) === '';
}

/** Lets the last cell of the first column cover the rows at the top of `body` that are full but for the first column. */
function reachDown(rows: TableCell[][], body: TableCell[][]): boolean {
  // a row whose first place is covered from above has one cell less
  const width = places(rows[0]!);
  const group = rows.findLastIndex((row, at) => places(row) === width && at + (row[0]?.rowSpan ?? 1) === rows.length);
  if (group < 0) return false;
  let covered = 0;
  while (covered < body.length) {
    const [first, ...rest] = body[covered]!;
    if (!first || !isEmpty(first) || rest.length === 0 || rest.some(isEmpty) || places(body[covered]!) !== width) break;
    body[covered] = rest;
    covered += first.rowSpan ?? 1;
  }
  const [cell, ...others] = rows[group]!;
  if (covered > 0) rows[group] = [{ ...cell!, rowSpan: (cell!.rowSpan ?? 1) + covered }, ...others];
  return covered > 0;
}

/** Adds the texts of the body's first row to the last row, when it has none in its first cell: the page's end cut that row. */
function continueRow(rows: TableCell[][], body: TableCell[][]): void {
  const last = rows.at(-1)!;
  const [first] = body;
  if (!first?.[0] || !isEmpty(first[0]) || !sameShape(last, first)) return;
  rows[rows.length - 1] = last.map((cell, i) => ({
    ...cell,
    spans: continued(cell.spans, first[i]!.spans),
    source: [...(cell.source ?? []), ...(first[i]!.source ?? [])],
  }));
  body.shift();
}

function places(row: readonly TableCell[]): number {
  return row.reduce((sum, cell) => sum + (cell.colSpan ?? 1), 0);
}

function sameShape(a: readonly TableCell[], b: readonly TableCell[]): boolean {
  const shape = (row: readonly TableCell[]): string =>
    row.map((cell) => `${cell.colSpan ?? 1}x${cell.rowSpan ?? 1}`).join();
  return shape(a) === shape(b);
}

function continued(spans: readonly Span[], more: readonly Span[]): Span[] {
  const out = spans.map((span) => ({ ...span }));
  more.forEach((span, i) => append(out, span, i === 0 && out.length > 0));
  return out;
}
