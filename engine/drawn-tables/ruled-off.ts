/**
 * Partly ruled tables: lines above, below and inside the table, none between its columns (as in books and papers).
 *
 * Horizontal strokes of the same extent that follow each other, with text between them in columns, are one table. Its first
 * inner stroke ends the header; shorter strokes inside (under a heading over several columns) part rows.
 *
 * Text between two strokes that has no columns (a page between its head's and its foot's line) ends the table. Columns of
 * running text are none (see isProse), nor are listings in typewriter text and labels in a framed drawing.
 */
import type { ParsedPage, TextRun } from '../model.js';
import { columnEdges, commonLefts, placeSegments } from '../tables/columns.js';
import { headerOf, runsIn, tableBlock, type FilledGrid, type TableRegion } from '../tables/found-table.js';
import { linesAbove, linesBelow } from '../tables/extend.js';
import { allMono, isUpright, textRows, type TextRow } from '../tables/segments.js';
import { isProse } from '../tables/prose.js';
import type { Stroke, Strokes } from './strokes.js';
import { textGrid } from '../tables/text-grid.js';

const SAME_END = 4;
/** The narrowest table in points. */
const LEAST_WIDTH = 60;
const HEADER_LINES = 4;
/** Sections above that are compared with the next. */
const SAMPLE = 8;
/** Share of a table's height that its lines of text take at least. */
const LEAST_DENSITY = 0.2;
/** Share of a table's cells that have text at least: labels of a drawing stand in columns of their own, one a row. */
const LEAST_FILLED = 0.35;

interface Surroundings {
  strokes: Strokes;
  runs: readonly TextRun[];
}

interface Section {
  top: Stroke;
  bottom: Stroke;
  rows: TextRow[];
}

/** Tables between horizontal strokes. `strokes` are those that no other table has used. */
export function ruledOffRegions(page: ParsedPage, runs: readonly TextRun[], strokes: Strokes): TableRegion[] {
  // strokes of another extent may lie inside a table that was found: its text is not taken twice
  let free = runs.filter(isUpright);
  const used = new Set<number>();
  const regions: TableRegion[] = [];
  for (const group of sameExtent(strokes.horizontal)) {
    for (const chain of chains(sections(group, free))) {
      // the lines below the table before may have been taken for its body
      const taken = runsOf(chain.flatMap(({ rows }) => rows)).some(({ id }) => used.has(id));
      const region = taken ? null : regionOf(page, chain, { strokes, runs: free.filter(({ id }) => !used.has(id)) });
      if (!region) continue;
      regions.push(region);
      for (const id of region.runs) used.add(id);
    }
    free = free.filter(({ id }) => !used.has(id));
  }
  return regions;
}

function sameExtent(strokes: readonly Stroke[]): Stroke[][] {
  const groups: Stroke[][] = [];
  const byStart = strokes
    .filter((s) => s.to - s.from >= LEAST_WIDTH)
    .toSorted((a, b) => a.from - b.from || a.to - b.to);
  let open: Stroke[][] = [];
  for (const stroke of byStart) {
    open = open.filter((group) => stroke.from - group[0]!.from <= SAME_END);
    const group = open.find((other) => Math.abs(other[0]!.to - stroke.to) <= SAME_END);
    if (group) {
      group.push(stroke);
    } else {
      open.push([stroke]);
      groups.push(open.at(-1)!);
    }
  }
  return groups.filter((group) => group.length > 1).map((group) => group.toSorted((a, b) => a.at - b.at));
}

/** What stands between each stroke and the next. */
function sections(group: readonly Stroke[], runs: readonly TextRun[]): Section[] {
  const { from, to } = group[0]!;
  const inside = runs
    .filter(({ box }) => box.x0 >= from - SAME_END && box.x1 <= to + SAME_END)
    .toSorted((a, b) => a.baseline - b.baseline);
  let at = 0;
  return group.slice(1).map((bottom, i) => {
    const top = group[i]!;
    const own: TextRun[] = [];
    for (; at < inside.length && inside[at]!.baseline < bottom.at + 1; at += 1) {
      if (inside[at]!.baseline > top.at) own.push(inside[at]!);
    }
    return { top, bottom, rows: textRows(own) };
  });
}

/** Sections that may be one table: with columns, or with a heading over all columns between such. */
function chains(all: readonly Section[]): Section[][] {
  const out: Section[][] = [];
  let open: Section[] = [];
  for (const section of [...all, null]) {
    if (section && (inColumns(section.rows) || keepsTo(open, section.rows))) {
      open.push(section);
    } else {
      if (open.length > 0) out.push(open);
      open = [];
    }
  }
  return out;
}

