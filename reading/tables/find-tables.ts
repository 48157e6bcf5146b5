/** The tables of a Markdown file: pipe tables (GFM) and HTML tables, also within lists and quotes, not within code. */
import { frontMatterLines } from '../files.js';
import { layOut, type Grid } from './grid.js';
import { htmlTable, textOfCell } from './html-table.js';

export interface FoundTable extends Grid {
  /** Lines of the file, counted from 1, both included. */
  startLine: number;
  endLine: number;
  headerRows: number;
}

/** What stands before a table in a list or a quote. */
const PREFIX = /^[ >]*/;
const FENCE = /^[ >]*(`{3,}|~{3,})/;
const DELIMITER = /^:?-+:?$/;
const HTML_START = /^<table\b/i;
const HTML_END = /<\/table\s*>/i;
/** Longer lines are no rows: the engine's limit on files is below that. */
const MAX_ROW_CHARS = 250_000;
/** Of the line below a header: a thousand columns. Each row is filled up to as many. */
const MAX_DELIMITER_CHARS = 5_000;

export function findTables(content: string): FoundTable[] {
  const lines = content.split('\n').map((line) => line.replace(/\r$/, ''));
  const found: FoundTable[] = [];
  let fence: string | null = null;
  for (let at = frontMatterLines(lines); at < lines.length; at++) {
    const line = lines[at]!;
    const [, mark] = FENCE.exec(line) ?? [];
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      continue;
    }
    const table = htmlAt(lines, at) ?? pipesAt(lines, at);
    if (!table) continue;
    found.push(table);
    at = table.endLine - 1;
  }
  return found;
}

const inner = (line: string | undefined): string => (line ?? '').replace(PREFIX, '');

function htmlAt(lines: readonly string[], at: number): FoundTable | null {
  if (!HTML_START.test(inner(lines[at]))) return null;
  let end = at;
  while (end < lines.length - 1 && !HTML_END.test(lines[end]!)) end += 1;
  const html = lines.slice(at, end + 1).map(inner);
  return { ...htmlTable(html.join('\n')), startLine: at + 1, endLine: end + 1 };
}

/** A row, a line of dashes with as many columns, and the rows up to an empty line. */
function pipesAt(lines: readonly string[], at: number): FoundTable | null {
  const [head, delimiters] = [inner(lines[at]), inner(lines[at + 1])];
  if (!head.includes('|') || head.length > MAX_ROW_CHARS || !delimiters.includes('-')) return null;
  if (delimiters.length > MAX_DELIMITER_CHARS || !areDelimiters(delimiters)) return null;
  const header = cellsOf(head);
  const width = cellsOf(delimiters).length;
  if (header.length !== width) return null;
  const body: string[][] = [];
  let end = at + 2;
  for (; end < lines.length && isRow(inner(lines[end])); end++) {
    const cells = cellsOf(inner(lines[end]));
    body.push(Array.from({ length: width }, (_, column) => cells[column] ?? ''));
  }
  // a pipe table needs a header row: a table without one has an empty row there
  const hasHeader = header.some((text) => text !== '') || body.length === 0;
  const rows = hasHeader ? [header, ...body] : body;
  const cells = rows.map((row) => row.map((text) => ({ text, columns: 1, rows: 1 })));
  return { ...layOut(cells), startLine: at + 1, endLine: end, headerRows: hasHeader ? 1 : 0 };
}

/** Dashes between bars, with colons for the alignment. */
const areDelimiters = (line: string): boolean => cellsBetween(line).every((cell) => DELIMITER.test(cell.trim()));

/** Without a bar it could be a row of one cell, which nobody writes; it is the paragraph below the table. */
const isRow = (line: string): boolean => line.includes('|') && line.length <= MAX_ROW_CHARS;

function cellsOf(line: string): string[] {
  return cellsBetween(line).map((cell) => textOfCell(cell.replaceAll('\\|', '|')));
}

/** The texts between the bars; a bar behind a backslash is part of a text, also in code. */
function cellsBetween(line: string): string[] {
  const row = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return row.split(/(?<!\\)\|/);
}
