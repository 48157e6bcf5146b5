/**
 * The rest of a table at a page's top: rows that go on with the columns of a table at the foot of the page before, below the
 * same header or none, where nothing is drawn that would show them. The first of them may be the rest of a row that the page's
 * end cut. join-tables.ts makes the parts one.
 */
import { median } from '../geometry.js';
import type { Line } from '../text/line.js';
import type { Block, ParsedPage, TextRun } from '../model.js';
import { besideText, linesBelow } from '../tables/extend.js';
import { runsIn, tableBlock, type FoundTable, type TableRegion } from '../tables/found-table.js';
import { isUpright, segmentText, textRows, type TextRow } from '../tables/segments.js';
import { isProse } from '../tables/prose.js';
import { textGrid } from '../tables/text-grid.js';

/** A text may begin this much to the left of the table's edge, in points. */
const SAME_END = 4;
/** Size of notes at a page's foot, in parts of its text. */
const NOTE_SIZE = 0.9;
/** Lines that the rest of a row has at most. */
const REST_LINES = 4;

/** The table that a page ends with, notes below it aside, and that may go on. `lines` are the page's in reading order. */
export function openTable(lines: readonly Line[]): FoundTable | null {
  const size = median(lines.flatMap((line) => (line.blocks ? [] : [line.size])));
  const last: Block | undefined = lines.findLast((line) => line.blocks || line.size > NOTE_SIZE * size)?.blocks?.at(-1);
  return last?.kind === 'table' && 'xs' in last && (last as FoundTable).loose ? (last as FoundTable) : null;
}

/** The rows at the top of `lines` (a page's, from the top) that keep to the columns of `open`; null when there are none. */
export function continuedTable(page: ParsedPage, lines: readonly Line[], open: FoundTable): TableRegion | null {
  const [from, to] = [open.xs[0]! - SAME_END, open.xs.at(-1)!];
  const end = lines.findIndex((line) => line.blocks || line.box.x0 < from);
  const top = lines.slice(0, end < 0 ? undefined : end).flatMap(({ runs }) => runs.filter(isUpright));
  const found = textRows(top);
  const inner = open.xs.slice(1, -1);
  const edges = inner.map((x, i) =>
    besideText(
      x,
      inner[i + 1] ?? to,
      found.filter((row) => row.segments.length > 1),
    ),
  );
  const header = isHeader(found[0], open) ? 1 : 0;
  const extent = { from, to: Math.max(to, page.width), edges };
  const first = found.findIndex((row, i) => i >= header && row.segments.length > 1);
  if (first < 0 || first > header + REST_LINES) return null;
  const rest = found.slice(0, first);
  const body = linesBelow([], found.slice(first), extent);
  const rows = [...rest, ...body];
  if (body.length === 0 || !rest.slice(header).every((row) => isInOne(row, [from, ...edges, to]))) return null;
  const right = Math.max(to, ...rows.map(({ box }) => box.x1));
  const isBold = (run: TextRun): boolean => page.fonts[run.font]?.bold === true;
  const headerEnd = header === 1 ? rows[0]!.baseline + 1 : null;
  const filled = textGrid(rows, { from: open.xs[0]!, to: right, edges, separators: [], headerEnd, isBold });
  if (!filled || filled.grid.xs.length !== open.xs.length || isProse(filled)) return null;
  const xs = [...open.xs];
  const table: FoundTable = { ...tableBlock(page, filled, { rows: header, headed: header > 0 }), xs, loose: true };
  const box = { x0: open.xs[0]!, y0: rows[0]!.box.y0, x1: right, y1: Math.max(...rows.map((row) => row.box.y1)) };
  return { box, blocks: [table], runs: runsIn(filled) };
}

/** Whether the row says what the table's header does. */
function isHeader(row: TextRow | undefined, open: FoundTable): boolean {
  const text = (some: readonly string[]): string => some.join('').replace(/\s/gu, '');
  const named = open.headerRows === 1 ? open.rows[0]!.flatMap(({ spans }) => spans.map((span) => span.text)) : [];
  return row !== undefined && named.length > 0 && text(named) === text(row.segments.map(segmentText));
}

/** Whether all of the row stands in one column. */
function isInOne({ box }: TextRow, xs: readonly number[]): boolean {
  return xs.slice(1).some((x, i) => box.x0 >= xs[i]! - SAME_END && box.x1 <= x + SAME_END);
}
