/** Tables: with spanned cells as HTML, any other as a pipe table. */
import type { TableBlock, TableCell } from '../model.js';
import { escapeCell } from './escape.js';
import { renderHtml, renderSpans, type InlineOptions } from './inline.js';

const isSpanned = (cell: TableCell): boolean => (cell.colSpan ?? 1) > 1 || (cell.rowSpan ?? 1) > 1;

function hasSpans(table: TableBlock): boolean {
  return table.rows.some((row) => row.some(isSpanned));
}

/** The lines of a table. Marks of footnotes inside an HTML table stay as printed. */
export function renderTable(table: TableBlock, options: InlineOptions): string[] {
  if (table.rows.length === 0) return [];
  return hasSpans(table) ? htmlTable(table) : pipeTable(table, options);
}

function pipeTable(table: TableBlock, options: InlineOptions): string[] {
  const width = Math.max(1, ...table.rows.map((row) => row.length));
  const line = (row: readonly TableCell[]): string => {
    const cells = Array.from({ length: width }, (_, at) => escapeCell(renderSpans(row[at]?.spans ?? [], options)));
    return `| ${cells.join(' | ')} |`;
  };
  // A pipe table cannot do without a header row; a table that was printed without one gets an empty one.
  const [head, body] = table.headerRows > 0 ? [table.rows[0]!, table.rows.slice(1)] : [[], table.rows];
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)];
}

function htmlTable(table: TableBlock): string[] {
  const row = (cells: readonly TableCell[], tag: 'th' | 'td'): string => {
    const inner = cells.map((cell) => {
      const columns = (cell.colSpan ?? 1) > 1 ? ` colspan="${cell.colSpan}"` : '';
      const rows = (cell.rowSpan ?? 1) > 1 ? ` rowspan="${cell.rowSpan}"` : '';
      return `<${tag}${columns}${rows}>${renderHtml(cell.spans)}</${tag}>`;
    });
    return `<tr>${inner.join('')}</tr>`;
  };
  const head = table.rows.slice(0, table.headerRows).map((cells) => row(cells, 'th'));
  const body = table.rows.slice(table.headerRows).map((cells) => row(cells, 'td'));
  return [
    '<table>',
    ...(head.length > 0 ? ['<thead>', ...head, '</thead>'] : []),
    ...(body.length > 0 ? ['<tbody>', ...body, '</tbody>'] : []),
    '</table>',
  ];
}
