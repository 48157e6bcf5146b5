/**
 * The tables of a tree, numbered in the order of the listing. They are read from the files, so that changes made in a
 * review are included; metadata.json says where a table was printed and how far it is trusted.
 */
import type { Metadata } from '../../engine/files/metadata.js';
import type { TableEntry } from '../../engine/files/table-list.js';
import type { SourceMapEntry } from '../../engine/shelf.js';
import { isContent, METADATA_PATH, parsed } from '../files.js';
import { renderedText } from '../rendered.js';
import type { ReadableTree } from '../tree.js';
import { findTables, type FoundTable } from './find-tables.js';
import type { Span } from './grid.js';

/** A table without its rows. */
export interface ListedTable {
  /** Counted from 1 over all files. */
  number: number;
  path: string;
  startLine: number;
  endLine: number;
  /** Where it begins; null in a file that people have written and that has no page marks. */
  page: number | null;
  pageLabel: string | null;
  /** There, in parts of the page; null in a file that people have changed. */
  box: number[] | null;
  rows: number;
  columns: number;
  headerRows: number;
  /** From 0 to 1; null in a file that people have changed, and in versions of earlier releases. */
  confidence: number | null;
  caption: string | null;
}

export interface TablesInput {
  offset: number;
  limit: number;
}

export interface TablesOutcome {
  tables: ListedTable[];
  total: number;
}

export interface TableOutcome extends Omit<ListedTable, 'rows'> {
  rows: string[][];
  spans: Span[];
}

/** Cached, because every page of the list and every table needs all of them. */
const known = new WeakMap<ReadableTree, { listed: ListedTable; found: FoundTable }[]>();

function tablesOf(tree: ReadableTree) {
  const made = known.get(tree) ?? readTables(tree);
  known.set(tree, made);
  return made;
}

/** Tables from `offset`, counted from 0. */
export function listTables(tree: ReadableTree, { offset, limit }: TablesInput): TablesOutcome {
  const all = tablesOf(tree);
  return { tables: all.slice(offset, offset + limit).map(({ listed }) => listed), total: all.length };
}

/** One table with its rows; null if there is none with this number. */
export function readTable(tree: ReadableTree, { number }: { number: number }): TableOutcome | null {
  const one = tablesOf(tree)[number - 1];
  return one ? { ...one.listed, rows: one.found.rows, spans: one.found.spans } : null;
}

/** Numbers of the tables that begin on a page. */
export function tablesOnPage(tree: ReadableTree, page: number): number[] {
  return tablesOf(tree).flatMap(({ listed }) => (listed.page === page ? [listed.number] : []));
}

function readTables(tree: ReadableTree): { listed: ListedTable; found: FoundTable }[] {
  const metadata = (parsed(tree.files.get(METADATA_PATH)) ?? {}) as Partial<Metadata>;
  const entries = Array.isArray(metadata.tableList) ? metadata.tableList : [];
  const listedAt = new Map(entries.map((entry): [string, TableEntry] => [`${entry.line} ${entry.file}`, entry]));
  const found = [...tree.files].flatMap(([path, content]) => {
    const tables = isContent(path) ? findTables(content) : [];
    if (tables.length === 0) return [];
    // one copy of the lines, and one index of the source map, however many tables there are
    const lines = content.split('\n');
    // a table in two columns has two entries: it begins in the first
    const entries = tree.pages.entries(path).toReversed();
    const mapped = new Map(entries.map((entry) => [linesOf(entry), entry]));
    return tables.map((table) => ({ path, table, lines, mapped: mapped.get(linesOf(table)) }));
  });
  return found.map(({ path, table, lines, mapped }, index) => {
    const { startLine, endLine, rows, headerRows } = table;
    const place = placeOf(listedAt.get(`${startLine} ${path}`) ?? mapped) ?? markedPlace(tree, path, startLine);
    const listed: ListedTable = {
      number: index + 1,
      path,
      startLine,
      endLine,
      ...place,
      pageLabel: tree.pages.label(place.page ?? undefined),
      rows: rows.length,
      columns: rows[0]?.length ?? 0,
      headerRows,
      caption: captionOf(lines, table),
    };
    return { listed, found: table };
  });
}

const linesOf = ({ startLine, endLine }: { startLine: number; endLine: number }): string => `${startLine} ${endLine}`;

type Place = Pick<ListedTable, 'page' | 'box' | 'confidence'>;

/** As metadata.json says; in versions before it did, as the source map says; null in changed files. */
function placeOf(printed: TableEntry | SourceMapEntry | undefined): Place | null {
  if (!printed) return null;
  const { page, box } = printed;
  return { page, box, confidence: 'confidence' in printed ? printed.confidence : null };
}

/** By the page marks of a changed file. */
const markedPlace = (tree: ReadableTree, path: string, line: number): Place => ({
  page: tree.pages.of(path)(line)?.[0] ?? null,
  box: null,
  confidence: null,
});

/** "Table 3: ..." in the block before or after a table; a sentence that begins so ("Table 3 shows ...") is none. */
const CAPTION = /^(?:tab(?:le|\.)|schedule|exhibit)\s[A-Z\d.–-]{0,40} ?(?:[:.|–—-]|$)/i;
const MAX_CAPTION = 1_000;

function captionOf(lines: readonly string[], { startLine, endLine }: FoundTable): string | null {
  for (const line of [blockBefore(lines, startLine - 2), blockAfter(lines, endLine)]) {
    const text = renderedText(line).replace(/\s+/g, ' ').trim();
    if (CAPTION.test(text)) return text.slice(0, MAX_CAPTION).toWellFormed();
  }
  return null;
}

const isPassedOver = (line: string): boolean => line.trim() === '' || /^[ >]*<!--.*-->\s*$/.test(line);

function blockBefore(lines: readonly string[], from: number): string {
  let at = from;
  while (at >= 0 && isPassedOver(lines[at]!)) at -= 1;
  return (lines[at] ?? '').replace(/^#+ /, '');
}

function blockAfter(lines: readonly string[], from: number): string {
  let at = from;
  while (at < lines.length && isPassedOver(lines[at]!)) at += 1;
  return lines[at] ?? '';
}
