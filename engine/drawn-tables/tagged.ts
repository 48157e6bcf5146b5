/**
 * Tables as a tagged document names them: rows, cells and spans from the tags, whatever is drawn or aligned.
 *
 * Taken only where places agree with the tags: rows come from top to bottom, the cells of a row from left to right, and all
 * rows are of one width, spans counted. Tables within tables, with headings in them or with very long texts serve the
 * page's layout and are left to geometry, as are forms (forms.ts). Where the same columns are drawn, their edges are kept.
 */
import type { Box, ParsedPage, TextRun } from '../model.js';
import type { PageTags } from '../tag-model.js';
import {
  dropEmpty,
  headerOf,
  tableBlock,
  type FilledGrid,
  type FoundTable,
  type TableRegion,
} from '../tables/found-table.js';
import { unionBox } from '../geometry.js';
import type { GridCell } from '../tables/grid.js';

/** Letters of a cell beyond which it is no cell of a table. */
const MAX_LETTERS = 1_500;
const MAX_COLUMNS = 60;
/** Rows and cells may begin this many points before the one before them. */
const SLACK = 3;

interface TaggedCell {
  head: boolean;
  colSpan: number;
  rowSpan: number;
  runs: TextRun[];
}

/** @param drawn what was found by what is drawn; regions that a tagged table takes text from are replaced by it. */
export function withTaggedTables(
  page: ParsedPage,
  runs: readonly TextRun[],
  drawn: readonly TableRegion[],
): TableRegion[] {
  const tagged = page.tags ? taggedTables(page, page.tags, runs) : [];
  if (tagged.length === 0) return [...drawn];
  const shares = (a: TableRegion, b: TableRegion): boolean => {
    const runs = new Set(a.runs);
    return b.runs.some((id) => runs.has(id));
  };
  const forms = drawn.filter(({ blocks }) => blocks.some(({ kind }) => kind !== 'table'));
  const taken = tagged.filter((table) => !forms.some((form) => shares(form, table)));
  const edged = taken.map((table) =>
    withEdges(
      table,
      drawn.filter((region) => shares(region, table)),
    ),
  );
  const rest = drawn.filter((region) => !taken.some((table) => shares(region, table)));
  return [...rest, ...edged];
}

/** The table with the edges of the drawn one that it replaces. */
function withEdges(region: TableRegion, drawn: readonly TableRegion[]): TableRegion {
  const table = region.blocks[0] as FoundTable;
  const [only] = drawn;
  const other = only?.blocks[0] as FoundTable | undefined;
  if (!only || !other || drawn.length > 1 || only.blocks.length > 1 || other.xs.length !== table.xs.length)
    return region;
  const { loose: _, ...block } = table;
  return { ...region, blocks: [{ ...block, xs: other.xs, ...(other.loose ? { loose: true } : {}) } as FoundTable] };
}

function taggedTables(page: ParsedPage, tags: PageTags, runs: readonly TextRun[]): TableRegion[] {
  if (!tags.elements.some(({ role }) => role === 'Table')) return [];
  const children = Map.groupBy(tags.elements.keys(), (index) => tags.elements[index]!.parent ?? -1);
  const texts = Map.groupBy(runs, ({ mcid }) => (mcid === undefined ? -1 : (tags.content[mcid] ?? -1)));
  const within = (index: number): number[] => [index, ...(children.get(index) ?? []).flatMap(within)];
  return [...tags.elements.keys()].flatMap((index): TableRegion[] => {
    if (tags.elements[index]!.role !== 'Table') return [];
    const inner = within(index).slice(1);
    if (inner.some((at) => /^(?:Table|H[1-6]?)$/.test(tags.elements[at]!.role))) return [];
    const rows = inner.filter((at) => tags.elements[at]!.role === 'TR');
    const cells = rows.map((row) =>
      (children.get(row) ?? [])
        .filter((at) => /^T[HD]$/.test(tags.elements[at]!.role))
        .map((at): TaggedCell => {
          const { role, colSpan = 1, rowSpan = 1 } = tags.elements[at]!;
          return { head: role === 'TH', colSpan, rowSpan, runs: within(at).flatMap((one) => texts.get(one) ?? []) };
        }),
    );
    const region = regionOf(page, cells);
    return region ? [region] : [];
  });
}

