/**
 * Tables without any drawing: lines of a text column whose segments stand in columns of their own.
 *
 * A table begins at a line of several segments and goes on as extend.ts says. What was found counts as a table
 *   1. with three columns or more, if it has a caption, a bold header, or figures in its cells;
 *   2. with two columns, only if it has a caption or a bold header.
 * Never taken: typewriter text, leaders and lists of contents, lists with markers, formulas, running text in columns.
 */
import type { Line } from '../text/line.js';
import type { Box, ParsedPage, TextRun } from '../model.js';
import { columnEdges } from '../tables/columns.js';
import { linesBelow } from '../tables/extend.js';
import { headerOf, runsIn, tableBlock, type FilledGrid, type TableRegion } from '../tables/found-table.js';
import { allBold, allMono, isUpright, segmentText, textRows, type TextRow } from '../tables/segments.js';
import { isProse } from '../tables/prose.js';
import { textGrid } from '../tables/text-grid.js';

/** Gap between two segments, in font sizes: more than justified text ever has. */
const GAP = 1;
const LEAST_LINES = 3;
/** Lines above and below a table that are looked at. */
const NEIGHBOURS = 6;
/** Words from which on a segment is running text. */
const TEXT_WORDS = 4;
/** Words in a cell, on average, of most columns of a table that may be taken before columns of text are known. */
const MOST_WORDS = 4;
/** Places of a page where a table may begin that are looked at in full. */
const MOST_TRIES = 60;
const CAPTION = /^(?:table|tab\.|tabelle|tableau|tabla|tabella)\s*[\dIVXA-Z]/iu;
const MARKER = /^(?:[•◦▪‣·–—*-]|\(?(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,5})[.)]|§? ?\d{1,3}(?:\.\d{1,3})+\.?|§ ?\d{1,3})$/iu;
const LEADER = /(?:\. ?){4,}|…{2,}|_{4,}/u;

/**
 * Finds the tables among lines of a page, from the top.
 *
 * `where` is `page` for lines whose columns of text are not known yet: only tables of three columns or more with short texts
 * are taken then, which no columns of running text look like. `column` is for lines of one column of text.
 */
export type TableFinder = (lines: readonly Line[], where: 'page' | 'column') => TableRegion[];

/** Where the text is one column, the same lines are asked for twice: the rows of the last call are kept. */
export function alignedTableFinder(page: ParsedPage): TableFinder {
  let last: { runs: readonly TextRun[]; rows: readonly TextRow[] } = { runs: [], rows: [] };
  return (lines, where) => {
    const runs = lines.flatMap((line) => (line.blocks ? [] : line.runs));
    const isKnown = last.runs.length === runs.length && runs.every((run, i) => run === last.runs[i]);
    if (!isKnown) last = { runs, rows: textRows(runs.filter(isUpright), GAP) };
    return alignedTables(page, last.rows, {
      barriers: lines.filter((line) => line.blocks).map(({ box }) => box.y0),
      where,
    });
  };
}

/** @param barriers y of what no table goes over. */
function alignedTables(
  page: ParsedPage,
  rows: readonly TextRow[],
  { barriers, where }: { barriers: readonly number[]; where: 'page' | 'column' },
): TableRegion[] {
  const regions: TableRegion[] = [];
  let tries = 0;
  for (let at = 0; at < rows.length && tries < MOST_TRIES;) {
    const taken = rows[at]!.segments.length > 1 ? linesOf(rows, at, barriers) : [];
    const end = at + taken.length;
    const place = {
      above: rows.slice(Math.max(0, at - NEIGHBOURS), at),
      below: rows.slice(end, end + NEIGHBOURS),
      where,
    };
    const region = taken.length > 1 ? regionOf(page, taken, place) : null;
    if (taken.length > 1) tries += 1;
    if (region && region !== 'other') regions.push(region);
    at += region ? taken.length : 1;
  }
  return regions;
}

/** Lines from `at` on that keep to common columns. */
function linesOf(rows: readonly TextRow[], at: number, barriers: readonly number[]): TextRow[] {
  const first = rows[at]!;
  const barrier = Math.min(Infinity, ...barriers.filter((y) => y > first.baseline));
  const below: TextRow[] = [];
  for (let i = at + 1; i < rows.length && below.length < 200 && rows[i]!.baseline < barrier; i += 1) {
    if (Math.abs(rows[i]!.size - first.size) > 0.1 * first.size) break;
    below.push(rows[i]!);
  }
  return [first, ...linesBelow([first], below, { from: first.box.x0 - 1, to: Infinity })];
}