/** Whether the lines stand in the columns of the sections above: one row whose cells have several lines. */
function keepsTo(above: readonly Section[], rows: readonly TextRow[]): boolean {
  if (rows.length === 0) return false;
  const all = [...above.slice(-SAMPLE).flatMap((section) => section.rows), ...rows];
  const edges = columnEdges(all);
  if (edges.length === 0 || above.length === 0) return false;
  const xs = [-Infinity, ...edges, Infinity];
  const lefts = commonLefts(all, xs);
  const placed = rows.map((row) => placeSegments(row, xs, lefts));
  return (
    placed.every((parts) => parts.every(({ column, last }) => column === last)) &&
    new Set(placed.flat().map(({ column }) => column)).size > 1
  );
}

function inColumns(rows: readonly TextRow[]): boolean {
  if (rows.length <= 2) return rows.some((row) => row.segments.length > 1);
  return columnEdges(rows).length > 0;
}

function regionOf(page: ParsedPage, chain: readonly Section[], { strokes, runs }: Surroundings): TableRegion | null {
  const { from, to } = chain[0]!.top;
  const known = chain.flatMap((section) => section.rows);
  const bottom = chain.at(-1)!.bottom.at;
  // one section of a line or two is a header whose body may go on without a line below it: the page's end cut it
  const open = chain.length === 1 && known.length <= HEADER_LINES ? below(known, { from, to, at: bottom, runs }) : [];
  const header = above([...known, ...open], { from, to, at: chain[0]!.top.at, runs });
  const rows = [...header, ...known, ...open];
  if (rows.length < 2 || !rows.some((row) => row.segments.length > 1)) return null;
  const top = header[0]?.box.y0 ?? chain[0]!.top.at;
  const end = open.length > 0 ? open.at(-1)!.box.y1 : bottom;
  if (isSparse(rows, end - top) || allMono(page, runsOf(rows))) return null;
  const separators = strokes.horizontal
    .filter((s) => s.at > top + 1 && s.at < end - 1 && s.from >= from - SAME_END && s.to <= to + SAME_END)
    .map((s) => s.at);
  const headerEnd =
    header.length > 0 ? chain[0]!.top.at : chain.length > 1 ? chain[0]!.bottom.at : open.length > 0 ? bottom : null;
  const filled = textGrid(rows, {
    from,
    to,
    separators,
    headerEnd,
    isBold: (run) => page.fonts[run.font]?.bold === true,
  });
  if (!filled || isProse(filled) || isScattered(filled)) return null;
  const table = { ...tableBlock(page, filled, headerOf(page, filled, headerEnd)), loose: true };
  return { box: { x0: from, y0: top, x1: to, y1: end }, blocks: [table], runs: runsIn(filled) };
}

/** Labels in a framed drawing: lines with much more room between them than a table's rows have. */
function isSparse(rows: readonly TextRow[], height: number): boolean {
  return rows.reduce((sum, row) => sum + row.size, 0) < LEAST_DENSITY * height;
}

function isScattered({ texts }: FilledGrid): boolean {
  return texts.filter((text) => text.length > 0).length < LEAST_FILLED * texts.length;
}

function runsOf(rows: readonly TextRow[]): TextRun[] {
  return rows.flatMap((row) => row.segments.flatMap((segment) => segment.runs));
}

interface Edge {
  from: number;
  to: number;
  /** y */
  at: number;
  runs: readonly TextRun[];
}

/** A header that has a line below it but none above. */
function above(known: readonly TextRow[], { from, to, at, runs }: Edge): TextRow[] {
  const inside = runs.filter(({ box, baseline }) => baseline <= at && box.x0 < to && box.x1 > from);
  const lines = textRows(inside);
  const outside = lines.findLastIndex(({ box }) => box.x0 < from - SAME_END || box.x1 > to + SAME_END);
  return linesAbove(known, lines.slice(outside + 1), { from, to });
}

function below(known: readonly TextRow[], { from, to, at, runs }: Edge): TextRow[] {
  const inside = runs.filter(({ box, baseline }) => baseline > at + 1 && box.x0 < to && box.x1 > from);
  const lines = textRows(inside);
  const outside = lines.findIndex(({ box }) => box.x0 < from - SAME_END || box.x1 > to + SAME_END);
  return linesBelow(known, outside < 0 ? lines : lines.slice(0, outside), { from, to });
}
