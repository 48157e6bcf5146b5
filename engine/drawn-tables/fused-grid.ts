/**
 * Fused grids: lattices that leave out the lines between some of their rows or columns, so that a cell holds several values.
 *
 * What is drawn is then evidence, not the grid: FUSED_GRID says which grids are read anew, with the drawn edges and those that
 * the texts show within them. Where no drawn row holds
 * several rows, each stays one.
 */
import type { Page, ParsedPage } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { columnEdges } from '../tables/columns.js';
import { columnsOf, gridSubject, rowsOf, type FilledGrid } from '../tables/filled-grid.js';
import { columnsBesideFused, fusedColumns, fusedRows, keepsToColumn } from '../tables/fused.js';
import { textRows } from '../tables/segments.js';
import type { Span } from '../tables/rows.js';
import { textGrid } from '../tables/text-grid.js';
import { tallCells, wideCells, withDrawnCells } from './drawn-cells.js';

/** A lattice with its text. */
export interface DrawnGrid {
  page: Pick<Page, 'number'>;
  filled: FilledGrid;
  /** Rows and columns of the grid that hold several of the text's, by index. */
  rows: ReadonlySet<number>;
  columns: ReadonlySet<number>;
}

export const FUSED_GRID: DecisionTable<DrawnGrid, 'rebuilt' | 'as-drawn'> = {
  name: 'fused-grid',
  rules: [
    {
      name: 'rows-of-values',
      why: 'Values of several columns stand line by line in one drawn row: each line is a row.',
      test: ({ rows }) => (rows.size > 0 ? 'rebuilt' : null),
    },
    {
      name: 'columns-of-values',
      why: 'Lines of one drawn column hold several values, far apart: each of them has a column.',
      test: ({ columns }) => (columns.size > 0 ? 'rebuilt' : null),
    },
  ],
  otherwise: 'as-drawn',
  subject: ({ page, filled }) => gridSubject(page, filled),
  numbers: ({ filled, rows, columns }) => ({
    columns: columnsOf(filled),
    rows: rowsOf(filled),
    fusedRows: rows.size,
    fusedColumns: columns.size,
  }),
};

/** The grid as it is drawn, or with the rows and columns of its text where the drawn ones hold several. */
export function openFusedCells(page: ParsedPage, filled: FilledGrid): FilledGrid {
  const drawn = { page, filled, rows: fusedRows(filled), columns: fusedColumns(filled) };
  return decide(FUSED_GRID, drawn) === 'rebuilt' ? (rebuilt(page, drawn) ?? filled) : filled;
}

function rebuilt(page: ParsedPage, drawn: DrawnGrid): FilledGrid | null {
  const { filled } = drawn;
  const { xs, ys } = filled.grid;
  const columns = drawn.columns.size > 0 ? new Set([...drawn.columns, ...columnsBesideFused(filled)]) : drawn.columns;
  const { tall, rest } = tallCells(filled, columns);
  const lines = textRows(rest);
  const gridOf = (whole: readonly Span[], fused: ReadonlySet<number>): FilledGrid | null =>
    textGrid(lines, {
      page,
      from: xs[0]!,
      to: xs.at(-1)!,
      edges: edgesOf(filled, fused),
      separators: ys.slice(1, -1),
      headerEnd: ys.length > 2 ? ys[1]! : null,
      whole,
    });
  const spans = ys.slice(1).map((bottom, row) => ({ from: ys[row]!, to: bottom }));
  const asDrawn = drawn.rows.size > 0 ? null : gridOf(spans, drawn.columns);
  // values that stand in columns now may show rows
  const rows = asDrawn ? fusedRows(asDrawn) : drawn.rows;
  const whole = asDrawn && rows.size === 0 ? spans : headerSpans(drawn, asDrawn ?? filled, spans);
  const made = gridOf(whole, columns);
  return made && withDrawnCells(made, filled, [...tall, ...wideCells(filled, columns)]);
}

/** Inner column edges: those drawn, and those that the texts show within the columns that hold several. */
function edgesOf(filled: FilledGrid, fused: ReadonlySet<number>): number[] {
  const { xs } = filled.grid;
  return xs
    .slice(1)
    .flatMap((right, column) => [
      ...(fused.has(column) ? edgesWithin(filled, column) : []),
      ...(column + 2 < xs.length ? [right] : []),
    ]);
}

/**
 * The drawn rows at the top that are one row each: they hold no rows of values, and no head above the columns that it groups.
 * Below them any drawn row may hold several.
 */
function headerSpans({ filled: { grid, texts } }: DrawnGrid, asDrawn: FilledGrid, spans: readonly Span[]): Span[] {
  // by height: a drawn row whose cells are all tall is no row of the grid that the other texts make
  const end = asDrawn.grid.ys[Math.min(...fusedRows(asDrawn, 2))] ?? Infinity;
  const heads = grid.cells.filter(({ colSpan }, i) => colSpan > 1 && textRows(texts[i]!).length > 1);
  return spans.filter(({ from, to }, row) => (from + to) / 2 < end && heads.every((cell) => cell.row !== row));
}

/** Column edges that the texts show within one column of the grid. */
function edgesWithin(filled: FilledGrid, column: number): number[] {
  const { grid, texts } = filled;
  const own = grid.cells.flatMap((cell, i) => (cell.column === column && keepsToColumn(filled, i) ? texts[i]! : []));
  return columnEdges(textRows(own));
}
