/**
 * The reading order of each page: furniture left out, figures and tables in the place of their lines, columns one after the
 * other.
 *
 * Tables that only their alignment shows are found on the way, since they and the columns of text decide about each other: a
 * part of the page is looked at for tables before it is split into columns, and each column once more. A table that a page
 * ends with may continue on the next, so the pages come one after the other.
 */
import { findTables } from '../drawn-tables/find-tables.js';
import type { FigureRegion } from '../figures/figures.js';
import type { Page, TextRun } from '../model.js';
import { asideLines } from '../lines/asides.js';
import type { FoundTable, TableRegion } from '../tables/found-table.js';
import { makeStandIn, type Line } from '../text/line.js';
import { alignedTableFinder } from './aligned-tables.js';
import { frames } from './box-areas.js';
import { splitAtBoxes } from './boxed-columns.js';
import { findColumns, type Column } from './columns.js';
import { continuedTable, openTable } from './continued-table.js';
import { joinRows } from './join-rows.js';
import { labelValueTables } from './label-values.js';
import { splitAtRulings } from './rulings-across.js';
import { setTables } from './set-tables.js';
import { withSideBoxes } from './side-boxes.js';
import { splitTextsBeside } from './texts-beside.js';

/** Boxes within boxes. */
const MOST_DEPTH = 2;

interface LinedPage {
  page: Page;
  figures: readonly FigureRegion[];
  tables: readonly TableRegion[];
  lines: readonly Line[];
  /** Lines of other directions that are in none of the tables. */
  asides: readonly Line[];
  textChanged: boolean;
  edgeLines: readonly number[];
}

export interface ReadingOrderInput {
  pages: readonly LinedPage[];
}

export interface OrderedColumn extends Column {
  /** Unique in the document. */
  id: number;
}

export interface OrderedPage {
  /** In the order in which they are read. */
  columns: OrderedColumn[];
}

/** A page with all its lines of other directions that are in no table. */
export interface OrderedPageWithAsides extends OrderedPage {
  asides: Line[];
}

export function readingOrder({ pages }: ReadingOrderInput): { pages: OrderedPageWithAsides[] } {
  let open: FoundTable | null = null;
  let id = 0;
  return {
    pages: pages.map((page) => {
      const tables = page.textChanged ? tablesAnew(page) : page.tables;
      const columns = orderPage({ ...page, tables }, open);
      open = openTable(columns.at(-1)?.lines ?? []);
      return {
        columns: columns.map((column) => ({ ...column, id: id++ })),
        // what no table holds any more
        asides: [...page.asides, ...asideLines(page.page, turnedIn(page.page, page.tables, tables))],
      };
    }),
  };
}

/** @param open the table that the page before ended with, if it may continue. */
function orderPage(lined: LinedPage, open: FoundTable | null): Column[] {
  const { page, figures, tables } = lined;
  const shown = figures.map(({ box, block }, i) => makeStandIn(page.number, { id: -1 - i, box, blocks: [block] }));
  const found = setTables(page, [...textLines(lined), ...shown], tables);
  const rest = open ? continuedTable(page, found, open) : null;
  const drawn = rest ? setTables(page, found, [rest]) : found;
  return columnsOf(page, drawn, 0);
}

const textLines = ({ lines, edgeLines }: LinedPage): Line[] => {
  const furniture = new Set(edgeLines);
  return lines.filter(({ id }) => !furniture.has(id));
};

/** The tables in the text as it is now. */
const tablesAnew = (lined: LinedPage): TableRegion[] =>
  findTables(lined.page, [...textLines(lined).flatMap(({ runs }) => runs), ...turnedIn(lined.page, lined.tables)]);

/** Text of other directions that stands in the tables and in none of the others. */
function turnedIn(page: Page, tables: readonly TableRegion[], others: readonly TableRegion[] = []): TextRun[] {
  const used = new Set(tables.flatMap(({ runs }) => runs));
  for (const id of others.flatMap(({ runs }) => runs)) used.delete(id);
  return page.runs.filter(({ id, rotation }) => rotation !== 0 && used.has(id));
}

/** The columns of some lines of a page, those of its boxes in the place of the box. */
function columnsOf(page: Page, all: readonly Line[], depth: number): Column[] {
  const lines = depth < MOST_DEPTH ? withSideBoxes(page, all) : all;
  const alignedTables = alignedTableFinder(page);
  const drawn = page.rules.filter(({ orientation }) => orientation === 'horizontal').map((rule) => rule.box);
  const framed = frames(page);
  const settle = (some: readonly Line[]): readonly Line[] => setTables(page, some, alignedTables(some, 'page'));
  return splitAtRulings(page, lines)
    .flatMap((part) => findColumns(part, settle))
    .flatMap((column) => {
      const aligned = setTables(page, column.lines, alignedTables(column.lines, 'column'));
      const set = setTables(page, aligned, labelValueTables(page, aligned));
      return splitTextsBeside({ ...column, lines: [...set] }, drawn, framed)
        .map((part) => ({ ...part, lines: joinRows(page, part.lines) }))
        .flatMap((part) => splitAtBoxes(part, (boxed) => columnsOf(page, boxed, depth + 1)));
    });
}