/** The table that the lines are; null when they are none, `other` when none begins further down in them either. */
function regionOf(
  page: ParsedPage,
  rows: readonly TextRow[],
  { above, below, where }: Place,
): TableRegion | 'other' | null {
  const box = rows.reduce(
    (all: Box, row) => ({
      x0: Math.min(all.x0, row.box.x0),
      y0: all.y0,
      x1: Math.max(all.x1, row.box.x1),
      y1: row.box.y1,
    }),
    rows[0]!.box,
  );
  const edges = columnEdges(rows);
  const runs = rows.flatMap((row) => row.segments.flatMap((segment) => segment.runs));
  if (edges.length === 0) return null;
  if (allMono(page, runs) || rows.some((row) => LEADER.test(rowText(row)))) return 'other';
  const isBold = (run: TextRun): boolean => page.fonts[run.font]?.bold === true;
  const filled = textGrid(rows, { from: box.x0, to: box.x1, edges, separators: [], headerEnd: null, isBold });
  if (!filled || isProse(filled)) return null;
  if (isMarked(filled) || isFormula(filled)) return 'other';
  const captioned = [above.at(-1), below[0]].some((row) => row !== undefined && CAPTION.test(rowText(row)));
  const headed = allBold(page, firstRow(filled)) && !allBold(page, runs);
  // a header and one row: the page's end may have cut it
  const least = headed && edges.length > 1 ? LEAST_LINES - 1 : LEAST_LINES;
  if (filled.grid.ys.length - 1 < least) return null;
  if (!captioned && !headed && isContents(filled)) return 'other';
  if (!captioned && !headed && !isFigures(filled)) return null;
  if (where === 'page' && (!hasShortCells(filled, captioned || headed) || isAcrossGutter(edges, [...above, ...below])))
    return null;
  const table = { ...tableBlock(page, filled, headerOf(page, filled, null)), loose: true };
  return { box, blocks: [table], runs: runsIn(filled) };
}

/** What stands around a table. */
interface Place {
  /** The lines next to it, from the top. */
  above: TextRow[];
  below: TextRow[];
  where: 'page' | 'column';
}

/** Whether running text around goes on beside one of the edges: a gutter, and what stands beside it are two tables. */
function isAcrossGutter(edges: readonly number[], around: readonly TextRow[]): boolean {
  return edges.some((x) => {
    const parted = around.filter(({ segments }) => {
      const left = segments.findLast(({ box }) => box.x1 < x);
      const right = segments.find(({ box }) => box.x0 > x);
      return left && right && left.runs.length >= TEXT_WORDS && right.runs.length >= TEXT_WORDS;
    });
    return parted.length > 1;
  });
}

function rowText(row: TextRow): string {
  return row.segments.map(segmentText).join(' ');
}

function firstRow({ grid, texts }: FilledGrid): TextRun[] {
  return grid.cells.flatMap((cell, i) => (cell.row === 0 ? texts[i]! : []));
}

/** Texts of the cells below the first row, column by column. */
function columnTexts({ grid, texts }: FilledGrid): string[][] {
  const columns = grid.xs.slice(1).map((): string[] => []);
  for (const [i, { row, column }] of grid.cells.entries()) {
    if (row > 0 && texts[i]!.length > 0) columns[column]!.push(texts[i]!.map((run) => run.text).join(' '));
  }
  return columns;
}

/** Three columns or more, most cells filled, and figures in at least one of the columns. */
function isFigures(filled: FilledGrid): boolean {
  const { grid, texts } = filled;
  const columns = grid.xs.length - 1;
  if (columns < 3 || texts.filter((text) => text.length > 0).length < 0.8 * texts.length) return false;
  return columnTexts(filled).some(
    (cells) =>
      cells.length >= LEAST_LINES - 1 && cells.every((cell) => /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{1,3})?$/u.test(cell)),
  );
}

/** A list or numbered clauses: markers in the first of two columns. */
function isMarked(filled: FilledGrid): boolean {
  const [first = []] = columnTexts(filled);
  return filled.grid.xs.length === 3 && first.filter((text) => MARKER.test(text)).length > 0.5 * first.length;
}

/** A list of contents: page numbers that never fall in the last column. */
function isContents(filled: FilledGrid): boolean {
  const columns = columnTexts(filled);
  const [first, last] = [columns[0]!, columns.at(-1)!];
  const pages = last.map((text) => (/^\d{1,4}$/u.test(text) ? Number(text) : Number.NaN));
  const rising = pages.every((page, i) => page >= (pages[i - 1] ?? 0));
  const titled =
    first.some((text) => /\p{L}{4}/u.test(text)) ||
    first.every((text) => /^(?:\p{L}+ )?[\dIVX]+(?:\.\d+)*\.?$/u.test(text));
  return last.length > 2 && rising && titled;
}

/** A formula: a column of nothing but signs. */
function isFormula(filled: FilledGrid): boolean {
  return columnTexts(filled).some(
    (cells) =>
      cells.length > 1 && cells.every((cell) => /^[^\p{L}\p{N}\s]{1,2}$/u.test(cell) && !/^[-–—✓✗×•]$/u.test(cell)),
  );
}

/** Three columns or more, none of them with long texts; one may have such in a table that is named as one. */
function hasShortCells(filled: FilledGrid, named: boolean): boolean {
  const columns = columnTexts(filled);
  const words = (cell: string): number => cell.split(' ').length;
  const long = columns.filter((cells) => cells.reduce((sum, cell) => sum + words(cell), 0) > MOST_WORDS * cells.length);
  return columns.length > 2 && long.length <= (named ? 1 : 0);
}
