/**
 * Spans of a lattice: places with no wall drawn between them are one cell, though many tables are drawn with rulings between
 * the columns of their header alone. DRAWN_SPAN tells the cells over several columns from those whose texts stand in columns.
 */
import type { Page, TextRun } from '../model.js';
import { intervalOf } from '../geometry.js';
import { decide, type DecisionTable } from '../rules.js';
import type { FilledGrid } from '../tables/filled-grid.js';
import { cellBox, type Grid, type GridCell } from '../tables/grid.js';
import { rowText, textRows, type TextRow } from '../tables/segments.js';

/** In points: a text reaches further past a column's edge than this when it crosses it. */
const CROSSES = 1;
/** In points: a text whose middle is this close to the cell's is centred in it. */
const CENTRED = 4;
/** Cells whose texts keep to an edge that no row above them draws; fewer of them may do so by chance. */
const LEAST_AGREEING = 3;
/** Texts side by side in one line, each in a column of its own: fewer of them may stand so by chance. */
const LEAST_TEXTS = 3;

/** Columns of a cell between two edges that no text crosses. */
interface Part {
  column: number;
  colSpan: number;
  filled: boolean;
}

/** A cell of a lattice over several columns. */
export interface SpanCell {
  page: Pick<Page, 'number'>;
  grid: Grid;
  cell: GridCell;
  lines: readonly TextRow[];
  /** The cell cut at each edge that no text crosses. */
  parts: readonly Part[];
  /** The same, at the edges alone that the header or other cells confirm. */
  confirmed: readonly Part[];
}

const filledParts = (parts: readonly Part[]): number => parts.filter(({ filled }) => filled).length;

export const DRAWN_SPAN: DecisionTable<SpanCell, 'whole' | 'cut'> = {
  name: 'drawn-span',
  rules: [
    {
      name: 'one-text',
      why: 'A text across the edges, or one that stands alone, is the text of all the columns.',
      test: ({ parts }) => (filledParts(parts) < 2 ? 'whole' : null),
    },
    {
      name: 'head-over-columns',
      why: 'A text that is centred above the others is the head of their columns, though no line separates it from them.',
      test: (span) => (hasHead(span) ? 'whole' : null),
    },
    {
      name: 'texts-in-line',
      why: 'Several texts in a line, each in a column of its own, are cells wherever they stand.',
      test: ({ lines, parts }) => (lines.length === 1 && filledParts(parts) >= LEAST_TEXTS ? 'cut' : null),
    },
    {
      name: 'edge-of-other-rows',
      why: 'The boxes of a form differ from row to row: an edge that a lower row draws means nothing further up.',
      test: ({ confirmed }) => (filledParts(confirmed) < 2 ? 'whole' : null),
    },
  ],
  // the walls are left out, as below a header
  otherwise: 'cut',
  subject: ({ page, grid, cell, lines }) => ({
    page: page.number,
    box: cellBox(grid, cell),
    text: lines.map(rowText).join(' '),
  }),
  numbers: ({ cell, parts, confirmed }) => ({
    columns: cell.colSpan,
    rows: cell.rowSpan,
    filledParts: filledParts(parts),
    confirmedParts: filledParts(confirmed),
  }),
};

/** Whether the first line is one text, in the middle of the cell, and those below it fill each part. */
function hasHead({ grid, cell, lines, parts }: SpanCell): boolean {
  const [head, ...more] = lines;
  if (more.length === 0 || head!.segments.length > 1) return false;
  const { x0, x1 } = cellBox(grid, cell);
  const isCentred = Math.abs((head!.box.x0 + head!.box.x1) / 2 - (x0 + x1) / 2) <= CENTRED;
  return isCentred && filledParts(partsOf(grid, cell, { lines: more })) >= filledParts(parts);
}

/** The grid with its cells over several columns cut where their texts stand in columns. */
export function cutFalseSpans(page: Pick<Page, 'number'>, { grid, texts }: FilledGrid): FilledGrid {
  const lines = grid.cells.map(({ colSpan }, i) => (colSpan > 1 ? textRows(texts[i]!) : []));
  const keptFrom = confirmedFrom(grid, lines);
  const cells: GridCell[] = [];
  const out: TextRun[][] = [];
  grid.cells.forEach((cell, i) => {
    const parts = lines[i]!.length === 0 ? [] : partsOf(grid, cell, { lines: lines[i]! });
    const confirmed = parts.length < 2 ? [] : partsOf(grid, cell, { lines: lines[i]!, keptFrom });
    const span = { page, grid, cell, lines: lines[i]!, parts, confirmed };
    if (parts.length < 2 || decide(DRAWN_SPAN, span) === 'whole') {
      cells.push(cell);
      out.push(texts[i]!);
      return;
    }
    const cut = filledParts(confirmed) < 2 ? parts : confirmed;
    const edges = [...cut.map(({ column }) => grid.xs[column]!), Infinity];
    cut.forEach(({ column, colSpan }, part) => {
      cells.push({ ...cell, column, colSpan });
      out.push(texts[i]!.filter(({ box }) => intervalOf(edges, (box.x0 + box.x1) / 2) === part));
    });
  });
  return cells.length === grid.cells.length ? { grid, texts } : { grid: { ...grid, cells }, texts: out };
}

/** The columns of a cell, cut at the edges that no text crosses. */
function partsOf(
  { xs }: Grid,
  cell: GridCell,
  { lines, keptFrom }: { lines: readonly TextRow[]; keptFrom?: readonly number[] },
): Part[] {
  const segments = lines.flatMap((line) => line.segments);
  const parts: Part[] = [];
  for (let column = cell.column; column < cell.column + cell.colSpan; column += 1) {
    const x = xs[column]!;
    const isCrossed = segments.some(({ box }) => box.x0 < x - CROSSES && box.x1 > x + CROSSES);
    const filled = segments.some(({ box }) => intervalOf(xs, (box.x0 + box.x1) / 2) === column);
    const open = parts.at(-1);
    if (open && (isCrossed || (keptFrom && cell.row < keptFrom[column]!))) {
      open.colSpan += 1;
      open.filled ||= filled;
    } else {
      parts.push({ column, colSpan: 1, filled });
    }
  }
  return parts;
}

/** For each edge the row from which texts keep to it: one that draws it, or the first where those of several cells do. */
function confirmedFrom(grid: Grid, lines: readonly (readonly TextRow[])[]): number[] {
  const agreeing = grid.xs.map(() => 0);
  const from = grid.xs.map(() => Infinity);
  grid.cells.forEach((cell, i) => {
    from[cell.column] = Math.min(from[cell.column]!, cell.row + 1);
    const parts = lines[i]!.length === 0 ? [] : partsOf(grid, cell, { lines: lines[i]! });
    parts.forEach(({ column }, part) => {
      const isBetween = filledParts(parts.slice(0, part)) > 0 && filledParts(parts.slice(part)) > 0;
      if (isBetween) agreeing[column]! += 1;
    });
  });
  return from.map((row, column) => (agreeing[column]! >= LEAST_AGREEING ? 0 : row));
}
