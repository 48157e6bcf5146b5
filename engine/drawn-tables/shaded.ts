/**
 * Shaded tables: rows or cells marked by filled areas instead of rules (a dark head, every second row grey).
 *
 * Filled areas side by side make up a band; bands of the same extent with no more than a row or two between them are one
 * table. Edges that the areas of a band have between them are column edges, and where bands have none the text tells. Text
 * between bands belongs to the table, and text below the last band as far as it keeps to the columns (extend.ts).
 *
 * Limits: a single area without inner edges is no table (code, notes and headings are shaded so); neither is one whose text
 * is all in a typewriter font or has no columns.
 */
import type { Box, ParsedPage, TextRun } from '../model.js';
import { bands, SAME_EDGE, type Band } from './bands.js';
import { columnEdges } from '../tables/columns.js';
import { linesAbove, linesBelow } from '../tables/extend.js';
import { headerOf, runsIn, tableBlock, type TableRegion } from '../tables/found-table.js';
import { clusterValues } from '../geometry.js';
import { allMono, isUpright, textRows, type TextRow } from '../tables/segments.js';
import { isProse } from '../tables/prose.js';
import { textGrid } from '../tables/text-grid.js';

/** Text between two bands of a table has at most this many lines. */
const LINES_BETWEEN = 6;
/** Stacks that a band is compared with: tables side by side are few. */
const NEAR_STACKS = 8;

/** Tables marked by shading among `runs`. */
export function shadedRegions(page: ParsedPage, runs: readonly TextRun[]): TableRegion[] {
  const all = bands(page.fills);
  if (all.length === 0) return [];
  const upright = runs.filter(isUpright);
  const regions: TableRegion[] = [];
  const used = new Set<number>();
  for (const stack of stacks(page, all, upright)) {
    const region = regionOf(
      page,
      stack,
      upright.filter(({ id }) => !used.has(id)),
    );
    if (!region) continue;
    regions.push(region);
    for (const id of region.runs) used.add(id);
  }
  return regions;
}

/** Bands one above the other that may be one table. */
function stacks(page: ParsedPage, all: readonly Band[], runs: readonly TextRun[]): Band[][] {
  const rows = textRows(runs);
  const out: Band[][] = [];
  for (const band of all) {
    const text = rows.filter(({ box }) => within(band.box, box)).flatMap((row) => row.segments.flatMap((s) => s.runs));
    if (band.edges.length === 0 && (text.length === 0 || allMono(page, text))) continue;
    const stack = out.slice(-NEAR_STACKS).findLast((other) => belongs(other, band) && goesOn(other, band, rows));
    if (stack) stack.push(band);
    else out.push([band]);
  }
  return out.filter((stack) => stack.length > 1 || stack[0]!.edges.length > 0);
}

/** Same extent, or beside a cell that reaches down from the band above. */
function belongs(stack: readonly Band[], { box }: Band): boolean {
  const first = stack[0]!.box;
  const last = stack.at(-1)!.box;
  const same = Math.abs(first.x0 - box.x0) <= SAME_EDGE && Math.abs(first.x1 - box.x1) <= SAME_EDGE;
  const beside = box.x0 >= first.x0 - SAME_EDGE && box.x1 <= first.x1 + SAME_EDGE && box.y0 < last.y1 - SAME_EDGE;
  return same || beside;
}

function within(area: Box, box: Box): boolean {
  const middle = (box.y0 + box.y1) / 2;
  return middle > area.y0 && middle < area.y1 && box.x1 > area.x0 && box.x0 < area.x1;
}

/** Whether a band has the columns of those above it, and only lines in these columns between. */
function goesOn(stack: readonly Band[], band: Band, rows: readonly TextRow[]): boolean {
  const known = clusterValues(
    stack.flatMap(({ edges }) => edges),
    SAME_EDGE,
  );
  const isIn = (some: readonly number[], all: readonly number[]): boolean =>
    some.every((x) => all.some((y) => Math.abs(x - y) <= SAME_EDGE));
  const beside = known.filter((x) => x > band.box.x0 + SAME_EDGE && x < band.box.x1 - SAME_EDGE);
  if (!isIn(band.edges, known) && !isIn(beside, band.edges)) return false;
  const above = stack.at(-1)!.box;
  if (band.box.y0 - above.y1 <= SAME_EDGE) return true;
  const gap = { ...band.box, y0: above.y1, y1: band.box.y0 };
  const between = rows.filter(({ box }) => within(gap, box));
  if (between.length === 0 || between.length > LINES_BETWEEN) return false;
  const edges = known.length > band.edges.length ? known : band.edges;
  const extent = { from: band.box.x0, to: band.box.x1, ...(edges.length > 0 ? { edges } : {}) };
  return (
    linesBelow(
      rows.filter(({ box }) => within(above, box)),
      between,
      extent,
    ).length === between.length
  );
}

function regionOf(page: ParsedPage, stack: readonly Band[], runs: readonly TextRun[]): TableRegion | null {
  const { x0: from, x1: to } = stack[0]!.box;
  const top = stack[0]!.box.y0;
  const end = Math.max(...stack.map(({ box }) => box.y1));
  const across = runs.filter(({ box }) => box.x0 < to && box.x1 > from);
  const known = textRows(across.filter(({ box }) => (box.y0 + box.y1) / 2 > top && (box.y0 + box.y1) / 2 < end));
  if (known.length === 0 || known.some((row) => row.box.x0 < from - 2 || row.box.x1 > to + 2)) return null;
  const drawn = clusterValues(
    stack.flatMap((band) => band.edges),
    SAME_EDGE,
  );
  const edges = drawn.length > 0 ? drawn : undefined;
  const below = inside(textRows(across.filter(({ box }) => (box.y0 + box.y1) / 2 >= end)), from, to);
  const extent = { from, to, ...(edges ? { edges } : {}) };
  const more = linesBelow(known, below, extent);
  const before = insideAbove(textRows(across.filter(({ box }) => (box.y0 + box.y1) / 2 <= top)), from, to);
  const rows = [...linesAbove([...known, ...more], before, extent), ...known, ...more];
  if (
    rows.length < 2 ||
    allMono(
      page,
      rows.flatMap((row) => row.segments.flatMap((s) => s.runs)),
    )
  )
    return null;
  const inner = edges ?? columnEdges(rows);
  const separators = stack.flatMap(({ box }) => [box.y0, box.y1]);
  const filled = textGrid(rows, {
    from,
    to,
    edges: inner,
    separators,
    headerEnd: null,
    isBold: (run) => page.fonts[run.font]?.bold === true,
  });
  if (!filled || isProse(filled)) return null;
  const box = { x0: from, y0: Math.min(top, rows[0]!.box.y0), x1: to, y1: Math.max(end, rows.at(-1)!.box.y1) };
  const table = { ...tableBlock(page, filled, headerOf(page, filled, null)), loose: edges === undefined };
  return { box, blocks: [table], runs: runsIn(filled) };
}

/** Lines down to the first that reaches out of the table. */
function inside(rows: readonly TextRow[], from: number, to: number): TextRow[] {
  const end = rows.findIndex(({ box }) => box.x0 < from - 2 || box.x1 > to + 2);
  return end < 0 ? [...rows] : rows.slice(0, end);
}

/** Lines up to the last that reaches out of the table. */
function insideAbove(rows: readonly TextRow[], from: number, to: number): TextRow[] {
  return rows.slice(1 + rows.findLastIndex(({ box }) => box.x0 < from - 2 || box.x1 > to + 2));
}
