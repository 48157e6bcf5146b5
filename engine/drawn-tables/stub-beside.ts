/**
 * Stubs beside lattices: the names of rows that stand to the left of the walls, where only the columns of values are ruled.
 *
 * STUB_BESIDE takes the text beside a lattice for its first column, or leaves it.
 */
import { intervalOf, unionBox } from '../geometry.js';
import type { Page, TextRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { fillGrid } from '../tables/filled-grid.js';
import { gridBox, type Grid } from '../tables/grid.js';
import { isValue } from '../tables/kinds.js';
import { rowText, runsOf, textRows, type TextRow } from '../tables/segments.js';

/** In font sizes: the widest gap between the longest label and the lattice. */
const NEAR = 3;
/** Labels, and rows that begin with a value, at least. */
const LEAST_LABELS = 3;
/** Words of a label at most. */
const MOST_WORDS = 8;
/** Share of the rows that begin with a value that have a label. */
const MOSTLY_LABELLED = 0.8;

/** Lines of text at the left of a lattice. */
export interface StubText {
  page: Pick<Page, 'number'>;
  lines: readonly TextRow[];
  /** Row of the grid that each line is level with. */
  rows: readonly number[];
  /** Rows whose first cell is a value, and rows whose first cell is text. */
  valueRows: ReadonlySet<number>;
  textRows: ReadonlySet<number>;
  /** From the longest line to the lattice, in font sizes. */
  gap: number;
}

export const STUB_BESIDE: DecisionTable<StubText, 'column' | 'text'> = {
  name: 'stub-beside',
  rules: [
    {
      name: 'far-off',
      why: 'What stands far from the walls is another column of the page.',
      test: ({ gap }) => (gap > NEAR ? 'text' : null),
    },
    {
      name: 'several-in-a-row',
      why: 'A row has one name: lines of text that do not keep to the rows run beside the table.',
      test: ({ lines, rows }) =>
        new Set(rows).size < rows.length || lines.some(({ segments }) => segments.length > 1) ? 'text' : null,
    },
    {
      name: 'running-text',
      why: 'Long lines are text beside the table.',
      test: ({ lines }) => (lines.some((line) => rowText(line).split(' ').length > MOST_WORDS) ? 'text' : null),
    },
    {
      name: 'beside-labels',
      why: 'A table whose first column has words names its rows there.',
      test: ({ rows, textRows: named }) => (rows.some((row) => named.has(row)) ? 'text' : null),
    },
    {
      name: 'names-rows',
      why: 'Rows that begin with a value have a name beside them, each at the height of its row.',
      test: ({ rows, valueRows }) =>
        valueRows.size >= LEAST_LABELS &&
        rows.filter((row) => valueRows.has(row)).length >= MOSTLY_LABELLED * valueRows.size
          ? 'column'
          : null,
    },
  ],
  otherwise: 'text',
  subject: ({ page, lines }) => ({
    page: page.number,
    box: unionBox(lines.map(({ box }) => box)),
    text: lines.map(rowText).join(' '),
  }),
  numbers: ({ rows, valueRows, gap }) => ({ labels: rows.length, valueRows: valueRows.size, gapInSizes: gap }),
};

/** A lattice with the text in it. */
export interface StubbedGrid {
  grid: Grid;
  inside: readonly TextRun[];
}

/** The lattice with a first column of the names beside it, where its rows have such. `free` is the text of no other table. */
export function withStub(page: Pick<Page, 'number'>, found: StubbedGrid, free: readonly TextRun[]): StubbedGrid {
  const { grid, inside } = found;
  const { x0, y0, y1 } = gridBox(grid);
  const beside = free.filter(({ box }) => box.x1 <= x0 && (box.y0 + box.y1) / 2 > y0 && (box.y0 + box.y1) / 2 < y1);
  if (beside.length < LEAST_LABELS) return found;
  const lines = textRows(beside);
  const rows = lines.map(({ box }) => intervalOf(grid.ys, (box.y0 + box.y1) / 2));
  const right = Math.max(...lines.map(({ box }) => box.x1));
  const gap = (x0 - right) / lines[0]!.size;
  if (decide(STUB_BESIDE, { page, lines, rows, gap, ...firstCells(found) }) === 'text') return found;
  return { grid: widened(grid, Math.min(...beside.map(({ box }) => box.x0))), inside: [...inside, ...runsOf(lines)] };
}

function firstCells({ grid, inside }: StubbedGrid): Pick<StubText, 'valueRows' | 'textRows'> {
  const out = { valueRows: new Set<number>(), textRows: new Set<number>() };
  const { texts } = fillGrid(grid, inside);
  grid.cells.forEach(({ row, column }, i) => {
    if (column > 0 || texts[i]!.length === 0) return;
    const text = texts[i]!.map((run) => run.text).join(' ');
    (isValue(text) ? out.valueRows : out.textRows).add(row);
  });
  return out;
}

/** The grid with a column of single cells from `left` on. */
function widened({ xs, ys, cells }: Grid, left: number): Grid {
  const stub = ys.slice(1).map((_, row) => ({ row, column: 0, rowSpan: 1, colSpan: 1 }));
  const moved = cells.map((cell) => ({ ...cell, column: cell.column + 1 }));
  return { xs: [left, ...xs], ys, cells: [...stub, ...moved].toSorted((a, b) => a.row - b.row || a.column - b.column) };
}