function regionOf(page: ParsedPage, rows: readonly TaggedCell[][]): TableRegion | null {
  const placed = place(rows);
  const runs = rows.flatMap((row) => row.flatMap((cell) => cell.runs));
  if (!placed || runs.length === 0) return null;
  const { cells, texts, columns } = placed;
  if (texts.some((some) => some.reduce((sum, { text }) => sum + text.length, 0) > MAX_LETTERS)) return null;
  const boxes = texts.map((some) => (some.length > 0 ? unionBox(some.map(({ box }) => box)) : null));
  const whole = unionBox(runs.map(({ box }) => box));
  const xs = edges(
    cells.map((cell, i) => [cell.column, boxes[i]?.x0]),
    columns,
    [whole.x0, whole.x1],
  );
  const full = dropEmpty({ grid: { xs, ys: rows.map((_, i) => i).concat(rows.length), cells }, texts }, 'rows');
  const tops = full.grid.cells.map((cell, i): [number, number | undefined] => [
    cell.row,
    full.texts[i]!.length > 0 ? Math.min(...full.texts[i]!.map(({ box }) => box.y0)) : undefined,
  ]);
  const ys = edges(tops, full.grid.ys.length - 1, [whole.y0, whole.y1]);
  if (!ascends(xs) || !ascends(ys) || !inOrder(cells, boxes)) return null;
  const filled: FilledGrid = { ...full, grid: { ...full.grid, ys } };
  const heads = headRows(rows);
  const header = heads > 0 && heads < ys.length - 1 ? { rows: heads, headed: true } : headerOf(page, filled, null);
  const block: FoundTable = { ...tableBlock(page, filled, header), loose: true };
  return { box: whole, blocks: [block], runs: runs.map(({ id }) => id) };
}

/** Rows at the top whose cells with text are all heads. */
function headRows(rows: readonly TaggedCell[][]): number {
  const shown = rows.filter((row) => row.some(({ runs }) => runs.length > 0));
  const first = shown.findIndex((row) => row.some(({ head, runs }) => !head && runs.length > 0));
  return first < 0 ? 0 : first;
}

/** Row and column of each cell, as HTML places them; null when the rows differ in width. */
function place(rows: readonly TaggedCell[][]): { cells: GridCell[]; texts: TextRun[][]; columns: number } | null {
  const cells: GridCell[] = [];
  const texts: TextRun[][] = [];
  let reach: number[] = [];
  let columns = 0;
  for (const [row, list] of rows.entries()) {
    let column = 0;
    const next = reach.map((left) => Math.max(0, left - 1));
    for (const { colSpan, rowSpan, runs } of list) {
      while ((reach[column] ?? 0) > 0) column += 1;
      const down = Math.min(rowSpan, rows.length - row);
      if (column + colSpan > MAX_COLUMNS) return null;
      cells.push({ row, column, colSpan, rowSpan: down });
      texts.push(runs);
      for (let c = column; c < column + colSpan; c++) next[c] = down - 1;
      column += colSpan;
    }
    while ((reach[column] ?? 0) > 0) column += 1;
    if (row > 0 && column !== columns) return null;
    columns = column;
    reach = next;
  }
  return columns >= 2 ? { cells, texts, columns } : null;
}

/** Where each row or column begins: with its first text, or where nothing is in it with the one before; and the end. */
function edges(
  starts: readonly (readonly [number, number | undefined])[],
  count: number,
  [from, to]: [number, number],
): number[] {
  const first = new Array<number>(count).fill(Infinity);
  for (const [at, value] of starts) if (value !== undefined) first[at] = Math.min(first[at] ?? Infinity, value);
  if (!Number.isFinite(first[0])) first[0] = from;
  for (let at = 1; at < count; at++) if (!Number.isFinite(first[at])) first[at] = first[at - 1]!;
  return [...first, to];
}

const ascends = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value >= values[i - 1]! - SLACK);

/** Whether cells of one row follow each other from left to right. */
function inOrder(cells: readonly GridCell[], boxes: readonly (Box | null)[]): boolean {
  const right = new Map<number, number>();
  return cells.every(({ row }, i) => {
    const box = boxes[i];
    if (!box) return true;
    const before = right.get(row) ?? -Infinity;
    right.set(row, box.x1);
    return box.x0 >= before - SLACK;
  });
}
