/**
 * Tables with a line below their header and no other: the line parts a row of several cells from lines that keep to the
 * same columns (extend.ts says how far down). The header has to fill the columns, the first one aside: a running head has its
 * words at the ends, whatever stands below it. Columns of running text are none (see isProse).
 */
import type { ParsedPage, TextRun } from '../model.js';
import { linesBelow } from '../tables/extend.js';
import { headerOf, runsIn, tableBlock, type FilledGrid, type TableRegion } from '../tables/found-table.js';
import { allMono, isUpright, textRows, type TextRow } from '../tables/segments.js';
import { isProse } from '../tables/prose.js';
import type { Stroke, Strokes } from './strokes.js';
import { textGrid } from '../tables/text-grid.js';

/** The narrowest table in points. */
const LEAST_WIDTH = 60;
/** A text may reach past the line's ends by this much. */
const SAME_END = 4;
/** The header stands this near above the line, in font sizes. */
const NEAR = 1.2;
/** Lines of a header of several lines are this near to each other. */
const HEADER_PITCH = 1.5;
/** Lines on a page that are looked at; more of them are a drawing. */
const MOST_STROKES = 40;

/** Tables below whose header alone a line is drawn. `strokes` are those that no other table has used. */
export function ruledHeaderRegions(page: ParsedPage, runs: readonly TextRun[], strokes: Strokes): TableRegion[] {
  const lines = strokes.horizontal.filter(({ from, to }) => to - from >= LEAST_WIDTH);
  if (lines.length > MOST_STROKES) return [];
  const regions: TableRegion[] = [];
  let free = runs.filter(isUpright);
  for (const line of lines.toSorted((a, b) => a.at - b.at)) {
    const region = regionOf(page, line, free);
    if (!region) continue;
    regions.push(region);
    const used = new Set(region.runs);
    free = free.filter(({ id }) => !used.has(id));
  }
  return regions;
}

function regionOf(page: ParsedPage, { at, from, to }: Stroke, runs: readonly TextRun[]): TableRegion | null {
  const isNear = ({ box, baseline, size }: TextRun): boolean =>
    baseline <= at && at - baseline <= NEAR * size && box.x0 < to && box.x1 > from;
  if (!runs.some(isNear)) return null;
  const near = runs.filter(({ box }) => box.x0 < to && box.x1 > from);
  if (!near.some(({ baseline, size }) => baseline <= at && at - baseline <= NEAR * size)) return null;
  const rows = textRows(near);
  const first = rows.findIndex(({ baseline }) => baseline > at);
  if (first <= 0) return null;
  const header = headerAbove(rows.slice(0, first), { at, from, to });
  if (!header.some(({ segments }) => segments.length > 1)) return null;
  const below = rows.slice(first);
  const outside = below.findIndex((row) => !isInside(row, { from, to }));
  const body = linesBelow(header, outside < 0 ? below : below.slice(0, outside), { from, to });
  const all = [...header, ...body];
  const text = all.flatMap(({ segments }) => segments.flatMap((segment) => segment.runs));
  if (body.length < 2 || allMono(page, text)) return null;
  const isBold = (run: TextRun): boolean => page.fonts[run.font]?.bold === true;
  const filled = textGrid(all, { from, to, separators: [at], headerEnd: at, isBold });
  if (!filled || !isHeaded(filled) || isProse(filled)) return null;
  const table = { ...tableBlock(page, filled, headerOf(page, filled, at)), loose: true };
  const box = { x0: from, y0: header[0]!.box.y0, x1: to, y1: Math.max(...body.map((row) => row.box.y1)) };
  return { box, blocks: [table], runs: runsIn(filled) };
}

/** The lines next above the line, as near to each other as those of one header. */
function headerAbove(rows: readonly TextRow[], { at, from, to }: Stroke): TextRow[] {
  const header: TextRow[] = [];
  for (const row of rows.toReversed()) {
    const below = header[0];
    const near = below
      ? below.baseline - row.baseline <= HEADER_PITCH * row.size
      : at - row.baseline <= NEAR * row.size;
    if (!near || !isInside(row, { from, to }) || row.segments.length < 2) break;
    header.unshift(row);
  }
  return header;
}

function isInside({ box }: TextRow, { from, to }: { from: number; to: number }): boolean {
  return box.x0 >= from - SAME_END && box.x1 <= to + SAME_END;
}

/** Two rows or more below a header that has a text in each column but the first, which may have none. */
function isHeaded({ grid, texts }: FilledGrid): boolean {
  const rows = grid.ys.length - 1;
  const named = grid.cells.filter((cell, i) => cell.row === 0 && texts[i]!.length > 0);
  const covered = named.reduce((sum, { colSpan }) => sum + colSpan, 0);
  return rows >= 3 && named.length > 1 && covered >= grid.xs.length - 2;
}
