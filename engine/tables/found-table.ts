/**
 * From a grid and the text in it to a table block.
 */
import { buildLines } from '../text/line.js';
import { lineSpans, append } from '../text/spans.js';
import { beginsWide, endsWide } from '../text/wide.js';
import type { Block, Box, ParsedPage, Span, TableBlock, TableCell, TextRun } from '../model.js';
import { intervalOf, unionBox } from '../geometry.js';
import { coverage, type Grid, type GridCell } from './grid.js';

/** A table with what joining its parts over pages needs to know. */
export interface FoundTable extends TableBlock {
  /** Column edges on the page. */
  xs: number[];
  /** Whether its header rows are marked as such (bold, shaded, ruled off), not just taken for one. */
  headed: boolean;
  /** Column edges lie somewhere between the texts, as nothing is drawn. */
  loose?: boolean;
  /** One row alone: a table only as a part of another. */
  partial: boolean;
}

/** What was found in an area of a page, in the order to read, and the text that is in it. */
export interface TableRegion {
  box: Box;
  blocks: Block[];
  /** Ids. */
  runs: number[];
}

/** A grid with the runs of each cell, by index of the cell. */
export interface FilledGrid {
  grid: Grid;
  texts: TextRun[][];
}

/** Ids of the runs in the grid. */
export const runsIn = ({ texts }: FilledGrid): number[] => texts.flat().map(({ id }) => id);

/** Puts each run into the cell that its centre lies in. Runs outside of the grid are left out. */
export function fillGrid(grid: Grid, runs: readonly TextRun[]): FilledGrid {
  const cover = coverage(grid);
  const columns = grid.xs.length - 1;
  const texts = grid.cells.map((): TextRun[] => []);
  for (const run of runs) {
    const column = intervalOf(grid.xs, (run.box.x0 + run.box.x1) / 2);
    const row = intervalOf(grid.ys, (run.box.y0 + run.box.y1) / 2);
    texts[cover[row * columns + column]!]!.push(run);
  }
  return { grid, texts };
}

/** Takes out rows and columns, or rows alone, in which no cell of their own has text. */
export function dropEmpty({ grid, texts }: FilledGrid, which: 'all' | 'rows' = 'all'): FilledGrid {
  const rows = new Array<boolean>(grid.ys.length - 1).fill(false);
  const columns = new Array<boolean>(grid.xs.length - 1).fill(which === 'rows');
  grid.cells.forEach((cell, i) => {
    if (texts[i]!.length === 0) return;
    rows[cell.row] = true;
    columns[cell.column] = true;
  });
  if (rows.every(Boolean) && columns.every(Boolean)) return { grid, texts };
  const kept = (flags: boolean[], from: number, span: number): number =>
    flags.slice(from, from + span).filter(Boolean).length;
  const cells: GridCell[] = [];
  const left: TextRun[][] = [];
  grid.cells.forEach((cell, i) => {
    const rowSpan = kept(rows, cell.row, cell.rowSpan);
    const colSpan = kept(columns, cell.column, cell.colSpan);
    if (rowSpan === 0 || colSpan === 0) return;
    cells.push({ row: kept(rows, 0, cell.row), column: kept(columns, 0, cell.column), rowSpan, colSpan });
    left.push(texts[i]!);
  });
  const edges = (all: number[], flags: boolean[]): number[] => [
    ...all.slice(0, -1).filter((_, i) => flags[i]),
    all.at(-1)!,
  ];
  return { grid: { xs: edges(grid.xs, columns), ys: edges(grid.ys, rows), cells }, texts: left };
}

/** A cell's text as one paragraph. */
function cellSpans(page: ParsedPage, runs: readonly TextRun[]): Span[] {
  const spans: Span[] = [];
  for (const line of buildLines({ number: page.number, fonts: page.fonts, rules: [] }, runs)) {
    const next = lineSpans(page, line);
    const last = spans.at(-1);
    const broken = last && /\p{L}-$/u.test(last.text) && /^\p{Ll}/u.test(next[0]?.text ?? '');
    if (broken) last.text = last.text.slice(0, -1);
    const close = broken || endsWide(last?.text ?? '') || beginsWide(next[0]?.text ?? '');
    next.forEach((span, i) => append(spans, span, i === 0 && spans.length > 0 && !close));
  }
  return spans;
}

/** The table block of a filled grid. */
export function tableBlock(
  page: ParsedPage,
  filled: FilledGrid,
  header: { rows: number; headed: boolean },
): FoundTable {
  const { grid, texts } = filled;
  const rows: TableCell[][] = grid.ys.slice(1).map(() => []);
  grid.cells.forEach((cell, i) => {
    const spans = cellSpans(page, texts[i]!);
    rows[cell.row]!.push({
      spans: cell.row < header.rows ? withoutBold(spans) : spans,
      ...(cell.colSpan > 1 ? { colSpan: cell.colSpan } : {}),
      ...(cell.rowSpan > 1 ? { rowSpan: cell.rowSpan } : {}),
      ...(texts[i]!.length > 0
        ? { source: [{ page: page.number, box: unionBox(texts[i]!.map((run) => run.box)) }] }
        : {}),
    });
  });
  const box = { x0: grid.xs[0]!, y0: grid.ys[0]!, x1: grid.xs.at(-1)!, y1: grid.ys.at(-1)! };
  return {
    kind: 'table',
    rows,
    headerRows: header.rows,
    source: [{ page: page.number, box }],
    xs: grid.xs,
    headed: header.headed,
    partial: rows.length === 1,
  };
}

/** Header cells and labels are set in bold by whoever shows them: that they are bold in print says nothing more. */
export function withoutBold(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans) {
    const plain = { ...span };
    delete plain.bold;
    append(out, plain, false);
  }
  return out;
}

/**
 * How many rows at the top are a header: those whose text is all bold above text that is not, or those above `ruledOff`
 * (y of a line below the header), or those with a shade of their own; else the first.
 */
export function headerOf(
  page: ParsedPage,
  { grid, texts }: FilledGrid,
  ruledOff: number | null,
): { rows: number; headed: boolean } {
  const total = grid.ys.length - 1;
  const bold: (boolean | null)[] = grid.ys.slice(1).map(() => null);
  grid.cells.forEach((cell, i) => {
    const runs = texts[i]!;
    if (runs.length === 0) return;
    bold[cell.row] = (bold[cell.row] ?? true) && runs.every((run) => page.fonts[run.font]?.bold === true);
  });
  let rows = 0;
  while (rows < total && bold[rows] !== false) rows += 1;
  if (rows > 0 && rows < total) return { rows: throughSpans(grid, rows), headed: true };
  if (ruledOff !== null) {
    const above = grid.ys.slice(1).filter((y) => y <= ruledOff + 2).length;
    if (above > 0 && above < total && above <= 4) return { rows: throughSpans(grid, above), headed: true };
  }
  return { rows: rows === total && total === 1 ? 1 : Math.min(1, total), headed: rows === total };
}

/** A header ends where no cell of it reaches further down. */
function throughSpans(grid: Grid, rows: number): number {
  let end = rows;
  for (const cell of grid.cells) if (cell.row < end) end = Math.max(end, cell.row + cell.rowSpan);
  return end === grid.ys.length - 1 ? rows : end;
}
