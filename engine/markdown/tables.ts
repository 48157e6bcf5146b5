/** Tables: with spanned cells as HTML, any other as a pipe table. */
import type { TableBlock, TableCell } from '../block-model.js';
import { escapeCell } from './escape.js';
import { renderHtml, renderSpans, type BlockOptions } from './inline.js';

const isSpanned = (cell: TableCell): boolean => (cell.colSpan ?? 1) > 1 || (cell.rowSpan ?? 1) > 1;

function hasSpans(table: TableBlock): boolean {
  return table.rows.some((row) => row.some(isSpanned));
}

/** Lines around the rows: before the head, between head and body, behind the body. */
interface Frame {
  /** Rows of the head. */
  head: number;
  lines: [before: string[], between: string[], after: string[]];
}

/** The lines of a table. Marks of footnotes inside an HTML table stay as printed. */
export function renderTable(table: TableBlock, options: BlockOptions): string[] {
  if (table.rows.length === 0) return [];
  const isHtml = hasSpans(table);
  const { head, lines } = isHtml ? htmlFrame(table) : pipeFrame(table);
  const [before, between, after] = lines;
  const rows = isHtml ? htmlRows(table) : pipeRows(table, options);
  for (const [index, row] of table.rows.entries()) {
    const at = before.length + index + (index < head ? 0 : between.length);
    options.part?.(
      at,
      at,
      row.flatMap((cell) => cell.source ?? []),
    );
  }
  return [...before, ...rows.slice(0, head), ...between, ...rows.slice(head), ...after];
}

const widthOf = (table: TableBlock): number => Math.max(1, ...table.rows.map((row) => row.length));

/** A pipe table cannot do without a header row; a table that was printed without one gets an empty one. */
function pipeFrame(table: TableBlock): Frame {
  const width = widthOf(table);
  const rule = `|${' --- |'.repeat(width)}`;
  return table.headerRows > 0
    ? { head: 1, lines: [[], [rule], []] }
    : { head: 0, lines: [[`|${'  |'.repeat(width)}`, rule], [], []] };
}

function pipeRows(table: TableBlock, options: BlockOptions): string[] {
  const width = widthOf(table);
  return table.rows.map((row) => {
    const cells = Array.from({ length: width }, (_, at) => escapeCell(renderSpans(row[at]?.spans ?? [], options)));
    return `| ${cells.join(' | ')} |`;
  });
}

function htmlFrame({ rows, headerRows }: TableBlock): Frame {
  const head = Math.min(headerRows, rows.length);
  const hasBody = rows.length > head;
  const between = [...(head > 0 ? ['</thead>'] : []), ...(hasBody ? ['<tbody>'] : [])];
  return {
    head,
    lines: [['<table>', ...(head > 0 ? ['<thead>'] : [])], between, [...(hasBody ? ['</tbody>'] : []), '</table>']],
  };
}

function htmlRows({ rows, headerRows }: TableBlock): string[] {
  return rows.map((cells, index) => {
    const tag = index < headerRows ? 'th' : 'td';
    const inner = cells.map((cell) => {
      const columns = (cell.colSpan ?? 1) > 1 ? ` colspan="${cell.colSpan}"` : '';
      const spanned = (cell.rowSpan ?? 1) > 1 ? ` rowspan="${cell.rowSpan}"` : '';
      return `<${tag}${columns}${spanned}>${renderHtml(cell.spans)}</${tag}>`;
    });
    return `<tr>${inner.join('')}</tr>`;
  });
}
